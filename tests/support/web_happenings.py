"""What tests let happen at a table: cards that lie there, and lines of the log about them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from support.web_frames import Stage

BABIES: Final = ([(1, "baby_unicorn_red")], [(2, "baby_unicorn_blue")], [(3, "baby_unicorn_green")])
COPY: Final = "narwhal"
PHONE: Final = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
POISONED: Final = {
    "text": "Hazel’s Unicorn Poison destroys your Narwhal.", "what": "destroy", "rules": ["UU-KEY-destroy"],
    "seat": 0, "cards": [COPY], "options": [41], "goes": "discard",
    "cause": "unicorn_poison", "cause_owner": 1,
}  # fmt: skip
STOLEN: Final = {
    "text": "Hazel steals Narwhal from your stable.", "what": "steal", "rules": ["UU-KEY-steal"],
    "seat": 1, "cards": [COPY], "options": [41], "origin": "stable 0",
}  # fmt: skip


def set_pace(page: Page, pace: str, **more: Any) -> None:  # noqa: ANN401 - preferences
    """Choose a pace before the page is opened."""
    kept = json.dumps({"pace": pace, **more})
    page.add_init_script(f"localStorage.setItem('stablehand', {kept!r})")


def two_copies(stage: Stage) -> None:
    """Lay two copies of a card into one's own stable, and a third into the next."""
    mine, hers, his = BABIES
    view = stage.stabled([*mine, (40, COPY), (41, COPY)], [*hers, (42, COPY)], his)
    stage.show(stage.next(view=view))
    stage.page.locator('[data-option="42"]').wait_for()
