"""Routes of the tables: open, list, look at one, take a seat, pair a device, download a journal."""

import io
from functools import lru_cache
from typing import Annotated, Any, Final, cast

import segno
from litestar import Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter

from stablehand.core.registry import names
from stablehand.server.http.schemas import (
    Device,
    NewPlayer,
    NewTable,
    OneTimeCode,
    Seat,
    SeatListed,
    TableListed,
    TableSeen,
)
from stablehand.server.learn.library import changed_options
from stablehand.server.limits.costs import HEAVY, LIGHT, MEDIUM
from stablehand.server.limits.origin import COOKIE, SEPARATOR, tokens_of
from stablehand.server.live.auth import own_seats
from stablehand.server.live.pairing import MINUTES
from stablehand.server.live.registry import hashed, new_token
from stablehand.server.live.services import Services
from stablehand.table.commands.admission import Admission
from stablehand.table.commands.display_names import InvalidText, clean_name
from stablehand.table.commands.offers import is_adult
from stablehand.table.commands.requests import Pair, Sit
from stablehand.table.protocol import House
from stablehand.table.refusal import Refusal
from stablehand.table.state.state import TableState
from stablehand.table.table import Table
from stablehand.text.voices import Voice, table_options, voice_for

AnyRequest = Request[Any, Any, Any]
Code = Annotated[str, PathParameter(description="A table’s invite code", max_length=40)]
Number = Annotated[int, PathParameter(description="Which game, from 1")]

BOT: Final = "bot"
"""The value of `X-Stablehand-Client` with which a program gets its token in the body instead of a cookie."""
DRAWN: Final = 256
"""QR codes that are kept: to draw one takes a dozen milliseconds."""
COOKIE_SECONDS: Final = 400 * 24 * 3600
"""The longest age of a cookie that browsers accept."""


@post("/api/tables", cost=HEAVY)
async def open_table(
    request: AnyRequest, data: JSONBody[NewTable], services: NamedDependency[Services]
) -> Response[Seat]:
    """Open a table and take a seat as its host."""
    check_name(data.name)
    services.address_limits.count("open", services.client(request))
    house = House(stand_in=cast("Any", services.settings.bot_level)) if data.house is None else data.house
    # An unknown game has no usual options; the registry refuses it.
    usual = table_options(data.game, data.language) if data.language and data.game in names() else {}
    options = {**usual, **data.options}
    actor = await services.open_table(request, data.game, data.seats, options, house, data.language)
    token = new_token()
    admission = await actor.admit(Sit(data.name, None, hashed(token), services.client(request)))
    return seated(request, services, actor.table.state.code, admission, token)


@get("/api/tables", cost=MEDIUM)
async def list_tables(request: AnyRequest, services: NamedDependency[Services]) -> list[TableListed]:
    """List the public tables."""
    lang = services.language(request)
    return [
        TableListed(
            state.code,
            state.game,
            _voice(state, lang).title,
            len(state.seats),
            sum(not seat.is_player for seat in state.seats),
            cast("Any", state.stage),
        )
        for state in services.registry.public()
    ]


@get("/api/tables/{code:str}", cost=MEDIUM)
async def see_table(request: AnyRequest, code: Code, services: NamedDependency[Services]) -> TableSeen:
    """Return a table as seen before joining."""
    lang, link = services.language(request), services.link(request, code)
    table = await services.table(request, code)
    own = next(iter(own_seats(request, table.state)), None)
    known = {hashed(token) for token in tokens_of(request, code.lower())}
    return _seen(table, lang, link, own, is_asking=table.has_knock_from(known, services.registry.now()))


@get("/api/tables/{code:str}/yours", cost=LIGHT)
async def list_own_seats(request: AnyRequest, code: Code, services: NamedDependency[Services]) -> list[int]:
    """List the client's seats: several if players share a device."""
    return list(own_seats(request, (await services.table(request, code)).state))


@post("/api/tables/{code:str}/seats", cost=MEDIUM)
async def take_seat(
    request: AnyRequest, code: Code, data: JSONBody[NewPlayer], services: NamedDependency[Services]
) -> Response[Seat]:
    """Take a seat. A client that has one keeps it, unless it asks for one more on a shared device.

    Where those at the table are asked first, the answer is 202, and the token is valid once they agree.
    """
    code = code.lower()
    own: dict[int, str] = {}
    if tokens_of(request, code):
        own = own_seats(request, (await services.table(request, code)).state)
    if own and data.device == "own":
        return Response(Seat(code, next(iter(own)), services.link(request, code)), status_code=200)
    services.address_limits.count("join", services.client(request))
    token = new_token()
    known = tuple(hashed(one) for one in tokens_of(request, code))
    wanted = Sit(data.name, data.seat, hashed(token), services.client(request), known)
    admission = await services.admit(request, code, wanted)
    return seated(request, services, code, admission, token, tuple(own.values()))


