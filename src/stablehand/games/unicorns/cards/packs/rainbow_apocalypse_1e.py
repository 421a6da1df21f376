"""Cards of Rainbow Apocalypse, first edition, that differ from the second."""

from stablehand.games.unicorns.vocabulary import (
    ANY,
    ANYONE,
    BABY,
    CARD,
    DESTROYED,
    DOWNGRADE,
    ENTERS,
    EVERYBODY,
    ITS_OWNER,
    PICKED,
    SAME,
    UNICORN,
    UPGRADE,
    Cast,
    Counter,
    Draw,
    HandLimit,
    Immune,
    Make,
    May,
    Pick,
    Respond,
    Share,
    Then,
    UpTo,
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
    give,
    shrink,
    some,
)

CARDS = {
    "a_cute_attack_1e": card(
        Cast(
            With(
                ANYONE,
                Then(
                    shrink(some(UpTo(3), UNICORN.theirs)),
                    bring(some(SAME, BABY.in_nursery), to="their_stable"),
                ),
            )
        )
    ),
    "cupcakes_for_everyone": card(While(Share(UPGRADE))),
    "neigh_thank_you_1e": card(Respond(both(Counter(), Draw(1), Make(ITS_OWNER, Draw(1))))),
    "the_magical_pugicorn": card(When(ENTERS, Make(EVERYBODY, give(a(CARD), to="left")))),
    "the_tiniest_unicorn_1e": card(While(Immune(None, (DESTROYED,), by=UNICORN | UPGRADE | DOWNGRADE))),
    "unicorn_of_famine_1e": card(While(HandLimit(2, is_change=False, whose="everybody"))),
    "unicorn_of_pestilence_1e": card(When(ENTERS, Make(EVERYBODY, discard(all_(CARD))))),
    "unicorn_of_war_1e": card(
        When(
            ENTERS,
            Then(
                Pick(ANY),
                both(With(PICKED, destroy(a(UNICORN.theirs))), Make(PICKED, May(destroy(a(UNICORN.boss))))),
            ),
        )
    ),
}
