"""Downgrades."""

from stablehand.games.unicorns.vocabulary import (
    CARD,
    INSTANT,
    NEIGH,
    THIS,
    TURN_BEGINS,
    UNICORN,
    UPGRADE,
    AtLeast,
    Become,
    Draw,
    Each,
    Event,
    Forbid,
    HandLimit,
    Mute,
    No,
    OpenHand,
    SkipPhase,
    Then,
    When,
    Whenever,
    While,
    a,
    card,
    discard,
    one_of,
    return_,
    sacrifice,
)

_triggers_are_mute = card(While(Mute("triggered")))
_all_is_mute = card(While(Mute("all")))
_no_upgrades = card(While(Forbid(UPGRADE)))

CARDS = {
    "barbed_wire": card(Each(Event(("enter", "leave"), UNICORN.yours), discard(a(CARD)))),
    "blinding_light_1e": _triggers_are_mute,
    "blinding_light_2e": _all_is_mute,
    "broken_stable": _no_upgrades,
    "nanny_cam": card(While(OpenHand())),
    "pandamonium": card(While(Become("panda"))),
    "sadistic_ritual": card(When(TURN_BEGINS, Then(sacrifice(a(UNICORN)), Draw(1)))),
    "slowdown_1e": card(While(Forbid(INSTANT))),
    "slowdown_2e": card(While(Forbid(NEIGH))),
    "tiny_stable": card(Whenever(AtLeast(6, UNICORN), sacrifice(a(UNICORN)))),
    # The 18+ decks.
    "autoerotic_asphyxiation": card(When(TURN_BEGINS, discard(a(CARD)))),
    "horse_shit": card(While(Become("shit"))),
    "limp_horn": _no_upgrades,
    "mid_sex_charlie_horse_1e": _triggers_are_mute,
    "mid_sex_charlie_horse_2e": _all_is_mute,
    "sticky_situation": card(When(TURN_BEGINS, one_of(SkipPhase("draw"), SkipPhase("action")))),
    "unicorn_butt_plug_1e": card(While(HandLimit(3, is_change=False))),
    "unicorn_butt_plug_2e": card(While(HandLimit(-4, is_change=True))),
    "unicorn_flatulence": card(
        When(TURN_BEGINS, return_(a(UNICORN.yours))),
        Whenever(No(UNICORN), sacrifice(THIS)),
    ),
}
