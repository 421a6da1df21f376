"""States as canonical bytes: compact JSON with sorted keys, so equal states have equal bytes.

A word is written as its number among the words of the deck, a record as a list of its fields in alphabetic
order. Fields that earlier versions did not have come last, and only if one of them says something.
Written without `json`, whose encoder takes ten times as long. `codec` reads the bytes, and refuses any that
differ from what is written here.
"""

from __future__ import annotations

from json.encoder import encode_basestring_ascii
from typing import TYPE_CHECKING, Any, Final

from stablehand.games.unicorns.state.records import Change, Env, Frame, Promise, Request, Trigger
from stablehand.games.unicorns.state.state import MOST_OPTIONS
from stablehand.games.unicorns.state.words import Words, words_of

if TYPE_CHECKING:
    from stablehand.core.rows import Row
    from stablehand.games.unicorns.state.state import State

GAME: Final = "unicorns"
FORMAT: Final = 4

MANY: Final = MOST_OPTIONS
NUMBERS: Final[list[str]] = [*map(str, range(MANY)), "-1"]
"""Numbers as text: all cards, seats, zones and options; the last is -1, where the index -1 finds it."""


def encode(s: State) -> bytes:
    """Return a state as canonical bytes."""
    words = words_of(s.rules.deck, s.rules.expansions)
    # Earlier versions had none of these three: they are written only if they are not empty or 0.
    begun = f'"begun":{_number(s.begun)},' if s.begun else ""
    reached = f'"reached":{_row(s.reached)},' if s.reached else ""
    refills = f'"refills":{_number(s.refills)},' if s.refills else ""
    text = (
        f'{{"about":{_row(s.about)},"active":{_number(s.active)},{begun}"drinks":{_list(s.drinks)},'
        f'"extra_draws":{_number(s.extra_draws)},"extra_turns":{_row(s.extra_turns)},"format":{FORMAT},'
        f'"fresh":{_triggers(words, s.fresh)},"game":"{GAME}","is_ended":{_flag(s.is_ended)},'
        f'"is_over":{_flag(s.is_over)},"is_race":{_flag(s.is_race)},"k":{_continuation(words, s.k)},'
        f'"known":{_known(s.known)},"lost_redraws":{_number(s.lost_redraws)},"neighs":{_row(s.neighs)},'
        f'"ok":{_number(s.ok)},"options":{s.rules.written},"phase":{_text(s.phase)},'
        f'"picked":{_rows(s.picked)},"picks":{_rows(s.picks)},"plan":{_changes(words, s.plan)},'
        f'"plays":{_number(s.plays)},"promises":{_promises(s.promises)},"queue":{_triggers(words, s.queue)},'
        f'{reached}{refills}"requests":{_requests(words, s.requests)},'
        f'"rng_counter":{_number(s.rng_counter)},"rng_key":"{s.rng_key.hex()}",'
        f'"seats":{_number(s.rules.seats)},"since":{_row(s.since)},"skipped":{_texts(s.skipped)},'
        f'"skips":{_list(s.skips)},"starter":{_number(s.starter)},"strips":{_list(s.strips)},'
        f'"turn":{_number(s.turn)},"winners":{_row(s.winners)},"zones":{_zones(s.zones)}}}'
    )
    return text.encode()


# Frames and what they hold.


def _continuation(words: Words, frame: Frame | None) -> str:
    found: list[str] = []
    while frame is not None:
        found.append(_frame(words, frame))
        frame = frame.next
    return f"[{','.join(found)}]"


def _frame(words: Words, frame: Frame) -> str:
    data = _parts(words, frame.data)
    return f"[{words.text(frame.word)},{_number(frame.pc)},{_env(frame.env)},{data}]"


def _frames(words: Words, frames: tuple[Frame, ...]) -> str:
    if not frames:
        return "[]"
    return '[{"f":' + '},{"f":'.join([_frame(words, frame) for frame in frames]) + "}]"


def _parts(words: Words, things: tuple[Any, ...]) -> str:
    return f"[{','.join([_part(words, thing) for thing in things])}]" if things else "[]"


