"""Expansions: packs are merged into a base deck, and what cannot be merged is refused in one sentence."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from stablehand.core.decks.files import DeckError
from stablehand.games.unicorns import GAME
from stablehand.games.unicorns.bot.weights import weights_of
from stablehand.games.unicorns.decks.catalog import (
    ABILITIES,
    Catalog,
    all_catalogs,
    catalog,
    packs_for,
    parse,
)
from stablehand.games.unicorns.decks.checks import MOST_CARDS
from stablehand.games.unicorns.decks.expansions import PACKS, are_editions, pack, parse_pack
from stablehand.games.unicorns.state.rules import rules_for
from stablehand.games.unicorns.state.state import ASIDE, SEAT0
from stablehand.games.unicorns.state.words import words_of
from stablehand.games.unicorns.vocabulary import Cast, Draw, card

BASE = """
id = "tiny"
edition = "2e"
cards = 5
babies = 1
two_player_neigh = "no"
card = [
  { id = "foal", name = "Foal", type = "baby", copies = 1 },
  { id = "no", name = "No", type = "instant", copies = 2, tags = ["neigh"], names = { ru = "Нет" } },
  { id = "trick", name = "Trick", type = "magic", copies = 1 },
  { id = "mule", name = "Mule", type = "basic", copies = 2, two_player = false },
]
"""
PACK = """
id = "more"
title = "More"
cards = 6
babies = 2
card = [
  { id = "colt", name = "Colt", type = "baby", copies = 2 },
  { id = "trick", name = "Trick", type = "magic", copies = 2, ability = "ruse", tags = ["narwhal"] },
  { id = "ruse", name = "Ruse", type = "magic", copies = 1, ability_first = "trick", \
    names = { ru = "Нет", it = "S" } },
  { id = "mule", name = "Mule", type = "basic", copies = 3 },
]
"""
OTHER = """
id = "also"
cards = 1
babies = 0
card = [{ id = "ruse", name = "Ruse", type = "magic", copies = 1, two_player = false }]
"""
WORDS: dict[str, Any] = {
    "trick": card(Cast(Draw(1))), "ruse": card(Cast(Draw(2))), "no": ABILITIES["neigh"],
}  # fmt: skip


def together(*packs: str, base: str = BASE) -> Catalog:
    return parse(base, "tiny", WORDS, [parse_pack(text, f"pack {at}") for at, text in enumerate(packs)])


def refused(*packs: str, base: str = BASE) -> str:
    with pytest.raises(DeckError) as caught:
        together(*packs, base=base)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert ". " not in sentence
    return sentence


def test_copies_of_a_shared_title_add_up_and_have_consecutive_numbers() -> None:
    """RUL-51."""
    cards = together(PACK)
    ids = "foal no no trick trick trick mule mule mule mule mule colt colt ruse"
    assert [d.id for d in cards.cards] == ids.split()
    assert cards.twins[cards.first["trick"]] == (3, 4, 5)
    assert cards.packs == ("more",)
    assert [(d.id, d.pack) for d in cards.definitions if d.pack] == [("colt", "more"), ("ruse", "more")]
    assert len(cards.babies) == 3
    assert len(cards.black_backs) == 11


def test_the_effect_of_a_shared_title_is_that_of_the_base_with_the_tags_of_both() -> None:
    shared = together(PACK).definitions[2]
    assert (shared.id, shared.abilities, shared.tags) == ("trick", WORDS["trick"], ("narwhal",))


@pytest.mark.parametrize(("edition", "ability"), [("1e", "trick"), ("2e", "ruse")])
def test_the_edition_of_the_base_says_what_a_card_of_a_pack_does(edition: str, ability: str) -> None:
    cards = together(PACK, base=BASE.replace("2e", edition))
    assert cards.cards[cards.first["ruse"]].abilities == WORDS[ability]


def test_a_title_that_one_of_its_decks_leaves_out_of_a_game_of_two_is_left_out_whole() -> None:
    """UU-TWO-1: the list of the base names titles, wherever the copies come from."""
    assert {d.id for d in together(PACK).definitions if not d.is_for_two} == {"mule"}
    assert {d.id for d in together(PACK, OTHER).definitions if not d.is_for_two} == {"mule", "ruse"}


def test_the_names_of_a_base_are_the_same_with_an_expansion() -> None:
    alone, cards = together(), together(PACK)
    for definition in alone.definitions:
        assert cards.cards[cards.first[definition.id]].names == definition.names
    assert cards.cards[cards.first["ruse"]].names == {"it": "S"}


def test_packs_can_share_a_title() -> None:
    cards = together(PACK, OTHER)
    assert cards.packs == ("also", "more")
    ruse = cards.cards[cards.first["ruse"]]
    assert (ruse.copies, ruse.pack, ruse.abilities) == (2, "more", WORDS["ruse"])


def test_a_base_alone_has_no_packs() -> None:
    cards = together()
    assert cards.packs == ()
    assert {d.pack for d in cards.definitions} == {""}


def test_an_adult_pack_makes_the_deck_one_for_adults() -> None:
    """RUL-53."""
    assert together("adult = true" + PACK).is_adult
    assert not together(PACK).is_adult


@pytest.mark.parametrize(
    ("base", "pack", "word"),
    [
        ("adult = true" + BASE, "adult = true" + PACK, "'more' does not go with the deck tiny: both are 18+"),
        (BASE, PACK.replace('"colt", name = "Colt"', '"colt", name = "foal"'), "must not be that of card"),
        (
            BASE,
            PACK.replace('"Mule", type = "basic"', '"Mule", type = "magical"'),
            "card mule: type and name",
        ),
        (BASE, PACK.replace('name = "Mule"', 'name = "Moke"'), "card mule: type and name must be those"),
        (BASE, PACK.replace("copies = 3", "copies = 4"), "pack 0 says cards = 6, but holds 7"),
        (BASE, PACK.replace("babies = 2", "babies = 1"), "pack 0 says babies = 1, but holds 2"),
        (BASE, PACK + "two_player_neigh = 'no'", "pack 0: unknown field 'two_player_neigh'"),
        (BASE, PACK + "ruleset = 'first'", "pack 0: unknown field 'ruleset'"),
        (BASE, PACK.replace('ability_first = "trick"', "ability_first = 1"), "ability_first must be a name"),
        (BASE.replace('magic", copies', 'magic", ability_first = "ruse", copies'), PACK, "'ability_first'"),
    ],
    ids=str,
)
def test_what_cannot_be_merged_is_refused(base: str, pack: str, word: str) -> None:
    assert word in refused(pack, base=base)


def test_more_cards_than_the_engine_numbers_are_refused() -> None:
    def filled(name: str, copies: int) -> str:
        rows = [(f"x{n}", 100) for n in range(copies // 100)] + [("rest", copies % 100)]
        cards = ",".join(
            f"{{ id = '{name}_{id_}', name = '{name} {id_}', type = 'basic', copies = {some} }}"
            for id_, some in rows
        )
        return f"id = '{name}'\ncards = {copies}\nbabies = 0\ncard = [{cards}]"

    assert "at most 1024" in refused(filled("many", 1025))
    rest = MOST_CARDS - len(together().cards)
    most = together(filled("most", rest))
    assert len(most.cards) == MOST_CARDS == SEAT0
    assert most.copies_below[-3:] == bytes((rest % 100 - 3, rest % 100 - 2, rest % 100 - 1))
    assert refused(filled("most", rest), PACK) == (
        "The deck tiny with the expansions most, more has 1032 cards, but a game has at most 1024."
    )


def test_more_copies_of_a_shared_title_than_a_card_has_are_refused() -> None:
    more = PACK.replace(
        '"mule", name = "Mule", type = "basic", copies = 3',
        '"mule", name = "Mule", type = "basic", copies = 99',
    )
    assert refused(more.replace("cards = 6", "cards = 102")) == (
        "Deck tiny, card mule: there would be 101 copies, but a card has at most 100."
    )


# ---- the packs that can be played

COUNTS = {
    "nsfw_expansion": {
        "baby": 6, "basic": 12, "magical": 9, "magic": 10, "upgrade": 5, "downgrade": 4, "instant": 6,
    },
    "dragons": {
        "baby": 6, "basic": 12, "magical": 10, "magic": 9, "upgrade": 6, "downgrade": 5, "instant": 6,
    },
    "rainbow_apocalypse_2e": {
        "baby": 2, "basic": 6, "magical": 24, "magic": 14, "upgrade": 4, "downgrade": 1, "instant": 3,
    },
    "christmas": {
        "baby": 3, "basic": 4, "magical": 10, "magic": 6, "upgrade": 4, "downgrade": 5, "instant": 4,
    },
    "unicorns_of_legend": {
        "baby": 4, "basic": 12, "magical": 11, "magic": 11, "upgrade": 4, "downgrade": 6, "instant": 6,
    },
    "adventures_2e": {
        "baby": 4, "basic": 12, "magical": 12, "magic": 8, "upgrade": 5, "downgrade": 4, "instant": 9,
    },
    "rainbow_apocalypse_1e": {
        "baby": 2, "basic": 6, "magical": 24, "magic": 13, "upgrade": 4, "downgrade": 2, "instant": 3,
    },
    "nightmares": {
        "baby": 3, "basic": 12, "magical": 11, "magic": 10, "upgrade": 9, "downgrade": 4, "instant": 4,
    },
}  # fmt: skip
NOT_FOR_TWO: dict[str, set[str]] = {
    "nsfw_expansion": {"autoerotic_asphyxiation", "the_bitchiest_unicorn", "naked_narwhal", "unicorgy"},
    "dragons": set(),
    "rainbow_apocalypse_2e": set(),
    "christmas": set(),
    "unicorns_of_legend": {"hex"},
    "adventures_2e": {
        "cutthroat_captain_unicorn",
        "extreme_adventurer_unicorn",
        "first_mer_mate_unicorn",
        "the_black_spot",
    },
    "rainbow_apocalypse_1e": {"extremely_fertile_unicorn"},
    "nightmares": {"chainsaw_massicorn", "vengeful_unicorn", "reanimation", "supernatural_selection"},
}
"""What two players leave out besides the Basic Unicorns."""


@pytest.mark.parametrize("name", PACKS)
def test_a_pack_has_the_cards_of_its_box(name: str) -> None:
    counted: Counter[str] = Counter()
    for row in pack(name).rows:
        counted[row["type"]] += row["copies"]
    assert counted == COUNTS[name]
    assert pack(name).cards == sum(COUNTS[name].values())


@pytest.mark.parametrize("name", PACKS)
def test_two_players_leave_out_its_basics_and_what_refers_to_them(name: str) -> None:
    """UU-TWO-1: a title that the base has too is marked as the base's."""
    deck = "base_1e" if pack(name).edition == "1e" else "base_2e"
    state = GAME.start(2, 1, {"deck": deck, "expansions": [name]})
    cards = state.rules.catalog.cards
    aside = {cards[card].id for card in state.zones[ASIDE]} & {row["id"] for row in pack(name).rows}
    basics = {row["id"] for row in pack(name).rows if row["type"] == "basic"}
    assert aside - own_list_of(deck) == (basics | NOT_FOR_TWO[name]) - own_list_of(deck)
    assert aside >= NOT_FOR_TWO[name]


