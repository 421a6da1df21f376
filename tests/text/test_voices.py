"""Voices: one interface to the text of every game, for each viewer, without anything hidden from them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from stablehand import Recorder, load, names
from stablehand.games.unicorns.state.rules import rules_for
from stablehand.games.unicorns.turn.scene import Board, set_up
from stablehand.text import voices
from stablehand.text.language import LANGUAGES, PSEUDO
from stablehand.text.packs import AND, PACKS
from stablehand.text.voices import Voice, voice_for
from support.games import TABLES, moments
from support.text_speakers import NAMES, options_of, played
from text import test_languages as languages

if TYPE_CHECKING:
    from collections.abc import Mapping

SPOKEN = (*LANGUAGES, PSEUDO)
OTHERS = [code for code in LANGUAGES if code != "en"]
UNICORNS, FAIRYTALE = load("unicorns"), load("fairytale")


def voices_of(game: str, seats: int, options: Mapping[str, object], lang: str = "en") -> list[Voice]:
    """Return the voice of each seat, and last that of a spectator."""
    return [voice_for(game, NAMES[:seats], viewer, options, lang) for viewer in (*range(seats), None)]


def check_question(voice: Voice, view: Mapping[str, Any]) -> None:
    """Check that a question and its answers have texts, and that no two answers have the same."""
    assert voice.prompt(view)
    assert voice.moment(view)
    said = voice.options(view["decision"])
    assert len(said) == len(view["decision"]["options"])
    assert len(set(said)) == len(said), said
    assert all(voice.rule(rule) for rule in voice.rules_of(view))
    for option, words in zip(view["decision"]["options"], said, strict=True):
        assert words.startswith(voice.option(option, view["decision"]["why"]))
        assert voice.answer(option, view["decision"]["why"])
        if "card" in option:
            assert voice.name(option["card"]) in words
        if option.get("owner") not in {None, view["seat"]}:
            assert NAMES[option["owner"]] in words  # whose it is


def check_points(voice: Voice, view: Mapping[str, Any]) -> None:
    """Check that every account adds up to the points of the view."""
    accounts = voice.account(view)
    assert [account.total for account in accounts] == view["points"]
    assert [sum(entry.total for entry in account.entries) for account in accounts] == view["points"]
    assert all(account.words for account in accounts)


def check_log(voice: Voice, event: Mapping[str, Any]) -> None:
    """Check that the log line of an event names the cards of the event and no others."""
    line, cards = voice.log(event), voice.cards_of(event)
    assert all(voice.name(card) in line for card in cards), (line, cards)
    others = [event.get(key) for key in ("card", "to", "by", "cause")]
    causes = [cause["card"] for cause in event.get("causes", ())]
    seen = {card for card in (*others, *event.get("cards", ()), *causes) if isinstance(card, str)}
    for card in sorted(seen, key=lambda card: -len(voice.name(card))):  # "Narwhal" is part of longer names
        assert (voice.name(card) in line) == (card in cards), (line, cards)
        line = line.replace(voice.name(card), "")
    assert isinstance(voice.is_news(event), bool)


# ---- whole games


@pytest.mark.parametrize("seed", range(8))
def test_a_whole_game_of_unicorns_has_texts_for_every_viewer(seed: int) -> None:
    speakers = voices_of("unicorns", 2 + seed % 7, options_of(seed), SPOKEN[seed % len(SPOKEN)])

    def check_state(state: Any) -> None:  # noqa: ANN401 - the engine's own
        for decision in UNICORNS.pending(state):
            check_question(speakers[decision.seat], UNICORNS.view(state, decision.seat))
        check_points(speakers[-1], UNICORNS.view(state, None))

    recorder, state, seats = played(seed, check_state)
    for viewer in (*range(seats), None):
        for event in recorder.seen_by(viewer):
            check_log(speakers[-1 if viewer is None else viewer], event)
        view = UNICORNS.view(state, viewer)
        assert speakers[-1 if viewer is None else viewer].result(view)
        assert speakers[-1].phase(str(view["phase"]))


@pytest.mark.parametrize("table", TABLES[::3], ids=lambda table: table.name)
def test_a_whole_fairy_tale_has_texts_for_every_viewer(table: Any) -> None:  # noqa: ANN401 - a table of `games`
    speakers = voices_of("fairytale", table.seats, table.options, SPOKEN[table.seats % len(SPOKEN)])
    recorder = Recorder()
    view: Mapping[str, Any] = {}
    for state, asks in moments(table, 7, recorder):
        for decision in asks:
            check_question(speakers[decision.seat], FAIRYTALE.view(state, decision.seat))
        view = FAIRYTALE.view(state, None)
        check_points(speakers[-1], view)
        assert speakers[-1].phase(str(view["phase"]))
    for viewer, speaker in zip((*range(table.seats), None), speakers, strict=True):
        for event in recorder.seen_by(viewer):
            check_log(speaker, event)
        assert speaker.result({**view, "seat": viewer})


# ---- single texts


def test_an_option_is_named_by_its_effect() -> None:
    ann = voice_for("unicorns", ["Ann", "Bob"], 0, {}, "en")
    hand = {"card": "neigh", "owner": 0, "zone": "hand"}
    assert ann.option({"verb": "play", **hand}, "action") == "Play Neigh"
    assert ann.option({"verb": "respond", **hand}, "window") == "Answer with Neigh"
    assert ann.option({"verb": "choose", **hand}, "hand_limit") == "Neigh"
    assert ann.option({"verb": "choose", **hand, "owner": 1}, "x/0") == "Neigh (Bob’s hand)"
    assert ann.option({"verb": "draw"}, "action") == "DRAW a card"
    tale = voice_for("fairytale", ["Ann", "Bob"], 0, {}, "en")
    bard = {"card": "bard", "owner": 0, "zone": "hand"}
    assert tale.option({"verb": "keep", **bard}, "draft") == "Keep Bard"
    assert [tale.option({"verb": verb, **bard}, "x") for verb in ("play", "close", "open")] == [
        "Play Bard",
        "Close Bard",
        "Open Bard",
    ]


def test_copies_of_a_card_in_one_zone_are_numbered() -> None:
    ann = voice_for("unicorns", ["Ann", "Bob"], 0, {}, "en")
    copy = {"verb": "choose", "card": "yay", "owner": 1, "zone": "stable"}
    decision = {"why": "x/0", "options": [copy, {**copy, "owner": 0}, copy]}
    assert ann.options(decision) == [
        "Yay (Bob’s stable), 1 of 2",
        "Yay (your stable)",
        "Yay (Bob’s stable), 2 of 2",
    ]


@pytest.mark.parametrize(
    ("deck", "stable", "counts"),
    [
        ("base_1e", ["ginormous_unicorn", "narwhal"], [2, 1]),
        ("base_1e", ["ginormous_unicorn", "narwhal", "blinding_light"], [2, 1]),
        ("base_2e", ["ginormous_unicorn", "narwhal", "blinding_light"], [1, 1]),
        ("base_2e", ["ginormous_unicorn", "narwhal", "pandamonium"], [0, 0]),
    ],
)
def test_a_unicorn_counts_its_current_worth(deck: str, stable: list[str], counts: list[int]) -> None:
    rules = rules_for(3, {"deck": deck})
    view = UNICORNS.view(set_up(rules, Board([[], [], []], [stable, [], []]), seed=1), None)
    account, *others = voice_for("unicorns", NAMES[:3], None, {"deck": deck}, "en").account(view)
    assert [entry.each for entry in account.entries] == counts
    assert (account.total, account.words) == (sum(counts), f"{sum(counts)} of 7")
    assert [other.entries for other in others] == [(), ()]


def test_seat_names_depend_on_the_viewer() -> None:
    team = voice_for("fairytale", NAMES[:4], 1, {"teams": True}, "en")
    assert [team.called(seat) for seat in range(4)] == ["Ann", "Bob (you)", "Cleo", "Dora (partner)"]
    assert voice_for("fairytale", NAMES[:4], None, {"teams": True}, "en").called(1) == "Bob"
    nobody = voices.nameless("unicorns", "ru")
    assert voice_for("unicorns", [nobody, "Bob"], 0, {}, "ru").called(0) == nobody


def test_only_adult_decks_have_a_notice() -> None:
    for game in names():
        for deck in voices.decks(game):
            voice = voice_for(game, ["Ann", "Bob"], None, {"deck": deck.id}, "en")
            assert bool(voice.notice) == deck.is_adult
            assert deck.title in voice.title


def test_a_layer_of_names_applies_to_refusals_and_rules() -> None:
    layer = {"yay": "Hooray", "bard": "Singer"}
    voice = voice_for("unicorns", ["Ann", "Bob"], 0, {}, "en", layer)
    assert "Hooray" in voice.rule("RUL-08")
    assert "Hooray" in voice.refusal(["yay"], ())
    assert voice_for("fairytale", ["Ann", "Bob"], 0, {}, "en", layer).name("bard") == "Singer"


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(ValueError, match=r"Unknown game 'chess'; choose one of: fairytale, unicorns\."):
        voice_for("chess", ["Ann", "Bob"], 0, {}, "en")


# ---- cards, rules and options as data


@pytest.mark.parametrize("lang", SPOKEN)
@pytest.mark.parametrize("game", names())
def test_a_card_list_is_complete_and_serialisable(game: str, lang: str) -> None:
    seen = set()
    tables: list[tuple[str, list[str]]] = [(deck.id, []) for deck in voices.decks(game, lang)]
    tables += [(deck, [pack.id]) for pack in voices.packs(game, lang) for deck in pack.decks]
    for deck, packs in tables:
        cards = voices.cards(game, AND.join((deck, *packs)), lang)
        json.dumps(cards)
        seen |= {str(card["id"]) for card in cards}
        voice = voice_for(game, NAMES[:4], None, {"deck": deck, **({PACKS: packs} if packs else {})}, lang)
        for card in cards:
            assert (card["name"], card["text"]) == (voice.name(str(card["id"])), voice.text(str(card["id"])))
            assert card["type_name"]
            assert card["deck"] == deck
            assert card.get("pack", "") in {"", *packs}
        assert len({card["name"] for card in cards}) == len(cards)
        assert {card["pack"] for card in cards if card.get("pack")} == set(packs)
    assert seen == voices.card_ids(game)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_ruling_is_listed_with_every_card_it_names(lang: str) -> None:
    rows = {str(card["id"]): card for card in voices.cards("unicorns", "base_2e", lang)}
    found: Any = rows["yay"]["rulings"]
    assert [ruling["id"] for ruling in found] == ["RUL-08"]
    assert all(rows["yay"]["name"] in ruling["text"] for ruling in found)
    assert rows["basic_unicorn_red"]["rulings"] == []


@pytest.mark.parametrize("lang", SPOKEN)
@pytest.mark.parametrize("game", names())
def test_a_rulebook_is_complete_and_serialisable(game: str, lang: str) -> None:
    book: Any = voices.rulebook(game, lang)
    json.dumps(book)
    ids = [rule["id"] for section in book["sections"] for rule in section["rules"]]
    assert ids == voices.book(game, lang).ids()
    assert all(
        rule["text"] and "{" not in rule["text"] for part in book["sections"] for rule in part["rules"]
    )
    assert book["reference"]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("game", names())
def test_every_option_offers_exactly_the_values_that_the_rules_allow(game: str, seats: int) -> None:
    settings = voices.house_rules(game, "en", seats)
    view = load(game).view(load(game).start(seats, 1), None)
    assert [setting.id for setting in settings] == list(view["options"])  # type: ignore[arg-type]  # a dict
    for setting in settings:
        assert setting.defaults.keys() == {deck.id for deck in voices.decks(game)}
        if setting.kind == "list":
            continue
        values = [value.value for value in setting.values] or [setting.least, setting.most]
        for value in values:
            load(game).start(seats, 1, {setting.id: value})
        if setting.kind != "number":
            assert set(setting.defaults.values()) <= set(values)
        else:
            for wrong in ((setting.least or 0) - 1, (setting.most or 0) + 1):
                with pytest.raises(ValueError, match=setting.id):
                    load(game).start(seats, 1, {setting.id: wrong})


def test_values_that_the_seat_count_forbids_are_not_offered() -> None:
    def values(game: str, seats: int, option: str) -> list[object]:
        found = next(s for s in voices.house_rules(game, "en", seats) if s.id == option)
        return [value.value for value in found.values]

    assert [values("unicorns", seats, "two_player") for seats in (2, 3)] == [[False, True], [False]]
    assert [values("fairytale", seats, "teams") for seats in (3, 4)] == [[False], [False, True]]
    assert values("fairytale", 5, "expert") == [True]
    assert values("unicorns", 2, "first_player") == ["random", "vote", "0", "1"]


@pytest.mark.parametrize("lang", SPOKEN)
@pytest.mark.parametrize("game", names())
def test_every_option_has_its_own_sentence(game: str, lang: str) -> None:
    settings = voices.house_rules(game, lang)
    assert len({setting.text for setting in settings}) == len(settings)
    for setting in settings:
        assert setting.text.rstrip("~").endswith((".", "!"))
        words = [value.text for value in setting.values if value.text]
        assert len(set(words)) == len(words)


# ---- the messages


@pytest.mark.parametrize("code", OTHERS)
def test_the_options_have_the_same_messages_in_every_language(code: str) -> None:
    languages.test_a_language_has_the_same_messages_as_english(code, "options")
    languages.test_a_message_uses_the_same_values_in_every_language(code, "options")


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_options_use_only_the_punctuation_of_their_language(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(languages, "CATALOGUES", ("options",))
    languages.test_texts_use_only_the_letters_and_punctuation_of_their_language(code)


def test_every_message_of_the_options_is_used() -> None:
    languages.test_every_message_is_used("options")
    said = {f"rule.{game}.{setting.id}" for game in names() for setting in voices.house_rules(game, "en")}
    keys = [key for key in languages.templates("en", "options") if key.startswith("rule.")]
    assert [key for key in keys if key not in said and key.rpartition(".")[0] not in said] == []
