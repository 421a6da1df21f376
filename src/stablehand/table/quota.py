"""A quota: what all tables that were opened from one address may store together."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True, eq=False, weakref_slot=True)
class Quota:
    """Bytes that may be stored, and how many are. The tables of an address share one."""

    most: int
    used: int = 0

    @property
    def is_used_up(self) -> bool:
        """Whether no more tables, games and changes are allowed; games that have begun may end."""
        return self.used >= self.most