def own_list_of(deck: str) -> set[str]:
    """Return the ids that two players leave out of a base deck anyway."""
    return {definition.id for definition in catalog(deck).definitions if not definition.is_for_two}


def test_every_black_backed_card_of_the_adult_pack_and_no_other_is_marked() -> None:
    """RUL-52."""
    for deck in packs_with("nsfw_expansion"):
        for definition in catalog(deck, ("nsfw_expansion",)).definitions:
            assert ("nsfw" in definition.tags) == bool(definition.pack and definition.type != "baby")


def test_no_promo_card_can_be_played() -> None:
    """RUL-78: the one with an 18+ name would be for tables that show such names."""
    assert "promos" not in PACKS
    for deck in all_catalogs():
        assert "the_horniest_unicorn" not in deck.first


def packs_with(name: str) -> list[str]:
    return [deck for deck in ("base_1e", "base_2e", "nsfw_1e", "nsfw_2e") if name in packs_for(deck)]


def test_the_adult_pack_goes_with_the_base_games_only() -> None:
    assert packs_with("nsfw_expansion") == ["base_1e", "base_2e"]
    for deck in packs_with("nsfw_expansion"):
        assert rules_for(3, {"deck": deck, "expansions": ["nsfw_expansion"]}).catalog.is_adult


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            {"expansions": ["kids"]},
            f"Unstable Unicorns has no expansion 'kids'; choose among: {', '.join(PACKS)}.",
        ),
        (
            {"expansions": ["nsfw_expansion", "nsfw_expansion"]},
            "The option 'expansions' names the expansion 'nsfw_expansion' twice.",
        ),
        (
            {"deck": "nsfw_2e", "expansions": ["nsfw_expansion"]},
            "The expansion 'nsfw_expansion' does not go with the deck nsfw_2e: both are 18+.",
        ),
        (
            {"expansions": "nsfw_expansion"},
            "The option 'expansions' must be a list of names, not 'nsfw_expansion'.",
        ),
        (
            {"deck": "base_2e", "expansions": ["rainbow_apocalypse_1e"]},
            (
                "The expansion 'rainbow_apocalypse_1e' does not go with the deck base_2e: "
                "it is for decks of the edition 1e."
            ),
        ),
        (
            {"deck": "base_1e", "expansions": ["rainbow_apocalypse_2e", "rainbow_apocalypse_1e"]},
            (
                "The expansions 'rainbow_apocalypse_2e' and 'rainbow_apocalypse_1e' do not go together: "
                "they are two editions of the same one."
            ),
        ),
    ],
    ids=str,
)
def test_expansions_that_cannot_be_played_are_refused(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match="expansion") as caught:
        GAME.start(3, 1, options)
    assert str(caught.value) == sentence


