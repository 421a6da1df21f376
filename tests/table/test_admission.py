"""Who may sit down: kicks hold, a running game is joined by consent, and nobody fills a lobby alone."""

from __future__ import annotations

from stablehand.table import protocol as p
from stablehand.table.commands.admission import KNOCK_TIME, MOST_KNOCKS, Admission
from stablehand.table.commands.requests import Sit
from stablehand.table.state.facts import Sat
from support.table_setup import TableHarness, begun, opened, refused, restored, seated

HOME, AWAY, OTHER = "192.0.2.1", "192.0.2.2", "192.0.2.3"


def sit(
    harness: TableHarness, name: str, client: str = AWAY, token: str = "", tokens: tuple[str, ...] = ()
) -> Admission:
    """Ask for a seat as a client with an address and tokens would."""
    return harness.table.admit(Sit(name, None, token or f"token of {name}", client, tokens), harness.now)


def hosted(**words: object) -> TableHarness:
    """Open a table with a host at home."""
    harness = opened(**words)  # type: ignore[arg-type]
    sit(harness, "Ann", HOME)
    harness.table.connect(0, harness.now)
    return harness


# ---- kicks


def test_a_kick_holds_by_address_and_by_token_until_the_host_pardons() -> None:
    harness = hosted()
    sit(harness, "Bob")
    harness.do(0, p.Kick, seat=1)
    refused("sent_away", sit, harness, "Bob")
    refused("sent_away", sit, harness, "Robert", OTHER, "new", ("token of Bob",))
    assert sit(harness, "Cid", OTHER) == Admission(1)
    assert harness.seen(1).sent_away == ("Bob",)
    refused("not_host", harness.do, 1, p.Pardon)
    harness.do(0, p.Pardon)
    assert sit(harness, "Bob") == Admission(2)


def test_a_kick_holds_after_a_restart_and_during_a_game() -> None:
    harness = hosted()
    sit(harness, "Bob")
    harness.do(1, p.Ready)
    harness.do(0, p.Start)
    harness.do(0, p.Kick, seat=1)
    back = restored(harness)
    refused("sent_away", sit, back, "Bob")
    assert "Bob" in back.seen(None).sent_away


def test_a_kick_is_said_to_everybody() -> None:
    harness = seated(3)
    harness.do(0, p.Kick, seat=2)
    [line] = harness.seen(1).chat
    assert (line.text, line.notice) == ("The host has removed Cid.", "sent_away")


def test_the_addresses_of_players_are_not_stored() -> None:
    harness = hosted()
    sit(harness, "Bob", "2001:db8:1:2::/64")
    stored = b"".join(body for body, _ in harness.table.take_unstored())
    assert HOME.encode() not in stored
    assert b"2001:db8" not in stored
    other = hosted()
    assert other.table.state.seats[0].visitor == harness.table.state.seats[0].visitor
    other.table.state.id = "t2"
    sit(other, "Bob", HOME)
    assert other.table.state.seats[1].visitor != harness.table.state.seats[0].visitor


# ---- a running game


def test_a_newcomer_to_a_running_game_waits_for_the_host() -> None:
    harness = begun(2, seats=3)
    assert sit(harness, "Zoe") == Admission(2, is_waiting=True)
    assert harness.table.state.seats[2].level is not None
    assert harness.table.state.seat_of("token of Zoe") is None
    [knock] = harness.seen(1).knocks
    assert (knock.name, knock.seat, harness.seen(None).knocks) == ("Zoe", 2, ())
    harness.do(0, p.LetIn, knock=knock.number)
    assert harness.table.state.seat_of("token of Zoe") == 2
    assert harness.seen(0).knocks == ()
    for seat in (0, 1, 2, None):
        assert [line.text for line in harness.seen(seat).chat] == [
            "Zoe has joined the game and takes over from a bot."
        ]
    assert harness.seen(0, "it").chat[0].text.startswith("Zoe ")


