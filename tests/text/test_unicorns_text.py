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
@pytest.mark.parametrize("seed", range(7))
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
            "Cleo сбрасывает карту «Но, залётные!» (Bob: карта «Единорожий яд»).",  # noqa: RUF001 - Russian
        ),
        (
            "pl",
            "Bob: karta „Trutka na jednorożce” niszczy twoją kartę „RzeTAK”.",
            "Cleo odrzuca kartę „RzeTAK” (Bob: karta „Trutka na jednorożce”).",
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


# ---- questions and the end


def test_the_prompt_of_a_card_with_two_clauses_shows_the_clause_being_resolved() -> None:
    speaker = narrator(0, 2, deck="base_1e")
    stables: list[dict[str, Any]] = [{"stable": {"cards": [{"card": "yay"}]}} for _ in range(2)]
    options = [{"card": "yay", "owner": 0, "zone": "stable"}]
    decision = {"kind": "card", "why": "two_for_one/0", "options": options, "most": 1, "picked": []}
    view: dict[str, Any] = {"decision": decision, "seat": 0, "over": False, "zones": {"seats": stables}}
    assert speaker.prompt(view) == "Two-For-One: SACRIFICE a card."
    decision |= {"options": [*options, {"card": "yay", "owner": 1, "zone": "stable"}], "most": 2}
    assert speaker.prompt(view) == "Two-For-One: DESTROY 2 cards in any stables."
    decision |= {"picked": ["yay"]}
    assert speaker.prompt(view) == "Two-For-One: DESTROY 2 cards in any stables. 1 of 2 chosen."
    decision |= {"picked": []}
    decision |= {"options": decision["options"][1:], "why": "glitter_bomb/0", "most": 1}  # type: ignore[index]
    assert speaker.prompt(view) == "Glitter Bomb: DESTROY a card in any stable."


def asked(viewer: int, why: str, lang: str = "en", **decision: Any) -> str:  # noqa: ANN401 - parts of a view
    """Return the prompt of a decision; the view has only what the prompt looks at."""
    found = {"kind": "card", "why": why, "options": [], "most": 1, "picked": []} | decision
    stables: list[dict[str, Any]] = [{"stable": {"cards": []}} for _ in range(2)]
    view: dict[str, Any] = {"decision": found, "seat": viewer, "over": False, "zones": {"seats": stables}}
    return narrator(viewer, 2, lang=lang, deck="base_1e").prompt(view)


def test_a_prompt_names_the_player_whose_cards_it_asks_for() -> None:
    bobs = [{"card": "yay", "owner": 1, "zone": "stable"}]
    why = "glitter_tornado/0"
    assert asked(0, why, options=bobs) == "Glitter Tornado: return a card from Bob’s stable to their hand."
    assert asked(1, why, options=bobs) == "Glitter Tornado: return a card from your stable to your hand."
    hand = [{"card": "yay", "owner": 1, "zone": "hand"}]
    assert asked(0, "blatant_thievery/0", options=hand) == "Blatant Thievery: take a card from Bob’s hand."
    for code, said in (
        ("ru", "«Наглый грабёж»: забери карту с руки игрока (Bob)."),  # noqa: RUF001 - Russian
        ("pl", "„Kradzież w biały dzień”: zabierz kartę z ręki gracza (Bob)."),
        ("it", "«Furto Sfacciato»: prendi una carta dalla mano di Bob."),
        ("es", "«Robo descarado»: coge una carta de la mano de Bob."),
    ):
        assert asked(0, "blatant_thievery/0", code, options=hand).replace("\u00a0", " ") == said


def test_a_prompt_tells_a_discard_from_a_gift_by_who_is_made_to_do_it() -> None:
    """Both come from the same hand; the player of a card for adults gives, who is made to do it discards."""
    why, hand = "fuck_marry_kill/0", {"card": "neigh", "zone": "hand"}
    for deck, seat, is_made, said in (
        ("nsfw_2e", 0, False, "give a card from your hand to any player but yourself."),
        ("nsfw_2e", 1, True, "DISCARD a card."),
        ("nsfw_1e", 1, True, "DISCARD a card."),
        ("nsfw_1e", 0, True, "DISCARD a card."),  # who plays it may have chosen themselves
        ("nsfw_1e", 0, False, "give a card from your hand to any player."),
    ):
        options = [hand | {"card": "hell_neigh", "owner": seat}]
        found = {"kind": "card", "why": why, "options": options, "most": 1, "picked": [], "is_made": is_made}
        view: dict[str, Any] = {"decision": found, "seat": seat, "active": 0, "over": False}
        assert narrator(seat, 2, deck=deck).prompt(view) == f"“Fuck. Marry. Kill”: {said}"


def test_a_prompt_names_the_step_where_only_own_cards_can_be_chosen() -> None:
    mine = [{"card": "yay", "owner": 0, "zone": "stable"}, {"card": "narwhal", "owner": 0, "zone": "stable"}]
    stables = [{"stable": {"cards": [{"card": "yay"}]}} for _ in range(2)]
    found = {"kind": "card", "why": "two_for_one/0", "options": mine, "most": 2, "picked": []}
    view = {"decision": found, "seat": 0, "over": False, "zones": {"seats": stables}}
    assert narrator(0, 2, deck="base_1e").prompt(view) == "Two-For-One: DESTROY 2 cards in any stables."


def test_a_prompt_counts_what_the_card_calls_the_same_number() -> None:
    babies = [{"card": "baby_narwhal", "zone": "nursery"}]
    said = asked(0, "unicorn_shrinkray/0", options=babies, most=3)
    assert said == "Unicorn Shrinkray: bring 3 Baby Unicorn cards into that player’s stable."


def test_a_prompt_for_a_stable_says_which_card_moves() -> None:
    seat = [{"owner": 1}]
    assert asked(0, "re_target/0", kind="seat", options=seat) == (
        "Re-Target: whose stable does the chosen card move to?"
    )
    found = {"kind": "seat", "why": "polyamorous_unicorn/0", "options": seat, "most": 1, "picked": []}
    view: dict[str, Any] = {"decision": found, "seat": 0, "over": False}
    assert narrator(0, 2, deck="nsfw_2e").prompt(view) == (
        "Polyamorous Unicorn: whose stable does it move to?"
    )


def test_a_prompt_after_everybody_has_drawn_asks_for_more() -> None:
    found = {"kind": "yes_no", "why": "unicorn_acid_trip/0", "options": [], "most": 1, "picked": []}
    view: dict[str, Any] = {"decision": found, "seat": 0, "over": False}
    assert narrator(0, 2, deck="nsfw_2e").prompt(view) == "Unicorn Acid Trip: DRAW 2 more cards?"


def awaited(asking: str, lang: str = "en", seats: int = 1) -> str:
    """Return what Ann is told while the seats after hers are asked; the view has only what that looks at."""
    zones = {"playing": {"cards": ["yay"]}}
    asked = list(range(1, 1 + seats))
    view = {"decision": None, "over": False, "asked": asked, "asking": asking, "zones": zones}
    return narrator(0, 3, lang=lang, deck="base_2e").prompt(view).replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("asking", "said"),
    [
        ("action", "Waiting for Bob to play a card or draw one."),
        ("hand_limit", "Waiting for Bob to DISCARD down to the hand limit."),
        ("play", "Waiting for Bob to choose a stable for Yay."),
        (
            "unicorn_poison/0",
            "Waiting for Bob to DESTROY a Unicorn card in another player’s stable (Unicorn Poison).",
        ),
        (
            "rainbow_unicorn/0",
            "Waiting for Bob, who may bring in a Basic Unicorn card from their hand (Rainbow Unicorn).",
        ),
        ("two_for_one/0", "Waiting for Bob (Two-For-One)."),  # which of its two steps, only Bob is told
        ("unicorn_phoenix/0", "Waiting for Bob (Unicorn Phoenix)."),
        ("window", "Waiting for Bob."),
        ("", "Waiting for Bob."),
    ],
)
def test_those_who_wait_are_told_what_for(asking: str, said: str) -> None:
    assert awaited(asking) == said


