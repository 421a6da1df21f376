"""The verifiable shuffle: nobody can influence it, a changed proof is detected, and it is uniform.

χ² tests use fixed seeds, so their result never varies. Their threshold is the value that a fair
shuffle exceeds once in a thousand, by Wilson and Hilferty's approximation, which is good to 0.3 % from
thirty degrees of freedom on; for two there is a formula.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import FrozenInstanceError
from hashlib import sha256
from math import log
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stablehand import Journal, JournalError, load
from stablehand.core.fairness import FairnessError, Proof, bot_nonce, commitment, mix
from stablehand.core.journal import _line, _seal
from stablehand.core.rng import Rng
from stablehand.games.fairytale.state.state import PICKS
from stablehand.games.unicorns.state.state import DECK

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

KEY = bytes(range(32))
NONCES = ("00112233445566778899aabbccddeeff", "0123456789abcdef0123456789abcdef", "f" * 32)
PROOF = Proof.of(KEY, NONCES)
SEED = mix(KEY, NONCES)
DEALS = 2400

keys = st.binary(min_size=32, max_size=32)
nonce_lists = st.lists(st.text("0123456789abcdef", min_size=32, max_size=32), min_size=2, max_size=8)


def flipped(data: bytes) -> Iterable[bytes]:
    """Yield the data with one bit changed, for each bit."""
    for bit in range(8 * len(data)):
        yield bytes(byte ^ (1 << bit % 8 if at == bit // 8 else 0) for at, byte in enumerate(data))


def changed_nonces() -> Iterable[tuple[str, ...]]:
    """Yield the nonces with one bit changed, for each bit of each nonce."""
    for seat, nonce in enumerate(NONCES):
        for changed in flipped(bytes.fromhex(nonce)):
            yield (*NONCES[:seat], changed.hex(), *NONCES[seat + 1 :])


# ---- hashes


def test_the_hashes_are_those_of_the_documented_lines() -> None:
    """These lines must never change, because old journals must stay verifiable."""
    line = "stablehand commitment 64:000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f,"
    assert commitment(KEY) == sha256(line.encode()).hexdigest()
    assert commitment(KEY) == "2d93da6b5f83fa1213380adc057611c5f0812c9bed314eef38115f7cc8dede9b"
    line = f"stablehand seed 64:{KEY.hex()},32:{NONCES[0]},32:{NONCES[1]},32:{NONCES[2]},"
    assert int(sha256(line.encode()).hexdigest(), 16) == SEED
    assert f"{SEED:064x}" == "741909e15baae8cb4add4d07a8beb81bc13655a25bfbaf75553068cc12a38227"
    line = f"stablehand nonce 64:{KEY.hex()},1:3,"
    assert bot_nonce(KEY, 3) == sha256(line.encode()).hexdigest()[:32]


def test_a_key_of_another_length_is_refused() -> None:
    for key in (b"", bytes(16), bytes(33)):
        for use in (commitment, lambda key: mix(key, NONCES), lambda key: bot_nonce(key, 0)):
            with pytest.raises(FairnessError, match=rf"^A key has 256 bits, not {8 * len(key)}\.$"):
                use(key)


@pytest.mark.parametrize(
    "wrong", ["", "f" * 31, "f" * 33, "F" * 32, "g" * 32, "\N{ARABIC-INDIC DIGIT ZERO}" * 32, "f" * 32 + "\n"]
)
def test_a_nonce_is_32_hex_digits(wrong: str) -> None:
    with pytest.raises(FairnessError, match=r"^Seat 1's nonce is not 32 hex digits in small letters\.$"):
        mix(KEY, (NONCES[0], wrong))


# ---- influence


def test_every_bit_of_the_key_and_of_every_nonce_changes_the_whole_seed() -> None:
    seeds = [mix(key, NONCES) for key in flipped(KEY)]
    seeds += [mix(KEY, nonces) for nonces in changed_nonces()]
    assert len({SEED, *seeds}) == 1 + 256 + 3 * 128
    distances = [(seed ^ SEED).bit_count() for seed in seeds]
    assert min(distances) > 80  # 128 is expected; 48 less is six standard deviations
    assert max(distances) < 176


@given(keys, nonce_lists)
def test_the_seed_depends_on_the_order_and_number_of_nonces(key: bytes, nonces: list[str]) -> None:
    seed = mix(key, nonces)
    assert seed == mix(key, tuple(nonces))
    assert 0 <= seed < 1 << 256
    assert mix(key, nonces[:-1]) != seed
    assert mix(key, [*nonces, nonces[0]]) != seed
    if nonces[0] != nonces[1]:
        assert mix(key, [nonces[1], nonces[0], *nonces[2:]]) != seed


def test_two_seats_with_the_same_nonce_do_not_cancel_each_other() -> None:
    assert len({mix(KEY, (each, each)) for each in NONCES}) == len(NONCES)


def test_a_bots_nonce_is_covered_by_the_commitment() -> None:
    nonces = (NONCES[0], bot_nonce(KEY, 1), bot_nonce(KEY, 2))
    assert Proof.of(KEY, nonces).seats_without_nonce() == (1, 2)
    assert PROOF.seats_without_nonce() == ()
    assert Proof.of(KEY, (nonces[1], nonces[0])).seats_without_nonce() == ()
    assert len({bot_nonce(key, seat) for seat in range(8) for key in (KEY, bytes(32))}) == 16


# ---- changed proofs


def test_a_proof_holds_for_its_own_seed_only() -> None:
    PROOF.check(SEED)
    for changed in flipped(SEED.to_bytes(32, "big")):
        with pytest.raises(FairnessError, match=r"^The seed does not follow from the key and the nonces\.$"):
            PROOF.check(int.from_bytes(changed, "big"))


def test_a_changed_key_is_detected() -> None:
    for key in flipped(KEY):
        with pytest.raises(
            FairnessError, match=r"^The key is not the one that the commitment was made for\.$"
        ):
            Proof(PROOF.commitment, key, NONCES).check(mix(key, NONCES))


def test_a_changed_commitment_is_detected() -> None:
    for changed in flipped(bytes.fromhex(PROOF.commitment)):
        with pytest.raises(FairnessError, match=r"^The key is not the one"):
            Proof(changed.hex(), KEY, NONCES).check(SEED)


def test_a_changed_nonce_is_detected() -> None:
    for nonces in changed_nonces():
        with pytest.raises(FairnessError, match=r"^The seed does not follow"):
            Proof(PROOF.commitment, KEY, nonces).check(SEED)


def test_a_proof_is_immutable() -> None:
    with pytest.raises(FrozenInstanceError):
        PROOF.key = bytes(32)  # type: ignore[misc]


# ---- in a journal


@given(keys, nonce_lists)
def test_a_journal_keeps_its_proof(key: bytes, nonces: list[str]) -> None:
    journal = Journal.begin("unicorns", len(nonces), mix(key, nonces))
    journal.proof = Proof.of(key, nonces)
    again = Journal.read(journal.write())
    assert again == journal
    assert again.proof is not None
    again.proof.check(again.seed)
    assert again.write() == journal.write()


def test_a_journal_without_a_proof_is_written_as_before() -> None:
    journal = Journal.begin("fairytale", 2, 7)
    header = json.loads(journal.write().splitlines()[0])
    assert set(header) == {"format", "version", "game", "rules_version", "seats", "seed", "options"}
    assert header["version"] == 1
    assert Journal.read(journal.write()).proof is None


WRITTEN = PROOF.write()
SHAPE = "A proof has a commitment, a key and a list of nonces, and nothing else."
BROKEN: dict[str, tuple[object, str]] = {
    "nothing": (None, SHAPE),
    "a text": ("yes", SHAPE),
    "a list": ([], SHAPE),
    "no key": ({key: value for key, value in WRITTEN.items() if key != "key"}, SHAPE),
    "something unknown": ({**WRITTEN, "salt": "x"}, SHAPE),
    "a key that is a number": ({**WRITTEN, "key": 7}, SHAPE),
    "nonces that are a text": ({**WRITTEN, "nonces": "f" * 32}, SHAPE),
    "a short key": ({**WRITTEN, "key": "00"}, "The key is not 64 hex digits in small letters."),
    "a key in capitals": ({**WRITTEN, "key": "AB" * 32}, "The key is not 64 hex digits in small letters."),
    "a strange commitment": ({**WRITTEN, "commitment": "?" * 64}, "The commitment is not 64 hex digits"),
    "a short nonce": (
        {**WRITTEN, "nonces": [NONCES[0], "f", NONCES[2]]},
        "Seat 1's nonce is not 32 hex digits",
    ),
    "a nonce that is a number": ({**WRITTEN, "nonces": [1, 2, 3]}, "Seat 0's nonce is not 32 hex digits"),
    "a nonce too few": ({**WRITTEN, "nonces": list(NONCES[:2])}, "nonces are for 2 seats, not 3."),
    "no nonces": ({**WRITTEN, "nonces": []}, "nonces are for 0 seats, not 3."),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_proof_is_reported_in_one_sentence(fault: str) -> None:
    proof, sentence = BROKEN[fault]
    header = json.loads(Journal.begin("fairytale", 3, SEED).write().splitlines()[0])
    body = _line({**header, "proof": proof})
    with pytest.raises(JournalError) as caught:
        Journal.read(body + _line({"seal": _seal(body)}))
    assert str(caught.value).startswith("The journal's proof cannot be read: ")
    assert sentence in str(caught.value)
    assert str(caught.value).endswith(".")


# ---- uniformity


def seeds() -> Iterable[int]:
    """Yield seeds made as tables make them: a new key for each game, nonces from three seats."""
    rng = Rng.from_seed(20, "keys for a test of fairness")
    for _ in range(DEALS):
        words = [f"{rng.word():08x}" for _ in range(20)]
        nonces = ["".join(words[at : at + 4]) for at in (8, 12, 16)]
        yield mix(bytes.fromhex("".join(words[:8])), nonces)


def threshold(freedom: int) -> float:
    """Return the value that χ² exceeds once in a thousand times."""
    if freedom == 2:
        return -2 * log(0.001)
    assert freedom >= 30
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + 3.0902 * part**0.5) ** 3)


def chi_square(seen: Counter[int], kinds: Sequence[int]) -> float:
    """Return χ² against a uniform distribution; a kind that is listed twice is twice as likely."""
    assert set(seen) <= set(kinds)
    expected = {kind: seen.total() * copies / len(kinds) for kind, copies in Counter(kinds).items()}
    return sum((seen[kind] - fair) ** 2 / fair for kind, fair in expected.items())


def assert_uniform(seen: Counter[int], kinds: Sequence[int]) -> None:
    assert chi_square(seen, kinds) < threshold(len(set(kinds)) - 1)


def test_the_threshold_matches_published_tables() -> None:
    assert threshold(2) == pytest.approx(13.816, rel=0.001)
    assert threshold(30) == pytest.approx(59.703, rel=0.003)
    assert threshold(100) == pytest.approx(149.449, rel=0.003)


def test_a_biased_shuffle_fails_the_test() -> None:
    biased = Counter(dict.fromkeys(range(3), DEALS // 3))
    biased[0] += DEALS // 16
    biased[1] -= DEALS // 16
    with pytest.raises(AssertionError):
        assert_uniform(biased, range(3))


def test_fairy_tale_deals_uniformly() -> None:
    game = load("fairytale")
    tops: Counter[int] = Counter()
    places: Counter[int] = Counter()
    hands: Counter[int] = Counter()
    cards = game.start(3, 0).rules.cards.supply(expert=True)
    single = next(card for card in cards if cards.count(card) == 1)
    for seed in seeds():
        state = game.start(3, seed)
        tops[state.deck[-1]] += 1
        if single in state.deck:
            places[state.deck.index(single)] += 1
        else:
            hands[next(seat for seat in range(3) if single in state.hands[seat])] += 1
    assert_uniform(tops, cards)
    assert_uniform(places, range(len(cards) - 3 * PICKS))
    assert_uniform(hands, range(3))


def test_unicorns_deals_and_chooses_the_first_player_uniformly() -> None:
    game = load("unicorns")
    tops: Counter[int] = Counter()
    places: Counter[int] = Counter()
    starts: Counter[int] = Counter()
    blank = game.start(3, 0)
    cards = sorted([*blank.zones[DECK], *(card for seat in range(3) for card in blank.hand(seat))])
    for seed in seeds():
        state = game.start(3, seed, {"first_player": "random"})
        deck = state.zones[DECK]
        tops[deck[-1]] += 1
        if cards[0] in deck:
            places[deck.index(cards[0])] += 1
        while (decision := game.pending(state)[0]).why == "baby":
            game.answer(state, decision.seat, decision.options[0])
        starts[state.starter] += 1
    assert_uniform(tops, cards)
    assert_uniform(places, range(len(blank.zones[DECK])))
    assert_uniform(starts, range(3))
