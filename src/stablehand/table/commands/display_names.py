"""Checks for player names and lines of chat.

All players see a name, beside other names and inside sentences of the log. So it must be visible, stay on its
line and not look like another name. Two names look alike if they share a skeleton. A skeleton is a name
without marks, strokes, spaces and punctuation, in lower case, with letters of other alphabets replaced by the
Latin letters they look like (after Unicode's confusables, for Latin, Greek and Cyrillic).
"""
# ruff: noqa: RUF001 - the module lists letters that look alike

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Final, Literal

from stablehand.text.language import LANGUAGES, language

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Reason = Literal["empty", "too_long", "bad_characters", "looks_like"]

NAME_LENGTH: Final = 24
CHAT_LENGTH: Final = 280
RULE_LENGTH: Final = 120
"""Characters of a house rule that a table writes itself."""
MARKS_IN_A_ROW: Final = 2
"""Many languages have letters with two marks; a letter with ten covers the line above."""
emotes: Final = ("cheer", "laugh", "gasp", "oops", "thanks", "hurry", "neigh", "again")

_LONGEST_RAW: Final = 1000
"""Longer input is refused before any other work is done."""
_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Control, format (bidi and zero-width among them), surrogates, private use, unassigned, line separators."""
_BLANK: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\U0001d159\U00016fe4\U000e0100-\U000e01ef]"
)
"""Characters that are invisible although their category is not one of `_HIDDEN`."""
_VARIATIONS: Final = re.compile("[\ufe00-\ufe0f]")
"""Variation selectors change how the character before is drawn, as on phones after a ❤. Names drop them."""
_JOINERS: Final = "\u200c\u200d"
"""Zero-width, but needed for emoji families and Persian: allowed in chat, not in names."""

_ALIKE: Final = {
    "a": "ɑαа", "A": "ΑА", "b": "Ƅьƀ", "B": "ΒВЬɃꞴ", "c": "сᴄƈ", "C": "С", "d": "ԁđɖɗ", "D": "ĐƉ",
    "e": "еҽɇ", "E": "ΕЕƐɆ", "f": "ƒẝꞙ", "F": "ϜꞘ", "g": "ɡɢƍ", "G": "Ԍ", "h": "һħ", "H": "ΗНĦ",
    "i": "ıɩɪιіɨӏꙇ", "j": "ϳјɉ", "J": "ͿЈꞲ", "k": "κкƙ", "K": "ΚКҚ", "l": "I1|ΙІӀǀłƗɭ∣", "L": "Ł",
    "M": "ΜМϺ", "n": "ηпɳ", "N": "Ν", "o": "οоσөѳɵøᴏᴑ", "O": "0ΟОӨѲƟØΘ", "p": "ρрƿ", "P": "ΡР",
    "q": "ԛɋ", "Q": "Ԛ", "r": "гɍɼᴦ", "R": "Ʀ", "s": "ѕꜱƽ", "S": "Ѕ", "t": "ŧτт", "T": "ΤТŦ",
    "u": "υʋᴜꞟ", "U": "Ʋ", "v": "νѵᴠ", "V": "Ѵ", "w": "ѡԝωɯᴡ", "W": "Ԝ", "x": "хҳ", "X": "ΧХҲꞳ",
    "y": "уүұγʏɣỿ", "Y": "ΥУҮҰƔ", "z": "ƶᴢ", "Z": "ΖƵ",
    "2": "ƧƨϨꙄꝚ", "3": "ЗзӠӡƷʒȜȝɜꝪ", "5": "Ƽ", "6": "б", "8": "Ȣȣ", "9": "Ꝯ",
    "!": "ǃ", "?": "Ɂʔ", "’": "ꞌʹʻʼʽˈ",
    "ß": "β", "þ": "ϸ", "Þ": "Ϸ", "ə": "әǝ", "Ə": "ӘƎ", "Г": "Γ", "П": "Π", "Ф": "Φ", "ф": "φ", "Л": "Λ",
    "ae": "æӕ", "AE": "ÆӔ", "oe": "œ", "OE": "Œ",
}  # fmt: skip
_SMALL_CAPITALS: Final = dict(zip("abcdefghijklmnopqrstuvwyz", "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ", strict=True))
"""Unicode has no small capital X; the others are letters of their own, which no normalisation changes."""
_SEEN_AS: Final = str.maketrans(
    {letter: seen for seen, letters in _ALIKE.items() for letter in letters}
    | {letter: plain for plain, letter in _SMALL_CAPITALS.items()}
)
_SMALL_I: Final = str.maketrans(dict.fromkeys("IΙІ", "i"))
"""A capital I looks like an l only if the player typed it as a capital: Neil and Nell are not alike."""
_PAIRS: Final = (("rn", "m"), ("vv", "w"))

_RESERVED: Final = (
    "bot", "host", "server", "admin", "moderator", "spectator", "nobody", "everybody", "stablehand",
    "бот", "хозяин", "сервер", "админ", "модератор", "зритель", "никто", "все",
    "gospodarz", "serwer", "widz", "nikt", "wszyscy",
    "padrone", "moderatore", "spettatore", "nessuno", "tutti",
)  # fmt: skip
"""Words that the log uses for people; `_reserved_words` adds the forms of "you" and the names of seats."""


class InvalidText(ValueError):  # noqa: N818 - it says what the text is
    """A name or line is not accepted: `reason` is a code, `culprit` the bad character or the similar name."""

    def __init__(self, reason: Reason, culprit: str = "") -> None:
        super().__init__(f"{reason}: {culprit}" if culprit else reason)
        self.reason: Final = reason
        self.culprit: Final = culprit


def clean_name(text: str, taken: Sequence[str] = ()) -> str:
    """Return a name as the table will show it; raise InvalidText if it is not accepted.

    >>> clean_name("  Anna   Maria ")
    'Anna Maria'
    >>> clean_name("Аnna", taken=["Anna"])
    Traceback (most recent call last):
    stablehand.table.commands.display_names.InvalidText: looks_like: Anna
    """
    name = _tidy("NFKC", _VARIATIONS.sub("", _short(text)))
    _check_characters(name)
    if _visible(name) > NAME_LENGTH:
        raise InvalidText("too_long")
    ours = skeletons(name)
    for other in taken:
        if not ours.isdisjoint(skeletons(other)):
            raise InvalidText("looks_like", other)
    if words := [_reserved()[skeleton] for skeleton in ours if skeleton in _reserved()]:
        raise InvalidText("looks_like", min(words))
    return name


def clean_chat(text: str) -> str:
    """Return a line of chat as it will be shown; raise InvalidText if it is not accepted.

    >>> clean_chat(" Neigh!  ")
    'Neigh!'
    """
    line = _tidy("NFC", _short(text))
    _check_characters(line, allowed=_JOINERS)
    if not _visible(line.translate(dict.fromkeys(map(ord, _JOINERS)))):
        raise InvalidText("empty")
    if len(line) > CHAT_LENGTH:
        raise InvalidText("too_long")
    return line


def is_clean_rule(text: str) -> bool:
    """Whether a house rule may be shown: one short line, no invisible characters, nothing like HTML.

    >>> is_clean_rule("Neigh like a horse"), is_clean_rule("<b>Neigh</b>")
    (True, False)
    """
    if len(text) > RULE_LENGTH or "<" in text or ">" in text or text != text.strip():
        return False
    try:
        _check_characters(text, allowed=_JOINERS)
    except InvalidText:
        return False
    return bool(_visible(text))


def skeletons(name: str) -> frozenset[str]:
    """Return the skeletons of a name: as it is written, and in capitals.

    >>> sorted(skeletons("Ivan"))
    ['ivan', 'lvan']
    """
    return frozenset({_skeleton(name), _skeleton(name.upper().translate(_SMALL_I))})


def _skeleton(name: str) -> str:
    seen = _bare(_bare(name).translate(_SEEN_AS).casefold())
    for pair, letter in _PAIRS:
        seen = seen.replace(pair, letter)
    seen = seen.replace(" ", "")
    letters = "".join(char for char in seen if unicodedata.category(char)[0] != "P")
    return letters or seen  # a name may consist of punctuation only


def _bare(text: str) -> str:
    """Remove accents. Vowel signs stay: they are letters in their scripts."""
    return "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))


@cache
def _reserved() -> dict[str, str]:
    """Return the skeletons that no name may have, each with its word, the plainest of several."""
    words = sorted(_reserved_words(), reverse=True)
    return {skeleton: word for word in words for skeleton in skeletons(word)}


def _reserved_words() -> Iterator[str]:
    yield from _RESERVED
    for code in LANGUAGES:
        spoken = language(code)
        yield from (spoken.words.say("you", form) for form in ("", "gen", "dat", "acc", "ins", "loc"))
        yield from (spoken.catalogue("interface").say("seat", n=seat) for seat in range(10))


def _short(text: str) -> str:
    if len(text) > _LONGEST_RAW:
        raise InvalidText("too_long")
    return text


def _tidy(form: Literal["NFC", "NFKC"], text: str) -> str:
    """Normalise, merge spaces of any width into one, strip the ends; raise InvalidText if nothing is left."""
    normal = unicodedata.normalize(form, text)
    spaced = "".join(" " if unicodedata.category(char) == "Zs" else char for char in normal)
    tidy = re.sub(" +", " ", spaced).strip(" ")
    if not tidy:
        raise InvalidText("empty")
    return tidy


def _check_characters(text: str, allowed: str = "") -> None:
    """Raise InvalidText for invisible characters, marks without a base and too many marks in a row."""
    marks = MARKS_IN_A_ROW  # a mark at the beginning has no base
    for char in text:
        if char in allowed:
            continue
        if unicodedata.category(char) in _HIDDEN or _BLANK.match(char):
            raise InvalidText("bad_characters", f"U+{ord(char):04X}")
        marks = marks + 1 if _is_mark(char) else MARKS_IN_A_ROW if char == " " else 0
        if marks > MARKS_IN_A_ROW:
            raise InvalidText("bad_characters", f"U+{ord(char):04X}")


def _visible(text: str) -> int:
    """Count the characters that are not marks."""
    return sum(not _is_mark(char) for char in text)


def _is_mark(char: str) -> bool:
    return unicodedata.category(char)[0] == "M"
