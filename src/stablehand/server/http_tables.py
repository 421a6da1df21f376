"""Tables over HTTP: open one, look at one, sit down, come back on another device, take the journal home."""

import io
from typing import Annotated, Any, Final, cast

import segno
from litestar import Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter

from stablehand.kernel.shelf import names
from stablehand.server.bodies import (
    ChairListed,
    Device,
    NewPlayer,
    NewTable,
    OneTimeCode,
    Seat,
    TableListed,
    TableSeen,
)
from stablehand.server.devices import MINUTES
from stablehand.server.guard import AND, COOKIE, tokens_of
from stablehand.server.hall import hashed, new_token
from stablehand.server.journals import journal, journal_of
from stablehand.server.library import changed_options
from stablehand.server.office import Office
from stablehand.server.own_seats import own_seats
from stablehand.server.problems import strictly
from stablehand.table.chairs import BOT_NAMES
from stablehand.table.facts import Rekeyed
from stablehand.table.manners import Unmannerly, clean_name
from stablehand.table.offers import is_adult
from stablehand.table.protocol import House
from stablehand.table.refusal import Refusal
from stablehand.table.table import Table
from stablehand.text.voices import Voice, table_options, voice_for

AnyRequest = Request[Any, Any, Any]
Code = Annotated[str, PathParameter(description="A table’s invite code", max_length=40)]
Number = Annotated[int, PathParameter(description="Which game, from 1")]

BOT: Final = "bot"
"""What a program says in `X-Stablehand-Client` to be told its token; a page could not read the cookie."""
FOREVER: Final = 400 * 24 * 3600
"""Browsers keep no cookie for longer."""


@post("/api/tables")
async def open_table(
    request: AnyRequest, data: JSONBody[NewTable], office: NamedDependency[Office]
) -> Response[Seat]:
    """Open a table and sit down at it as its host."""
    data = await strictly(request, data)
    check_name(data.name)
    office.clients.spend("open", office.client(request))
    house = House(stand_in=cast("Any", office.settings.bot_level)) if data.house is None else data.house
    # A game that there is not has no usual options; the hall says so.
    usual = table_options(data.game, data.language) if data.language and data.game in names() else {}
    keeper = await office.hall.open(data.game, data.seats, {**usual, **data.options}, house)
    token = new_token()
    seat = await keeper.do(lambda table, now: table.sit(data.name, None, hashed(token), now))
    return seated(request, office, keeper.table.code, seat, token)


@get("/api/tables")
async def list_tables(request: AnyRequest, office: NamedDependency[Office]) -> list[TableListed]:
    """List the public tables."""
    lang = office.language(request)
    return [
        TableListed(
            table.code,
            table.game,
            _voice(table, lang).title,
            len(table.chairs),
            sum(not chair.is_player for chair in table.chairs),
            cast("Any", table.stage),
        )
        for table in office.hall.public()
    ]


@get("/api/tables/{code:str}")
async def see_table(request: AnyRequest, code: Code, office: NamedDependency[Office]) -> TableSeen:
    """Tell what one may know of a table before joining."""
    lang, link = office.language(request), office.link(request, code)
    return await office.at(
        request, code, lambda table, _: _seen(table, lang, link, next(iter(own_seats(request, table)), None))
    )


@get("/api/tables/{code:str}/yours")
async def list_own_seats(request: AnyRequest, code: Code, office: NamedDependency[Office]) -> list[int]:
    """List the seats that one has: several where players share a device."""
    return await office.at(request, code, lambda table, _: list(own_seats(request, table)))


@post("/api/tables/{code:str}/seats")
async def take_seat(
    request: AnyRequest, code: Code, data: JSONBody[NewPlayer], office: NamedDependency[Office]
) -> Response[Seat]:
    """Sit down at a table; whoever sits there already keeps their seat, unless somebody joins them."""
    data = await strictly(request, data)
    code = code.lower()
    own: dict[int, str] = {}
    if tokens_of(request, code):
        own = await office.at(request, code, lambda table, _: own_seats(request, table))
    if own and data.device == "own":
        return Response(Seat(code, next(iter(own)), office.link(request, code)), status_code=200)
    office.clients.spend("join", office.client(request))
    token = new_token()
    seat = await office.at(
        request, code, lambda table, now: table.sit(data.name, data.seat, hashed(token), now)
    )
    return seated(request, office, code, seat, token, tuple(own.values()))


