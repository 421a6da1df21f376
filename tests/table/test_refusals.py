"""Every reason in the source has a sentence in every language, and no sentence is unused."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

import stablehand
from stablehand.table.frames import Audience
from stablehand.text import voices
from stablehand.text.language import LANGUAGES, language
from stablehand.text.message import read
from support.table_setup import begun

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SOURCE = Path(stablehand.__file__).parent
PATHS = sorted(path for layer in ("table", "server") for path in (SOURCE / layer).rglob("*.py"))
DISPLAY_NAMES = SOURCE / "table" / "commands" / "display_names.py"
CHECKS = {"name_": "clean_name", "chat_": "clean_chat"}
"""The functions whose reasons get a prefix, by prefix."""
SAID = {"number": 3, "n": 2, "who": "Ann, Bob", "problem": "So it is.", "emotes": "cheer, laugh"}
KEY = "refused."


class Raised(NamedTuple):
    """A refusal in the source: its reason and the values for its sentence."""

    reason: str
    words: frozenset[str]
    where: str


def called(node: ast.AST) -> str:
    """Return the name of the called function; "" if the node is not a call."""
    match node:
        case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
            return name
        case _:
            return ""


def reasons(node: ast.expr) -> Iterator[str]:
    """Yield the possible values of the first argument of a refusal."""
    match node:
        case ast.Constant(value=str(reason)):
            yield reason
        case ast.IfExp(body=one, orelse=other):
            yield from reasons(one)
            yield from reasons(other)
        case ast.JoinedStr(values=[ast.Constant(value=str(front)), ast.FormattedValue()]):
            yield from (front + code for code in codes(DISPLAY_NAMES.read_text("utf-8"), CHECKS[front]))
        case _:
            raise AssertionError(f"cannot tell which reason {ast.unparse(node)} is")


def codes(source: str, function: str) -> set[str]:
    """Return the reasons of the `InvalidText` that a function, or one that it calls, raises."""
    functions = {node.name: node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}
    found: set[str] = set()
    seen, waiting = set[str](), {function}
    while waiting:
        seen |= waiting
        calls = [node for name in waiting for node in ast.walk(functions[name]) if isinstance(node, ast.Call)]
        for call in calls:
            if called(call) == "InvalidText":
                found |= set(reasons(call.args[0]))
        waiting = ({called(call) for call in calls} & functions.keys()) - seen
    return found


def refusals(source: str, where: str) -> Iterator[Raised]:
    """Return every refusal that a module makes."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and called(node) == "Refusal":
            assert node.args, f"{where}:{node.lineno} gives no reason"
            words = frozenset(word.arg for word in node.keywords if word.arg is not None)
            assert len(words) == len(node.keywords), (
                f"{where}:{node.lineno} passes values that cannot be determined"
            )
            for reason in reasons(node.args[0]):
                yield Raised(reason, words, f"{where}:{node.lineno}")


RAISED = [
    one
    for path in PATHS
    for one in refusals(path.read_text("utf-8"), path.relative_to(SOURCE).as_posix())
]  # fmt: skip


def sentences(code: str) -> dict[str, str]:
    """Return the templates of all refusals in a language, by reason."""
    templates = language(code).catalogue("table").templates
    return {key.removeprefix(KEY): text for key, text in templates.items() if key.startswith(KEY)}


def where(found: Iterable[Raised]) -> list[str]:
    return sorted(f"{one.where} {one.reason}" for one in found)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_reason_has_a_sentence(code: str) -> None:
    said = sentences(code)
    assert where(one for one in RAISED if one.reason not in said) == []


def test_no_sentence_is_unused() -> None:
    assert set(sentences("en")) - {one.reason for one in RAISED} == set()


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_sentence_uses_only_values_of_the_refusal(code: str) -> None:
    said = sentences(code)
    lacking = [
        one for one in RAISED if one.reason in said and not read(said[one.reason]).names() <= one.words
    ]
    assert where(lacking) == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_text_is_one_full_sentence(code: str) -> None:
    catalogue = language(code).catalogue("table")
    said = [catalogue.say(KEY + reason, **SAID) for reason in sentences(code)]
    assert [text for text in said if not text[0].isupper() or not text.endswith(".") or "\n" in text] == []
    assert len(set(said)) == len(said), "two reasons have the same text"


def test_reasons_are_found_in_source_code() -> None:
    source = """
def f(seat):
    raise Refusal("full")
    raise Refusal("no_seat" if seat else "seat_taken", number=1)
    raise refusal.Refusal(f"chat_{error.reason}") from error
"""
    found = list(refusals(source, "x.py"))
    assert found[:3] == [
        Raised("full", frozenset(), "x.py:3"),
        Raised("no_seat", frozenset({"number"}), "x.py:4"),
        Raised("seat_taken", frozenset({"number"}), "x.py:4"),
    ]
    assert {one.reason for one in found[3:]} == {"chat_empty", "chat_too_long", "chat_bad_characters"}


@pytest.mark.parametrize("call", ["Refusal()", "Refusal(reason)", "Refusal('full', **words)"])
def test_a_reason_that_cannot_be_determined_raises(call: str) -> None:
    with pytest.raises(AssertionError):
        list(refusals(call, "x.py"))


def test_why_a_card_cannot_be_chosen_is_told_with_the_rules_behind_it() -> None:
    """The page shows the sentence, and the rules a tap away."""
    harness = begun(3, game="unicorns")
    book, told = voices.book("unicorns", "en"), []
    for _ in range(80):
        match = harness.table.state.match
        assert match is not None
        seat = harness.asked()[0]
        for card, rules in match.game.refusals(match.state, seat).items():
            reply = Audience(harness.table, seat, "en").why("1", card)
            assert reply.rules == tuple(rules)
            assert all(rule in book for rule in rules)
            told.append(reply)
        if told:
            break
        harness.answer(seat, harness.options(seat)[0])
    assert told
    assert all(len(reply.lines[0].split()) > 3 for reply in told)
    assert Audience(harness.table, None, "en").why("1", "neigh").rules == ()


def test_a_card_that_no_rule_bars_is_offered_or_not_asked_about_and_the_reply_says_which() -> None:
    harness = begun(3, game="unicorns")
    seat, said = harness.asked()[0], set()
    match = harness.table.state.match
    assert match is not None
    view: dict[str, Any] = match.game.view(match.state, seat)
    offered = {str(one["card"]) for one in view["decision"]["options"] if "card" in one}
    barred = match.game.refusals(match.state, seat)
    for card in {*offered, "neigh", "narwhal", "rhinocorn"} - barred.keys():
        lines = Audience(harness.table, seat, "en").why("1", card).lines
        assert lines == (
            "You can choose this card where it glows."
            if card in offered
            else "You are not being asked about this card now.",
        )
        said |= {*lines}
    assert len(said) == 2
