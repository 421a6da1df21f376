"""What the pages in the browser say: the catalogue `web`, handed over as templates.

The browser fills in slots and plurals by itself, so its messages use nothing else; in the disguise they are
written out again from their parts.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from stablehand.text.language import language
from stablehand.text.message import Choice, Slot

if TYPE_CHECKING:
    from stablehand.text.message import Message, Part

PAGE: Final = "web"


@cache
def page_words(lang: str) -> dict[str, str]:
    """Return the messages by their keys.

    >>> page_words("en")["bar.rules"], page_words("xx")["bar.rules"]
    ('Rules', 'Rûléš~~')
    """
    catalogue = language(lang).catalogue(PAGE)
    return {key: template(catalogue.message(key)) for key in catalogue}


def template(message: Message) -> str:
    """Write a message out, so that it reads as the same.

    >>> from stablehand.text.message import read
    >>> template(read("{n, plural, one {# card} other {# cards}} of {who}"))
    '{n, plural, one {{n} card} other {{n} cards}} of {who}'
    """
    return "".join(map(_written, message.parts))


def _written(part: Part) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, Slot):
        form = f":{'^' if part.is_capital else ''}{part.form}" if part.form or part.is_capital else ""
        return f"{{{part.name}{form}}}"
    assert isinstance(part, Choice)
    branches = " ".join(f"{name} {{{template(branch)}}}" for name, branch in part.branches)
    return f"{{{part.name}, {'plural' if part.is_plural else 'select'}, {branches}}}"
