"""What this server allows, and games, cards and rules over HTTP, in the reader's language."""

from typing import Annotated, Any, Final

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import PathParameter, QueryParameter

from stablehand.server import library
from stablehand.server.bodies import About, GameListed
from stablehand.server.office import Office
from stablehand.server.speech import chosen_layer

AnyRequest = Request[Any, Any, Any]
Names = Annotated[str, QueryParameter(description="printed, plain or softened", max_length=20)]
Word = Annotated[str, PathParameter(max_length=40)]

CACHED: Final = {"Cache-Control": "public, max-age=600", "Vary": "Accept-Language"}


@get("/api/about")
async def tell_manners(office: NamedDependency[Office]) -> About:
    """Tell what this server allows, whatever is played."""
    settings = office.settings
    return About(settings.family, settings.public_tables, settings.languages)


@get("/api/games")
async def list_games(request: AnyRequest, office: NamedDependency[Office]) -> list[GameListed]:
    """List the games, with their decks and all that a table may choose."""
    return library.games(office.language(request), has_adult=office.has_adult)


@get("/api/cards/{game:str}/{deck:str}")
async def list_cards(
    request: AnyRequest, game: Word, deck: Word, office: NamedDependency[Office], names: Names = ""
) -> Response[list[dict[str, Any]]]:
    """List the cards of a deck: what they are, what they say, and the rulings on them."""
    layer = chosen_layer(names, office.settings)
    body = library.cards(game, deck, office.language(request), layer, has_adult=office.has_adult)
    return _json(body)


@get("/api/rules/{game:str}")
async def read_rules(
    request: AnyRequest, game: Word, office: NamedDependency[Office], names: Names = ""
) -> Response[dict[str, Any]]:
    """Return the rules of a game, section by section."""
    layer = chosen_layer(names, office.settings)
    return _json(library.rules(game, office.language(request), layer, has_adult=office.has_adult))


@get("/api/words")
async def list_words(request: AnyRequest, office: NamedDependency[Office]) -> dict[str, str]:
    """List what the pages in the browser say: messages by key, with slots and plurals to be filled in."""
    return library.words(office.language(request), has_adult=office.has_adult)


def _json(body: bytes) -> Response[Any]:
    return Response(body, media_type="application/json", headers=CACHED)


HANDLERS = (tell_manners, list_games, list_cards, read_rules, list_words)
