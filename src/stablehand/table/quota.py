"""A quota: what all tables that were opened from one address may store together."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True, eq=False, weakref_slot=True)
class Quota:
    """The most bytes that may be stored, and how many are. The tables of one address share a quota."""

    most: int
    used: int = 0

    @property
    def is_used_up(self) -> bool:
        """Whether the quota is reached. Running games may finish; nothing new may start."""
        return self.used >= self.most