@post("/api/tables/{code:str}/devices", cost=LIGHT)
async def offer_device(request: AnyRequest, code: Code, services: NamedDependency[Services]) -> OneTimeCode:
    """Return a code with which another device can use the seat, once and within minutes."""
    code = code.lower()
    own = own_seats(request, (await services.table(request, code)).state)
    if not own:
        raise Refusal("not_yours")
    return OneTimeCode(services.pairing_codes.issue(code, hashed(next(iter(own.values())))), 60 * MINUTES)


@post("/api/devices", cost=MEDIUM)
async def add_device(
    request: AnyRequest, data: JSONBody[Device], services: NamedDependency[Services]
) -> Response[Seat]:
    """Use a seat on this device too, with a code from another."""
    client = services.client(request)
    services.address_limits.check_not_blocked(client)
    pairing = services.pairing_codes.redeem(data.code.strip().lower())
    if pairing is None:
        services.address_limits.count_wrong_code(client)
        raise Refusal("wrong_code")
    token = new_token()
    admission = await services.admit(request, pairing.table, Pair(pairing.token, hashed(token)))
    return seated(request, services, pairing.table, admission, token)


@get("/api/tables/{code:str}/journals/{number:int}", media_type="application/x-ndjson", cost=HEAVY)
async def take_journal(
    request: AnyRequest, code: Code, number: Number, services: NamedDependency[Services]
) -> Response[bytes]:
    """Return the journal of a finished game, with the proof of its shuffle."""
    body, _ = await services.journal(request, code, number)
    name = f'attachment; filename="stablehand-{code.lower()}-{number}.jsonl"'
    return Response(body, media_type="application/x-ndjson", headers={"Content-Disposition": name})


@get("/api/tables/{code:str}/qr.svg", media_type="image/svg+xml", cost=MEDIUM)
async def draw_link(request: AnyRequest, code: Code, services: NamedDependency[Services]) -> Response[bytes]:
    """Return the link to a table as a QR code."""
    await services.actor(request, code)
    return Response(_drawn(services.link(request, code.lower())), media_type="image/svg+xml")


@lru_cache(DRAWN)
def _drawn(link: str) -> bytes:
    out = io.BytesIO()
    segno.make(link, micro=False).save(out, kind="svg", scale=8, light="#fff")
    return out.getvalue()


def check_name(name: str) -> None:
    """Raise Refusal if a name is not allowed, before a table is opened for it."""
    try:
        clean_name(name)
    except InvalidText as error:
        raise Refusal(f"name_{error.reason}") from error


def seated(
    request: AnyRequest,
    services: Services,
    code: str,
    admission: Admission,
    token: str,
    beside: tuple[str, ...] = (),
) -> Response[Seat]:
    """Return the response to a player who has taken a seat: the token in a cookie, for bots in the body.

    `beside` are the tokens of other players on the same device; the cookie keeps them.
    """
    link, seat, is_waiting = services.link(request, code), admission.seat, admission.is_waiting
    status = 202 if is_waiting else 201
    if request.headers.get("x-stablehand-client", "").lower() == BOT:
        return Response(Seat(code, seat, link, token, is_waiting), status_code=status)
    settings = services.settings
    is_secure = settings.cookies_are_secure or (
        settings.secure_cookies == "auto" and request.url.scheme == "https"
    )
    cookie = Cookie(
        COOKIE + code,
        value=SEPARATOR.join([*beside, token]),
        path="/",
        max_age=COOKIE_SECONDS,
        secure=is_secure,
        httponly=True,
        samesite="strict",
    )
    return Response(Seat(code, seat, link, None, is_waiting), status_code=status, cookies=[cookie])


def _seen(table: Table, lang: str, link: str, you: int | None, *, is_asking: bool) -> TableSeen:
    state, host = table.state, table.host
    voice = _voice(state, lang)
    return TableSeen(
        code=state.code,
        link=link,
        game=state.game,
        title=voice.title,
        notice=voice.notice,
        is_adult=is_adult(state.game, state.options),
        stage=cast("Any", state.stage),
        game_number=state.game_number,
        seats=tuple(
            SeatListed(
                seat.seat,
                name,
                not seat.is_player,
                seat.level is not None,
                host == seat.seat,
            )
            for seat, name in zip(state.seats, state.display_names(), strict=True)
        ),
        options=changed_options(state.game, len(state.seats), state.options, lang),
        house=state.house,
        you=you,
        is_locked=state.is_locked,
        is_asking=is_asking,
    )


def _voice(state: TableState, lang: str) -> Voice:
    return voice_for(state.game, state.names(), None, state.options, lang)


HANDLERS = (
    open_table,
    list_tables,
    see_table,
    list_own_seats,
    take_seat,
    offer_device,
    add_device,
    take_journal,
    draw_link,
)
