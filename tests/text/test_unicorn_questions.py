"""What single cards of the unicorns ask, and what those who wait are told."""

from __future__ import annotations

import re
from typing import Any

import pytest

from stablehand.bots.random import RandomBot
from support.text_speakers import GAME, narrator


def test_the_prompt_of_a_card_with_two_clauses_shows_the_clause_being_resolved() -> None:
    speaker = narrator(0, 2, deck="base_1e")
    stables: list[dict[str, Any]] = [{"stable": {"cards": [{"card": "yay"}]}} for _ in range(2)]
    options = [{"card": "yay", "owner": 0, "zone": "stable"}]
    decision = {"kind": "card", "why": "two_for_one/0", "options": options, "most": 1, "picked": []}
    view: dict[str, Any] = {"decision": decision, "seat": 0, "over": False, "zones": {"seats": stables}}
    assert speaker.prompt(view) == "Two-For-One: SACRIFICE a card."
    decision |= {"options": [*options, {"card": "yay", "owner": 1, "zone": "stable"}], "most": 2}
    step = "Two-For-One: DESTROY 2 cards in any combination of stables."
    assert speaker.prompt(view) == step
    decision |= {"picked": ["yay"]}
    assert speaker.prompt(view) == f"{step} 1 of 2 chosen."
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
    assert asked(1, "blatant_thievery/0", options=hand) == "Blatant Thievery: take a card from your own hand."
    for code, said in (
        ("ru", "«Наглый грабёж»: забери карту со своей руки."),  # noqa: RUF001 - Russian
        ("it", "«Furto Sfacciato»: prendi una carta dalla tua mano."),
        ("es", "«Robo descarado»: coge una carta de tu mano."),
    ):
        assert asked(1, "blatant_thievery/0", code, options=hand).replace("\u00a0", " ") == said
    for code, said in (
        ("ru", "«Наглый грабёж»: забери карту с руки игрока (Bob)."),  # noqa: RUF001 - Russian
        ("pl", "„Kradzież w biały dzień”: zabierz kartę z ręki gracza (Bob)."),
        ("it", "«Furto Sfacciato»: prendi una carta dalla mano di Bob."),
        ("es", "«Robo descarado»: coge una carta de la mano de Bob."),
    ):
        assert asked(0, "blatant_thievery/0", code, options=hand).replace("\u00a0", " ") == said


def test_a_prompt_names_the_player_chosen_before() -> None:
    babies = [{"card": "narwhal", "zone": "nursery"}]
    why = "unicorn_shrinkray/0"
    for code, said in (
        ("en", "Unicorn Shrinkray: bring 2 Baby Unicorn cards into Bob’s stable."),
        ("ru", "«Луч-малышизатор»: приведи 2 малышей-единорогов из яслей в стойло игрока (Bob)."),
        ("pl", "„Pomniejszacz jednorożców”: umieść w stajni gracza (Bob) 2 karty jednorożków ze żłobka."),
        ("it", "«Raggio Rimpicciolicorni»: fai entrare 2 carte Unicorno Baby nella stalla di Bob."),
        ("es", "«Rayo encogecornios»: lleva al establo de Bob 2 cartas de Bebé Unicornio."),
    ):
        assert asked(0, why, code, options=babies, most=2, whom=1).replace("\u00a0", " ") == said
    own = "Unicorn Shrinkray: bring in 2 Baby Unicorn cards."
    assert asked(0, why, options=babies, most=2, whom=0) == own
    stored_before = "Unicorn Shrinkray: bring 2 Baby Unicorn cards into that player’s stable."
    assert asked(0, why, options=babies, most=2) == stored_before


def test_a_prompt_names_the_card_that_moves() -> None:
    for code, named, itself in (
        ("en", "whose stable does Narwhal move to?", "whose stable does it move to?"),
        ("ru", "в чьё стойло переместить карту «Нарвал»?", "в чьё стойло переместить эту карту?"),
        ("pl", "do czyjej stajni przenieść kartę „Narwal”?", "do czyjej stajni przenieść tę kartę?"),
        ("it", "in quale stalla va «Narvalo»?", "in quale stalla va questa carta?"),
        ("es", "¿a qué establo va «Narval»?", "¿a qué establo va esta carta?"),
    ):
        for moves, said in (("narwhal", named), ("unicorn_swap", itself)):
            found = asked(0, "unicorn_swap/0", code, kind="seat", moves=moves).replace("\u00a0", " ")
            assert found.partition(": ")[2] == said


def test_no_question_of_a_game_leaves_the_player_or_the_moving_card_unnamed() -> None:
    named = 0
    speakers = {
        code: [narrator(seat, 3, lang=code, deck="base_1e") for seat in range(3)] for code in ("en", "ru")
    }
    for seed in range(16):
        state = GAME.start(3, seed, {"deck": "base_1e"})
        bots = [RandomBot(seed, seat) for seat in range(3)]
        while asks := GAME.pending(state):
            one = asks[0]
            view: Any = GAME.view(state, one.seat)
            said = {code: speakers[code][one.seat].prompt(view) for code in speakers}
            if not one.is_forced:
                assert "into that player" not in said["en"]
                assert not re.search("эт(ого|ому|им) игрок", said["ru"])  # noqa: RUF001 - Russian
            if "moves" in view["decision"]:
                stables = [seat["stable"]["cards"] for seat in view["zones"]["seats"]]
                assert view["decision"]["moves"] in {card["card"] for cards in stables for card in cards}
                named += 1
            GAME.answer(state, one.seat, bots[one.seat]({}, one, lambda _: None))
    assert named > 5


def test_a_prompt_tells_a_discard_from_a_gift_by_who_is_made_to_do_it() -> None:
    """Both come from the same hand; the player of a card for adults gives, who is made to do it discards."""
    why, hand = "fuck_marry_kill/0", {"card": "neigh", "zone": "hand"}
    for deck, seat, is_made, said in (
        ("nsfw_2e", 0, False, "give a card from your hand to another player."),
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
    said = narrator(0, 2, deck="base_1e").prompt(view)
    assert said == "Two-For-One: DESTROY 2 cards in any combination of stables."


def test_a_prompt_counts_what_the_card_calls_the_same_number() -> None:
    babies = [{"card": "baby_narwhal", "zone": "nursery"}]
    said = asked(0, "unicorn_shrinkray/0", options=babies, most=3)
    assert said == "Unicorn Shrinkray: bring 3 Baby Unicorn cards into that player’s stable."


@pytest.mark.parametrize(
    ("code", "own", "yours", "theirs"),
    [
        ("en", "Bob is about to DESTROY their own Yay", "your own Yay", "DESTROY Ann’s Yay"),
        ("ru", "Bob собирается уничтожить свою карту", "свою карту", "(Ann)"),
        ("pl", "Bob za chwilę zniszczy swoją kartę", "swoją kartę", "(Ann)"),
        ("it", "Bob sta per distruggere la propria carta", "la tua carta", "(Ann)"),
        ("es", "Bob va a destruir su propia carta", "tu propia carta", "de Ann"),
    ],
)
def test_what_is_about_to_happen_tells_whose_card_it_is(code: str, own: str, yours: str, theirs: str) -> None:
    said = [
        narrator(viewer, 2, lang=code, deck="base_2e")
        .occasion({"occasion": {"verb": "destroy", "card": "yay", "by": 1, "owner": owner}})
        .replace("\u00a0", " ")
        for viewer, owner in ((0, 1), (1, 1), (None, 0))
    ]
    assert said[0].startswith(own)
    assert yours in said[1]
    assert theirs in said[2]


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
