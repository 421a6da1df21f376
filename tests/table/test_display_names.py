"""Names and chat: which are accepted, which are refused, and that no input evades the checks."""
# ruff: noqa: RUF001 - these tests are about letters that look alike

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stablehand.table.commands.display_names import (
    CHAT_LENGTH,
    NAME_LENGTH,
    InvalidText,
    clean_chat,
    clean_name,
    emotes,
    skeletons,
)
from stablehand.text.language import LANGUAGES, language

HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
any_text = st.text(st.characters(), max_size=40)
visible = st.characters(categories=("L", "N", "S", "P"))
decent = st.text(
    st.sampled_from("abcxyzABCŁóęßéабвгдёЖЯαβγΩ0123456789-. ’🦄"), min_size=1, max_size=NAME_LENGTH
)


def refusal(text: str, taken: tuple[str, ...] = ()) -> tuple[str, str]:
    with pytest.raises(InvalidText) as caught:
        clean_name(text, taken)
    return caught.value.reason, caught.value.culprit


# ---- accepted names

WELCOME = {
    "Anna": "Anna",
    "  Anna  ": "Anna",
    "Anna \u3000 \u00a0 Maria": "Anna Maria",
    "Ａｎｎａ": "Anna",
    "Анна": "Анна",
    "Жозефина-Ёлка": "Жозефина-Ёлка",
    "Łucja Żółć": "Łucja Żółć",
    "Niccolò d’Este": "Niccolò d’Este",
    "e\u0301lodie": "élodie",
    "Nguyễn": "Nguyễn",
    "श्री": "श्री",
    "น้ำ": "น\u0e49\u0e4dา",
    "小明": "小明",
    "שלום": "שלום",
    "علي": "علي",
    "🦄": "🦄",
    "❤\ufe0f Rosa": "❤ Rosa",
    "R2-D2": "R2-D2",
    "?!": "?!",
    "x": "x",
    "x" * 24: "x" * 24,
    "ﬁ": "fi",
    "a\u0323\u0308" * 24: "ạ\u0308" * 24,
}


@pytest.mark.parametrize("typed", WELCOME)
def test_a_proper_name_is_accepted(typed: str) -> None:
    assert clean_name(typed) == unicodedata.normalize("NFKC", WELCOME[typed])


# ---- refused names

HOSTILE: dict[str, tuple[str, str, str]] = {
    "nothing": ("", "empty", ""),
    "spaces": (" \u3000\u00a0\u2003 ", "empty", ""),
    "variation selectors only": ("\ufe0f\ufe0e", "empty", ""),
    "one too long": ("x" * 25, "too_long", ""),
    "long once it is normal": ("ﷺ" * 2, "too_long", ""),
    "a novel": ("x" * 100_000, "too_long", ""),
    "a line break": ("An\nna", "bad_characters", "U+000A"),
    "a line break at the end": ("Anna\n", "bad_characters", "U+000A"),
    "a tab": ("An\tna", "bad_characters", "U+0009"),
    "a nought": ("Anna\0", "bad_characters", "U+0000"),
    "an escape": ("\x1b[31mAnna", "bad_characters", "U+001B"),
    "a C1 control": ("An\u0085na", "bad_characters", "U+0085"),
    "a line separator": ("An\u2028na", "bad_characters", "U+2028"),
    "right to left": ("\u202eannA", "bad_characters", "U+202E"),
    "an isolate": ("\u2066Anna\u2069", "bad_characters", "U+2066"),
    "a mark of direction": ("Anna\u200f", "bad_characters", "U+200F"),
    "an Arabic mark of direction": ("Anna\u061c", "bad_characters", "U+061C"),
    "a zero-width space": ("An\u200bna", "bad_characters", "U+200B"),
    "a zero-width joiner": ("An\u200dna", "bad_characters", "U+200D"),
    "a byte order mark": ("\ufeffAnna", "bad_characters", "U+FEFF"),
    "a soft hyphen": ("An\u00adna", "bad_characters", "U+00AD"),
    "a word joiner": ("An\u2060na", "bad_characters", "U+2060"),
    "invisible times": ("An\u2062na", "bad_characters", "U+2062"),
    "a tag": ("Anna\U000e0041", "bad_characters", "U+E0041"),
    "a Hangul filler": ("\u3164", "bad_characters", "U+1160"),
    "a narrow Hangul filler": ("Anna\uffa0", "bad_characters", "U+1160"),
    "a Braille blank": ("\u2800\u2800", "bad_characters", "U+2800"),
    "a grapheme joiner": ("A\u034fnna", "bad_characters", "U+034F"),
    "a Mongolian separator": ("An\u180ena", "bad_characters", "U+180E"),
    "a rare variation selector": ("A\U000e0100nna", "bad_characters", "U+E0100"),
    "a musical nothing": ("\U0001d159", "bad_characters", "U+1D159"),
    "private use": ("\ue000", "bad_characters", "U+E000"),
    "private use far away": ("\U0010fffd", "bad_characters", "U+10FFFD"),
    "no character": ("\uffff", "bad_characters", "U+FFFF"),
    "unassigned": ("\u0378", "bad_characters", "U+0378"),
    "half a pair": ("\ud83e", "bad_characters", "U+D83E"),
    "a mark on nothing": ("\u0301Anna", "bad_characters", "U+0301"),
    "a mark on a space": ("Anna \u0301b", "bad_characters", "U+0301"),
    "a sign that becomes a mark on a space": ("Anna\u00b4s", "bad_characters", "U+0301"),
    "zalgo": ("Z\u0351\u036b\u0343\u036aalgo", "bad_characters", "U+0313"),
    "a tower of enclosures": ("A\u20dd\u20de\u20df", "bad_characters", "U+20DF"),
}


