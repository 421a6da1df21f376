"""What the unicorns say: complete, different where the data differ, never more than a listener may know."""

from __future__ import annotations

import ast
import os
import re
from dataclasses import fields, is_dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from stablehand import Recorder, load
from stablehand.bots.random import RandomBot
from stablehand.text import unicorn_english as english
from stablehand.text.unicorn_cards import Scribe
from stablehand.text.unicorn_rules_english import RULES
from stablehand.text.unicorns import Narrator
from stablehand.unicorns import stables
from stablehand.unicorns.catalog import ABILITIES, DECKS, catalog
from stablehand.unicorns.dump import VOCABULARY
from stablehand.unicorns.options import rules_for
from stablehand.unicorns.words import Filter

if TYPE_CHECKING:
    from collections.abc import Iterator

GOLDEN = Path(__file__).parent / "unicorns.en.txt"
ENGINE = Path(stables.__file__).parent
NAMES = ["Ann", "Bob", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal"]
GAME = load("unicorns")
SCOPES = ("any", "other")


def narrator(viewer: int | None = None, seats: int = 4, **options: object) -> Narrator:
    return Narrator(rules_for(seats, options), NAMES[:seats], viewer)


def scribe(deck: str, scope: str = "other") -> Scribe:
    return Scribe(catalog(deck), scope)


# ---- cards


def test_every_card_of_every_deck_reads_as_a_speaker_has_approved() -> None:
    """Set STABLEHAND_REGOLD=1 to write the file anew, and read the difference."""
    lines = []
    for deck in DECKS:
        teller = Narrator(rules_for(4, {"deck": deck}), NAMES[:4])
        lines += [f"{deck} {card.id}: {teller.text(card.id)}\n" for card in catalog(deck).definitions]
    if os.environ.get("STABLEHAND_REGOLD") == "1":
        GOLDEN.write_text("".join(lines), encoding="utf-8", newline="\n")
    assert "".join(lines) == GOLDEN.read_text("utf-8")


@pytest.mark.parametrize("scope", SCOPES)
def test_abilities_that_differ_read_differently(scope: str) -> None:
    writer = scribe("nsfw_2e", scope)
    meanings: dict[str, set[object]] = {}
    for abilities in ABILITIES.values():
        for ability in abilities:
            meanings.setdefault(writer.ability(ability), set()).add(ability)
    assert [text for text, different in meanings.items() if len(different) > 1] == []
    assert len(meanings) > 100


def words_in(thing: object) -> Iterator[type]:
    if isinstance(thing, tuple):
        for part in thing:
            yield from words_in(part)
    elif is_dataclass(thing) and not isinstance(thing, type):
        yield type(thing)
        for field in fields(thing):
            yield from words_in(getattr(thing, field.name))


def test_every_word_of_the_language_is_said_by_some_card() -> None:
    """So the golden file holds a sentence with each of them."""
    assert set(words_in(tuple(ABILITIES.values()))) == set(VOCABULARY.values())


def test_every_template_of_a_card_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    used: set[str] = set()

    class Spy(dict[str, str]):
        def __getitem__(self, key: str) -> str:
            used.add(key)
            return super().__getitem__(key)

    monkeypatch.setattr(english, "CARDS", Spy(english.CARDS))
    for deck, scope in product(DECKS, SCOPES):
        writer = scribe(deck, scope)
        for card in catalog(deck).definitions:
            writer.text(card)
    unused = english.CARDS.keys() - used
    assert {key for key in unused if not key.startswith(("kind.", "in.", "from.", "tag"))} <= {
        # what no card says yet and a new one may
        "named.many", "may.they", "if.they", "plays.they", "extra_draw", "also", "make.one", "who.its_owner",
    }  # fmt: skip


@pytest.mark.parametrize("deck", DECKS)
def test_a_text_is_whole_sentences_with_verbs_in_capitals(deck: str) -> None:
    writer = scribe(deck)
    for card in catalog(deck).definitions:
        for sentence in re.split(r"(?<=\.) ", writer.text(card)):
            assert re.fullmatch(r"[A-Z].*[^.]\.", sentence), sentence
        if card.type == "magic":
            assert re.search(r"\b[A-Z]{4,}\b", writer.text(card)), card.id


def test_a_table_where_destroying_reaches_everywhere_says_so() -> None:
    card = catalog("base_1e").cards[catalog("base_1e").first["unicorn_poison"]]
    assert scribe("base_1e", "any").text(card) == "DESTROY a Unicorn card in any stable."
    assert scribe("base_1e", "other").text(card) == "DESTROY a Unicorn card in another player's stable."


def test_a_card_that_another_deck_lacks_is_named_by_its_id() -> None:
    assert scribe("base_2e").one(Filter(name="bear_daddy_unicorn")) == "a card named Bear Daddy Unicorn"


# ---- rules


def test_every_rule_the_engine_names_has_a_sentence() -> None:
    text = "".join(path.read_text("utf-8") for path in ENGINE.rglob("*.py"))
    cited = set(re.findall(r"[\"'](UU-[A-Z]+-[\w]+|RUL-\d+)[\"']", text))
    assert len(cited) > 40
    assert cited - RULES.keys() == set()
    assert {f"UU-KEY-{verb}" for verb in ("destroy", "sacrifice", "steal")} <= RULES.keys()
    assert all(re.fullmatch(r"[A-Z].{5,105}\.", sentence) for sentence in RULES.values())


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
    said = {key.split(".")[1] for key in english.TABLE if key.startswith("log.")}
    assert kinds - said == set()


def played(seed: int) -> tuple[Recorder, Any, int, dict[str, object]]:
    """Play a random game of some deck, seat count and party; look at each question on the way."""
    seats = 2 + seed % 7
    options: dict[str, object] = {
        "deck": DECKS[seed % 4],
        "party": ("none", "both")[seed % 2],
        "targets": ("after", "declare")[seed // 2 % 2],
        "first_player": ("random", "vote")[seed // 3 % 2],
    }
    recorder = Recorder()
    state = GAME.start(seats, seed, options, recorder=recorder)
    bots = [RandomBot(seed, seat) for seat in range(seats)]
    tellers = [narrator(seat, seats, **options) for seat in range(seats)]
    while asks := GAME.pending(state):
        for decision in asks:
            check_question(tellers[decision.seat], GAME.view(state, decision.seat))
            for card, rules in GAME.refusals(state, decision.seat).items():
                assert tellers[decision.seat].name(card) in tellers[decision.seat].refusal([card], rules)
        option = bots[asks[0].seat]({}, asks[0], lambda _: None)
        GAME.answer(state, asks[0].seat, option, recorder=recorder)
    return recorder, state, seats, options


def check_question(teller: Narrator, view: dict[str, Any]) -> None:
    asked, decision = teller.prompt(view), view["decision"]
    assert asked.endswith((".", "?")), asked
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


@pytest.mark.parametrize("seed", range(30))
def test_no_line_names_a_card_that_its_listener_was_not_shown(seed: int) -> None:
    recorder, state, seats, options = played(seed)
    names = sorted({card.name for card in state.rules.catalog.definitions}, key=len, reverse=True)
    secrets = 0
    for viewer in (None, *range(seats)):
        teller = narrator(viewer, seats, **options)
        for event, seen in zip(recorder.events, recorder.seen_by(viewer), strict=True):
            line = teller.log(seen)
            assert re.fullmatch(r"[A-Z].*\.", line), line
            shown: Any = [*seen.get("cards", []), *(seen[key] for key in ("to", "by") if key in seen)]  # type: ignore[misc]
            allowed = {teller.name(card) for card in shown if isinstance(card, str)}
            assert named_in(line, names) <= allowed
            secrets += bool(event.secret and viewer not in event.audience)
        assert teller.winners(GAME.view(state, viewer)).endswith((".", "!"))
    assert secrets > 10


def test_a_secret_is_named_to_those_who_share_it_and_counted_to_the_others() -> None:
    event = {"what": "pulled", "rules": [], "seat": 1, "giver": 0, "count": 1}
    known = event | {"cards": ["neigh"]}
    assert narrator(0).log(known) == "Bob pulls Neigh from your hand."
    assert narrator(1).log(known) == "You pull Neigh from Ann's hand."
    assert narrator(2).log(event) == "Bob pulls a card from Ann's hand."
    assert narrator(None).log(event) == "Bob pulls a card from Ann's hand."


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            {"what": "steal", "seat": 0, "cards": ["yay"], "origin": "stable 2"},
            "You steal Yay from Cleo's stable.",
        ),
        ({"what": "destroy", "seat": 1, "cards": ["yay"], "goes": "discard"}, "Bob's Yay is destroyed."),
        (
            {"what": "sacrifice", "seat": 0, "cards": ["greedy_flying_unicorn"], "goes": "hand 0"},
            "You sacrifice Greedy Flying Unicorn, which goes to your hand.",
        ),
        (
            {"what": "traded", "seat": 1, "cards": [], "to": 0, "counts": [1, 3]},
            "Bob and you trade hands: a card for 3 cards.",
        ),
        ({"what": "looked", "seat": 1, "at": 2, "count": 3}, "Bob looks at Cleo's hand."),
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
    assert teller.prompt(view) == "Two-For-One: DESTROY 2 cards in any stable. 0 of 2 chosen."
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