def _part(words: Words, thing: Any) -> str:  # noqa: ANN401 - any part of a frame's data
    if thing is None:
        return "null"
    if isinstance(thing, bool):
        return _flag(thing)
    if isinstance(thing, int):
        return _number(thing)
    if isinstance(thing, tuple):
        return _parts(words, thing)
    if isinstance(thing, str):
        return _text(thing)
    if isinstance(thing, Change):
        return _change(words, thing)
    if isinstance(thing, Env):
        return _env(thing)
    if isinstance(thing, Frame):
        return f'{{"f":{_frame(words, thing)}}}'
    if isinstance(thing, Trigger):
        return _trigger(words, thing)
    if isinstance(thing, Request):
        return _request(words, thing)
    if isinstance(thing, Promise):
        return _promise(thing)
    return f'{{"w":{words.text(thing)}}}'


# Records.


def _env(env: Env) -> str:
    late = ""
    if env.ends != -1 or env.is_each or env.aims:
        late = f",{_number(env.ends)},{_flag(env.is_each)},{_row(env.aims)}"
    return (
        f'{{"e":[{_number(env.base)},{_number(env.boss)},{_number(env.effect)},{_number(env.it)},'
        f"{_number(env.mode)},{_number(env.needs)},{_number(env.source)},{_number(env.they)},"
        f"{_number(env.you)}{late}]}}"
    )


def _changes(words: Words, changes: tuple[Change, ...]) -> str:
    return f"[{','.join([_change(words, change) for change in changes])}]"


def _change(words: Words, change: Change) -> str:
    return (
        f'{{"c":[{_row(change.cards)},{_env(change.env)},{_frames(words, change.frames)},'
        f"{_row(change.places)},{_number(change.stage)},{_number(change.to)},"
        f'{{"w":{words.text(change.word)}}}]}}'
    )


def _triggers(words: Words, triggers: tuple[Trigger, ...]) -> str:
    return f"[{','.join([_trigger(words, trigger) for trigger in triggers])}]"


def _trigger(words: Words, trigger: Trigger) -> str:
    late = f",{_row(trigger.aims)}" if trigger.aims else ""
    return (
        f'{{"t":[{_number(trigger.effect)},{_frames(words, trigger.frames)},{_flag(trigger.is_ordered)},'
        f"{_number(trigger.it)},{_number(trigger.source)},{_number(trigger.they)},"
        f"{_number(trigger.you)}{late}]}}"
    )


def _promises(promises: tuple[Promise, ...]) -> str:
    return f"[{','.join([_promise(promise) for promise in promises])}]"


def _promise(promise: Promise) -> str:
    return (
        f'{{"p":[{_number(promise.back)},{_number(promise.card)},{_number(promise.holder)},'
        f"{_number(promise.source)},{_number(promise.turn_of)}]}}"
    )


def _requests(words: Words, requests: tuple[Request, ...]) -> str:
    return f"[{','.join([_request(words, request) for request in requests])}]"


def _request(words: Words, request: Request) -> str:
    of = "null" if request.of is None else f'{{"w":{words.text(request.of)}}}'
    return (
        f'{{"r":[{_row(request.alike)},{_row(request.candidates)},{_row(request.ends)},'
        f"{_text(request.kind)},{_number(request.least)},{_number(request.most)},{of},"
        f"{_number(request.seat)},{_text(request.why)},{_number(request.zone)}]}}"
    )


# Numbers and texts.


def _number(number: int) -> str:
    return NUMBERS[number] if -1 <= number < MANY else str(number)


def _flag(flag: bool) -> str:
    return "true" if flag else "false"


def _text(text: str) -> str:
    return encode_basestring_ascii(text)


def _texts(texts: tuple[str, ...]) -> str:
    return f"[{','.join([_text(text) for text in texts])}]"


def _row(numbers: tuple[int, ...]) -> str:
    return f"[{','.join([_number(number) for number in numbers])}]" if numbers else "[]"


def _list(numbers: list[int]) -> str:
    """Return a row from a list. Compiled, reading what may be a list or a tuple takes much longer."""
    return f"[{','.join([_number(number) for number in numbers])}]"


def _known(numbers: Row) -> str:
    """Return the same of a row."""
    return f"[{','.join([_number(number) for number in numbers])}]"


def _rows(rows: tuple[tuple[int, ...], ...]) -> str:
    return f"[{','.join([_row(row) for row in rows])}]"


def _zones(zones: list[list[int]]) -> str:
    return f"[{','.join([_list(zone) for zone in zones])}]"