@pytest.mark.parametrize("attack", HOSTILE)
def test_a_hostile_name_is_refused(attack: str) -> None:
    typed, reason, culprit = HOSTILE[attack]
    assert refusal(typed) == (reason, culprit)


def test_an_invalid_name_has_a_reason_and_a_message() -> None:
    with pytest.raises(InvalidText, match=r"^bad_characters: U\+202E$"):
        clean_name("\u202ex")
    with pytest.raises(InvalidText, match=r"^too_long$"):
        clean_name("x" * 25)


# ---- similar names

ALIKE = [
    ("Anna", "Anna"),
    ("Anna", "ANNA"),
    ("Anna", "anna "),
    ("Anna", "Аnnа"),  # Cyrillic А, а
    ("Anna", "Ánnà"),
    ("Anna", "An na"),
    ("Anna", "ᴀɴɴᴀ"),  # small capitals
    ("Oleg", "ᴏʟᴇɢ"),
    ("Frodo", "ꜰʀᴏᴅᴏ"),
    ("Jack", "ᴊᴀᴄᴋ"),
    ("Hubert", "ʜᴜʙᴇʀᴛ"),
    ("Tim", "ᴛɪᴍ"),
    ("Peggy", "ᴘᴇɢɢʏ"),
    ("Kevin", "ᴋᴇᴠɪɴ"),
    ("Anna", "Anna."),
    ("Anna", "_Anna_"),
    ("Anna", "ΑΝΝΑ"),  # Greek
    ("HOP", "НОР"),  # Cyrillic
    ("Hop", "нор"),
    ("Oscar", "Оѕсаr"),
    ("Paypal", "Раура1"),
    ("Ivan", "lvan"),
    ("Ivan", "1van"),
    ("Ivan", "|van"),
    ("Ivan", "ivan"),
    ("Ivan", "İvan"),
    ("Ivan", "Іvan"),
    ("Neil", "NeiI"),
    ("Bob", "B0b"),
    ("Bob", "ВоЬ"),
    ("Martin", "Martın"),
    ("Paweł", "Pawel"),
    ("Bjørn", "Bjorn"),
    ("Alёna", "Alena"),
    ("Алёна", "Алена"),
    ("Ксюша", "ксюша"),
    ("Kim", "Кim"),
    ("Max", "Μах"),
    ("Tom", "Tοm"),
    ("Marta", "Mаrtа"),
    ("Amy", "Arny"),
    ("Will", "VVill"),
    ("Straße", "STRASSE"),
    ("Ægir", "Aegir"),
    ("Zoë", "𝓩𝓸𝓮"),
    ("Zoe", "Ｚｏｅ"),
    ("Юля", "ЮЛЯ"),
    ("O’Neil", "OʼNeil"),
    ("Eli", "Elӏ"),
    ("Elly", "ELӀY"),
    ("Γιαγια", "ΓΙΑΓΙΑ"),
    ("?!", "? !"),
]
DIFFERENT = [
    ("Anna", "Hanna"),
    ("Anna", "Anne"),
    ("Neil", "Nell"),
    ("Lia", "Ila"),
    ("Kai", "Kal"),
    ("Max 1", "Max 2"),
    ("Анна", "Инна"),
    ("Оля", "Юля"),
    ("Саша", "Маша"),
    ("Иван", "Ivan"),
    ("Ola", "Ula"),
    ("राम", "रमा"),
    ("小明", "小红"),
    ("🦄", "🐴"),
    ("?!", "..."),
    ("Anna", "Anna 🦄"),
]


@pytest.mark.parametrize(("seated", "comes"), ALIKE)
def test_a_name_like_that_of_a_seated_player_is_refused(seated: str, comes: str) -> None:
    assert refusal(comes, ("Zuzanna", seated)) == ("looks_like", seated)
    assert refusal(seated, (comes,)) == ("looks_like", comes)
    assert clean_name(comes, ("Zuzanna",))


