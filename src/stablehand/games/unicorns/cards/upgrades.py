"""Upgrades."""

from stablehand.games.unicorns.vocabulary import (
    ANOTHER,
    BASIC,
    CARD,
    DESTROYED,
    END_OF_TURN,
    SACRIFICED,
    THIS,
    TURN_BEGINS,
    TURN_ENDS,
    UNICORN,
    UPGRADE,
    Draw,
    ExtraDraw,
    Immune,
    Instead,
    May,
    Needs,
    Plays,
    Pull,
    SkipPhase,
    Then,
    Unanswerable,
    When,
    While,
    With,
    a,
    bring,
    card,
    destroy,
    discard,
    move,
    sacrifice,
    some,
    steal,
)

_sacrifice_to_destroy = card(When(TURN_BEGINS, May(Then(sacrifice(a(CARD)), destroy(a(CARD))))))
_borrow_a_unicorn = card(When(TURN_BEGINS, May(steal(a(UNICORN), until=END_OF_TURN))))
_two_plays = card(When(TURN_BEGINS, Plays(2)))
_bring_a_basic = When(TURN_BEGINS, May(bring(a(BASIC.in_hand))))
_extra_draw = When(TURN_BEGINS, May(ExtraDraw()))
_unicorns_are_safe = card(While(Immune(UNICORN, (DESTROYED,))))

CARDS = {
    "caffeine_overload": card(When(TURN_BEGINS, May(Then(sacrifice(a(CARD)), Draw(2))))),
    "claw_machine": card(When(TURN_BEGINS, May(Then(discard(a(CARD)), Draw(1))))),
    "double_dutch": _two_plays,
    "extra_tail": card(Needs(BASIC, "enter"), _extra_draw),
    "glitter_bomb": _sacrifice_to_destroy,
    "rainbow_aura": _unicorns_are_safe,
    "rainbow_lasso": card(When(TURN_BEGINS, May(Then(discard(some(3, CARD)), steal(a(UNICORN)))))),
    "rainbow_mane": card(Needs(BASIC, "enter"), _bring_a_basic),
    "stable_artillery": card(When(TURN_BEGINS, May(Then(discard(some(2, CARD)), destroy(a(UNICORN)))))),
    "summoning_ritual": card(
        When(TURN_BEGINS, May(Then(discard(some(2, UNICORN)), bring(a(UNICORN.in_discard))))),
    ),
    "unicorn_lasso": _borrow_a_unicorn,
    "yay": card(While(Unanswerable())),
    # The 18+ decks.
    "a_little_side_hustle": card(When(TURN_BEGINS, May(bring(a(UPGRADE.in_hand))))),
    "blow_up_unicorn": card(Instead(UNICORN, (DESTROYED, SACRIFICED), May(sacrifice(THIS)))),
    "dominatrix_whip": card(When(TURN_BEGINS, May(move(a(UNICORN), to="another")))),
    "fuzzy_hoofcuffs": card(When(TURN_BEGINS, May(Then(discard(some(2, CARD)), steal(a(UNICORN)))))),
    "no_strings_attached": _borrow_a_unicorn,
    "pony_play": card(When(TURN_BEGINS, May(Then(With(ANOTHER, Pull()), SkipPhase("draw"))))),
    "putting_on_a_show": _sacrifice_to_destroy,
    "unicorn_chastity_belt": _unicorns_are_safe,
    "unicorn_dungeon": _two_plays,
    "unicorn_speed_1e": card(Needs(BASIC, "enter"), _extra_draw),
    "unicorn_speed_2e": card(Needs(BASIC, "play"), When(TURN_BEGINS, May(Draw(1)))),
    "unicorn_vibrator": card(When(TURN_ENDS, May(Draw(1)))),
    "unicorn_with_benefits_1e": card(Needs(BASIC, "enter"), _bring_a_basic),
    "unicorn_with_benefits_2e": card(Needs(BASIC, "play"), _bring_a_basic),
}
