"""The text of unicorns: complete in every language, and without anything the reader may not know."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from stablehand.games.unicorns.resolution import stables
from stablehand.games.unicorns.text.voice import UnicornsVoice
from stablehand.text.language import language
from stablehand.text.rulebook import Rulebook
from support.sizes import slow_after
from support.text_speakers import GAME, LANGUAGES, narrator, options_of, played

ENGINE = Path(stables.__file__).parents[1]
LONGEST = 30
"""Words of a prompt, with the names of cards."""
BEGINNING = re.compile(r"[«„“]?[¡¿]?[^\W\d_a-zа-яё]")
"""Match a capital letter of any script, optionally after a quotation mark."""


# ---- rules


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_rule_that_the_engine_cites_is_in_the_rulebook(code: str) -> None:
    text = "".join(path.read_text("utf-8") for path in ENGINE.rglob("*.py"))
    cited = set(re.findall(r"[\"'](UU-[A-Z]+-[\w]+|RUL-\d+)[\"']", text))
    assert len(cited) > 40
    book = Rulebook("unicorns", language(code))
    assert [rule for rule in sorted(cited) if rule not in book] == []
    assert all(f"UU-KEY-{verb}" in book for verb in ("destroy", "sacrifice", "steal"))


# ---- the log


def kinds_of_events() -> set[str]:
    """Return the kinds of events: the second argument of record and record_privately, the first of note."""
    found = set(stables.RULES) - {"take", "give"}
    for path in ENGINE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                at = {"record": 1, "record_privately": 1, "note": 0}.get(name)
                if at is not None and len(node.args) > at and isinstance(what := node.args[at], ast.Constant):
                    found.add(str(what.value))
    return found


def test_every_kind_of_event_has_a_line() -> None:
    kinds = kinds_of_events()
    assert {"announced", "drew", "ended", "looked", "shuffled", "steal"} <= kinds
    said = {key.split(".")[1] for key in language("en").catalogue("unicorns/table") if key.startswith("log.")}
    assert kinds - said == set()


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("seed", slow_after(3, range(7), "plays a game for every seed and language"))
def test_every_question_has_a_prompt_and_texts_for_its_options(seed: int, code: str) -> None:
    speakers = [narrator(seat, 2 + seed % 7, lang=code, **options_of(seed)) for seat in range(2 + seed % 7)]
    watching = narrator(None, 2 + seed % 7, lang=code, **options_of(seed))

    def check_pending(state: Any) -> None:  # noqa: ANN401 - the engine's own
        check_waiting(watching, GAME.view(state, None))
        for decision in GAME.pending(state):
            speaker = speakers[decision.seat]
            check_question(speaker, GAME.view(state, decision.seat))
            for card, rules in GAME.refusals(state, decision.seat).items():
                assert speaker.name(card) in speaker.refusal([card], rules)

    played(seed, check_pending)


def check_question(speaker: Any, view: dict[str, Any]) -> None:  # noqa: ANN401 - a narrator
    asked, decision = speaker.prompt(view), view["decision"]
    assert asked.endswith((".", "?")), asked
    assert not re.search(r"[{}]|  ", asked), asked
    if "/" in decision["why"]:
        assert speaker.name(decision["why"].partition("/")[0]) in asked
        assert len(re.findall(r"\w[\w’-]*", asked)) <= LONGEST, asked
    for option in decision["options"]:
        said = speaker.where(option) if "card" in option else speaker.option(option, decision["why"])
        assert said
    assert UnicornsVoice(speaker).moment(view)


def check_waiting(speaker: Any, view: dict[str, Any]) -> None:  # noqa: ANN401 - a narrator
    said = speaker.prompt(view)
    assert said.endswith("."), said
    assert not re.search(r"[{}]|  ", said), said
    assert view["over"] or all(speaker.names[seat] in said for seat in view["asked"])
    if "/" in view["asking"]:
        assert speaker.name(view["asking"].partition("/")[0]) in said


def named_in(line: str, names: list[str]) -> set[str]:
    """Return the card names in a line, longer names first: "Super Neigh" is not "Neigh"."""
    found = set()
    for name in names:
        if name in line:
            found.add(name)
            line = line.replace(name, "")
    return found


@pytest.mark.parametrize("tenth", slow_after(2, range(10), "tells 200 games in every language"))
def test_no_log_line_of_200_games_names_a_card_that_its_reader_was_not_shown(tenth: int) -> None:
    """Check each game for a spectator in every language, and for every seat in one language in turn."""
    secrets = 0
    for seed in range(tenth, 200, 10):
        recorder, state, seats = played(seed)
        for at, viewer in enumerate((None, *range(seats))):
            for code in LANGUAGES if viewer is None else (LANGUAGES[(seed + at) % len(LANGUAGES)],):
                speaker = narrator(viewer, seats, lang=code, **options_of(seed))
                names = sorted(map(speaker.name, state.rules.catalog.first), key=len, reverse=True)
                for event, seen in zip(recorder.events, recorder.seen_by(viewer), strict=True):
                    check_line(speaker, seen, names)
                    secrets += bool(event.secret and viewer not in event.audience)
                assert speaker.winners(GAME.view(state, viewer)).endswith((".", "!"))
    assert secrets > 1000


def check_line(speaker: Any, seen: Any, names: list[str]) -> None:  # noqa: ANN401 - a narrator, an event
    line = speaker.log(seen)
    assert BEGINNING.match(line), line
    assert line.endswith("."), line
    assert not re.search(r"[{}]|  ", line), line
    shown = [*seen.get("cards", []), *(seen[key] for key in ("to", "by", "cause") if key in seen)]
    allowed = {speaker.name(card) for card in shown if isinstance(card, str)}
    assert named_in(line, names) <= allowed, line


def test_a_secret_card_is_named_only_to_the_seats_that_know_it() -> None:
    event = {"what": "pulled", "rules": [], "seat": 1, "giver": 0, "count": 1}
    known = event | {"cards": ["neigh"]}
    assert narrator(0).log(known) == "Bob pulls Neigh from your hand."
    assert narrator(1).log(known) == "You pull Neigh from Ann’s hand."
    assert narrator(2).log(event) == "Bob pulls a card from Ann’s hand."
    assert narrator(None).log(event) == "Bob pulls a card from Ann’s hand."


BOBS_POISON = {"cause": "unicorn_poison", "cause_owner": 1}


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
        (
            {"what": "destroy", "seat": 0, "cards": ["yay"], "goes": "discard", **BOBS_POISON},
            "Bob’s Unicorn Poison destroys your Yay.",
        ),
        (
            {"what": "stopped", "seat": 0, "cards": ["yay"], "by": 1, "cause": "neigh", "cause_owner": 1},
            "Bob’s Neigh stops your Yay.",
        ),
        (
            {"what": "stopped", "seat": 1, "cards": ["neigh"], "by": 2, "cause": "neigh", "cause_owner": 2},
            "Cleo’s Neigh stops Bob’s Neigh.",
        ),
        ({"what": "drew", "seat": 1, "count": 2, **BOBS_POISON}, "Bob draws 2 cards (Unicorn Poison)."),
        (
            {"what": "discard", "seat": 2, "cards": ["yay"], **BOBS_POISON},
            "Cleo discards Yay (Bob’s Unicorn Poison).",
        ),
        (
            {"what": "return", "seat": 1, "cards": ["unicorn_poison"], "goes": "hand 1", **BOBS_POISON},
            "Unicorn Poison goes back to Bob’s hand.",
        ),
        ({"what": "gave", "seat": 1, "to": 1, "count": 1}, "Bob keeps a card."),
        ({"what": "robbed", "seat": 0, "giver": 0, "cards": ["yay"]}, "You take Yay from your own hand."),
        (
            {"what": "discard", "seat": 2, "cards": ["neigh_bitch", "yay"]},
            "Cleo discards “Neigh, Bitch!” and Yay.",
        ),
        ({"what": "looked", "seat": 1, "at": 2, "count": 3}, "Bob looks at Cleo’s hand."),
        ({"what": "looked", "seat": 0, "at": -1, "count": 1, "cards": ["yay"]}, "You look at the deck: Yay."),
        (
            {"what": "responded", "seat": 2, "cards": ["neigh"], "to": "neigh", "whose": 1},
            "Cleo plays Neigh on Bob’s Neigh.",
        ),
        (
            {"what": "responded", "seat": 2, "cards": ["neigh"], "to": "yay", "whose": 0},
            "Cleo plays Neigh on your Yay.",
        ),
        ({"what": "declined", "seat": 1, "cards": ["rhinocorn"]}, "Bob does not use Rhinocorn."),
        ({"what": "declined", "seat": 0, "cards": ["rhinocorn"]}, "You do not use Rhinocorn."),
        (
            {"what": "forfeit", "seat": 0, "cards": [], "kind": "strip", "garments": -1},
            "You may put something back on.",
        ),
        ({"what": "forfeit", "seat": 3, "cards": [], "kind": "house", "text": "Sing."}, "Dora: Sing."),
        (
            {"what": "ended", "seat": -1, "winners": [], "rules": ["UU-END-4", "UU-END-6"]},
            "The deck is empty. It is a tie on Unicorns and on letters: everybody loses.",
        ),
    ],
)
def test_log_lines(event: dict[str, Any], line: str) -> None:
    assert narrator(0).log({"rules": []} | event) == line


@pytest.mark.parametrize(
    ("lang", "mine", "hers"),
    [
        (
            "ru",
            "Bob: карта «Единорожий яд» уничтожает твою карту «Но, залётные!».",  # noqa: RUF001 - Russian
            "Cleo сбрасывает карту «Но, залётные!» — эффект карты «Единорожий яд» (Bob).",  # noqa: RUF001 - Russian
        ),
        (
            "pl",
            "Bob: karta „Trutka na jednorożce” niszczy twoją kartę „RzeTAK”.",
            "Cleo odrzuca kartę „RzeTAK” – efekt karty „Trutka na jednorożce” (Bob).",  # noqa: RUF001 - a dash of Polish
        ),
        (
            "it",
            "La carta «Veleno per Unicorni» di Bob distrugge la tua carta «Sìhiii!».",
            "Cleo scarta «Sìhiii!» (effetto della carta «Veleno per Unicorni» di Bob).",
        ),
        (
            "es",
            "La carta «Veneno de unicornio» de Bob destruye tu carta «Hurra».",
            "Cleo descarta «Hurra» («Veneno de unicornio» de Bob).",
        ),
    ],
)
def test_a_line_names_cause_and_owner_in_every_language(lang: str, mine: str, hers: str) -> None:
    lost = {"what": "destroy", "rules": [], "seat": 0, "cards": ["yay"], "goes": "discard", **BOBS_POISON}
    assert narrator(0, lang=lang).log(lost) == mine
    thrown = {"what": "discard", "rules": [], "seat": 2, "cards": ["yay"], **BOBS_POISON}
    assert narrator(0, lang=lang).log(thrown) == hers


# ---- the end


@pytest.mark.parametrize(
    ("winners", "points", "deck", "said"),
    [
        ([0], [7, 1], 9, "You win with 7 Unicorns!"),
        ([1], [3, 8], 0, "Bob wins with 8 Unicorns."),
        ([1], [1, 1], 0, "Bob wins the tie at 1 Unicorn: the most letters in its name."),
        ([1], [1, 3], 0, "The deck is empty: Bob wins with the most Unicorns (3)."),
        ([0], [4, 3], 9, "You win with the most Unicorns (4)."),
        ([], [2, 2], 0, "Everybody loses."),
    ],
)
def test_the_winners_are_announced_and_why_with_fewer_than_the_goal(
    winners: list[int], points: list[int], deck: int, said: str
) -> None:
    view = {"winners": winners, "points": points, "goal": 7, "zones": {"deck": {"size": deck}}}
    assert narrator(0, 2).winners(view) == said
