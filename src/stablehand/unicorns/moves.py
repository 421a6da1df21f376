"""What each verb does to the table, and what that sets off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.unicorns import party, traits
from stablehand.unicorns.acts import Later
from stablehand.unicorns.select import amount
from stablehand.unicorns.state import (
    DECK,
    DISCARD,
    HANDS,
    LIMBO,
    NO_CARD,
    NOBODY,
    NURSERY,
    STEP,
    Env,
    Frame,
    Promise,
    Trigger,
)  # fmt: skip
from stablehand.unicorns.words import (
    Act,
    Counter,
    Draw,
    EndTurn,
    ExtraDraw,
    ExtraTurn,
    Foresee,
    Peek,
    Plays,
    Procedure,
    Pull,
    Recycle,
    Reveal,
    Rob,
    Same,
    Search,
    SeeHand,
    SkipPhase,
    SkipTurn,
    TradeHands,
    Word,
)  # fmt: skip
from stablehand.unicorns.zones import (
    draw,
    everybody,
    place,
    put,
    random_cards,
    say,
    show,
    shuffle,
    take_unseen,
    tell,
)  # fmt: skip

if TYPE_CHECKING:
    from stablehand.kernel.contract import Seat
    from stablehand.unicorns.state import CardNo, Change, State, ZoneNo

RULES: dict[str, tuple[str, ...]] = {
    "destroy": ("UU-KEY-destroy",), "sacrifice": ("UU-KEY-sacrifice",), "discard": ("UU-KEY-discard",),
    "steal": ("UU-KEY-steal",), "bring": ("UU-PLAY-2",), "return": ("UU-PLAY-3",), "move": ("UU-PLAY-3",),
    "enter": ("UU-PLAY-1",), "shrink": ("RUL-26",), "take": ("UU-KEY-search",), "give": ("UU-EFF-7",),
}  # fmt: skip


class GoBack(Procedure):
    """A card that was borrowed goes back (RUL-20)."""

    __slots__ = ()


class Enter(Procedure):
    """A card that was played enters a stable (UU-PLAY-1)."""

    __slots__ = ()


class PutAway(Procedure):
    """A Magic card or an Instant goes to the discard pile, after its effect (UU-TYPE-6)."""

    __slots__ = ()


GO_BACK = GoBack()
ENTER = Enter()
PUT_AWAY = PutAway()


def apply(s: State, change: Change, cards: tuple[CardNo, ...], results: tuple[int, ...]) -> int:
    """Carry out a change on the cards that are left of it; return how many were affected."""
    word, env = change.word, change.env
    match word:
        case Act("destroy" | "sacrifice" | "remove" | "shrink"):
            return _lose(s, word.verb, env, cards)
        case Act("discard"):
            return _discard(s, env, cards)
        case Act("steal" | "bring" | "move"):
            return sum(_into_stable(s, word, change, card) for card in cards)
        case Act("return"):
            for card in cards:
                leave(s, "return", s.controller(card), card, HANDS + s.controller(card))
        case Act("take"):
            for card in cards:
                say(s, "took", RULES["take"], env.you, (card,), origin=place(s, s.where[card]))
                put(s, card, HANDS + env.you)
        case Act("give"):
            take_unseen(s, cards, env.you, change.to)
            if s.recorder:
                tell(s, "gave", RULES["give"], env.you, list(cards), change.to, to=change.to)
        case GoBack():
            return sum(_go_back(s, card, change.to) for card in cards)
        case Enter():
            enter(s, "enter", change.to, cards[0])
        case PutAway():
            put_away(s, cards[0])
        case Draw(n):
            return draw(s, env.you, _how_many(s, n, change, results))
        case _:
            return _no_cards(s, change, cards)
    return len(cards)


def _how_many(s: State, n: object, change: Change, results: tuple[int, ...]) -> int:
    if isinstance(n, Same) and change.env.mode != STEP:
        return results[change.env.needs]
    return amount(s, n, change.env)  # type: ignore[arg-type]  # a word's own amount


def _no_cards(s: State, change: Change, cards: tuple[CardNo, ...]) -> int:
    """Carry out what is not about chosen cards, or about ones that were looked at first."""
    word, env = change.word, change.env
    match word:
        case Pull(n):
            return _pull(s, env, change.to, n)
        case SeeHand() | Rob() if change.stage == 0:
            _look(s, env, s.hand(change.to), change.to)
        case Rob(_, to):
            _rob(s, env, change.to, cards[0], to)
        case Search():
            return _search(s, env, cards) if change.stage else _look(s, env, s.zones[DECK], NOBODY)
        case Peek(n) | Foresee(n) if change.stage == 0:
            _look(s, env, s.zones[DECK][-n:], NOBODY)
        case Foresee(n):
            _put_back(s, env, cards)
        case Reveal():
            show(s, s.zones[DECK][-1:], everybody(s))
            say(s, "revealed", ("UU-EFF-7",), env.you, s.zones[DECK][-1:])
        case TradeHands():
            _trade(s, env.you, change.to)
        case Recycle():
            _recycle(s, word, env)
        case Counter():
            counter(s, env)
        case Later():
            frames = tuple(_again(frame) for frame in change.frames)
            s.fresh += (Trigger(env.effect, env.you, env.source, env.it, env.they, frames),)
        case _:
            _turn_data(s, word, env)
    return 1


def _again(frame: Frame) -> Frame:
    return Frame(frame.word, frame.pc, frame.env.but(needs=-1), frame.data, None)


def _turn_data(s: State, word: Word, env: Env) -> None:
    match word:
        case ExtraDraw(n):
            s.extra_draws += n
        case EndTurn():
            s.is_ended = True
        case SkipPhase(phase):
            s.skipped += (phase,)
        case SkipTurn():
            s.skips = [n + (seat == env.you) for seat, n in enumerate(s.skips)]
        case ExtraTurn():
            s.extra_turns += (env.you,)
        case Plays(n):
            s.plays = max(s.plays, n)
        case _:
            raise AssertionError(f"nothing is known of {word!r}")
    say(s, "arranged", ("UU-TURN-1",), env.you, word=type(word).__name__)


# Leaving and entering stables.


def _lose(s: State, verb: str, env: Env, cards: tuple[CardNo, ...]) -> int:
    """Destroy or sacrifice; who removes a card of their own sacrifices it."""
    homes = {card: s.controller(card) for card in cards}
    for card in cards:
        how = verb
        if verb == "remove":
            how = "sacrifice" if homes[card] == env.you else "destroy"
        leave(s, how, homes[card], card, DISCARD)
    return len(cards)


def leave(s: State, how: str, seat: Seat, card: CardNo, zone: ZoneNo) -> None:
    """Take a card out of a stable, to where such a card goes (UU-TYPE-8), and collect what that sets off."""
    definition = s.rules.catalog.cards[card]
    is_muted = traits.is_muted(s, card)
    if definition.type == "baby":
        zone = NURSERY
    elif how in {"destroy", "sacrifice"} and definition.lands and not is_muted:
        zone = HANDS + seat
    say(s, how, RULES[how], seat, (card,), goes=place(s, zone))
    called = tuple(p for p in s.promises if p.source == card)
    put(s, card, zone)
    if how == "shrink":  # RUL-26: nothing triggers
        s.promises = tuple(p for p in s.promises if p.source != card)
        return
    _gone(s, how, seat, card, is_muted=is_muted)
    for promise in called:
        _call_back(s, promise)
    if how in {"destroy", "sacrifice"} and definition.is_unicorn:
        party.unicorn_lost(s, seat)


def _gone(s: State, how: str, seat: Seat, card: CardNo, *, is_muted: bool) -> None:
    definition = s.rules.catalog.cards[card]
    if how in {"destroy", "sacrifice"} and not is_muted:
        for effect in definition.moments.get("dies", ()):
            s.fresh += (Trigger(effect.number, seat, card, card),)
    if definition.is_unicorn:
        _listeners(s, seat, card)


def _listeners(s: State, seat: Seat, card: CardNo) -> None:
    """Set off what watches Unicorn cards come and go (RUL-33)."""
    for other in s.stable(seat):
        if other != card:
            for effect in s.rules.catalog.cards[other].moments.get("unicorn_comes_or_goes", ()):
                s.fresh += (Trigger(effect.number, seat, other, card),)


def enter(s: State, how: str, seat: Seat, card: CardNo) -> None:
    """Put a card into a stable and collect what that sets off (UU-PLAY-3, RUL-18)."""
    definition = s.rules.catalog.cards[card]
    say(s, how, RULES[how], seat, (card,), origin=place(s, s.where[card]))
    put(s, card, s.stable_no(seat))
    is_muted = definition.is_unicorn and s.mute[seat] > 0
    if not is_muted:
        for effect in definition.moments.get("enters", ()):
            s.fresh += (Trigger(effect.number, seat, card, card),)
    if definition.is_unicorn:
        _listeners(s, seat, card)
    party.entered(s, seat, definition.type)


def _into_stable(s: State, act: Act, change: Change, card: CardNo) -> int:
    """Steal, bring or move a card into a stable."""
    home = s.controller(card)
    seat = change.to
    if not traits.may_enter(s, card, seat):
        return 0
    called: tuple[Promise, ...] = ()
    if home != NOBODY:
        is_muted = traits.is_muted(s, card)
        called = tuple(p for p in s.promises if p.source == card)
        _gone(s, act.verb, home, card, is_muted=is_muted)
    enter(s, act.verb, seat, card)
    for promise in called:
        _call_back(s, promise)
    if act.until:
        source = change.env.source if act.until == "this_leaves" else NO_CARD
        s.promises += (Promise(card, seat, home, source),)
    return 1


def _call_back(s: State, promise: Promise) -> None:
    """Have a borrowed card go back as an effect of its own."""
    s.promises = tuple(p for p in s.promises if p is not promise)
    env = Env(promise.holder, promise.source, it=promise.card, they=promise.back)
    frame = Frame(GO_BACK, 0, env, (promise.card, promise.holder, promise.back), None)
    s.fresh += (Trigger(-1, promise.holder, promise.source, promise.card, promise.back, (frame,)),)


def _go_back(s: State, card: CardNo, seat: Seat) -> int:
    home = s.controller(card)
    if home == NOBODY or not traits.may_enter(s, card, seat):
        return 0
    _gone(s, "move", home, card, is_muted=traits.is_muted(s, card))
    enter(s, "move", seat, card)
    return 1


def to_discard(s: State, card: CardNo) -> None:
    """Put a card on the discard pile; a baby goes to the nursery (UU-TYPE-8)."""
    put(s, card, NURSERY if s.rules.catalog.cards[card].type == "baby" else DISCARD)


def put_away(s: State, card: CardNo) -> None:
    """Put a card that was being played on the discard pile, unless it has been shuffled away."""
    if s.where[card] == LIMBO:
        say(s, "put_away", ("UU-TYPE-6",), s.active, (card,))
        to_discard(s, card)


# Hands and deck.


def _discard(s: State, env: Env, cards: tuple[CardNo, ...]) -> int:
    if cards:
        say(s, "discard", RULES["discard"], env.you, cards, origin=place(s, s.where[cards[0]]))
        for card in cards:
            to_discard(s, card)
        party.discarded(s, env.you, len(cards))
    return len(cards)


def _pull(s: State, env: Env, they: Seat, n: int) -> int:
    cards = random_cards(s, HANDS + they, n)
    take_unseen(s, cards, they, env.you)
    if cards and s.recorder:
        tell(s, "pulled", ("UU-KEY-pull",), env.you, cards, they, giver=they)
    return len(cards)


def _look(s: State, env: Env, cards: list[CardNo], they: Seat) -> int:
    show(s, cards, 1 << env.you)
    if s.recorder:
        tell(
            s,
            "looked",
            ("UU-KEY-pull",) if they != NOBODY else ("UU-KEY-search",),
            env.you,
            sorted(cards),
            at=they,
        )
    return 1


def _rob(s: State, env: Env, they: Seat, card: CardNo, to: str) -> None:
    if to == "discard":
        say(s, "discard", RULES["discard"], they, (card,), origin=place(s, s.where[card]), by=env.you)
        put(s, card, DISCARD)
        return
    take_unseen(s, (card,), they, env.you)
    if s.recorder:
        tell(s, "robbed", ("UU-KEY-pull",), env.you, [card], they, giver=they)


def _search(s: State, env: Env, cards: tuple[CardNo, ...]) -> int:
    for card in cards:
        show(s, cards, everybody(s))
        put(s, card, HANDS + env.you)
        say(s, "found", ("UU-KEY-search",), env.you, cards)
    shuffle(s)
    return len(cards)


def _put_back(s: State, env: Env, cards: tuple[CardNo, ...]) -> None:
    """Take the first, put the others back with the second on top."""
    deck = s.zones[DECK]
    me = 1 << env.you
    for card in cards:
        s.known[card] &= me
    put(s, cards[0], HANDS + env.you)
    deck[len(deck) - len(cards) + 1 :] = list(cards[:0:-1])
    if s.recorder:
        tell(s, "foresaw", ("UU-KEY-draw",), env.you, [cards[0]])


def _trade(s: State, one: Seat, other: Seat) -> None:
    """Exchange hands; each remembers what it gave (RUL-40)."""
    first, second = s.hand(one)[:], s.hand(other)[:]
    for cards, to in ((first, other), (second, one)):
        for card in cards:
            put(s, card, HANDS + to)
    say(s, "traded", ("RUL-40",), one, to=other, counts=[len(first), len(second)])


def _recycle(s: State, word: Recycle, env: Env) -> None:
    cards = s.zones[DISCARD][:]
    if s.where[env.source] == LIMBO and (word.this or s.rules.magic_in_own_shuffle):
        cards.append(env.source)
    say(s, "recycled", ("UU-EFF-7",), env.you, cards, hand=len(s.hand(env.you)) if word.hand else 0)
    if word.hand:
        cards += s.hand(env.you)
    for card in cards:
        put(s, card, DECK)
    shuffle(s)


def counter(s: State, env: Env) -> None:
    """Stop the card that was answered (UU-INST-3)."""
    if s.where[env.it] == LIMBO:
        to_discard(s, env.it)
        say(s, "stopped", ("UU-INST-3",), env.they, (env.it,), by=env.you)
        s.neighs = (s.neighs[0], env.you)
