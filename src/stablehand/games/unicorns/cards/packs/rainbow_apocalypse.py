"""Cards of Rainbow Apocalypse, second edition, and what the first has alike."""

from stablehand.games.unicorns.vocabulary import (
    ANOTHER,
    ANY,
    BABY,
    CARD,
    DESTROYED,
    ENTERS,
    EVERYBODY,
    ITS_OWNER,
    OTHERS,
    PICKED,
    SAME,
    TURN_BEGINS,
    UNICORN,
    UPGRADE,
    Cast,
    Counter,
    Draw,
    EndTurn,
    HandLimit,
    Immune,
    Make,
    May,
    Pick,
    Respond,
    Search,
    SkipPhase,
    Then,
    When,
    While,
    With,
    a,
    all_,
    both,
    bring,
    card,
    destroy,
    discard,
    named,
    sacrifice,
    some,
    take,
)

_END_OF_ALL = Then(sacrifice(all_(UNICORN)), With(OTHERS, destroy(a(UNICORN.theirs))))
"""What the Magic cards that end a world begin with."""

CARDS = {
    "a_cute_attack_2e": card(
        Cast(
            With(
                ANOTHER,
                both(destroy(some(3, UNICORN.theirs)), bring(some(3, BABY.in_nursery), to="their_stable")),
            )
        )
    ),
    "cotton_candy_llamacorn": card(When(ENTERS, Make(EVERYBODY, Then(sacrifice(a(UNICORN)), Draw(1))))),
    "fire_and_brimstone": card(Cast(both(_END_OF_ALL, Search(named("unicorn_phoenix"), to="stable")))),
    "frenchiecorn": card(When(ENTERS, Then(Make(OTHERS, discard(a(CARD))), take(a(CARD.those))))),
    "glitter_unicorn": card(When(ENTERS, May(bring(a(UPGRADE.in_hand))))),
    "heavenly_smite": card(Cast(both(_END_OF_ALL, Search(named("angel_unicorn"), to="stable")))),
    "llamapocalypse": card(Cast(both(_END_OF_ALL, Search(named("llamacorn"), to="stable")))),
    "neigh_thank_you_2e": card(Respond(both(Counter(), May(Draw(1)), Make(ITS_OWNER, May(Draw(1)))))),
    "overpopulation": card(Cast(both(_END_OF_ALL, Search(named("extremely_fertile_unicorn"), to="stable")))),
    "plague_of_death": card(Cast(Then(sacrifice(some(ANY, CARD)), destroy(some(SAME, CARD))))),
    "rainbow_sprinkles": card(When(TURN_BEGINS, May(Then(Draw(3), EndTurn())))),
    "special_delivery": card(When(TURN_BEGINS, May(Then(bring(a(BABY.in_nursery)), SkipPhase("action"))))),
    "spray_bottle_of_youth": card(
        Cast(both(With(OTHERS, destroy(a(UNICORN.theirs))), Make(OTHERS, May(bring(a(BABY.in_nursery))))))
    ),
    "storm_of_cuteness": card(Cast(both(_END_OF_ALL, Search(named("magical_kittencorn"), to="stable")))),
    "the_tiniest_unicorn_2e": card(While(Immune(None, (DESTROYED,), by=UNICORN | UPGRADE))),
    "ultimate_destruction": card(
        Cast(both(_END_OF_ALL, Search(named("extremely_destructive_unicorn"), to="stable")))
    ),
    "unicorn_of_death": card(When(TURN_BEGINS, May(Then(sacrifice(a(UNICORN)), destroy(a(UNICORN)))))),
    "unicorn_of_famine_2e": card(While(HandLimit(-5, is_change=True, whose="everybody"))),
    "unicorn_of_pestilence_2e": card(
        When(ENTERS, Then(discard(some(ANY, CARD)), Make(OTHERS, discard(some(SAME, CARD)))))
    ),
    "unicorn_of_war_2e": card(
        When(ENTERS, Make(EVERYBODY, May(destroy(a(UNICORN))))), While(Immune(None, (DESTROYED,)))
    ),
    "unicorn_rainbow_princess": card(
        When(ENTERS, Then(Pick(ANY), both(Draw(SAME), Make(PICKED, May(Draw(1))))))
    ),
    "unicorns_of_the_apocalypse": card(Cast(Then(sacrifice(some(4, UNICORN)), Search(UNICORN, 4, "stable")))),
    "zombie_apocalypse": card(Cast(both(_END_OF_ALL, Search(named("zombie_unicorn"), to="stable")))),
}
