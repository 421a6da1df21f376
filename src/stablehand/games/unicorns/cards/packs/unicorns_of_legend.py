"""Cards of Unicorns of Legend."""

from stablehand.games.unicorns.vocabulary import (
    ANY,
    BABY,
    CARD,
    DOWNGRADE,
    ENTERS,
    EVERYBODY,
    IS_DESTROYED,
    IT,
    ITS_OWNER,
    MAGIC,
    PICKED,
    SAME,
    THIS,
    TURN_BEGINS,
    UNICORN,
    UPGRADE,
    Cannot,
    Cast,
    Counter,
    Draw,
    Each,
    Event,
    HandLimit,
    Look,
    Make,
    May,
    No,
    Pick,
    PlayIt,
    Pull,
    Respond,
    Search,
    SkipPhase,
    Then,
    UpTo,
    When,
    Whenever,
    While,
    a,
    both,
    bring,
    card,
    destroy,
    discard,
    move,
    sacrifice,
    some,
    steal,
    take,
)

CARDS = {
    "alignment_change": card(Cast(Then(discard(some(2, CARD)), steal(a(UNICORN))))),
    "beast_master_unicorn_1e": card(
        When(TURN_BEGINS, May(Then(SkipPhase("draw"), bring(a(BABY.in_nursery)))))
    ),
    "beast_master_unicorn_2e": card(
        When(TURN_BEGINS, May(Then(bring(a(BABY.in_nursery)), SkipPhase("draw"))))
    ),
    "berserkercorn_1e": card(When(ENTERS, destroy(a(UNICORN))), When(IS_DESTROYED, sacrifice(a(UNICORN)))),
    "berserkercorn_2e": card(
        When(ENTERS, May(destroy(a(UNICORN)))), When(IS_DESTROYED, sacrifice(a(UNICORN)))
    ),
    "chain_lightning_1e": card(Cast(Then(destroy(a(UNICORN)), Make(ITS_OWNER, May(destroy(a(UNICORN))))))),
    "chain_lightning_2e": card(Cast(Then(destroy(a(CARD)), Make(ITS_OWNER, May(destroy(a(CARD))))))),
    "charming_bardicorn": card(
        When(TURN_BEGINS, May(Then(move(THIS, to="another"), both(steal(a(UNICORN.theirs)), Draw(1)))))
    ),
    "critical_hit": card(
        Each(Event(("play",), MAGIC, by="you"), May(Then(sacrifice(THIS), both(take(IT), PlayIt()))))
    ),
    "divine_peace": card(While(Cannot("destroy"))),
    "dwarficorn_artificer": card(When(ENTERS, May(Then(discard(a(CARD)), Search(UPGRADE, to="stable"))))),
    "divine_unicorn_1e": card(When(TURN_BEGINS, May(Then(sacrifice(THIS), Look(4, take=2, rest="discard"))))),
    "divine_unicorn_2e": card(When(ENTERS, May(Look(3, take=1, rest="discard")))),
    "elficorn_scout_1e": card(When(ENTERS, May(Look(3, rest="any_order")))),
    "elficorn_scout_2e": card(When(ENTERS, Look(3, rest="any_order"))),
    "extradimensional_saddlebag": card(While(HandLimit(3, is_change=True))),
    "fireball": card(Cast(Make(EVERYBODY, sacrifice(a(UNICORN))))),
    "hex": card(When(TURN_BEGINS, SkipPhase("draw")), Whenever(No(CARD.in_hand), move(THIS, to="another"))),
    "neigh_mlord": card(Respond(both(Counter(), Make(ITS_OWNER, May(Draw(1)))))),
    "necromancy": card(Cast(Then(sacrifice(a(UNICORN)), bring(a(UNICORN.in_discard))))),
    "orcicorn_raider_1e": card(
        When(
            ENTERS,
            May(
                Then(
                    move(a((UPGRADE | DOWNGRADE).yours), to="another"), steal(a((UPGRADE | DOWNGRADE).theirs))
                )
            ),
        )
    ),
    "orcicorn_raider_2e": card(
        When(ENTERS, May(Then(move(a(DOWNGRADE.yours), to="another"), steal(a(UPGRADE.theirs)))))
    ),
    "paladin_unicorn": card(When(ENTERS, May(destroy(a(CARD)))), While(Cannot("steal"))),
    "prismatic_bray": card(
        Cast(Then(discard(some(UpTo(2), CARD)), Then(Pick(SAME), Make(PICKED, sacrifice(a(UNICORN))))))
    ),
    "rogue_unicorn": card(When(ENTERS, May(Then(discard(some(2, CARD)), steal(a(CARD)))))),
    "wall_of_horns": card(Each(Event(("destroy",), UNICORN.yours, by="others"), May(Pull()))),
    "warlock_unicorn": card(When(ENTERS, May(Then(sacrifice(some(ANY, CARD)), destroy(some(SAME, CARD)))))),
    "wizard_unicorn": card(When(ENTERS, May(Then(discard(a(CARD)), Then(Search(MAGIC), PlayIt()))))),
}
