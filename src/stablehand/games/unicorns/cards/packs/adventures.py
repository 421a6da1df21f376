"""Cards of Adventures."""

from stablehand.games.unicorns.vocabulary import (
    ANOTHER,
    BABY,
    BASIC,
    CARD,
    DESTROYED,
    DIES,
    DOWNGRADE,
    ENTERS,
    INSTANT,
    IT,
    ITS_OWNER,
    OTHERS,
    SACRIFICED,
    THIS,
    TURN_BEGINS,
    UNICORN,
    UPGRADE,
    AtLeast,
    Bar,
    CannotWin,
    Cast,
    Draw,
    Each,
    Event,
    ExtraTurn,
    Instead,
    Make,
    May,
    No,
    Pull,
    Respond,
    Reveal,
    Rob,
    SeeHand,
    SkipPhase,
    Skips,
    Then,
    TradeHands,
    When,
    Whenever,
    While,
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
    sacrifice,
    some,
    steal,
    take,
)

CARDS = {
    "ancient_ritual": card(When(TURN_BEGINS, May(Then(sacrifice(a(UNICORN)), Draw(3))))),
    "broken_sundial": card(While(Skips("begin"))),
    "bungee_jumping_unicorn": card(When(DIES, May(one_of(sacrifice(a(DOWNGRADE)), take(THIS))))),
    "cutthroat_captain_unicorn": card(When(ENTERS, May(one_of(steal(a(BABY)), bring(a(BASIC.in_discard)))))),
    "extreme_adventurer_unicorn": card(While(Bar(BASIC, "yours")), When(TURN_BEGINS, May(Draw(1)))),
    "extremely_small_backpack": card(
        Each(Event(("draw",), by="you"), discard(a(CARD))),
        Whenever(No(CARD.in_hand), move(THIS, to="another")),
    ),
    "fearless_unicorn": card(When(DIES, May(take(a(INSTANT))))),
    "first_mer_mate_unicorn": card(When(DIES, May(one_of(Draw(2), bring(a(BASIC.in_hand)))))),
    "fisherman_unicorn": card(When(ENTERS, May(With(ANOTHER, Rob(CARD))))),
    "fishing_rod": card(Respond(bring(IT), to=Event(("steal",), by="others"))),
    "flare_gun": card(
        Respond(
            Make(ITS_OWNER, both(SkipPhase("begin"), SkipPhase("draw"))), to=Event(("turn",), by="others")
        )
    ),
    "glowing_horn": card(
        Cast(
            one_of(
                Then(sacrifice(a(CARD)), destroy(a(CARD))),
                bring(a((UNICORN | UPGRADE | DOWNGRADE).in_discard)),
            )
        )
    ),
    "hornswoggler_unicorn": card(
        When(ENTERS, May(one_of(Then(discard(all_(CARD)), Draw(3)), With(ANOTHER, TradeHands()))))
    ),
    "metal_detector": card(Cast(one_of(both(Draw(3), discard(a(CARD))), take(a(CARD))))),
    "mysterious_compass": card(
        Cast(
            one_of(
                Then(discard(some(3, CARD)), ExtraTurn()),
                Then(move(a(UNICORN.yours), to="another"), steal(a(UNICORN.theirs))),
            )
        )
    ),
    "pillaging_pirate_unicorn": card(
        When(ENTERS, May(one_of(steal(a(UPGRADE)), move(a(DOWNGRADE.yours), to="another"))))
    ),
    "pit_covered_in_leaves": card(When(TURN_BEGINS, May(Then(sacrifice(THIS), steal(a(UNICORN)))))),
    "salty_seadogicorn": card(When(ENTERS, May(one_of(Make(OTHERS, discard(a(CARD))), Draw(1))))),
    "silver_tongue": card(Cast(one_of(With(OTHERS, SeeHand()), Make(OTHERS, give(a(CARD), to="boss"))))),
    "stowaway_unicorn": card(
        When(ENTERS, May(Reveal(((UNICORN | UPGRADE | DOWNGRADE, bring(IT)),), is_drawn=True)))
    ),
    "survivalist_unicorn": card(When(TURN_BEGINS, May(Then(discard(a(CARD)), sacrifice(a(DOWNGRADE)))))),
    "the_great_baby_heist": card(Cast(Then(discard(some(2, CARD)), bring(some(2, BABY.in_nursery))))),
    "the_black_spot": card(While(CannotWin(AtLeast(1, BASIC)))),
    "unicorn_overboard": card(Each(Event(("sacrifice", "destroy"), UNICORN.yours), discard(a(CARD)))),
    "unicorn_net": card(Respond(take(IT), to=Event(("sacrifice", "destroy")))),
    "unicorn_shovel": card(Cast(one_of(bring(a(UNICORN.in_discard)), take(some(2, UNICORN))))),
    "unicorn_survival_kit": card(Instead(UNICORN, (DESTROYED, SACRIFICED), May(discard(some(2, CARD))))),
    "vagabond_unicorn": card(When(TURN_BEGINS, May(Then(discard(a(CARD)), With(ANOTHER, Pull()))))),
}