@post("/api/tables/{code:str}/devices")
async def offer_device(request: AnyRequest, code: Code, office: NamedDependency[Office]) -> OneTimeCode:
    """Return a code that gives one’s seat to another device: once, within minutes."""
    code = code.lower()
    own = await office.at(request, code, lambda table, _: own_seats(request, table))
    if not own:
        raise Refusal("not_yours")
    return OneTimeCode(office.devices.issue(code, hashed(next(iter(own.values())))), 60 * MINUTES)


@post("/api/devices")
async def add_device(
    request: AnyRequest, data: JSONBody[Device], office: NamedDependency[Office]
) -> Response[Seat]:
    """Take one’s seat on this device too, by a code from another."""
    data = await strictly(request, data)
    client = office.client(request)
    office.clients.admit(client)
    promise = office.devices.redeem(data.code.strip().lower())
    if promise is None:
        office.clients.guess(client)
        raise Refusal("wrong_code")
    token = new_token()

    def rekey(table: Table, now: int) -> int:
        seat = table.seat_of(promise.token)
        if seat is None:
            raise Refusal("wrong_code")
        table.happen(Rekeyed(now, seat, hashed(token)))
        return seat

    seat = await office.at(request, promise.table, rekey)
    return seated(request, office, promise.table, seat, token)


@get("/api/tables/{code:str}/journals/{number:int}", media_type="application/x-ndjson")
async def take_journal(
    request: AnyRequest, code: Code, number: Number, office: NamedDependency[Office]
) -> Response[bytes]:
    """Return the journal of a game that is over, with the proof of its shuffle."""
    body = await office.at(request, code, lambda table, _: journal(table, number))
    if body is None:
        keeper = await office.keeper(request, code)
        body = await office.hall.read(keeper.table, lambda facts: journal_of(facts, number))
    name = f'attachment; filename="stablehand-{code.lower()}-{number}.jsonl"'
    return Response(body, media_type="application/x-ndjson", headers={"Content-Disposition": name})


@get("/api/tables/{code:str}/qr.svg", media_type="image/svg+xml")
async def draw_link(request: AnyRequest, code: Code, office: NamedDependency[Office]) -> Response[bytes]:
    """Return the link to a table as a QR code."""
    await office.keeper(request, code)
    out = io.BytesIO()
    segno.make(office.link(request, code.lower()), micro=False).save(out, kind="svg", scale=8, light="#fff")
    return Response(out.getvalue(), media_type="image/svg+xml")


def check_name(name: str) -> None:
    """Refuse what nobody can be called, before a table is laid for them."""
    try:
        clean_name(name, BOT_NAMES)
    except Unmannerly as error:
        raise Refusal(f"name_{error.reason}") from error


def seated(
    request: AnyRequest, office: Office, code: str, seat: int, token: str, beside: tuple[str, ...] = ()
) -> Response[Seat]:
    """Tell somebody which seat they have, and hand them the proof of it: a cookie, or to a bot the token.

    The cookie goes on proving the seats of those who sit beside them at the same device.
    """
    link = office.link(request, code)
    if request.headers.get("x-stablehand-client", "").lower() == BOT:
        return Response(Seat(code, seat, link, token), status_code=201)
    settings = office.settings
    is_secure = settings.cookies_are_secure or (
        settings.secure_cookies == "auto" and request.url.scheme == "https"
    )
    cookie = Cookie(
        COOKIE + code,
        value=AND.join([*beside, token]),
        path="/",
        max_age=FOREVER,
        secure=is_secure,
        httponly=True,
        samesite="strict",
    )
    return Response(Seat(code, seat, link), status_code=201, cookies=[cookie])


def _seen(table: Table, lang: str, link: str, you: int | None) -> TableSeen:
    voice = _voice(table, lang)
    return TableSeen(
        code=table.code,
        link=link,
        game=table.game,
        title=voice.title,
        notice=voice.notice,
        is_adult=is_adult(table.game, table.options),
        stage=cast("Any", table.stage),
        game_number=table.game_number,
        seats=tuple(
            ChairListed(
                chair.seat,
                chair.called(),
                not chair.is_player,
                chair.level is not None,
                table.host == chair.seat,
            )
            for chair in table.chairs
        ),
        options=changed_options(table.game, len(table.chairs), table.options, lang),
        house=table.house,
        you=you,
    )


def _voice(table: Table, lang: str) -> Voice:
    return voice_for(table.game, table.names(), None, table.options, lang)


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
