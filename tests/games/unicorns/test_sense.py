"""Nonsense on a card is refused in one sentence when the card is read."""

from __future__ import annotations

import json

import pytest

from stablehand.core.decks.files import DeckError
from stablehand.games.unicorns.decks.catalog import Catalog, all_catalogs, parse
from stablehand.games.unicorns.vocabulary import (
    ANOTHER,
    ANY_TURN_BEGINS,
    BABY,
    BASIC,
    CARD,
    DIES,
    DOWNGRADE,
    EVERYBODY,
    INSTANT,
    IT,
    ITS_OWNER,
    MAGIC,
    NARWHAL,
    SAME,
    THIS,
    THIS_LEAVES,
    TURN_BEGINS,
    UNICORN,
    UPGRADE,
    Abilities,
    Act,
    AtLeast,
    AtMost,
    Become,
    Both,
    Cast,
    Count,
    Counter,
    Draw,
    Each,
    EndTurn,
    Event,
    Filter,
    HandLimit,
    If,
    Immune,
    Instead,
    Lands,
    Look,
    Make,
    May,
    Mute,
    Needs,
    No,
    PlayIt,
    Plays,
    Pull,
    Recycle,
    Respond,
    Reveal,
    Rob,
    Search,
    Share,
    SkipPhase,
    Then,
    When,
    Whenever,
    While,
    With,
    Worth,
    a,
    all_,
    both,
    bring,
    bury,
    card,
    destroy,
    discard,
    give,
    move,
    named,
    one_of,
    return_,
    sacrifice,
    some,
    steal,
    take,
)
from stablehand.games.unicorns.vocabulary.schema import dump
from stablehand.games.unicorns.vocabulary.sense import nonsense_in

KNOWN = {"narwhal": ("basic", ("narwhal",)), "yay": ("upgrade", ()), "neigh": ("instant", ("answer",))}
DISCARD = discard(a(CARD))
THEFT = Event(("steal",), by="others")
TURN = Event(("turn",), by="others")

