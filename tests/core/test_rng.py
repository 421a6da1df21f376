"""The random generator: the same numbers everywhere, uniformly distributed."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import pytest

from stablehand.core.rng import Rng
from support.sizes import SCALE

if TYPE_CHECKING:
    from collections.abc import Callable

MAKERS = (Rng.from_seed, Rng.quick)

# The first four words of each stream. They must be the same on every machine and in every version.
KNOWN = {
    (0, ""): (0xEBAB704B, 0x0A6DED56, 0x5CC79D4A, 0xB2C50763),
    (7, ""): (0xAA0C8265, 0x38810A2C, 0xBB6B44DD, 0xB7A61AB9),
    (7, "fairytale"): (0xD588D35D, 0x3AF0AB6D, 0xB78AB39B, 0x8A594D78),
    ((1 << 256) - 1, ""): (0x2BAA7033, 0x8C0D2F08, 0x04362FFD, 0xC161CF96),
}

# The same for the quick streams, interpreted and compiled.
KNOWN_QUICK = {
    0: (0x8D99267D, 0x430A0EA6, 0x6FDB42F1, 0x22F34C8F),
    7: (0x70515F2F, 0x8CDAD3CD, 0xAEDBD3D3, 0x3B44832F),
    (1 << 32) - 1: (0x2F85BF80, 0x263FD855, 0x2CFED99D, 0xD477FAE7),
    (1 << 256) - 1: (0x8209EAE7, 0x32E8FAFF, 0x458C6AB9, 0xDD3908D5),
}


def chi_square(counts: list[int]) -> float:
    """Return χ² against equal counts; its mean is `len(counts) - 1`."""
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 for count in counts) / mean


@pytest.mark.parametrize(("source", "words"), KNOWN.items(), ids=str)
def test_the_first_words_are_known(source: tuple[int, str], words: tuple[int, ...]) -> None:
    rng = Rng.from_seed(*source)
    assert tuple(rng.word() for _ in words) == words


@pytest.mark.parametrize(("seed", "words"), KNOWN_QUICK.items(), ids=str)
def test_the_first_words_of_a_quick_stream_are_known(seed: int, words: tuple[int, ...]) -> None:
    rng = Rng.quick(seed)
    assert tuple(rng.word() for _ in words) == words


def test_numbers_and_shuffles_are_known() -> None:
    rng = Rng.from_seed(7)
    assert [rng.below(100) for _ in range(20)] == [
        33, 44, 73, 45, 63, 59, 69, 61, 47, 74, 60, 0, 97, 56, 11, 63, 11, 42, 41, 58,
    ]  # fmt: skip
    cards = list(range(10))
    Rng.from_seed(7).shuffle(cards)
    assert cards == [0, 2, 7, 1, 4, 9, 6, 5, 8, 3]


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("at", [0, 1, 15, 16, 17, 31, 32, (1 << 40) + 3])
def test_key_and_counter_are_the_whole_generator(make: Callable[..., Rng], at: int) -> None:
    rng = make(3)
    rng.counter = at - at % 40
    at %= 40
    for _ in range(at):
        rng.word()
    twin, copy = Rng(rng.key, rng.counter), rng.copy()
    expected = [rng.word() for _ in range(40)]
    assert [twin.word() for _ in range(40)] == expected
    assert [copy.word() for _ in range(40)] == expected


def test_seeds_and_purposes_are_unrelated_streams() -> None:
    sources = [(seed, purpose) for seed in range(50) for purpose in ("", "a", "b")]
    firsts = {Rng.from_seed(*source).word() for source in sources}
    firsts |= {Rng.quick(seed).word() for seed in range(50)}
    assert len(firsts) == len(sources) + 50


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize(("n", "limit"), [(2, 15.1), (6, 27.9), (7, 29.9), (100, 170.0)])
def test_numbers_are_uniform(n: int, limit: float, make: Callable[..., Rng]) -> None:
    """A uniform generator exceeds the limits once in ten thousand runs or less; the seed is fixed."""
    rng = make(2024)
    counts = [0] * n
    for _ in range(20_000 * SCALE):
        counts[rng.below(n)] += 1
    assert chi_square(counts) < limit


@pytest.mark.parametrize("make", MAKERS)
def test_a_number_tells_nothing_of_the_next(make: Callable[..., Rng]) -> None:
    rng = make(2024)
    counts = [0] * 256
    for _ in range(20_000 * SCALE):
        counts[rng.below(16) << 4 | rng.below(16)] += 1
    assert chi_square(counts) < 343.0  # 255 degrees of freedom


def test_the_same_number_of_neighbouring_streams_is_uniform() -> None:
    """Each try of a search begins at another place of a stream, and each truth at the start of another."""
    counts = [[0] * 16, [0] * 16]
    luck = Rng.quick(2024)
    for number in range(8_000 * SCALE):
        luck.counter = number << 12
        counts[0][luck.below(16)] += 1
        counts[1][Rng.quick(number).below(16)] += 1
    assert max(map(chi_square, counts)) < 44.0  # 15 degrees of freedom


@pytest.mark.parametrize("make", MAKERS)
def test_every_order_of_a_shuffle_is_equally_likely(make: Callable[..., Rng]) -> None:
    rng = make(2024)
    counts = dict.fromkeys(permutations(range(4)), 0)
    for _ in range(12_000 * SCALE):
        cards = list(range(4))
        rng.shuffle(cards)
        counts[tuple(cards)] += 1
    assert chi_square(list(counts.values())) < 58.6  # 23 degrees of freedom


def test_words_past_the_last_multiple_are_rejected() -> None:
    """With n = 3 · 2³⁰ the remainder of every word would favour the lowest third by two to one."""
    n = 3 << 30
    rng = Rng.from_seed(2024)
    counts = [0, 0, 0]
    calls = 6_000 * SCALE
    for _ in range(calls):
        counts[rng.below(n) >> 30] += 1
    assert chi_square(counts) < 18.5
    assert 1.25 < rng.counter / calls < 1.42  # a quarter of the words is rejected


def test_a_word_at_the_limit_is_not_used() -> None:
    def generator_of(*words: int) -> Rng:
        rng = Rng(b"")
        rng._block, rng._bytes = 0, b"".join(word.to_bytes(4, "big") for word in words).ljust(64, b"\0")
        return rng

    assert generator_of((1 << 32) - 1, 5).below(3) == 2  # 2³² - 1 is the one word past the last multiple of 3
    assert generator_of((1 << 32) - 2, 5).below(3) == 2
    assert generator_of((1 << 32) - 1).below(1 << 32) == (1 << 32) - 1
    assert generator_of((1 << 32) - 1).below(2) == 1


def test_a_choice_is_one_of_the_items() -> None:
    rng = Rng.from_seed(5)
    assert {rng.choice(("a", "b", "c")) for _ in range(60)} == {"a", "b", "c"}


def test_a_bound_above_one_word_is_refused() -> None:
    rng = Rng.from_seed(7)
    assert rng.below(1 << 32) == 0xAA0C8265
    with pytest.raises(ValueError, match="below 2\\*\\*32 at most"):
        rng.below((1 << 32) + 1)
    assert rng.counter == 1


def test_a_quick_generator_draws_one_word_a_number() -> None:
    rng = Rng.quick(7)
    assert {rng.below(3 << 30) >> 30 for _ in range(40)} == {0, 1, 2}
    assert max(rng.below(1 << 32) for _ in range(40)) > 3 << 30
    assert rng.below(1) == 0
    assert rng.counter == 81
    with pytest.raises(ValueError, match="below 2\\*\\*32 at most"):
        rng.below((1 << 32) + 1)


def test_a_quick_generator_is_told_by_its_key() -> None:
    assert len(Rng.quick(7).key) < len(Rng.from_seed(7).key) == 32
    assert Rng.quick(7).at(5).word() == Rng(Rng.quick(7).key, 5).word()


def test_a_quick_generator_wants_a_seed_as_the_other_does() -> None:
    with pytest.raises(ValueError, match="not negative"):
        Rng.quick(-1)
