"""Magic cards."""

from stablehand.games.unicorns.vocabulary import (
    ANOTHER,
    ANYONE,
    BABY,
    BASIC,
    CARD,
    DOWNGRADE,
    EVERYBODY,
    IT,
    ITS_OWNER,
    NSFW,
    SAME,
    UNICORN,
    UPGRADE,
    AtLeast,
    Cast,
    Count,
    Draw,
    ExtraTurn,
    If,
    Make,
    May,
    Pull,
    Recycle,
    Reveal,
    Rob,
    Search,
    SkipTurn,
    Then,
    TradeHands,
    With,
    a,
    all_,
    both,
    bring,
    card,
    destroy,
    discard,
    give,
    move,
    one_of,
    remove,
    return_,
    sacrifice,
    shrink,
    some,
    steal,
    take,
)

_everybody_discards = Make(EVERYBODY, discard(a(CARD)))
_remove_a_trinket = Cast(remove(a(UPGRADE | DOWNGRADE)))
_upgrade_or_downgrade = Cast(one_of(destroy(a(UPGRADE)), sacrifice(a(DOWNGRADE))))
_everybody_new_hand = Make(EVERYBODY, Then(discard(all_(CARD)), Draw(SAME)))

CARDS = {
    "back_kick_1e": card(Cast(Then(return_(a(CARD)), Make(ITS_OWNER, discard(a(CARD)))))),
    "back_kick_2e": card(Cast(Then(return_(a(CARD.others)), Make(ITS_OWNER, discard(a(CARD)))))),
    "blatant_thievery_1e": card(Cast(With(ANYONE, Rob(CARD)))),
    "blatant_thievery_2e": card(Cast(With(ANOTHER, Rob(CARD)))),
    "change_of_luck": card(Cast(Then(both(Draw(2), discard(some(3, CARD))), ExtraTurn()))),
    "glitter_tornado": card(Cast(With(EVERYBODY, return_(a(CARD.theirs))))),
    "good_deal": card(Cast(both(Draw(3), discard(a(CARD))))),
    "kiss_of_life": card(Cast(bring(a(UNICORN.in_discard)))),
    "mystical_vortex": card(Cast(both(_everybody_discards, Recycle()))),
    "re_target": card(Cast(move(a(UPGRADE | DOWNGRADE), to="anyone"))),
    "reset_button": card(Cast(both(Make(EVERYBODY, sacrifice(all_(UPGRADE | DOWNGRADE))), Recycle()))),
    "shake_up": card(Cast(both(Recycle(this=True, hand=True), Draw(5)))),
    "targeted_destruction_1e": card(_remove_a_trinket),
    "targeted_destruction_2e": card(_upgrade_or_downgrade),
    "two_for_one": card(Cast(Then(sacrifice(a(CARD)), destroy(some(2, CARD))))),
    "unfair_bargain": card(Cast(With(ANOTHER, TradeHands()))),
    "unicorn_poison": card(Cast(destroy(a(UNICORN)))),
    "unicorn_shrinkray": card(
        Cast(
            With(
                ANYONE,
                Then(shrink(all_(UNICORN.theirs)), bring(some(SAME, BABY.in_nursery), to="their_stable")),
            )
        )
    ),
    "unicorn_swap": card(Cast(Then(move(a(UNICORN.yours), to="another"), steal(a(UNICORN.theirs))))),
    # The 18+ decks.
    "baby_trap": card(Cast(steal(a(BABY)))),
    "blaze_and_graze_1e": card(
        Cast(
            Reveal(
                (
                    (UNICORN, both(bring(IT), ExtraTurn())),
                    (DOWNGRADE, both(discard(IT), sacrifice(a(UNICORN)))),
                    (CARD, take(IT)),
                )
            )
        )
    ),
    "blaze_and_graze_2e": card(Cast(Reveal(((UNICORN, bring(IT)), (CARD, take(IT)))))),
    "breaking_and_entering": card(Cast(With(ANOTHER, Pull(2)))),
    "buck_naked_1e": card(Cast(With(ANYONE, remove(all_(UPGRADE.theirs))))),
    "buck_naked_2e": card(Cast(With(ANOTHER, destroy(all_(UPGRADE.theirs))))),
    "dirty_mind": card(Cast(Search(NSFW))),
    "fuck_marry_kill_1e": card(
        Cast(both(Make(ANYONE, discard(a(CARD))), Then(give(a(CARD), to="anyone"), destroy(a(UNICORN))))),
    ),
    "fuck_marry_kill_2e": card(
        Cast(both(Make(ANOTHER, discard(a(CARD))), Then(give(a(CARD), to="another"), destroy(a(UNICORN))))),
    ),
    "hoof_job_1e": card(Cast(With(ANYONE, Rob(CARD)))),
    "hoof_job_2e": card(Cast(With(ANOTHER, Rob(CARD)))),
    "horrifying_impaling": card(Cast(both(destroy(a(UNICORN)), _everybody_discards))),
    "kink_shame_1e": card(_remove_a_trinket),
    "kink_shame_2e": card(_upgrade_or_downgrade),
    "make_it_rain_1e": card(Cast(both(Then(discard(some(2, CARD)), Draw(2)), ExtraTurn()))),
    "make_it_rain_2e": card(Cast(Then(discard(some(2, CARD)), both(Draw(2), ExtraTurn())))),
    "make_it_snow_1e": card(Cast(both(Then(discard(all_(CARD)), Draw(3)), ExtraTurn()))),
    "make_it_snow_2e": card(Cast(Then(discard(all_(CARD)), both(Draw(3), ExtraTurn())))),
    "rainbow_shitstorm": card(
        Cast(
            both(
                Make(EVERYBODY, sacrifice(a(CARD))),
                Make(EVERYBODY, discard(all_(CARD))),
                Recycle(),
                Make(EVERYBODY, Draw(5)),
            )
        )
    ),
    "safe_sex": card(Cast(Make(EVERYBODY, return_(a(BABY.yours))))),
    "sex_drugs_and_unicorns": card(
        Cast(Make(ANYONE, one_of(discard(some(3, CARD)), sacrifice(a(UNICORN))))),
    ),
    "unicorgy_1e": card(Cast(If(AtLeast(4, UNICORN), Draw(Count(UNICORN.yours, less=3))))),
    "unicorgy_2e": card(Cast(Draw(Count(BASIC.yours)))),
    "unicorn_acid_trip_1e": card(Cast(both(_everybody_new_hand, Draw(2)))),
    "unicorn_acid_trip_2e": card(Cast(both(_everybody_new_hand, May(Draw(2))))),
    "unicorn_enema_1e": card(Cast(With(ANYONE, remove(all_(DOWNGRADE.theirs))))),
    "unicorn_enema_2e": card(Cast(sacrifice(all_(DOWNGRADE)))),
    "unicorn_hangover_1e": card(Cast(Make(ANYONE, SkipTurn()))),
    "unicorn_hangover_2e": card(Cast(Make(ANOTHER, SkipTurn()))),
}