NONSENSE: tuple[tuple[str, Abilities, str], ...] = (
    ("magic", card(When(DIES, Draw(1))), "a Magic card has one Cast and nothing else"),
    ("magic", card(Cast(Draw(1)), Cast(Draw(2))), "a Magic card has one Cast and nothing else"),
    ("instant", card(Cast(Draw(1))), "an Instant card has one Respond and nothing else"),
    ("instant", (), "an Instant card has one Respond and nothing else"),
    ("instant", card(Respond(Draw(1))), "a Respond begins with Counter"),
    ("instant", card(Respond(Draw(1), to=THEFT)), "such a Respond begins with bring(IT) or take(IT)"),
    ("instant", card(Respond(Counter(), to=THEFT)), "such a Respond begins with bring(IT) or take(IT)"),
    ("instant", card(Respond(Both(()), to=THEFT)), "such a Respond begins with bring(IT) or take(IT)"),
    ("instant", card(Respond(Both((bring(IT),)), to=THEFT)), "Both needs at least two parts"),
    ("instant", card(Respond(both(bring(IT), take(IT)), to=THEFT)), "IT stands for nothing here"),
    ("instant", card(Respond(bring(IT), to=Event(("draw",)))), "an Instant answers steal, sacrifice, "),
    ("instant", card(Respond(bring(IT), to=Event(()))), "an Instant answers steal, sacrifice, "),
    ("instant", card(Respond(take(IT), to=Event(("destroy", "sacrifice")))), "in this order"),
    ("instant", card(Respond(take(IT), to=Event(("steal", "turn")))), "an Instant answers steal, sacrifice"),
    ("instant", card(Respond(bring(IT), to=Event(("steal",), by="you"))), "what others or anyone do"),
    ("instant", card(Respond(bring(IT), to=Event(("steal",), UNICORN.other))), "to any such card"),
    ("instant", card(Respond(bring(IT), to=Event(("steal",), UNICORN.yours))), "Respond cannot have the"),
    ("instant", card(Respond(Draw(1), to=Event(("turn",)))), "a turn that begins is another’s"),
    ("instant", card(Respond(Draw(1), to=Event(("turn",), UNICORN, "others"))), "and has no card"),
    ("instant", card(Respond(SkipPhase("draw"), to=TURN)), "is about the turn of the player whose"),
    ("instant", card(Respond(Make(ANOTHER, EndTurn()), to=TURN)), "is about the turn of the player whose"),
    ("instant", card(Respond(take(IT), to=TURN)), "IT stands for nothing here"),
    ("upgrade", card(When(TURN_BEGINS, May(SkipPhase("begin")))), "the beginning phase is skipped only in"),
    ("instant", card(Respond(both(Counter(), SkipPhase("begin")))), "the beginning phase is skipped only in"),
    ("upgrade", card(Cast(Draw(1))), "only a Magic card has Cast"),
    ("magical", (), "a card of type magical needs an ability"),
    ("magical", card(Lands(), Lands()), "a card has at most one Lands"),
    ("magical", card(When(DIES, Draw(1)), When(DIES, Draw(1))), "the same ability stands there twice"),
    ("upgrade", card(While(Worth(2))), "Worth(2): a card of type upgrade is no Unicorn"),
    ("magical", card(While(Worth(-1))), "Worth must be 0 to 20, not -1"),
    ("magical", card(While(HandLimit(0, is_change=True))), "HandLimit changes by 0"),
    ("magical", card(While(Become("toad"))), "Unicorns become panda or shit or reindeer, not 'toad'"),
    ("magical", card(While(Immune(None, ("move",)))), "Immune is to destroy, sacrifice, steal or everything"),
    ("upgrade", card(While(Mute("all", of=UPGRADE))), "Mute: a card of type upgrade would take away its own"),
    ("upgrade", card(While(Mute("triggered", of=DOWNGRADE))), "Mute is of Unicorn cards or, with all, of"),
    ("upgrade", card(While(Mute("all", of=BABY))), "Mute is of Unicorn cards or, with all, of"),
    ("magic", card(Cast(PlayIt())), "PlayIt: no card was found"),
    ("magic", card(Cast(Then(Draw(1), PlayIt()))), "PlayIt: no card was found"),
    (
        "magic",
        card(Cast(Then(Search(MAGIC), Then(discard(a(CARD)), PlayIt())))),
        "PlayIt: no card was found",
    ),
    ("magic", card(Cast(give(a(CARD), to="boss"))), "give to the boss: nobody makes this player do it"),
    (
        "magic",
        card(Cast(destroy(a(UNICORN.boss)))),
        "destroy looks in the stable of the boss, but nobody makes this player do it",
    ),
    ("magic", card(Cast(Make("others", return_(a(UNICORN.boss))))), "return cannot have the place .boss"),
    ("magic", card(Cast(Then(give(all_(CARD), to="left"), Draw(1)))), "one player cannot be chosen for all"),
    ("magical", card(While(Share(UNICORN))), "Share is of Upgrade or Downgrade cards"),
    ("magical", card(While(Share(UPGRADE.yours))), "Share is of Upgrade or Downgrade cards"),
    ("upgrade", card(While(Share(UPGRADE))), "Share: a card of type upgrade would share itself"),
    (
        "magic",
        card(
            Cast(
                Make(
                    "others",
                    Then(destroy(a(UNICORN.boss)), bring(a(BABY.in_nursery), to="their_stable")),
                )
            )
        ),
        "bring goes to that player's stable, but no player was spoken of",
    ),
    ("magic", card(Cast(bury(a(CARD)))), "bury needs a place: .yours, .hand"),
    ("magic", card(Cast(Act("bury", a(CARD.in_hand), "another"))), "bury goes to '' or 'shuffled'"),
    ("magic", card(Cast(If(AtMost(0, UNICORN), Draw(1)))), "AtMost must be 1 to 20, not 0"),
    ("magical", card(Instead(None, (), May(DISCARD))), "Instead is of destroy or sacrifice"),
    ("magical", card(Instead(None, ("destroy",), DISCARD)), "what is done instead must be a May"),
    ("magical", card(Needs(MAGIC, "play")), "Needs asks for a card that is never in a stable"),
    ("magic", card(Cast(Draw(-2))), "Draw must be 1 to 20, not -2"),
    ("magic", card(Cast(Draw(0))), "Draw must be 1 to 20, not 0"),
    ("magic", card(Cast(Draw(10**6))), "Draw must be 1 to 20, not 1000000"),
    ("magic", card(Cast(discard(some(0, CARD)))), "the number of cards to discard must be 1 to 20, not 0"),
    ("magic", card(Cast(Look(0))), "Look must be 1 to 20, not 0"),
    ("magic", card(Cast(Look(2, take=2))), "Look takes 0 to 1 of 2 cards, not 2; to take all is to draw"),
    ("magic", card(Cast(Look(2, take=1, rest="any_order"))), 'Look: one card has no order, so write "same"'),
    ("magic", card(Cast(If(AtLeast(0, CARD), Draw(1)))), "AtLeast must be 1 to 20, not 0"),
    ("magic", card(Cast(Draw(Count(UNICORN.yours, less=-1)))), "what Count leaves out must be 0 to 20"),
    ("magic", card(Cast(take(IT))), "IT stands for nothing here"),
    ("magic", card(Cast(Reveal(((UNICORN, destroy(IT)), (CARD, take(IT)))))), "cannot be the IT of destroy"),
    ("magic", card(Cast(Reveal(((MAGIC, bring(IT)),)))), "bring(IT): only Unicorn, Upgrade and Downgrade"),
    ("magic", card(Cast(Reveal(((UNICORN, both(take(IT), discard(IT))),)))), "only one thing is done with"),
    ("magic", card(Cast(Reveal(((CARD, take(IT)),)))), "Reveal needs a case that some cards fit"),
    ("magic", card(Cast(Search(named("nobody")))), "there is no card 'nobody' in this deck"),
    ("magic", card(Cast(destroy(a(Filter(tag="toad"))))), "there is no tag 'toad'"),
    ("magic", card(Cast(destroy(a(Filter(0))))), "destroy names no kind of card"),
    ("magic", card(Cast(destroy(a(Filter(7, name="yay"))))), "the name is enough"),
    ("magic", card(Cast(Pull())), "Pull is done to a player, but no player was spoken of"),
    ("magic", card(Cast(steal(a(UNICORN.theirs)))), "no player was spoken of"),
    ("magic", card(Cast(With(ANOTHER, Then(DISCARD, Pull())))), "Pull is done to a player, but no player"),
    ("magic", card(Cast(With(ANOTHER, Draw(1)))), "With does nothing to the players whom it names"),
    ("magic", card(Cast(With(ITS_OWNER, Pull()))), "ITS_OWNER is nobody here"),
    ("magic", card(Cast(Make(ITS_OWNER, DISCARD))), "ITS_OWNER is nobody here"),
    ("magic", card(Cast(Make(ANOTHER, Make(ANOTHER, DISCARD)))), "Make in Make: nobody can tell who acts"),
    ("magic", card(Cast(Make(ANOTHER, EndTurn()))), "EndTurn is about the turn of the player"),
    ("magic", card(Cast(Draw(SAME))), "SAME stands for nothing here"),
    ("magic", card(Cast(Then(discard(all_(CARD)), May(Draw(SAME))))), "SAME stands for nothing here"),
    ("magic", card(Cast(sacrifice(THIS))), "this card is not in the stable of the player who does it"),
    ("magic", card(Cast(Counter())), "Counter stands only at the beginning of a Respond"),
    ("magical", card(When(DIES, Recycle(this=True))), "only a Magic card shuffles itself"),
    ("magical", card(When(TURN_BEGINS, bring(THIS))), "bring(THIS) does nothing where this card is then"),
    ("magical", card(When(DIES, sacrifice(THIS))), "sacrifice(THIS) does nothing where this card is then"),
    ("magical", card(When("enters", take(THIS))), "take(THIS) does nothing where this card is then"),
    ("magic", card(Cast(steal(a(UNICORN), until=THIS_LEAVES))), "until this card leaves"),
    ("magic", card(Cast(Act("destroy", a(UNICORN), until="end_of_turn"))), "destroy cannot be until"),
    ("magic", card(Cast(Act("move", a(UNICORN)))), "move goes to 'anyone' or 'another' or 'their_stable'"),
    ("magic", card(Cast(move(all_(UNICORN), to="another"))), "one player cannot be chosen for all cards"),
    ("magic", card(Cast(give(all_(CARD), to="another"))), "one player cannot be chosen for all cards"),
    ("magic", card(Cast(bring(a(CARD.in_hand)))), "only Unicorn, Upgrade and Downgrade cards can be in a"),
    ("magic", card(Cast(bring(a(named("neigh").in_hand)))), "only Unicorn, Upgrade and Downgrade cards can"),
    ("magic", card(Cast(bring(a(UNICORN)))), "bring needs a place: .hand, .discard, .nursery"),
    ("magic", card(Cast(sacrifice(a(UNICORN.in_hand)))), "sacrifice cannot have the place .hand"),
    ("magic", card(Cast(destroy(a(MAGIC)))), "destroy: such cards are never in a stable"),
    ("magic", card(Cast(discard(a(BABY)))), "discard: Baby Unicorns are never there"),
    ("magic", card(Cast(return_(a(UNICORN.other)))), "this card is never among them, so .other says nothing"),
    ("magical", card(Whenever(No(UNICORN.in_discard), Draw(1))), "No cannot have the place .discard"),
    ("magical", card(Whenever(No(UNICORN), Draw(1))), "what Whenever does must take cards out"),
    ("magical", card(When(TURN_BEGINS, EndTurn())), "EndTurn in every turn, unasked and free"),
    ("magical", card(When(TURN_BEGINS, Recycle())), "Recycle in every turn, unasked and free"),
    ("magical", card(Whenever(No(UPGRADE), move(THIS, to="another"))), "what Whenever does must take cards"),
    ("magical", card(When("enters", move(THIS, to="another"))), "move(THIS) when it enters, unasked"),
    ("magical", card(Each(Event(("enter",), UNICORN.other.yours), steal(a(UPGRADE)))), "steal whenever a"),
    ("upgrade", card(Each(Event(("draw",)), Draw(1))), "Draw whenever somebody draws, unasked"),
    ("upgrade", card(Each(Event(("draw",)), Recycle())), "Recycle in every turn, unasked and free"),
    ("upgrade", card(Each(Event(("steal",), by="you"), steal(a(UPGRADE)))), "steal whenever that is done"),
    ("upgrade", card(Each(Event(("turn",)), DISCARD)), "Event is one or several of enter, leave, or"),
    ("upgrade", card(Each(Event(()), DISCARD)), "Event is one or several of enter, leave, or"),
    ("upgrade", card(Each(Event(("enter", "draw"), CARD.yours), DISCARD)), "not ('enter', 'draw')"),
    ("upgrade", card(Each(Event(("steal", "steal")), DISCARD)), "not ('steal', 'steal')"),
    ("upgrade", card(Each(Event(("enter",), UNICORN), DISCARD)), "Event needs a place: .yours"),
    ("upgrade", card(Each(Event(("draw",), CARD.in_hand), DISCARD)), "Event cannot have the place .hand"),
    ("upgrade", card(Each(Event(("leave",), MAGIC.yours), DISCARD)), "such cards are never in a stable"),
    ("upgrade", card(Each(Event(("leave",), UPGRADE.yours.other), DISCARD)), "so .other says nothing"),
    ("upgrade", card(Each(Event(("enter",), UNICORN.yours.other), DISCARD)), "a card of type upgrade"),
    ("upgrade", card(Each(Event(("enter",), UNICORN.yours, "you"), DISCARD)), "nobody is told to make"),
    ("upgrade", card(Each(Event(("steal",), UNICORN.yours, "you"), DISCARD)), "is never done so to"),
    ("upgrade", card(Each(Event(("sacrifice",), CARD.yours, "others"), DISCARD)), "is never done so to"),
    ("upgrade", card(Each(Event(("draw",), UNICORN), DISCARD)), "nobody sees which cards are drawn"),
    ("upgrade", card(Each(Event(("play",), INSTANT), DISCARD)), "such cards are not played as an action"),
    ("upgrade", card(Each(Event(("play",), BABY), DISCARD)), "such cards are not played as an action"),
    ("upgrade", card(Each(Event(("answer",), CARD.yours), DISCARD)), 'answer is of CARD.yours, by "others"'),
    ("upgrade", card(Each(Event(("play",), UPGRADE), take(IT))), "IT stands for nothing here"),
    ("upgrade", card(Each(Event(("play",), MAGIC), bring(IT))), "a card that was played can only be taken"),
    ("upgrade", card(Each(Event(("play",), MAGIC), PlayIt())), "PlayIt: no card was found"),
    ("upgrade", card(Each(Event(("destroy",), by="you"), Pull())), "no player was spoken of"),
    ("magical", card(Whenever(No(UPGRADE.in_hand), move(THIS, "another"))), "No cannot have the place"),
    ("magic", card(Cast(If(AtLeast(1, UNICORN.yours), Draw(1)))), "AtLeast cannot have the place .yours"),
    ("magic", card(Cast(Draw(Count(UNICORN)))), "Count needs a place"),
    ("magic", card(Cast(Both((Draw(1),)))), "Both needs at least two parts"),
    ("magic", card(Cast(both(Draw(1), both(DISCARD, Draw(2))))), "Both in Both: write all parts in one"),
    ("magic", card(Cast(one_of(Draw(1), Draw(1)))), "OneOf needs at least two modes, which differ"),
    ("magic", card(Cast(May(May(Draw(1))))), "May in May: write May alone"),
    ("magic", card(Cast(May(If(No(UNICORN), Draw(1))))), "If in May: write If(…, May(…))"),
    ("magical", card(When(TURN_BEGINS, May(Plays(2)))), "Plays in May: write Plays alone"),
    ("magic", card(Cast(Then(May(DISCARD), Draw(1)))), "write May(Then(a, b))"),
    ("magic", card(Cast(Then(Then(DISCARD, Draw(1)), Draw(2)))), "write Then(a, Then(b, c))"),
)  # fmt: skip

