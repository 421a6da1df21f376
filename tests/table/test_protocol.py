"""Commands are decoded exactly or refused, with one sentence that names the error."""

from __future__ import annotations

import json
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import inspect as mi

from stablehand.table import protocol as p
from support.sizes import SCALE

COMMANDS: tuple[type[p.Command], ...] = get_args(p.AnyCommand)
FRAMES: tuple[type[msgspec.Struct], ...] = get_args(p.AnyFrame)
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""All exceptions that decoding a command may raise; a caller must catch them.

Invalid UTF-8 inside a string and deep nesting raise Python's own exceptions, not msgspec's.
"""
LONGEST = 200
"""The length of an error message that is sent to the client."""
HUGE = b"9" * 9999
decode = msgspec.json.Decoder(p.AnyCommand).decode


def info(cls: type[msgspec.Struct]) -> mi.StructType:
    found = mi.type_info(cls)
    assert isinstance(found, mi.StructType)
    return found


def name_of(cls: type) -> str:
    return cls.__name__


# ---- valid commands

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def values(kind: mi.Type) -> st.SearchStrategy[Any]:
    """Return a strategy for all valid values of a field."""
    match kind:
        case mi.NoneType():
            return st.none()
        case mi.BoolType():
            return st.booleans()
        case mi.IntType(ge=least, le=most):
            return st.integers(least, most)
        case mi.FloatType(ge=least, le=most):
            return st.floats(least, most)
        case mi.StrType(pattern=str(pattern), max_length=longest):
            return st.from_regex(pattern, fullmatch=True).filter(lambda text: len(text) <= (longest or 99))
        case mi.StrType(max_length=longest):
            return st.text(max_size=min(longest or 40, 40))
        case mi.LiteralType(values=choices):
            return st.sampled_from(choices)
        case mi.DictType(max_length=longest):
            return st.dictionaries(st.text(max_size=12), JSON, max_size=min(longest or 5, 5))
        case mi.UnionType(types=types):
            return st.one_of([values(one) for one in types])
        case mi.StructType(cls=cls, fields=fields):
            return st.builds(cls, **{field.name: values(field.type) for field in fields})
        case _:
            raise TypeError(f"no values are known for {kind}")


@pytest.mark.parametrize("cls", COMMANDS, ids=name_of)
@settings(max_examples=20 * SCALE)
@given(data=st.data())
def test_a_command_decodes_to_what_was_encoded(cls: type[p.Command], data: st.DataObject) -> None:
    command = data.draw(values(info(cls)))
    sent = msgspec.json.encode(command)
    assert decode(sent) == command
    assert msgspec.json.encode(decode(sent)) == sent
    turned = dict(reversed(json.loads(sent).items()))  # with the tag last and everything escaped
    assert decode(json.dumps(turned).encode()) == command


@pytest.mark.parametrize("cls", COMMANDS, ids=name_of)
def test_a_command_may_omit_fields_with_a_default(cls: type[p.Command]) -> None:
    least = {field.name: sample(field.type) for field in info(cls).fields if field.required}
    assert decode(sent(cls, least)) == cls(**least)


def test_no_two_messages_have_the_same_tag() -> None:
    for classes, field in ((COMMANDS, "do"), (FRAMES, "type")):
        found = [info(cls) for cls in classes]
        assert {one.tag_field for one in found} == {field}
        assert len({one.tag for one in found}) == len(found)


# ---- invalid commands


def sent(cls: type[p.Command], fields: dict[str, Any]) -> bytes:
    return json.dumps({"do": info(cls).tag, **fields}).encode()


def sample(kind: mi.Type) -> Any:  # noqa: ANN401 - as the field has it
    """Return a valid value for a required field."""
    match kind:
        case mi.BoolType():
            return True
        case mi.IntType(ge=least):
            return least
        case mi.LiteralType(values=choices):
            return choices[0]
        case mi.StrType():
            return "a"
        case _:
            raise TypeError(f"no sample is known of {kind}")


def wrong(kind: mi.Type) -> list[Any]:
    """Return invalid values of a field: of another type, out of bounds, too long."""
    match kind:
        case mi.BoolType():
            return [None, 0, 1, "true", [], {}]
        case mi.IntType(ge=least, le=most):
            assert least is not None
            assert most is not None, "every number has its bounds"
            return [None, True, "1", 1.5, [], {}, least - 1, most + 1, -(10**30), 10**30, 10**400]
        case mi.FloatType(ge=least, le=most):
            assert least is not None
            assert most is not None, "every number has its bounds"
            return [None, True, "1", [], {}, least - 0.001, most + 0.001, 10**30, 1e300]
        case mi.StrType(pattern=None, max_length=longest):
            assert longest is not None, "every text has an end"
            return [None, 0, True, [], {}, "a" * (longest + 1), "я" * (longest + 1)]
        case mi.StrType(max_length=longest):
            return [
                None,
                0,
                True,
                [],
                {},
                "",
                " ",
                "a b",
                "é",
                "\x00",
                "a" * ((longest or 32) + 1),
                "\na",
                "a\n",
                "0" * 32 + "\n",
            ]
        case mi.LiteralType(values=choices):
            return [None, 0, True, [], {}, "", *(f"{choice} " for choice in choices), str(choices[0]).upper()]
        case mi.DictType(max_length=longest):
            assert longest is not None, "every object has an end"
            return [None, 0, True, "{}", [], {str(at): at for at in range(longest + 1)}]
        case mi.UnionType(types=types) if kind.includes_none:
            (one,) = [one for one in types if not isinstance(one, mi.NoneType)]
            return [value for value in wrong(one) if value is not None]
        case mi.StructType(fields=fields):
            inside = [{field.name: value} for field in fields for value in wrong(field.type)]
            return [None, 0, True, "{}", [], {"colour": "red"}, *inside]
        case _:
            raise TypeError(f"nothing wrong is known for {kind}")


BAD_FIELDS = [
    pytest.param(cls, field.name, value, id=f"{name_of(cls)}.{field.name}={value!r:.40}")
    for cls in COMMANDS
    for field in info(cls).fields
    for value in wrong(field.type)
]


@pytest.mark.parametrize(("cls", "field", "value"), BAD_FIELDS)
def test_a_bad_field_is_named_in_one_sentence(cls: type[p.Command], field: str, value: object) -> None:
    fields = {one.name: sample(one.type) for one in info(cls).fields if one.required}
    with pytest.raises(msgspec.ValidationError) as error:
        decode(sent(cls, fields | {field: value}))
    said = str(error.value)
    assert said[0].isupper()
    assert said.isprintable()
    assert f"`$.{field}" in said
    assert len(said) <= LONGEST


@pytest.mark.parametrize("cls", COMMANDS, ids=name_of)
def test_a_missing_field_is_named(cls: type[p.Command]) -> None:
    fields = {one.name: sample(one.type) for one in info(cls).fields if one.required}
    for name in fields:
        with pytest.raises(msgspec.ValidationError, match=f"^Object missing required field `{name}`$"):
            decode(sent(cls, {other: value for other, value in fields.items() if other != name}))


@pytest.mark.parametrize("cls", COMMANDS, ids=name_of)
def test_an_unknown_field_is_refused(cls: type[p.Command]) -> None:
    fields = {one.name: sample(one.type) for one in info(cls).fields if one.required}
    with pytest.raises(msgspec.ValidationError, match=r"^Object contains unknown field `colour`$"):
        decode(sent(cls, fields | {"colour": "red"}))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "Input data was truncated"),
        (b"null", "Expected `object`, got `null`"),
        (b'["undo", "a"]', "Expected `object`, got `array`"),
        (b'"undo"', "Expected `object`, got `str`"),
        (b'{"id": "a"}', "Object missing required field `do`"),
        (b'{"do": 1, "id": "a"}', "Expected `str` - at `$.do`"),
        (b'{"do": null, "id": "a"}', "Expected `str` - at `$.do`"),
        (b'{"do": "Undo", "id": "a"}', "Invalid value 'Undo' - at `$.do`"),
        (b'{"do": "accepted", "id": "a"}', "Invalid value 'accepted' - at `$.do`"),
        (b'{"do": "undo", "id": "a"', "Input data was truncated"),
        (b'{"do": "undo", "id": "a"}}', "JSON is malformed: trailing characters (byte 26)"),
        (b'{"do": "undo", "id": "a"} {"do": "undo", "id": "b"}', "trailing characters"),
        (b"{'do': 'undo', 'id': 'a'}", "JSON is malformed"),
        (b'{"do": "undo", "id": "a",}', "JSON is malformed"),
        (b'\xef\xbb\xbf{"do": "undo", "id": "a"}', "JSON is malformed"),
        (b'{"do": "chat", "id": "a", "text": "\n"}', "JSON is malformed"),
        (b'{"do": "chat", "id": "a", "text": "\\ud800 alone"}', "surrogate"),
        (b'{"do": "chat", "id": "a", "text": "\\udc00 alone"}', "surrogate"),
        (b'{"do": "configure", "id": "a", "house": {"pace": NaN}}', "JSON is malformed"),
        (b'{"do": "configure", "id": "a", "house": {"pace": Infinity}}', "JSON is malformed"),
        (b'{"do": "configure", "id": "a", "house": {"pace": 1e999}}', "Number out of range - at `$.house"),
        (b'{"do": "configure", "id": "a", "options": {"a": NaN}}', "JSON is malformed"),
        (b'{"do": "configure", "id": "a", "options": {"a": -1e999}}', "Number out of range"),
        (b'{"do": "configure", "id": "a", "options": {"a": %b}}' % HUGE, "Integer value out of range"),
        (b'{"do": "kick", "id": "a", "seat": %b}' % HUGE, "Integer value out of range - at `$.seat`"),
        (b'{"do": "kick", "id": "a", "seat": 1e0}', "Expected `int`, got `float` - at `$.seat`"),
        (b'{"do": "kick", "id": "a", "seat": 01}', "JSON is malformed"),
        (b'{"do": "undo", "do": "kick", "id": "a"}', "Invalid value 'kick' - at `$.do`"),
        (b"[" * 16_000, "Expected `object`, got `array`"),
    ],
    ids=lambda value: repr(value)[:60],
)  # fmt: skip
def test_an_invalid_command_is_refused_in_one_sentence(data: bytes, said: str) -> None:
    with pytest.raises(msgspec.DecodeError) as error:
        decode(data)
    assert said in str(error.value)
    assert str(error.value).isprintable()


def test_the_last_of_duplicate_fields_counts() -> None:
    assert decode(b'{"do": "undo", "id": "a", "id": "b"}') == p.Undo(id="b")
    with pytest.raises(msgspec.ValidationError, match=r"`\$\.id`"):
        decode(b'{"do": "undo", "id": 1, "id": "b"}')


@pytest.mark.parametrize("broken", [b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82"])
@pytest.mark.parametrize(
    "data",
    [
        b'%b{"do": "undo", "id": "a"}',
        b'{"do": "%b", "id": "a"}',
        b'{"do": "undo", "id": "%b"}',
        b'{"do": "undo", "%b": "a"}',
        b'{"do": "chat", "id": "a", "text": "%b"}',
        b'{"do": "configure", "id": "a", "options": {"%b": 1}}',
        b'{"do": "configure", "id": "a", "options": {"a": "%b"}}',
    ],
)
def test_invalid_utf_8_is_refused(data: bytes, broken: bytes) -> None:
    with pytest.raises(UNREADABLE):
        decode(data % broken)


@pytest.mark.parametrize("nested", [(b"[", b"]"), (b'{"a": ', b"}")])
@pytest.mark.parametrize("depth", [2_000, 5_000, 100_000])
def test_deep_nesting_is_refused(nested: tuple[bytes, bytes], depth: int) -> None:
    left, right = nested
    deep = left * depth + b"1" + right * depth
    with pytest.raises(UNREADABLE):
        decode(b'{"do": "configure", "id": "a", "options": {"a": %b}}' % deep)
    with pytest.raises(UNREADABLE):
        decode(b'{"do": "undo", "id": "a", "colour": %b}' % deep)


@given(st.binary(max_size=80))
def test_any_bytes_are_a_command_or_unreadable(data: bytes) -> None:
    read_or_not(data)


@given(data=st.data())
def test_a_damaged_command_is_a_command_or_unreadable(data: st.DataObject) -> None:
    cls = data.draw(st.sampled_from(COMMANDS))
    whole = msgspec.json.encode(data.draw(values(info(cls))))
    at = data.draw(st.integers(0, len(whole)))
    to = data.draw(st.integers(at, min(len(whole), at + 4)))
    read_or_not(whole[:at] + data.draw(st.binary(max_size=4)) + whole[to:])


def read_or_not(data: bytes) -> None:
    """Decode a command; a valid one encodes and decodes to itself."""
    try:
        command = decode(data)
    except UNREADABLE:
        return
    assert decode(msgspec.json.encode(command)) == command
