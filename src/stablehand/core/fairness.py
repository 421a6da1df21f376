"""The verifiable shuffle: a key committed to before the game, a nonce from each seat, both revealed after it.

The dealer publishes the key's commitment first and cannot change the key afterwards; then each seat adds a
nonce, and the seed of the game follows from all of them. Every hash is SHA-256 over one line of plain text,
which can be checked by hand as docs/fairness.md shows; each text carries its length, so that no two lists
give the same line.

>>> proof = Proof.of(bytes(32), ["0" * 32, "f" * 32])
>>> proof.check(mix(bytes(32), ["0" * 32, "f" * 32]))
>>> proof.check(7)
Traceback (most recent call last):
stablehand.core.fairness.FairnessError: The seed does not follow from the key and the nonces.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

KEY_BYTES: Final = 32
NONCE_DIGITS: Final = 32
_KEY: Final = re.compile(r"[0-9a-f]{64}")
_NONCE: Final = re.compile(r"[0-9a-f]{32}")


class FairnessError(ValueError):
    """Raised for a shuffle that cannot be proved."""


def commitment(key: bytes) -> str:
    """Return the commitment to a key: it may be published before the game and does not reveal the key."""
    return _commitment(_checked(key))


@lru_cache(1024)  # every frame of a table contains it
def _commitment(key: bytes) -> str:
    return _hash("commitment", key.hex())


def mix(key: bytes, nonces: Sequence[str]) -> int:
    """Return the seed that follows from a key and the nonces, in the order of the seats."""
    return int(_hash("seed", _checked(key).hex(), *_checked_nonces(nonces)), 16)


def bot_nonce(key: bytes, seat: int) -> str:
    """Return the nonce of a seat for which none was sent: a bot's, or that of a player without one.

    It follows from the key, so the commitment covers it: a server that could choose its bots' nonces after it
    has seen the players' could try until it likes the deal.
    """
    return _hash("nonce", _checked(key).hex(), str(seat))[:NONCE_DIGITS]


@dataclass(frozen=True, slots=True)
class Proof:
    """Everything needed to compute a seed again."""

    commitment: str
    key: bytes
    nonces: tuple[str, ...]

    @classmethod
    def of(cls, key: bytes, nonces: Sequence[str]) -> Proof:
        """Return the proof of a game dealt with this key and these nonces."""
        return cls(commitment(key), key, tuple(nonces))

    def check_key(self) -> None:
        """Raise FairnessError unless the key fits the commitment."""
        if commitment(self.key) != self.commitment:
            raise FairnessError("The key is not the one that the commitment was made for.")

    def check(self, seed: int) -> None:
        """Raise FairnessError unless key, commitment, nonces and seed fit together."""
        self.check_key()
        if mix(self.key, self.nonces) != seed:
            raise FairnessError("The seed does not follow from the key and the nonces.")

    def seats_without_nonce(self) -> tuple[int, ...]:
        """Return the seats whose nonce follows from the key: nobody sent one for them."""
        return tuple(seat for seat, nonce in enumerate(self.nonces) if nonce == bot_nonce(self.key, seat))

    def write(self) -> dict[str, object]:
        """Return the proof as it is stored in a journal."""
        return {"commitment": self.commitment, "key": self.key.hex(), "nonces": list(self.nonces)}

    @classmethod
    def read(cls, value: object) -> Proof:
        """Read what `write` wrote, without checking that it holds: that is what `check` does."""
        match value:
            case {"commitment": str(promised), "key": str(key), "nonces": list(nonces), **rest} if not rest:
                pass
            case _:
                raise FairnessError("A proof has a commitment, a key and a list of nonces, and nothing else.")
        for name, text in (("commitment", promised), ("key", key)):
            if not _KEY.fullmatch(text):
                raise FairnessError(f"The {name} is not {2 * KEY_BYTES} hex digits in small letters.")
        return cls(promised, bytes.fromhex(key), _checked_nonces(nonces))


def _checked(key: bytes) -> bytes:
    if len(key) != KEY_BYTES:
        raise FairnessError(f"A key has {8 * KEY_BYTES} bits, not {8 * len(key)}.")
    return key


def _checked_nonces(nonces: Sequence[object]) -> tuple[str, ...]:
    checked: list[str] = []
    for seat, nonce in enumerate(nonces):
        if not isinstance(nonce, str) or not _NONCE.fullmatch(nonce):
            raise FairnessError(f"Seat {seat}'s nonce is not {NONCE_DIGITS} hex digits in small letters.")
        checked.append(nonce)
    return tuple(checked)


def _hash(purpose: str, *texts: str) -> str:
    """Hash a line such as `stablehand seed 64:…,32:…,32:…,`."""
    line = f"stablehand {purpose} " + "".join(f"{len(text)}:{text}," for text in texts)
    return sha256(line.encode()).hexdigest()
