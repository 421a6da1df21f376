from __future__ import annotations

import re
from typing import Any

import pytest

from stablehand.games.unicorns.decks import own
from stablehand.table import protocol as p
from stablehand.table.commands import lobby, offers
from stablehand.table.commands.lobby import Permissions
from stablehand.table.refusal import Refusal
from stablehand.table.state.bot_names import bot_names, usual_names
from stablehand.table.state.facts import Closed
from support.table_setup import NAMES, begun, opened, refused, restored, seated


def test_the_first_player_is_the_host_until_they_leave() -> None:
    harness = seated(3)
    assert harness.table.host == 0
    harness.do(0, p.Leave)
    assert harness.table.host == 1
    assert harness.table.state.seats[0].is_empty


def test_a_newcomer_gets_the_first_free_seat_and_a_full_table_says_so() -> None:
    harness = opened(seats=2)
    assert [harness.sit(name, None, name) for name in NAMES[:2]] == [0, 1]
    refused("full", harness.sit, "Cid", None, "x")
    refused("seat_taken", harness.sit, "Cid", 1, "x")
    refused("no_seat", harness.sit, "Cid", 2, "x")


def test_a_name_like_that_of_somebody_seated_is_refused() -> None:
    harness = seated(1)
    refused("name_looks_like", harness.sit, "ANN", None, "x")
    refused("name_empty", harness.sit, "  ", None, "x")


def test_a_player_may_take_the_name_of_a_bot_which_then_gets_another() -> None:
    harness = opened(seats=4)
    harness.sit("Hazel", None, "x")
    harness.do(0, p.Start)
    assert [seat.name for seat in harness.seen(0).seats] == ["Hazel", "Ash", "Rowan", "Willow"]
    harness.do(0, p.Rename, name="ASH")
    assert [seat.name for seat in harness.seen(0).seats] == ["ASH", "Willow", "Rowan", "Hazel"]


def test_no_bot_has_the_name_of_a_player_or_of_another_bot() -> None:
    for people in range(1, 8):
        names = usual_names("en")[8 - people :]
        bots = bot_names(names, tuple(range(people, 8)), "en")
        assert len({*names, *bots.values()}) == 8


@pytest.mark.parametrize(
    ("lang", "named"),
    [("ru", "Ясень"), ("pl", "Jesion"), ("it", "Frassino"), ("en", "Ash"), ("xx", "Ash"), ("tlh", "Ash")],
)
def test_bots_have_names_of_the_language_in_which_the_table_was_opened(lang: str, named: str) -> None:
    harness = opened(seats=2, lang=lang)
    harness.sit("Zoe", None, "x")
    harness.do(0, p.Start)
    assert [seat.name for seat in harness.seen(0, "it").seats] == ["Zoe", named]
    assert restored(harness).seen(0).seats[1].name == named


def test_a_player_gives_a_name_later_before_and_during_the_game() -> None:
    harness = seated(2, seats=2)
    refused("name_looks_like", harness.do, 0, p.Rename, name="Bob")
    refused("name_looks_like", harness.do, 0, p.Rename, name="host")
    refused("name_empty", harness.do, 0, p.Rename, name=" ")
    harness.do(0, p.Rename, name=" Annabel ")
    assert harness.seen(1).seats[0].name == "Annabel"
    harness.do(1, p.Ready)
    harness.do(0, p.Start)
    harness.do(1, p.Rename, name="Ann")
    assert [seat.name for seat in harness.seen(None).seats] == ["Annabel", "Ann"]


def test_the_host_starts_when_all_are_ready_and_bots_take_the_empty_seats() -> None:
    harness = seated([0, 2], seats=4)
    refused("not_host", harness.do, 2, p.Start)
    refused("not_ready", harness.do, 0, p.Start)
    harness.do(2, p.Ready)
    harness.do(0, p.Start)
    assert harness.table.state.stage == "playing"
    assert [seat.level for seat in harness.table.state.seats] == [None, "normal", None, "normal"]
    assert [seat.name for seat in harness.seen(0).seats][1] == "Ash"