SENSE: tuple[tuple[str, Abilities], ...] = (
    ("magic", card(Cast(With(ANOTHER, Then(steal(some(2, CARD.theirs)), Pull()))))),
    ("magic", card(Cast(Make(EVERYBODY, Then(steal(a(UNICORN.boss)), give(a(CARD), to="left")))))),
    ("magical", card(While(Share(UPGRADE | DOWNGRADE)))),
    ("magic", card(Cast(With(ANOTHER, both(Draw(1), Pull()))))),
    ("magic", card(Cast(Then(destroy(a(UNICORN)), Make(ITS_OWNER, Draw(1)))))),
    ("magic", card(Cast(Then(discard(all_(UNICORN)), both(Draw(SAME), Draw(1)))))),
    ("magic", card(Cast(bring(a(NARWHAL.in_discard))))),
    ("magic", card(Cast(If(AtLeast(3, UNICORN.others), Draw(Count(BASIC.in_discard)))))),
    ("magic", card(Cast(Make(EVERYBODY, If(No(UPGRADE.in_hand), May(DISCARD)))))),
    ("upgrade", card(When(ANY_TURN_BEGINS, May(Rob(CARD))))),
    ("magical", card(When(DIES, May(take(THIS))))),
    ("instant", card(Respond(both(Counter(), Make(ITS_OWNER, May(DISCARD)))))),
    (
        "instant",
        card(Respond(both(take(IT), Draw(1), Make(ITS_OWNER, Draw(1))), to=Event(("destroy",), UNICORN))),
    ),
    ("instant", card(Respond(Make(ITS_OWNER, both(SkipPhase("begin"), EndTurn())), to=TURN))),
    ("instant", card(Respond(Draw(2), to=TURN))),
)


