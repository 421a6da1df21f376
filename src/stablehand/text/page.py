"""The messages of the browser pages, parsed so that the page only fills them in.

They are those of the catalogue `web`, and of the file of each game that its manifest names as `page`.

A message without slots is a string. Any other is a list of parts:

    "text"                        text
    ["who"]                       the value of the slot `who`
    ["n", {"one": …, "other": …}] one of the branches, each a message: `=2` for the number 2, else the one
                                  named like the value, else the number’s plural category, else `other`

Forms and capitals (`{who:^acc}`) need the grammar of a language, which the page does not have.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias

from stablehand.core.registry import manifests
from stablehand.text.language import language
from stablehand.text.message import MessageError, Slot

if TYPE_CHECKING:
    from stablehand.text.language import Catalogue
    from stablehand.text.message import Message, Part

PAGE: Final = "web"

PageMessage: TypeAlias = "str | list[PagePart]"
PagePart: TypeAlias = "str | list[str | dict[str, PageMessage]]"


@cache
def page_words(lang: str) -> dict[str, PageMessage]:
    """Return the parsed messages by key. The result is shared between callers.

    >>> page_words("en")["bar.rules"], page_words("xx")["bar.rules"]
    ('Rules', 'Rûléš~~')
    """
    return {key: parsed(one.message(key)) for one in catalogues(lang) for key in one}


def catalogues(lang: str) -> list[Catalogue]:
    """Return the catalogues whose messages the page gets; no key is in two of them."""
    files = [f"{game.name}/{game.page}" for game in manifests() if game.page]
    return [language(lang).catalogue(name) for name in (PAGE, *files)]


def parsed(message: Message) -> PageMessage:
    """Return a message as JSON for the page; raise MessageError if the page could not fill it in.

    >>> from stablehand.text.message import read
    >>> parsed(read("{n, plural, one {# card} other {# cards}} of {who}"))
    [['n', {'one': [['n'], ' card'], 'other': [['n'], ' cards']}], ' of ', ['who']]
    """
    if all(isinstance(part, str) for part in message.parts):
        return "".join(map(str, message.parts))
    return [_part(part) for part in message.parts]


def _part(part: Part) -> PagePart:
    if isinstance(part, str):
        return part
    if not isinstance(part, Slot):
        return [part.name, {name: parsed(branch) for name, branch in part.branches}]
    if part.form or part.is_capital:
        raise MessageError(f"The page cannot inflect {{{part.name}:{part.form}}}.")
    return [part.name]
