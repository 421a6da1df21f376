"""Manners: which names may sit at a table, and what may be said there.

A name is seen by everybody, beside other names and inside our sentences. So it must be visible, keep to its
line, and be nobody else's: two names are alike if their skeletons have one in common. A skeleton is what is
left for the eye: no marks or strokes, no spaces, no signs, capitals as small letters, and letters of other
alphabets as the Latin ones they look like (after Unicode's confusables, for Latin, Greek and Cyrillic).
"""
# ruff: noqa: RUF001 - letters that look alike are what this is about

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
MARKS_IN_A_ROW: Final = 2
"""A base with two marks is a letter of many languages; with ten it hides the line above."""
emotes: Final = ("cheer", "laugh", "gasp", "oops", "thanks", "hurry", "neigh")

_LONGEST_RAW: Final = 1000
"""Longer than any decent name or line however it is written: not even looked at."""
_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Control, format (bidi and zero-width among them), surrogates, private use, unassigned, line separators."""
_BLANK: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\U0001d159\U00016fe4\U000e0100-\U000e01ef]"
)
"""Characters that are no format characters by category and still show nothing."""
_VARIATIONS: Final = re.compile("[\ufe00-\ufe0f]")
"""They choose how the character before is drawn, as phones do after a ❤; without them it is the same name."""
_JOINERS: Final = "\u200c\u200d"
"""Zero-width, but families of emoji and Persian are written with them: fit for chat, not for a name."""

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
_SEEN_AS: Final = str.maketrans({letter: seen for seen, letters in _ALIKE.items() for letter in letters})
_SMALL_I: Final = str.maketrans(dict.fromkeys("IΙІ", "i"))
"""A capital I looks like an l only where somebody wrote it: Neil and Nell are not alike."""
_PAIRS: Final = (("rn", "m"), ("vv", "w"))

_RESERVED: Final = (
    "bot", "host", "server", "admin", "moderator", "spectator", "nobody", "everybody", "stablehand",
    "бот", "хозяин", "сервер", "админ", "модератор", "зритель", "никто", "все",
    "gospodarz", "serwer", "widz", "nikt", "wszyscy",
    "padrone", "moderatore", "spettatore", "nessuno", "tutti",
)  # fmt: skip
"""Words that our sentences use for somebody; the forms of "you" and the names of seats are added to them."""


class Unmannerly(ValueError):  # noqa: N818 - it says what the text is
    """A name or a line that is not taken; `reason` is for programs, `culprit` the character or name meant."""

    def __init__(self, reason: Reason, culprit: str = "") -> None:
        super().__init__(f"{reason}: {culprit}" if culprit else reason)
        self.reason: Final = reason
        self.culprit: Final = culprit


def clean_name(text: str, taken: Sequence[str] = ()) -> str:
    """Return a name as the table will show it, or refuse it.

    >>> clean_name("  Anna   Maria ")
    'Anna Maria'
    >>> clean_name("Аnna", taken=["Anna"])
    Traceback (most recent call last):
    stablehand.table.manners.Unmannerly: looks_like: Anna
    """
    name = _tidy("NFKC", _VARIATIONS.sub("", _short(text)))
    _check_characters(name)
    if _visible(name) > NAME_LENGTH:
        raise Unmannerly("too_long")
    ours = skeletons(name)
    for other in taken:
        if not ours.isdisjoint(skeletons(other)):
            raise Unmannerly("looks_like", other)
    if words := [_reserved()[skeleton] for skeleton in ours if skeleton in _reserved()]:
        raise Unmannerly("looks_like", min(words))
    return name


def clean_chat(text: str) -> str:
    """Return a line of chat as it will be shown, or refuse it.

    >>> clean_chat(" Neigh!  ")
    'Neigh!'
    """
    line = _tidy("NFC", _short(text))
    _check_characters(line, allowed=_JOINERS)
    if not _visible(line.translate(dict.fromkeys(map(ord, _JOINERS)))):
        raise Unmannerly("empty")
    if len(line) > CHAT_LENGTH:
        raise Unmannerly("too_long")
    return line


def skeletons(name: str) -> frozenset[str]:
    """Return what a name looks like, as it is written and in capitals.

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
    return letters or seen  # a name may be all signs


def _bare(text: str) -> str:
    """Take the accents off; vowel signs, which are letters to those who read them, stay."""
    return "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))


@cache
def _reserved() -> dict[str, str]:
    """Return the skeletons that are nobody's, and of which word each is."""
    return {skeleton: word for word in _reserved_words() for skeleton in skeletons(word)}


def _reserved_words() -> Iterator[str]:
    yield from _RESERVED
    for code in LANGUAGES:
        spoken = language(code)
        yield from (spoken.words.say("you", form) for form in ("", "gen", "dat", "acc", "ins", "loc"))
        yield from (spoken.catalogue("interface").say("seat", n=seat) for seat in range(10))


def _short(text: str) -> str:
    if len(text) > _LONGEST_RAW:
        raise Unmannerly("too_long")
    return text


def _tidy(form: Literal["NFC", "NFKC"], text: str) -> str:
    """Normalise; spaces of any width are one space, and none at the ends."""
    normal = unicodedata.normalize(form, text)
    spaced = "".join(" " if unicodedata.category(char) == "Zs" else char for char in normal)
    tidy = re.sub(" +", " ", spaced).strip(" ")
    if not tidy:
        raise Unmannerly("empty")
    return tidy


def _check_characters(text: str, allowed: str = "") -> None:
    """Refuse what cannot be seen, marks on nothing and towers of marks."""
    marks = MARKS_IN_A_ROW  # nothing stands before the first character that could bear one
    for char in text:
        if char in allowed:
            continue
        if unicodedata.category(char) in _HIDDEN or _BLANK.match(char):
            raise Unmannerly("bad_characters", f"U+{ord(char):04X}")
        marks = marks + 1 if _is_mark(char) else MARKS_IN_A_ROW if char == " " else 0
        if marks > MARKS_IN_A_ROW:
            raise Unmannerly("bad_characters", f"U+{ord(char):04X}")


def _visible(text: str) -> int:
    """Count what takes room of its own: marks do not."""
    return sum(not _is_mark(char) for char in text)


def _is_mark(char: str) -> bool:
    return unicodedata.category(char)[0] == "M"