@pytest.mark.parametrize("deck", ['{"id":"mine","extends":"base_2e"}', {"id": "mine", "extends": "base_2e"}])
def test_a_strangers_deck_is_refused_unread(deck: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading one can take a second, which a table does not have for everybody."""
    read: list[object] = []
    monkeypatch.setattr(own, "resolve", lambda _, table: read.append(table))
    harness = seated(2, seats=3)
    refused("bad_options", harness.do, 0, p.Configure, game="unicorns", options={"deck": deck})
    assert read == []


def test_a_change_by_the_host_clears_the_ready_marks() -> None:
    harness = seated(2, seats=3)
    harness.do(1, p.Ready)
    harness.do(0, p.Configure, game="unicorns", options={"deck": "base_1e"}, seats=5)
    assert (harness.table.state.game, len(harness.table.state.seats)) == ("unicorns", 5)
    assert not harness.table.state.seats[1].is_ready
    refused("not_host", harness.do, 1, p.Configure, seats=4)
    refused("bad_options", harness.do, 0, p.Configure, options={"deck": "no_such"})
    refused("bad_options", harness.do, 0, p.Configure, game="chess")
    assert harness.table.state.options == {"deck": "base_1e"}


@pytest.mark.parametrize("options", [{"targets": "declare"}, {"unplayable_if_impossible": True}])
def test_an_older_name_of_a_value_is_still_accepted(options: dict[str, object]) -> None:
    """UU-PLAY-4, UU-IMP-2: pages and stored tables may still name it."""
    offers.check("unicorns", 3, options, has_adult=False)
    with pytest.raises(Refusal):
        offers.check("unicorns", 3, dict.fromkeys(options, "neither"), has_adult=False)


def test_the_silent_option_is_refused() -> None:
    """The time of an answer would reveal hands."""
    refused("no_silent", opened, game="unicorns", options={"silent": True})


def test_a_seat_with_a_player_cannot_be_removed() -> None:
    harness = seated([0, 2], seats=3)
    refused("too_many_players", harness.do, 0, p.Configure, seats=2)


@pytest.mark.parametrize(
    ("permissions", "is_public", "is_allowed"),
    [
        (Permissions("off"), False, False),
        (Permissions("private"), False, True),
        (Permissions("private"), True, False),
        (Permissions("on"), True, True),
        (Permissions("on", is_family=True), False, False),
    ],
)
@pytest.mark.parametrize("options", [{"deck": "nsfw_2e"}, {"expansions": ["nsfw_expansion"]}], ids=str)
def test_adult_decks_are_played_only_if_the_server_allows_them(
    permissions: Permissions, is_public: bool, is_allowed: bool, options: dict[str, Any]
) -> None:
    """RUL-53: so are tables with an adult expansion."""
    words: dict[str, Any] = {"game": "unicorns", "options": options, "permissions": permissions}
    words["house"] = p.House(public=is_public)
    if is_allowed:
        assert opened(**words).table.state.stage == "lobby"
    else:
        refused("adult", opened, **words)


def test_a_player_who_leaves_is_replaced_by_a_bot_and_may_return() -> None:
    harness = begun(3)
    harness.do(1, p.Leave)
    assert harness.table.state.seats[1].level == "normal"
    refused("bot_plays", harness.answer, 1)
    assert harness.seen(1).decision is None
    harness.do(1, p.Return)
    assert not harness.seen(0).seats[1].is_bot
    harness.answer(1)
    assert harness.table.state.seats[1].name == "Bob"


def test_the_host_can_kick_a_player_and_another_may_take_the_seat() -> None:
    harness = begun(3)
    refused("not_host", harness.do, 1, p.Kick, seat=2)
    refused("kick_self", harness.do, 0, p.Kick, seat=0)
    harness.do(0, p.Kick, seat=2)
    assert harness.table.state.seat_of("token 2") is None
    assert harness.table.state.seats[2].level == "normal"
    refused("spectator", harness.do, 2, p.Return)
    assert harness.sit("Zoe", None, "new") == 2
    assert harness.table.state.seats[2].is_active


def test_any_player_may_let_a_bot_play_for_somebody_who_is_away_until_they_return() -> None:
    harness = begun(3)
    refused("seat_taken", harness.do, 1, p.Bot, seat=2)
    harness.table.disconnect(2, harness.now)
    harness.wait(19.9)
    assert not harness.seen(0).seats[2].is_away
    refused("seat_taken", harness.do, 1, p.Bot, seat=2)
    harness.wait(0.1)
    assert harness.seen(0).seats[2].is_away
    harness.do(1, p.Bot, seat=2, level="easy")
    assert harness.table.state.seats[2].level == "easy"
    harness.table.connect(2, harness.now)
    assert harness.table.state.seats[2].is_active
    assert not harness.seen(0).seats[2].is_away


def test_a_bot_that_was_asked_to_play_on_keeps_the_seat_when_its_player_watches() -> None:
    harness = begun(3)
    harness.do(2, p.Leave)
    harness.table.disconnect(2, harness.now)
    harness.table.connect(2, harness.now)
    assert not harness.table.state.seats[2].is_active
    harness.do(2, p.Return)
    assert harness.table.state.seats[2].is_active


def test_a_player_who_is_away_is_still_away_after_a_restart() -> None:
    harness = begun(3)
    back = restored(harness)
    back.table.connect(1, back.now)
    back.wait(20)
    assert [seat.is_away for seat in back.seen(None).seats] == [True, False, True]
    back.table.connect(0, back.now)
    assert [seat.is_away for seat in back.seen(None).seats] == [False, False, True]


def test_a_bot_in_a_running_game_can_be_changed_but_not_removed() -> None:
    harness = begun(2)
    harness.do(0, p.Bot, seat=2, level="hard")
    assert harness.table.state.seats[2].level == "hard"
    refused("bot_needed", harness.do, 0, p.Bot, seat=2, level=None)


def test_before_the_game_the_host_adds_and_removes_bots() -> None:
    harness = seated(1)
    harness.do(0, p.Bot, seat=1, level="easy")
    assert harness.table.state.seats[1].level == "easy"
    assert harness.sit("Bob", 1, "x") == 1
    assert not harness.seen(0).seats[1].is_bot
    refused("no_bot", harness.do, 0, p.Bot, seat=2, level=None)


def test_a_rematch_has_the_same_players_and_another_shuffle() -> None:
    harness = begun(3)
    refused("not_over", harness.do, 0, p.Rematch)
    harness.play_on()
    first = harness.seen(0)
    assert first.stage == "over"
    assert first.proof.key is not None
    harness.do(0, p.Rematch)
    second = harness.seen(0)
    assert second.stage == "lobby"
    assert second.game_number == 2
    assert second.proof.key is None
    assert second.proof.commitment != first.proof.commitment
    for seat in (1, 2):
        harness.do(seat, p.Ready)
    harness.do(0, p.Start)
    assert harness.table.state.stage == "playing"
    assert harness.seen(0).state > first.state


def test_a_closed_table_accepts_no_commands() -> None:
    harness = begun(2)
    harness.table.apply(Closed(harness.now))
    refused("closed", harness.answer, 0)
    refused("closed", harness.sit, "Zoe", None, "x")
    assert harness.table.wake_at() is None


@pytest.mark.parametrize(
    "text",
    ["\u202esdrawkcab", "a\u0007b", "two\nlines", "<b>bold</b>", "x" * 121, "", " ", "\u200b", "\ud800"],
)
def test_a_house_rule_is_one_clean_line(text: str) -> None:
    harness = seated(1, game="unicorns")
    with pytest.raises(Refusal) as refusal:
        lobby.check("unicorns", 3, {"house_rules": [["neigh", text]]}, p.House(), harness.table.permissions)
    assert refusal.value.reason == "bad_options"
    assert len(str(refusal.value.words["problem"])) < 200


def test_an_ordinary_house_rule_is_accepted_and_their_number_is_bounded() -> None:
    harness = seated(1, game="unicorns")
    rule = ["neigh", "Say “neigh!” — aloud, d’accord? Ржать 🦄"]
    harness.do(0, p.Configure, options={"house_rules": [rule]})
    refused("bad_options", harness.do, 0, p.Configure, options={"house_rules": [rule] * 21})


@pytest.mark.parametrize(
    "options",
    [
        {"deck": "no_such"},
        {"party": "strip"},
        {"ruleset": "no_such"},
        {"expansions": ["no_such"]},
        {"expansions": ["nsfw_expansion"]},
    ],
)
def test_a_refusal_does_not_name_adult_decks_if_they_are_off(options: dict[str, object]) -> None:
    harness = seated(1, game="unicorns", permissions=Permissions("off"))
    with pytest.raises(Refusal) as refusal:
        harness.do(0, p.Configure, options=options)
    assert not re.search("nsfw|strip|drink", str(refusal.value.words))
