"""Abilities nobody has printed: different ones have different texts, in every language."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from stablehand.games.unicorns.vocabulary import (
    ANOTHER,
    ANYONE,
    CARD,
    EVERYBODY,
    IT,
    OTHERS,
    UNICORN,
    UPGRADE,
    AtLeast,
    Cast,
    Count,
    Draw,
    If,
    Make,
    May,
    No,
    Reveal,
    Then,
    When,
    Whenever,
    With,
    a,
    all_,
    both,
    bring,
    discard,
    sacrifice,
    shrink,
    some,
    take,
)
from stablehand.text.language import LANGUAGES
from support.generated_cards import acts, conditions, counts, makes_sense, sensible, shapes
from support.sizes import sized
from support.text_speakers import SCOPES, card_writer

if TYPE_CHECKING:
    from stablehand.games.unicorns.vocabulary import Ability, Word

DEPTH = sized(quick=1, full=2, release=3)
EVERY = sized(quick=9, full=1, release=1)
"""Of the verbs in all their forms, one in so many."""
LEAST = sized(quick=400, full=5_000, release=79_000)


@cache
def abilities() -> tuple[Ability, ...]:
    """Return every shape up to a depth, every verb, condition and count, as far as they make sense."""
    words: list[Word] = shapes(DEPTH)
    words += list(acts())[::EVERY]
    words += list(counts())[::EVERY]
    asked = list(conditions())[::EVERY]
    words += [If(condition, Draw(1)) for condition in asked]
    found = [*sensible(words), *(Whenever(condition, sacrifice(a(UNICORN))) for condition in asked)]
    return tuple(dict.fromkeys(ability for ability in found if _is_sensible(ability)))


def _is_sensible(ability: Ability) -> bool:
    return not isinstance(ability, Whenever) or makes_sense((ability,), "magical")


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_different_generated_abilities_have_different_texts(code: str, scope: str) -> None:
    writer = card_writer("base_2e", scope, code)
    meanings: dict[str, list[Ability]] = {}
    for ability in abilities():
        meanings.setdefault(writer.ability(ability), []).append(ability)
    assert [(text, found) for text, found in meanings.items() if len(found) > 1] == []
    assert len(meanings) > LEAST
    assert not [text for text in meanings if "  " in text or "{" in text or " ," in text]


PAIRS: tuple[tuple[Word, Word], ...] = tuple(
    pair
    for b, c in (
        (Draw(1), discard(a(CARD))),
        (May(Draw(1)), discard(a(CARD))),
        (Draw(1), May(discard(a(CARD)))),
        (Make(EVERYBODY, Draw(1)), Draw(2)),
    )
    for pair in (
        (May(Then(sacrifice(a(UNICORN)), both(b, c))), both(May(Then(sacrifice(a(UNICORN)), b)), c)),
        (Then(sacrifice(a(UNICORN)), both(b, c)), both(Then(sacrifice(a(UNICORN)), b), c)),
        (If(AtLeast(2, UNICORN), both(b, c)), both(If(AtLeast(2, UNICORN), b), c)),
    )
)


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_depends_on_an_if_reads_differently_from_what_follows(code: str) -> None:
    writer = card_writer("base_2e", "other", code)
    for inside, after in PAIRS:
        assert writer.ability(When("enters", inside)) != writer.ability(When("enters", after))


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_all_must_do_next_is_in_one_sentence_unless_one_may_choose(code: str) -> None:
    writer = card_writer("base_2e", "other", code)
    first, second = sacrifice(a(CARD)), discard(a(CARD))
    joined = writer.ability(Cast(both(Make(OTHERS, first), Make(OTHERS, second))))
    assert joined.count(".") == 1
    assert code != "en" or joined == "Each other player must SACRIFICE a card and also DISCARD a card."
    for word in (
        both(Make(OTHERS, first), Make(EVERYBODY, second)),
        both(Make(OTHERS, May(first)), Make(OTHERS, second)),
        both(Make(ANOTHER, first), Make(ANOTHER, second)),
    ):
        assert writer.ability(Cast(word)).count(". ") == 1
    one_list, dependent = both(first, second), Then(first, second)
    assert joined not in {writer.ability(Cast(Make(OTHERS, word))) for word in (one_list, dependent)}


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_depends_on_an_if_stays_in_its_sentence(code: str) -> None:
    writer = card_writer("base_1e", "other", code)
    reveals = Reveal(((UNICORN, bring(IT)), (CARD, take(IT))))
    shrinks = With(ANYONE, Then(shrink(all_(UNICORN.theirs)), Draw(1)))
    for word, count in ((reveals, 3), (shrinks, 4)):
        assert writer.ability(Cast(word)).count(".") == count
        assert writer.ability(Cast(If(AtLeast(2, UNICORN), word))).count(".") == 1


MADE: dict[str, tuple[str, str, str]] = {
    "en": (
        "Each player may DISCARD a card.",
        "Make any player, if they have no Upgrade card, DISCARD a card.",
        "You may make another player, if they have at least 2 Unicorns, DISCARD a card.",
    ),
    "ru": (
        "Каждый игрок может СБРОСИТЬ карту.",
        "Выбери любого игрока: он должен, если у него нет бонусов, СБРОСИТЬ карту.",  # noqa: RUF001 - Russian
        "Ты можешь заставить другого игрока, если у него не меньше 2 единорогов, СБРОСИТЬ карту.",  # noqa: RUF001 - Russian
    ),
    "pl": (
        "Każdy gracz może ODRZUCIĆ kartę.",
        "Wybierz dowolnego gracza – musi, jeśli nie ma żadnej karty ulepszenia, ODRZUCIĆ kartę.",  # noqa: RUF001 - Polish
        "Możesz zmusić innego gracza, jeśli ma co najmniej 2 jednorożce, do ODRZUCENIA karty.",
    ),
    "it": (
        "Ogni giocatore può SCARTARE una carta.",
        "Scegli un giocatore qualsiasi: deve, se non ha nessuna carta Vantaggio, SCARTARE una carta.",
        "Puoi costringere un altro giocatore, se ha almeno 2 Unicorni, a SCARTARE una carta.",
    ),
    "es": (
        "Cada jugador puede DESCARTAR una carta.",
        "Elige a cualquier jugador: debe, si no tiene ninguna carta de Ventaja, DESCARTAR una carta.",
        "Puedes obligar a otro jugador, si tiene al menos 2 Unicornios, a DESCARTAR una carta.",
    ),
}


@pytest.mark.parametrize("code", MADE)
def test_what_others_may_do_or_must_do_if_reads_as_a_sentence(code: str) -> None:
    writer = card_writer("base_2e", "other", code)
    discards = discard(a(CARD))
    words = (
        Make(EVERYBODY, May(discards)),
        Make(ANYONE, If(No(UPGRADE), discards)),
        May(Make(ANOTHER, If(AtLeast(2, UNICORN), discards))),
    )
    said = tuple(writer.body(word).render("imp").replace("\u00a0", " ") for word in words)
    assert tuple(text[0].upper() + text[1:] + "." for text in said) == MADE[code]


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_condition_is_left_out_only_where_the_count_says_the_same(code: str) -> None:
    writer = card_writer("base_2e", "other", code)
    draws = Draw(Count(UNICORN.yours, less=3))
    plain = writer.ability(Cast(draws))
    for condition in (AtLeast(4, UNICORN), AtLeast(4, UNICORN.yours)):
        assert writer.ability(Cast(If(condition, draws))) == plain
        made = Make(EVERYBODY, If(condition, draws))
        assert writer.ability(Cast(made)) == writer.ability(Cast(Make(EVERYBODY, draws)))
    for condition in (
        AtLeast(3, UNICORN),
        AtLeast(5, UNICORN),
        AtLeast(4, UPGRADE),
        AtLeast(4, UNICORN.in_hand),
        AtLeast(4, UNICORN.others),
    ):
        assert writer.ability(Cast(If(condition, draws))) != plain


@pytest.mark.parametrize(("n", "said"), [(1, "kartę (inną"), (2, "2 karty (inne"), (5, "5 kart (innych")])
def test_a_polish_card_other_than_this_agrees_with_its_number(n: int, said: str) -> None:
    writer = card_writer("base_2e", "other", "pl")
    text = writer.ability(Cast(sacrifice(some(n, CARD.other))))
    assert text.replace("\u00a0", " ") == f"POŚWIĘĆ {said} niż ta)."
