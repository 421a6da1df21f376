"""What is said around a table of unicorns: in every language, never more than a listener may know."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from stablehand.text.language import language
from stablehand.text.rulebook import Rulebook
from stablehand.unicorns import stables
from text_speakers import GAME, LANGUAGES, narrator, options_of, played

ENGINE = Path(stables.__file__).parent
BEGINNING = re.compile(r"[«„“]?[^\W\d_a-zа-яё]")
"""A capital letter of any script, perhaps behind a quotation mark."""


# ---- rules


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_rule_the_engine_names_has_a_sentence(code: str) -> None:
    text = "".join(path.read_text("utf-8") for path in ENGINE.rglob("*.py"))
    cited = set(re.findall(r"[\"'](UU-[A-Z]+-[\w]+|RUL-\d+)[\"']", text))
    assert len(cited) > 40
    book = Rulebook("unicorns", language(code))
    assert [rule for rule in sorted(cited) if rule not in book] == []
    assert all(f"UU-KEY-{verb}" in book for verb in ("destroy", "sacrifice", "steal"))


# ---- what happened


def kinds_of_events() -> set[str]:
    """Find what the engine reports: the literal second argument of say, tell and the first of note."""
    found = set(stables.RULES) - {"take", "give"}
    for path in ENGINE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                at = {"say": 1, "tell": 1, "note": 0}.get(name)
                if at is not None and len(node.args) > at and isinstance(what := node.args[at], ast.Constant):
                    found.add(str(what.value))
    return found


def test_every_kind_of_event_has_a_line() -> None:
    kinds = kinds_of_events()
    assert {"announced", "drew", "ended", "looked", "shuffled", "steal"} <= kinds
    said = {key.split(".")[1] for key in language("en").catalogue("unicorn_table") if key.startswith("log.")}
    assert kinds - said == set()


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("seed", range(7))
def test_every_question_is_asked_in_words(seed: int, code: str) -> None:
    tellers = [narrator(seat, 2 + seed % 7, lang=code, **options_of(seed)) for seat in range(2 + seed % 7)]

    def looks(state: Any) -> None:  # noqa: ANN401 - the engine's own
        for decision in GAME.pending(state):
            teller = tellers[decision.seat]
            check_question(teller, GAME.view(state, decision.seat))
            for card, rules in GAME.refusals(state, decision.seat).items():
                assert teller.name(card) in teller.refusal([card], rules)

    played(seed, looks)


def check_question(teller: Any, view: dict[str, Any]) -> None:  # noqa: ANN401 - a narrator
    asked, decision = teller.prompt(view), view["decision"]
    assert asked.endswith((".", "?")), asked
    assert not re.search(r"[{}]|  ", asked), asked
    if "/" in decision["why"]:
        assert asked.startswith(f"{teller.name(decision['why'].partition('/')[0])}: ")
    for option in decision["options"]:
        said = teller.where(option) if "card" in option else teller.option(option, decision["why"])
        assert said
    assert teller.moment(view)


def named_in(line: str, names: list[str]) -> set[str]:
    """Find card names, longer ones first: a Super Neigh is no Neigh."""
    found = set()
    for name in names:
        if name in line:
            found.add(name)
            line = line.replace(name, "")
    return found


@pytest.mark.parametrize("tenth", range(10))
def test_no_line_of_200_games_names_a_card_that_its_listener_was_not_shown(tenth: int) -> None:
    """Each game in every language, for a spectator and for every seat in one of the languages in turn."""
    secrets = 0
    for seed in range(tenth, 200, 10):
        recorder, state, seats = played(seed)
        for at, viewer in enumerate((None, *range(seats))):
            for code in LANGUAGES if viewer is None else (LANGUAGES[(seed + at) % 4],):
                teller = narrator(viewer, seats, lang=code, **options_of(seed))
                names = sorted(map(teller.name, state.rules.catalog.first), key=len, reverse=True)
                for event, seen in zip(recorder.events, recorder.seen_by(viewer), strict=True):
                    check_line(teller, seen, names)
                    secrets += bool(event.secret and viewer not in event.audience)
                assert teller.winners(GAME.view(state, viewer)).endswith((".", "!"))
    assert secrets > 1000


def check_line(teller: Any, seen: Any, names: list[str]) -> None:  # noqa: ANN401 - a narrator, an event
    line = teller.log(seen)
    assert BEGINNING.match(line), line
    assert line.endswith("."), line
    assert not re.search(r"[{}]|  ", line), line
    shown = [*seen.get("cards", []), *(seen[key] for key in ("to", "by") if key in seen)]
    allowed = {teller.name(card) for card in shown if isinstance(card, str)}
    assert named_in(line, names) <= allowed, line


def test_a_secret_is_named_to_those_who_share_it_and_counted_to_the_others() -> None:
    event = {"what": "pulled", "rules": [], "seat": 1, "giver": 0, "count": 1}
    known = event | {"cards": ["neigh"]}
    assert narrator(0).log(known) == "Bob pulls Neigh from your hand."
    assert narrator(1).log(known) == "You pull Neigh from Ann’s hand."
    assert narrator(2).log(event) == "Bob pulls a card from Ann’s hand."
    assert narrator(None).log(event) == "Bob pulls a card from Ann’s hand."


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            {"what": "steal", "seat": 0, "cards": ["yay"], "origin": "stable 2"},
            "You steal Yay from Cleo’s stable.",
        ),
        ({"what": "destroy", "seat": 1, "cards": ["yay"], "goes": "discard"}, "Bob’s Yay is destroyed."),
        (
            {"what": "sacrifice", "seat": 0, "cards": ["greedy_flying_unicorn"], "goes": "hand 0"},
            "You sacrifice Greedy Flying Unicorn, which goes back to hand.",
        ),
        (
            {"what": "traded", "seat": 1, "cards": [], "to": 0, "counts": [1, 3]},
            "Bob and you trade hands: a card for 3 cards.",
        ),
        ({"what": "looked", "seat": 1, "at": 2, "count": 3}, "Bob looks at Cleo’s hand."),
        ({"what": "looked", "seat": 0, "at": -1, "count": 1, "cards": ["yay"]}, "You look at the deck: Yay."),
        ({"what": "responded", "seat": 2, "cards": ["neigh"], "to": "yay"}, "Cleo answers Yay with Neigh."),
        (
            {"what": "forfeit", "seat": 0, "cards": [], "kind": "strip", "garments": -1},
            "You may put a garment back on.",
        ),
        ({"what": "forfeit", "seat": 3, "cards": [], "kind": "house", "text": "Sing."}, "Dora: Sing."),
        (
            {"what": "ended", "seat": -1, "winners": [], "rules": ["UU-END-4", "UU-END-6"]},
            "The deck is empty, Unicorns and their letters are equal: everybody loses.",
        ),
    ],
)
def test_lines_of_the_log(event: dict[str, Any], line: str) -> None:
    assert narrator(0).log({"rules": []} | event) == line


# ---- questions and the end


def test_of_two_clauses_the_one_that_asks_is_said() -> None:
    teller = narrator(0, 2, deck="base_1e")
    stables: list[dict[str, Any]] = [{"stable": {"cards": [{"card": "yay"}]}} for _ in range(2)]
    options = [{"card": "yay", "owner": 0, "zone": "stable"}]
    decision = {"kind": "card", "why": "two_for_one/0", "options": options, "most": 1, "picked": []}
    view: dict[str, Any] = {"decision": decision, "seat": 0, "over": False, "zones": {"seats": stables}}
    assert teller.prompt(view) == "Two-For-One: SACRIFICE a card."
    decision |= {"options": [*options, {"card": "yay", "owner": 1, "zone": "stable"}], "most": 2}
    assert teller.prompt(view) == "Two-For-One: DESTROY 2 cards in any stable."
    decision |= {"picked": ["yay"]}
    assert teller.prompt(view) == "Two-For-One: DESTROY 2 cards in any stable. 1 of 2 chosen."
    decision |= {"picked": []}
    decision |= {"options": decision["options"][1:], "why": "glitter_bomb/0", "most": 1}  # type: ignore[index]
    assert teller.prompt(view) == "Glitter Bomb: DESTROY a card in any stable."


@pytest.mark.parametrize(
    ("winners", "points", "said"),
    [
        ([0], [7, 1], "You win with 7 Unicorns!"),
        ([1], [3, 8], "Bob wins with 8 Unicorns."),
        ([1], [1, 1], "Bob wins with 1 Unicorn and the longer names."),
        ([], [2, 2], "Everybody loses."),
    ],
)
def test_who_has_won(winners: list[int], points: list[int], said: str) -> None:
    assert narrator(0, 2).winners({"winners": winners, "points": points, "goal": 7}) == said