@pytest.mark.parametrize(("kind", "abilities", "fault"), NONSENSE)
def test_nonsense_is_refused_in_a_sentence(kind: str, abilities: Abilities, fault: str) -> None:
    found = nonsense_in(abilities, kind, KNOWN)
    assert found.startswith(fault) or fault in found, found
    assert found
    assert not found.endswith(".")


@pytest.mark.parametrize(("kind", "abilities"), SENSE)
def test_unusual_cards_that_make_sense_are_accepted(kind: str, abilities: Abilities) -> None:
    assert nonsense_in(abilities, kind, KNOWN) == ""


@pytest.mark.parametrize("deck", all_catalogs(), ids=lambda deck: "+".join((deck.id, *deck.packs)))
def test_every_printed_card_makes_sense(deck: Catalog) -> None:
    known = {card.id: (card.type, card.tags) for card in deck.definitions}
    for card_ in deck.definitions:
        if card_.type not in {"baby", "basic"}:
            assert nonsense_in(card_.abilities, card_.type, known) == "", card_.id


@pytest.mark.parametrize("is_written", [True, False])
def test_a_deck_with_a_nonsensical_card_is_refused(is_written: bool) -> None:
    """Whether the card's words are in the deck file or come with the game."""
    abilities = card(Cast(Draw(-2)))
    ability = json.dumps(dump(abilities)).replace('": ', '" = ') if is_written else '"bad"'
    text = f'[[card]]\nid = "bad"\nname = "Bad"\ntype = "magic"\ncopies = 1\nability = {ability}\n'
    with pytest.raises(DeckError) as caught:
        parse(text, "house", {"bad": abilities})
    assert str(caught.value) == "Deck house, card bad: Draw must be 1 to 20, not -2."
