from __future__ import annotations

import re
from typing import Any

import pytest

from stablehand.table import protocol as p
from stablehand.table.facts import Closed
from stablehand.table.lobby import Policy
from stablehand.table.refusal import Refusal
from table_club import NAMES, begun, opened, refused, seated


def test_the_first_to_sit_down_is_the_host_until_they_leave() -> None:
    club = seated(3)
    assert club.table.host == 0
    club.do(0, p.Leave)
    assert club.table.host == 1
    assert club.table.chairs[0].is_empty


def test_a_newcomer_gets_the_first_free_seat_and_a_full_table_says_so() -> None:
    club = opened(seats=2)
    assert [club.table.sit(name, None, name, club.now) for name in NAMES[:2]] == [0, 1]
    refused("full", club.table.sit, "Cid", None, "x", club.now)
    refused("seat_taken", club.table.sit, "Cid", 1, "x", club.now)
    refused("no_seat", club.table.sit, "Cid", 2, "x", club.now)


def test_a_name_like_that_of_somebody_seated_or_of_a_bot_is_refused() -> None:
    club = seated(1)
    refused("name_looks_like", club.table.sit, "ANN", None, "x", club.now)
    refused("name_looks_like", club.table.sit, "Rowan", None, "x", club.now)
    refused("name_empty", club.table.sit, "  ", None, "x", club.now)


def test_the_host_starts_when_all_are_ready_and_bots_take_the_empty_seats() -> None:
    club = seated([0, 2], seats=4)
    refused("not_host", club.do, 2, p.Start)
    refused("not_ready", club.do, 0, p.Start)
    club.do(2, p.Ready)
    club.do(0, p.Start)
    assert club.table.stage == "playing"
    assert [chair.level for chair in club.table.chairs] == [None, "normal", None, "normal"]
    assert [chair.name for chair in club.seen(0).seats][1] == "Ash"


def test_what_the_host_changes_must_be_agreed_to_again() -> None:
    club = seated(2, seats=3)
    club.do(1, p.Ready)
    club.do(0, p.Configure, game="unicorns", options={"deck": "base_1e"}, seats=5)
    assert (club.table.game, len(club.table.chairs)) == ("unicorns", 5)
    assert not club.table.chairs[1].is_ready
    refused("not_host", club.do, 1, p.Configure, seats=4)
    refused("bad_options", club.do, 0, p.Configure, options={"deck": "no_such"})
    refused("bad_options", club.do, 0, p.Configure, game="chess")
    assert club.table.options == {"deck": "base_1e"}


def test_a_table_that_would_answer_for_those_without_a_choice_is_refused() -> None:
    """The time it takes would tell who holds what."""
    refused("no_silent", opened, game="unicorns", options={"silent": True})


def test_the_table_never_shrinks_under_somebody() -> None:
    club = seated([0, 2], seats=3)
    refused("too_many_players", club.do, 0, p.Configure, seats=2)


@pytest.mark.parametrize(
    ("policy", "is_public", "is_allowed"),
    [
        (Policy("off"), False, False),
        (Policy("private"), False, True),
        (Policy("private"), True, False),
        (Policy("on"), True, True),
        (Policy("on", is_family=True), False, False),
    ],
)
def test_decks_for_adults_are_played_only_where_the_server_allows(
    policy: Policy, is_public: bool, is_allowed: bool
) -> None:
    words: dict[str, Any] = {"game": "unicorns", "options": {"deck": "nsfw_2e"}, "policy": policy}
    words["house"] = p.House(public=is_public)
    if is_allowed:
        assert opened(**words).table.stage == "lobby"
    else:
        refused("adult", opened, **words)


def test_somebody_who_leaves_is_replaced_by_a_bot_and_may_come_back() -> None:
    club = begun(3)
    club.do(1, p.Leave)
    assert club.table.chairs[1].level == "normal"
    refused("bot_plays", club.answer, 1)
    assert club.seen(1).decision is None
    club.do(1, p.Return)
    assert not club.seen(0).seats[1].is_bot
    club.answer(1)
    assert club.table.chairs[1].name == "Bob"


def test_the_host_can_send_somebody_away_and_a_stranger_may_take_over() -> None:
    club = begun(3)
    refused("not_host", club.do, 1, p.Kick, seat=2)
    refused("kick_self", club.do, 0, p.Kick, seat=0)
    club.do(0, p.Kick, seat=2)
    assert club.table.seat_of("token 2") is None
    assert club.table.chairs[2].level == "normal"
    refused("spectator", club.do, 2, p.Return)
    assert club.table.sit("Zoe", None, "new", club.now) == 2
    assert club.table.chairs[2].is_active


def test_anybody_may_put_a_bot_in_for_a_player_who_has_been_gone_for_a_minute() -> None:
    club = begun(3)
    refused("seat_taken", club.do, 1, p.Bot, seat=2)
    club.table.disconnect(2, club.now)
    club.wait(59)
    refused("seat_taken", club.do, 1, p.Bot, seat=2)
    club.wait(1)
    club.do(1, p.Bot, seat=2, level="easy")
    assert club.table.chairs[2].level == "easy"
    club.table.connect(2)
    club.do(2, p.Return)
    assert club.table.chairs[2].is_active


def test_a_bot_in_a_running_game_can_be_changed_but_not_taken_away() -> None:
    club = begun(2)
    club.do(0, p.Bot, seat=2, level="hard")
    assert club.table.chairs[2].level == "hard"
    refused("bot_needed", club.do, 0, p.Bot, seat=2, level=None)


def test_before_the_game_the_host_puts_bots_on_seats_and_takes_them_away() -> None:
    club = seated(1)
    club.do(0, p.Bot, seat=1, level="easy")
    assert club.table.chairs[1].level == "easy"
    assert club.table.sit("Bob", 1, "x", club.now) == 1
    assert not club.seen(0).seats[1].is_bot
    refused("no_bot", club.do, 0, p.Bot, seat=2, level=None)


def test_a_rematch_has_the_same_players_and_another_shuffle() -> None:
    club = begun(3)
    refused("not_over", club.do, 0, p.Rematch)
    club.play_on()
    first = club.seen(0)
    assert first.stage == "over"
    assert first.proof.key is not None
    club.do(0, p.Rematch)
    second = club.seen(0)
    assert second.stage == "lobby"
    assert second.game_number == 2
    assert second.proof.key is None
    assert second.proof.commitment != first.proof.commitment
    for seat in (1, 2):
        club.do(seat, p.Ready)
    club.do(0, p.Start)
    assert club.table.stage == "playing"
    assert club.seen(0).state > first.state


def test_a_closed_table_takes_nothing_more() -> None:
    club = begun(2)
    club.table.happen(Closed(club.now))
    refused("closed", club.answer, 0)
    refused("closed", club.table.sit, "Zoe", None, "x", club.now)
    assert club.table.wake_at() is None


@pytest.mark.parametrize("options", [{"deck": "no_such"}, {"party": "strip"}, {"ruleset": "no_such"}])
def test_where_there_are_no_decks_for_adults_a_refusal_does_not_name_them(options: dict[str, object]) -> None:
    club = seated(1, game="unicorns", policy=Policy("off"))
    with pytest.raises(Refusal) as refusal:
        club.do(0, p.Configure, options=options)
    assert not re.search("nsfw|strip|drink", str(refusal.value.words))
