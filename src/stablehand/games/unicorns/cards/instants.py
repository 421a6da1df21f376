"""Instants: all of them Neighs (UU-INST-3)."""

from stablehand.games.unicorns.vocabulary import (
    CARD,
    ITS_OWNER,
    Counter,
    Make,
    Respond,
    a,
    both,
    card,
    discard,
)

_neigh = card(Respond(Counter()))
_super_neigh = card(Respond(Counter(), is_final=True))

CARDS = {
    "neigh": _neigh,
    "super_neigh": _super_neigh,
    # The 18+ decks.
    "hell_neigh": _neigh,
    "neigh_bitch": _neigh,
    "neigh_means_neigh": _super_neigh,
    "neigh_motherfucker": card(Respond(both(Counter(), Make(ITS_OWNER, discard(a(CARD)))))),
    "the_safeword_is_neigh": _neigh,
}
