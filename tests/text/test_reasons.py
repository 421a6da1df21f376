"""Why a card cannot be chosen: one short sentence for each reason, as the table plays."""

from __future__ import annotations

import re

import pytest

from stablehand.games.unicorns.decks.catalog import DECKS, catalog
from stablehand.games.unicorns.vocabulary import Bar, Forbid, Immune, Needs, While
from stablehand.text.language import LANGUAGES, language
from support.paths import ROOT
from support.text_speakers import narrator

MOST = 15
ENGINE = ROOT / "src" / "stablehand" / "games" / "unicorns"


def citable() -> set[str]:
    """Return the rules that a refusal can cite: those in its code, and the rulings of cards that forbid."""
    code = "".join((ENGINE / name).read_text("utf-8") for name in ("knowledge/refusals.py", "turn/play.py"))
    found = {rule for rule in re.findall(r"\"(UU-[A-Z]+-\w+|RUL-\d+)\"", code) if "{" not in rule}
    found |= {f"UU-KEY-{verb}" for verb in ("destroy", "sacrifice", "steal")}
    for deck in DECKS:
        for card in catalog(deck).definitions:
            words = [one.trait if isinstance(one, While) else one for one in card.abilities]
            if any(isinstance(word, Forbid | Bar | Immune | Needs) for word in words):
                found |= set(card.rulings)
    return found


def test_every_rule_of_a_refusal_has_a_reason() -> None:
    reasons = set(language("en").catalogue("unicorns/reasons"))
    assert {"UU-EFF-7", "UU-TURN-4", "UU-IMP-2", "RUL-31", "RUL-35"} <= citable()
    assert citable() - reasons - NOT_REFUSED == set()


NOT_REFUSED = {"RUL-11", "UU-PLAY-1", "UU-PLAY-4"}
"""What the module of playing cites in events only."""


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_reason_is_one_sentence_of_at_most_fifteen_words(code: str, deck: str) -> None:
    speaker = narrator(0, lang=code, deck=deck)
    for rule in language(code).catalogue("unicorns/reasons"):
        said = speaker.reason(rule).replace("\u00a0", " ")
        assert len(re.findall(r"\w[\w’'-]*", said)) <= MOST, said
        assert said.endswith("."), said
        assert not re.search(r"[{}`_]|edition", said), said


def test_a_reason_follows_the_edition_of_the_table() -> None:
    first, second = (narrator(0, deck=deck, ruleset=ruleset) for deck, ruleset in EDITIONS)
    assert first.reason("RUL-35") == "A card in your stable forbids you to play Instants."
    assert "“Neigh” in their names" in second.reason("RUL-35")


EDITIONS = (("base_1e", "first"), ("base_2e", "second"))


def test_one_reason_of_several_rules_is_said_once() -> None:
    said = narrator(0, deck="base_1e").refusal(["neigh"], ["UU-TURN-4", "UU-INST-1"])
    assert said == (
        "Neigh cannot be chosen now: "
        "An Instant is not an action: play it when another player plays a card. (UU-TURN-4)"
    )
    said = narrator(0, deck="base_1e").refusal(["two_for_one"], ["UU-IMP-2", "RUL-12"])
    assert said.endswith("Its effect is impossible now, so it cannot be played. (UU-IMP-2, RUL-12)")