def test_a_pack_of_an_edition_goes_with_the_decks_of_that_edition_only() -> None:
    first = PACK.replace('"more"', '"more"\nedition = "1e"', 1)
    assert refused(first) == (
        "The expansion 'more' does not go with the deck tiny: it is for decks of the edition 1e."
    )
    assert together(first, base=BASE.replace("2e", "1e")).packs == ("more",)


def test_two_editions_of_a_pack_are_not_played_together() -> None:
    older = OTHER.replace('"also"', '"also"\ninstead_of = "more"', 1)
    sentence = "do not go together: they are two editions of the same one."
    assert refused(PACK, older) == f"The expansions 'also' and 'more' {sentence}"
    assert refused(older, PACK) == f"The expansions 'more' and 'also' {sentence}"
    assert together(older).packs == ("also",)


def test_both_editions_of_rainbow_apocalypse_know_of_each_other() -> None:
    first, second = pack("rainbow_apocalypse_1e"), pack("rainbow_apocalypse_2e")
    assert are_editions(first, second)
    assert are_editions(second, first)
    assert not are_editions(first, pack("dragons"))
    assert (first.edition, second.edition) == ("1e", "")


def test_the_first_edition_of_rainbow_apocalypse_goes_with_first_editions_only() -> None:
    assert packs_with("rainbow_apocalypse_1e") == ["base_1e", "nsfw_1e"]
    assert packs_with("rainbow_apocalypse_2e") == ["base_1e", "base_2e", "nsfw_1e", "nsfw_2e"]


