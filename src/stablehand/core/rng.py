"""The random generator: keyed BLAKE2b in counter mode, and a quick mix of bits for imagined states.

Key and counter are its whole state, so it is cheap to copy and gives the same numbers on every machine. The
hash is keyed, so the next card cannot be predicted from those already dealt.

Who imagines games needs numbers that are fair, not secret: a generator with a short key mixes key and counter
in a tenth of the time. Its key could be guessed from its numbers, so no table is dealt by it.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Final, TypeVar

from stablehand.core.rows import row_of

if TYPE_CHECKING:
    from stablehand.core.build import i64
    from stablehand.core.rows import Row

T = TypeVar("T")

_SPAN: Final = 1 << 32
_WORD: Final = 0xFFFFFFFF
_SHORT: Final = 8
"""The bytes of the key of a quick generator; that of a secret one has 32."""

_LATEST: Final[list[tuple[bytes, blake2b]]] = []
"""The last key, and the hash that was begun with it: a game shuffles again and again by the same key."""
_LAST_BYTES: Final = tuple(bytes([byte]) for byte in range(256))
"""How the numbers of the first 256 blocks end; before that they have seven bytes of 0."""


def _begun(key: bytes) -> blake2b:
    """Return a hash that was fed a key and what the first 256 blocks begin with; feed only copies of it."""
    if _LATEST:
        latest, begun = _LATEST[0]
        if latest == key:
            return begun
    begun = blake2b(bytes(7), key=key)
    _LATEST[:] = [(key, begun)]
    return begun


class Rng:
    """A stream of uniform random numbers, determined by `key` and `counter`.

    >>> rng = Rng.from_seed(7)
    >>> [rng.below(6) for _ in range(5)] == [Rng(rng.key, i).below(6) for i in range(5)]
    True
    """

    __slots__ = ("_begun", "_block", "_bytes", "_high", "_low", "counter", "key")

    def __init__(self, key: bytes, counter: int = 0) -> None:
        self.key = key
        self.counter: i64 = counter
        self._block: i64 = -1
        self._begun: blake2b | None = None
        self._bytes = b""
        self._high: i64 = -1
        """The halves of a short key; -1 if the key is a long one."""
        self._low: i64 = -1
        if len(key) == _SHORT:
            self._high = key[0] << 24 | key[1] << 16 | key[2] << 8 | key[3]
            self._low = key[4] << 24 | key[5] << 16 | key[6] << 8 | key[7]

    @classmethod
    def from_seed(cls, seed: int, purpose: str = "") -> Rng:
        """Return the generator of a seed; each purpose gives an unrelated stream."""
        source = seed.to_bytes(32, "big") + purpose.encode()
        return cls(blake2b(source, digest_size=32, person=b"stablehand rng").digest())

    @classmethod
    def quick(cls, seed: int) -> Rng:
        """Return the quick generator of a seed, for imagined states only: it can be guessed.

        Seeds below 2**32 never give the same stream.
        """
        if seed < 0:
            raise ValueError(f"A seed is not negative, as {seed} is.")
        high: i64 = 1
        low: i64 = 0
        rest = seed
        while rest:
            part: i64 = rest & _WORD
            high, low = _mixed(high, low, part), _mixed(low, high, part)
            rest >>= 32
        return cls(int(high).to_bytes(4, "big") + int(low).to_bytes(4, "big"))

    def copy(self) -> Rng:
        """Return a generator that gives the same numbers from here on."""
        return Rng(self.key, self.counter)

    def at(self, counter: int) -> Rng:
        """Return a generator of the same stream, at another place in it."""
        other = Rng(self.key, counter)
        if self._high < 0:
            if self._begun is None:
                self._begun = _begun(self.key)
            other._begun = self._begun
        return other

    def word(self) -> i64:
        """Return the next 32 bits."""
        counter = self.counter
        if self._high >= 0:
            self.counter = counter + 1
            return _mixed(self._high, self._low, counter & _WORD)
        if counter >> 4 != self._block:
            self._fill(counter >> 4)
        self.counter = counter + 1
        return _word_at(self._bytes, counter)

    def _fill(self, block: i64) -> None:
        """Compute the 16 words of a block, four bytes each."""
        if block < 256:
            if self._begun is None:
                self._begun = _begun(self.key)
            hashed = self._begun.copy()
            hashed.update(_LAST_BYTES[block])
        else:
            hashed = blake2b(int(block).to_bytes(8, "big"), key=self.key)
        self._bytes = hashed.digest()
        self._block = block

    def below(self, n: i64) -> i64:
        """Return a uniform number from 0 to n - 1; words past the last multiple of n are rejected.

        A quick generator rejects none, so its numbers are uniform but for a part of n in 2**31. Raise
        ValueError if n is more than 2**32.
        """
        if n > _SPAN:
            raise ValueError(f"A fair number is drawn from 32 bits: below 2**32 at most, not below {n}.")
        if self._high >= 0:
            counter = self.counter
            self.counter = counter + 1
            return (_mixed(self._high, self._low, counter & _WORD) >> 1) * n >> 31
        word = self.word()
        while word >= _SPAN - n and word >= _SPAN - _SPAN % n:
            word = self.word()
        return word % n

    def choice(self, items: tuple[T, ...] | list[T]) -> T:
        """Return one of the items."""
        return items[self.below(len(items))]

    def shuffle(self, items: list[T]) -> None:
        """Shuffle the items in place (Fisher-Yates)."""
        length: i64 = len(items)
        others = self._swaps(length)
        for i in range(length - 1, 0, -1):
            item, j = items[i], others[i]
            items[i] = items[j]
            items[j] = item

    def shuffle_row(self, numbers: Row) -> None:
        """Shuffle a row in place, in the same way."""
        length: i64 = len(numbers)
        others = self._swaps(length)
        for i in range(length - 1, 0, -1):
            number, j = numbers[i], others[i]
            numbers[i] = numbers[j]
            numbers[j] = number

    def _swaps(self, length: i64) -> Row:
        """Return for each place, the last one first, with which of those up to it a shuffle exchanges it.

        These are numbers of `below`; compiled, calling it takes longer than all the rest.
        """
        found = row_of(0, length)
        high, low = self._high, self._low
        at = self.counter
        if high >= 0:
            for i in range(length - 1, 0, -1):
                found[i] = (_mixed(high, low, at & _WORD) >> 1) * (i + 1) >> 31
                at += 1
            self.counter = at
            return found
        block = self._bytes
        for i in range(length - 1, 0, -1):
            n = i + 1
            if at >> 4 != self._block:
                self._fill(at >> 4)
                block = self._bytes
            word = _word_at(block, at)
            at += 1
            while word >= _SPAN - n and word >= _SPAN - _SPAN % n:
                self.counter = at
                word = self.word()
                at, block = self.counter, self._bytes
            found[i] = word % n
        self.counter = at
        return found


def _word_at(block: bytes, counter: i64) -> i64:
    """Return the word of a block that a counter stands for."""
    at: i64 = (counter & 15) << 2
    # Byte by byte: compiled, that takes a tenth of the time of unpacking the block into a tuple.
    first: i64 = block[at]
    second: i64 = block[at + 1]
    third: i64 = block[at + 2]
    return first << 24 | second << 16 | third << 8 | block[at + 3]


def _mixed(high: i64, low: i64, counter: i64) -> i64:
    """Mix the halves of a key and a counter, 32 bits each, to 32 bits.

    Each line can be undone, so all counters give different words. No product has more than 63 bits: compiled,
    it would wrap round.
    """
    x: i64 = (counter * 0x5851F42D + high) & _WORD
    x ^= x >> 16
    x = x * 0x21F0AAAD & _WORD
    x ^= x >> 15
    x = x * 0x735A2D97 & _WORD
    x ^= x >> 15
    x = (x + low) & _WORD
    x ^= x >> 16
    x = x * 0x7FEB352D & _WORD
    return x ^ x >> 15