def test_those_who_wait_are_told_what_for_in_every_language() -> None:
    assert awaited("good_deal/0", "ru") == "Сейчас решает Bob («Чистая выгода»: СБРОСИТЬ карту)."
    assert awaited("good_deal/0", "pl") == "Decyduje Bob („Złoty interes”: ODRZUCIĆ kartę)."
    assert awaited("good_deal/0", "it") == "In attesa di Bob («Affarone»: SCARTARE una carta)."
    assert awaited("action", "ru", 2) == "Bob и Cleo решают: сыграть карту или взять из колоды."
    assert awaited("action", "pl", 2) == "Bob i Cleo decydują: zagrać kartę czy dobrać."
    assert awaited("action", "it", 2) == "Bob e Cleo decidono: giocare una carta o pescare."


def test_an_italian_line_tells_you_alone_that_you_are_aimed_at() -> None:
    aimed = {"what": "aimed", "rules": [], "seat": 1, "cards": []}
    speaker = narrator(0, lang="it")
    assert speaker.log(aimed | {"players": [0]}) == "Ti prende di mira."
    assert speaker.log(aimed | {"players": [2]}) == "Prende di mira Cleo."
    assert speaker.log(aimed | {"players": [0, 2]}) == "Prende di mira te e Cleo."


def test_an_italian_question_for_more_cards_says_so() -> None:
    view: dict[str, Any] = {"decision": {"kind": "yes_no", "why": "unicorn_acid_trip/0"}, "seat": 0}
    assert (
        narrator(0, lang="it", deck="nsfw_2e").prompt(view) == "«Viaggione in Acido»: PESCARE altre 2 carte?"
    )


def test_a_prompt_of_a_replacement_begins_with_the_card_in_danger() -> None:
    said = asked(0, "black_knight_unicorn/0", kind="yes_no", about="rhinocorn")
    assert said == "Rhinocorn is about to be destroyed. SACRIFICE Black Knight Unicorn instead?"


@pytest.mark.parametrize(("threat", "said"), [("destroy", "destroyed"), ("sacrifice", "sacrificed")])
def test_a_prompt_of_a_replacement_says_what_happens_to_the_card(threat: str, said: str) -> None:
    found = {"kind": "yes_no", "why": "unicorn_phoenix/0", "options": [], "most": 1, "picked": []}
    view = {"decision": found | {"about": "unicorn_phoenix", "threat": threat}, "seat": 0, "over": False}
    prompt = narrator(0, 2, deck="base_2e").prompt(view)
    assert prompt.startswith(f"Unicorn Phoenix is about to be {said}. ")


@pytest.mark.parametrize(
    ("winners", "points", "said"),
    [
        ([0], [7, 1], "You win with 7 Unicorns!"),
        ([1], [3, 8], "Bob wins with 8 Unicorns."),
        ([1], [1, 1], "Bob wins the tie at 1 Unicorn: the most letters in its name."),
        ([], [2, 2], "Everybody loses."),
    ],
)
def test_the_winners_are_announced(winners: list[int], points: list[int], said: str) -> None:
    assert narrator(0, 2).winners({"winners": winners, "points": points, "goal": 7}) == said