def test_seven_titles_of_rainbow_apocalypse_are_in_the_first_base_too() -> None:
    """RUL-51."""
    alone, cards = catalog("base_1e"), catalog("base_1e", ("rainbow_apocalypse_1e",))
    shared = {
        row["id"]: row["copies"] for row in pack("rainbow_apocalypse_1e").rows if row["id"] in alone.first
    }
    assert sorted(shared) == [
        "angel_unicorn",
        "extremely_destructive_unicorn",
        "extremely_fertile_unicorn",
        "llamacorn",
        "magical_kittencorn",
        "unicorn_phoenix",
        "zombie_unicorn",
    ]
    for name, copies in shared.items():
        before, now = (one.cards[one.first[name]] for one in (alone, cards))
        assert (now.copies, now.abilities, now.pack) == (before.copies + copies, before.abilities, "")
        assert len(cards.twins[cards.first[name]]) == 3


def test_a_pack_is_shown_by_one_of_its_cards() -> None:
    assert parse_pack(PACK, "more").cover == "colt"
    assert parse_pack(f'cover = "ruse"{PACK}', "more").cover == "ruse"
    with pytest.raises(DeckError, match=r"Deck more: the cover must be one of its cards, not 'yak'\."):
        parse_pack(f'cover = "yak"{PACK}', "more")


def test_a_table_with_a_pack_is_stored_and_read_again_with_its_cards() -> None:
    state = GAME.start(3, 4, {"expansions": ("nsfw_expansion",)})
    again = GAME.decode(GAME.encode(state))
    assert again == state
    assert again.rules.catalog.packs == ("nsfw_expansion",)
    assert len(again.where) == 127 + 52
    assert GAME.view(again, None)["options"]["expansions"] == ["nsfw_expansion"]  # type: ignore[index, call-overload]


def test_decks_with_and_without_a_pack_do_not_share_what_is_cached() -> None:
    alone, more = rules_for(3, {}), rules_for(3, {"expansions": ["nsfw_expansion"]})
    assert len(words_of(alone.deck, alone.expansions).words) < len(words_of(more.deck, more.expansions).words)
    assert len(weights_of(alone.catalog).in_stable) == 127
    assert len(weights_of(more.catalog).in_stable) == 179
    assert catalog("base_2e") is alone.catalog is not more.catalog