def test_without_the_host_all_who_are_present_let_a_newcomer_in() -> None:
    harness = begun(4, seats=5)
    sit(harness, "Zoe")
    harness.table.disconnect(3, harness.now)
    harness.table.disconnect(0, harness.now)
    harness.do(2, p.LetIn, knock=1)
    assert harness.table.state.seat_of("token of Zoe") is None
    assert harness.seen(1).knocks[0].agreed == (2,)
    refused("not_host", harness.do, 2, p.LetIn, knock=1, agree=False)
    harness.do(1, p.LetIn, knock=1)
    assert harness.table.state.seat_of("token of Zoe") == 4


def test_the_host_refuses_a_newcomer_and_old_requests_lapse() -> None:
    harness = begun(2, seats=3)
    sit(harness, "Zoe")
    harness.do(0, p.LetIn, knock=1, agree=False)
    refused("no_knock", harness.do, 0, p.LetIn, knock=1)
    sit(harness, "Zoe")
    assert harness.table.has_knock_from({"token of Zoe"}, harness.now)
    harness.wait(KNOCK_TIME / 1000 + 1)
    assert harness.seen(0).knocks == ()
    refused("no_knock", harness.do, 0, p.LetIn, knock=2)
    assert not harness.table.has_knock_from({"token of Zoe"}, harness.now)


def test_requests_to_be_let_in_are_bounded() -> None:
    harness = begun(2, seats=3)
    for number in range(40):
        sit(harness, "Zoe", AWAY, f"token {number}")
    assert len(harness.seen(0).knocks) == 1
    for number in range(1, MOST_KNOCKS):
        sit(harness, "Zoe", f"198.51.100.{number}")
    refused("too_many_knocks", sit, harness, "Zoe", "198.51.100.99")
    assert harness.table.take_unstored()[-1:] != []
    assert not any(isinstance(fact, Sat) and fact.name == "Zoe" for fact in harness.facts())


def test_a_seat_that_was_given_meanwhile_is_not_given_again() -> None:
    harness = begun(2, seats=3)
    sit(harness, "Zoe")
    sit(harness, "Yan", OTHER)
    harness.do(0, p.LetIn, knock=1)
    refused("seat_taken", harness.do, 0, p.LetIn, knock=2)


def test_where_nobody_plays_any_more_a_newcomer_sits_down_at_once() -> None:
    harness = begun(2, seats=2)
    harness.do(1, p.Leave)
    harness.do(0, p.Kick, seat=1)
    harness.do(0, p.Leave)
    assert sit(harness, "Zoe") == Admission(1)


# ---- a lobby


def test_one_address_takes_two_seats_and_then_the_host_is_asked() -> None:
    harness = hosted(game="unicorns", seats=6)
    assert [sit(harness, name).is_waiting for name in ("Bob", "Cid", "Dot")] == [False, False, True]
    assert [seat.is_player for seat in harness.table.state.seats] == [True, True, True, False, False, False]
    assert not sit(harness, "Eve", OTHER).is_waiting
    harness.do(0, p.LetIn, knock=1)
    assert harness.table.state.seat_of("token of Dot") == 4  # Eve has the first one meanwhile
    assert harness.seen(0).knocks == ()


def test_those_at_the_hosts_address_sit_down_as_they_like() -> None:
    harness = hosted(game="unicorns", seats=6)
    assert not any(sit(harness, name, HOME).is_waiting for name in ("Bob", "Cid", "Dot", "Eve"))


def test_a_locked_lobby_is_closed_to_all_but_the_hosts_own_device() -> None:
    harness = hosted()
    sit(harness, "Bob")
    refused("not_host", harness.do, 1, p.Lock)
    harness.do(0, p.Lock)
    assert harness.seen(1).is_locked
    refused("locked", sit, harness, "Cid", OTHER)
    assert sit(harness, "Dot", HOME, tokens=("token of Ann",)) == Admission(2)
    back = restored(harness)
    assert back.table.state.is_locked
    back.do(0, p.Lock, on=False)
    back.do(0, p.Kick, seat=2)
    assert sit(back, "Cid", OTHER) == Admission(2)
