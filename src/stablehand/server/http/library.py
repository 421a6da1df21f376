"""Routes for what can be read without a table: what the server allows, games, cards, rules, messages."""

from functools import lru_cache
from typing import Annotated, Any, Final, cast

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import PathParameter, QueryParameter

from stablehand.server.http.compression import PublicBody
from stablehand.server.http.locale import chosen_layer
from stablehand.server.http.schemas import DEFAULT_GAME, About, BookSeen, CardListed, GameListed
from stablehand.server.learn import library
from stablehand.server.live.services import Services
from stablehand.table.protocol import House

AnyRequest = Request[Any, Any, Any]
Names = Annotated[str, QueryParameter(description="printed, plain or softened", max_length=20)]
Ruleset = Annotated[
    str, QueryParameter(description="a ruleset of the game, for instance first", max_length=20)
]
Word = Annotated[str, PathParameter(max_length=40)]

CACHED: Final = "public, max-age=600"
CHECKED: Final = "no-cache"
"""Kept by the browser, and asked for again each time: usually the answer is that nothing has changed."""


@get("/api/about")
async def read_about(services: NamedDependency[Services]) -> About:
    """Return what this server allows."""
    settings = services.settings
    house = House(stand_in=cast("Any", settings.bot_level))
    adult = "off" if settings.family else settings.adult
    return About(settings.family, settings.public_tables, settings.languages, DEFAULT_GAME, house, adult)


@get("/api/games")
async def list_games(request: AnyRequest, services: NamedDependency[Services]) -> Response[list[GameListed]]:
    """List the games, with their decks and options."""
    body = library.games_json(services.language(request), has_adult=services.has_adult)
    return public_json(request, body, CHECKED)


@get("/api/cards/{game:str}/{deck:str}")
async def list_cards(
    request: AnyRequest, game: Word, deck: Word, services: NamedDependency[Services], names: Names = ""
) -> Response[list[CardListed]]:
    """List the cards of a deck with their texts and rulings."""
    layer = chosen_layer(names, services.settings)
    body = library.cards(game, deck, services.language(request), layer, has_adult=services.has_adult)
    return public_json(request, body, CACHED)


@get("/api/rules/{game:str}")
async def read_rules(
    request: AnyRequest,
    game: Word,
    services: NamedDependency[Services],
    names: Names = "",
    ruleset: Ruleset = "",
) -> Response[BookSeen]:
    """Return the rules of a game, in short and in detail."""
    layer = chosen_layer(names, services.settings)
    lang = services.language(request)
    body = library.rules(game, lang, layer, has_adult=services.has_adult, ruleset=ruleset)
    return public_json(request, body, CACHED)


@get("/api/words")
async def list_words(
    request: AnyRequest, services: NamedDependency[Services]
) -> Response[dict[str, str | list[Any]]]:
    """List the messages of the browser pages by key, parsed: text, slots and branches in lists."""
    body = library.words_json(services.language(request), has_adult=services.has_adult)
    return public_json(request, body, CHECKED)


def public_json(request: AnyRequest, body: bytes, caching: str) -> Response[Any]:
    """Return a text that is the same for everybody who reads its language."""
    return _compressed(body).response(request, caching, vary="Accept-Language")


@lru_cache(256)
def _compressed(body: bytes) -> PublicBody:
    """Return a text of the library in compressed form; there are few, and each is compressed once."""
    return PublicBody.of(body, "application/json")


HANDLERS = (read_about, list_games, list_cards, read_rules, list_words)