@pytest.mark.parametrize(("seated", "comes"), DIFFERENT)
def test_different_names_are_accepted_at_one_table(seated: str, comes: str) -> None:
    assert clean_name(comes, (seated,)) == unicodedata.normalize("NFKC", comes)
    assert clean_name(seated, (comes,)) == seated


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("you", "you"),
        ("YOU", "you"),
        ("уоu", "you"),
        ("Bot", "bot"),
        ("B0T", "bot"),
        ("ВОТ", "bot"),
        ("бот", "бот"),
        ("Ты", "ты"),
        ("Тебе", "тебе"),
        ("Ty", "ty"),
        ("tobą", "tobą"),
        ("Tu", "tu"),
        ("Tú", "tu"),
        ("Host", "host"),
        ("Stablehand", "stablehand"),
        ("Seat 3", "Seat 3"),
        ("место 2", "Место 2"),
        ("Miejsce 0", "Miejsce 0"),
        ("POSTO 7", "Posto 7"),
    ],
)
def test_a_reserved_word_is_refused_as_a_name(typed: str, word: str) -> None:
    assert refusal(typed) == ("looks_like", word)
    assert clean_name(f"{typed} Rex")


@pytest.mark.parametrize("code", LANGUAGES)
def test_bot_names_are_accepted_and_no_two_are_alike(code: str) -> None:
    """Bots use these names, and later names are compared with them too."""
    taken: list[str] = []
    for name in language(code).catalogue("interface").say("bots").split(", "):
        assert clean_name(name, taken) == name
        taken.append(name)
    assert len(taken) == 8


# ---- arbitrary input


@given(any_text | st.text(visible, max_size=30))
def test_any_input_is_a_proper_name_or_refused(typed: str) -> None:
    try:
        name = clean_name(typed)
    except InvalidText:
        return
    assert name == unicodedata.normalize("NFKC", name) == name.strip()
    assert "  " not in name
    assert all(unicodedata.category(char) not in HIDDEN for char in name)
    assert 1 <= sum(not unicodedata.category(char).startswith("M") for char in name) <= NAME_LENGTH
    kinds = "".join(unicodedata.category(char)[0] for char in name)
    assert "MMM" not in kinds
    assert not kinds.startswith("M")
    assert clean_name(name) == name
    assert refusal(name, (name,)) == ("looks_like", name)


@given(
    decent,
    st.sampled_from([chr(at) for at in range(0x110000) if unicodedata.category(chr(at)) in {"Cc", "Cf"}]),
)
def test_a_control_or_format_character_is_refused_anywhere(name: str, hidden: str) -> None:
    for at in (0, len(name) // 2, len(name)):
        typed = name[:at] + hidden + name[at:]
        with pytest.raises(InvalidText):
            clean_name(typed)


@given(decent, decent)
def test_likeness_is_symmetric(one: str, other: str) -> None:
    assert skeletons(one).isdisjoint(skeletons(other)) == skeletons(other).isdisjoint(skeletons(one))
    for name in (one, one.upper(), one.lower(), f" {one} "):
        assert skeletons(name) & skeletons(one)


@given(decent)
def test_every_name_has_a_skeleton(name: str) -> None:
    assert all(skeletons(name)) or not name.strip()


# ---- chat


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Neigh!", "Neigh!"),
        ("  so   what?  ", "so what?"),
        ("½ … № ﬁ", "½ … № ﬁ"),
        ("👩\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3", "👩\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("<b>hi</b> {n} %s", "<b>hi</b> {n} %s"),
        ("you", "you"),
        ("x" * CHAT_LENGTH, "x" * CHAT_LENGTH),
    ],
)
def test_chat_is_normalised(typed: str, shown: str) -> None:
    assert clean_chat(typed) == shown


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", "empty"),
        (" \u3000 ", "empty"),
        ("\u200d\u200c", "empty"),
        ("x" * (CHAT_LENGTH + 1), "too_long"),
        ("x" * 1_000_000, "too_long"),
        ("one\ntwo", "bad_characters"),
        ("one\r", "bad_characters"),
        ("one\u2029two", "bad_characters"),
        ("\u202eevil", "bad_characters"),
        ("\u2067evil", "bad_characters"),
        ("\x07", "bad_characters"),
        ("\u200b", "bad_characters"),
        ("\ufeff", "bad_characters"),
        ("\ue000", "bad_characters"),
        ("\ud800", "bad_characters"),
        ("\u3164", "bad_characters"),
        ("Z\u0351\u036b\u0352", "bad_characters"),
        ("Z\u0351\u200d\u036b\u200d\u0352", "bad_characters"),
    ],
)
def test_hostile_chat_is_refused(typed: str, reason: str) -> None:
    with pytest.raises(InvalidText) as caught:
        clean_chat(typed)
    assert caught.value.reason == reason


@given(any_text | st.text(visible, max_size=CHAT_LENGTH + 20))
def test_any_input_is_one_proper_line_or_refused(typed: str) -> None:
    try:
        line = clean_chat(typed)
    except InvalidText:
        return
    assert 1 <= len(line) <= CHAT_LENGTH
    assert line.isprintable() or set("\u200c\u200d") & set(line)
    assert len(line.splitlines()) == 1
    assert clean_chat(line) == line


def test_emotes_are_words() -> None:
    assert emotes == ("cheer", "laugh", "gasp", "oops", "thanks", "hurry", "neigh", "again")
