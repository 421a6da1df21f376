"""Message templates: how they are filled in, and the errors for templates that cannot be parsed."""

from __future__ import annotations

import pytest

from stablehand.text.message import Inflected, MessageError, Phrase, capital, read
from stablehand.text.pseudo import disguised


class You(Inflected):
    """The player who reads the message."""

    @property
    def branch(self) -> str:
        return "you"

    def render(self, form: str) -> str:
        return f"you {form}".rstrip()


def few(n: int) -> str:
    return "one" if n == 1 else "few" if n < 5 else "many"


@pytest.mark.parametrize(
    ("template", "values", "said"),
    [
        ("Nothing to fill in.", {}, "Nothing to fill in."),
        ("{who} draws {n}", {"who": "Ann", "n": 2}, "Ann draws 2"),
        ("{who, select, you {You draw} other {{who} draws}}.", {"who": "Ann"}, "Ann draws."),
        ("{who, select, you {You draw} other {{who} draws}}.", {"who": You()}, "You draw."),
        ("{n, plural, one {# a} few {# b} other {# c}}", {"n": 3}, "3 b"),
        ("{n, plural, one {# a} few {# b} other {# c}}", {"n": 7}, "7 c"),
        ("{n, plural, =0 {none} other {#}}", {"n": 0}, "none"),
        ("{n, plural, other {{who} has #}} #1", {"n": 4, "who": "Ann"}, "Ann has 4 #1"),
        ("{do:inf}", {"do": Phrase(lambda form: f"<{form}>")}, "<inf>"),
        ("{do:^inf}", {"do": Phrase(lambda form: f"«{form}»")}, "«Inf»"),
    ],
)
def test_a_message_is_filled_in(template: str, values: dict[str, object], said: str) -> None:
    assert read(template).say(values, plural=few) == said


def test_a_form_is_passed_on_to_slots_that_do_not_ask_for_one() -> None:
    inner = read("{form, select, acc {карту} other {карта}}")
    noun = Phrase(lambda form: inner.say({}, form))
    outer = read("{what} и {what:nom}")
    assert outer.say({"what": noun}, "acc") == "карту и карта"


@pytest.mark.parametrize(
    ("template", "fault"),
    [
        ("{", "A { without a name"),
        ("{who", "{who is not closed"),
        ("a } b", "One } too many"),
        ("{n, number, other {a}}", "{n, ...} must be a select or a plural"),
        ("{n, plural, one {a}}", "{n, plural ...} has no branch `other`"),
        ("{n, select, a {b} a {c} other {}}", "has the branch `a` twice"),
        ("{n, select, a {b} other {c}", "{n is not closed"),
        ("{n, select, a {b", "{a is not closed"),
        ("{do:INF}", "{do is not closed"),
    ],
)
def test_the_error_for_a_bad_template_quotes_it(template: str, fault: str) -> None:
    with pytest.raises(MessageError) as error:
        read(template)
    assert fault in str(error.value)
    assert repr(template) in str(error.value)


def test_the_error_for_a_missing_value_names_it() -> None:
    with pytest.raises(MessageError, match=r"The value of {who} is missing"):
        read("{who} draws").say({"n": 1})
    with pytest.raises(MessageError, match=r"{n} must be a whole number"):
        read("{n, plural, other {#}}").say({"n": "two"})


def test_a_message_lists_its_slots_and_names() -> None:
    message = read("{who, select, you {You} other {{who} has {n, plural, one {#} other {#}}}} {what:acc}")
    assert message.slots() == {"who", "n", "what"}
    assert read("{who, select, you {a} other {b}}").slots() == set()
    assert read("{who, select, you {a} other {b}}").names() == {"who"}


def test_the_pseudo_language_changes_words_and_keeps_slots() -> None:
    message = disguised(read("{who, select, you {You draw} other {{who} draws}} {n}"))
    said = message.say({"who": "Ann", "n": 3})
    assert said.startswith("Ann ")
    assert said.endswith(" 3")
    assert "draws" not in said
    assert len(said) > len("Ann draws 3")


def test_the_first_letter_of_a_sentence_is_capitalised() -> None:
    assert [capital(text) for text in ("an eye", "«ёж»", "", "3 cards")] == ["An eye", "«Ёж»", "", "3 cards"]
