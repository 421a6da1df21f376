"""Routes for what can be read without a table: what the server allows, games, cards, rules, messages."""

import asyncio
from typing import Annotated, Any, Final, cast

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import PathParameter, QueryParameter

from stablehand.server.http.compression import PublicBody
from stablehand.server.http.locale import chosen_layer
from stablehand.server.http.schemas import DEFAULT_GAME, About, BookSeen, CardListed, GameListed
from stablehand.server.limits.costs import LIGHT, MEDIUM
from stablehand.server.live.services import Services
from stablehand.table.protocol import House

AnyRequest = Request[Any, Any, Any]
Names = Annotated[str, QueryParameter(description="printed, plain or softened", max_length=20)]
Ruleset = Annotated[
    str, QueryParameter(description="a ruleset of the game, for instance first", max_length=20)
]
Word = Annotated[str, PathParameter(max_length=40)]
DeckName = Annotated[str, PathParameter(max_length=200)]
"""A deck, perhaps with expansions: `base_2e`, `base_2e+nsfw_expansion`."""

CACHED: Final = "public, max-age=600"
PACKED: Final = 256
"""Texts that are kept in compressed form, the oldest dropped first."""
CHECKED: Final = "no-cache"
"""Kept by the browser, and asked for again each time: usually the answer is that nothing has changed."""
_packed: Final[dict[bytes, PublicBody]] = {}


@get("/api/about", cost=LIGHT)
async def read_about(services: NamedDependency[Services]) -> About:
    """Return what this server allows."""
    settings = services.settings
    house = House(stand_in=cast("Any", settings.bot_level))
    adult = "off" if settings.family else settings.adult
    return About(settings.family, settings.public_tables, settings.languages, DEFAULT_GAME, house, adult)


@get("/api/games", cost=MEDIUM)
async def list_games(request: AnyRequest, services: NamedDependency[Services]) -> Response[list[GameListed]]:
    """List the games, with their decks and options."""
    return await _page(request, services, CHECKED, "games")


@get("/api/cards/{game:str}/{deck:str}", cost=MEDIUM)
async def list_cards(
    request: AnyRequest, game: Word, deck: DeckName, services: NamedDependency[Services], names: Names = ""
) -> Response[list[CardListed]]:
    """List the cards of a deck with their texts and rulings; expansions follow the deck, each after a `+`."""
    layer = chosen_layer(names, services.settings)
    return await _page(request, services, CACHED, "cards", game=game, deck=deck, layer=layer)


@get("/api/rules/{game:str}", cost=MEDIUM)
async def read_rules(
    request: AnyRequest,
    game: Word,
    services: NamedDependency[Services],
    names: Names = "",
    ruleset: Ruleset = "",
) -> Response[BookSeen]:
    """Return the rules of a game, in short and in detail."""
    layer = chosen_layer(names, services.settings)
    return await _page(request, services, CACHED, "rules", game=game, layer=layer, ruleset=ruleset)


@get("/api/words", cost=MEDIUM)
async def list_words(
    request: AnyRequest, services: NamedDependency[Services]
) -> Response[dict[str, str | list[Any]]]:
    """List the messages of the browser pages by key, parsed: text, slots and branches in lists."""
    return await _page(request, services, CHECKED, "words")


async def _page(
    request: AnyRequest, services: Services, caching: str, kind: str, **words: str
) -> Response[Any]:
    body = await services.errand(
        request, kind, lang=services.language(request), has_adult=services.has_adult, **words
    )
    return await public_json(request, body, caching)


async def public_json(request: AnyRequest, body: bytes, caching: str) -> Response[Any]:
    """Return a text that is the same for everybody who reads its language; compressed once, in a thread."""
    packed = _packed.get(body)
    if packed is None:
        packed = await asyncio.to_thread(PublicBody.of, body, "application/json")
        _packed[body] = packed
        while len(_packed) > PACKED:
            del _packed[next(iter(_packed))]
    return packed.response(request, caching, vary="Accept-Language")


def json_response(body: bytes) -> Response[Any]:
    """Return a response with a body that is JSON already."""
    return Response(body, media_type="application/json")


HANDLERS = (read_about, list_games, list_cards, read_rules, list_words)
