"""Verbs other than those of chosen cards: drawing, searching, looking, what is done to hands and turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.games.unicorns.text.acts import ActWriter
from stablehand.games.unicorns.text.shape import More
from stablehand.games.unicorns.vocabulary import (
    CARD,
    Count,
    Counter,
    Draw,
    EndTurn,
    ExtraDraw,
    ExtraTurn,
    Look,
    Pick,
    PlayIt,
    Plays,
    Pull,
    Recycle,
    Rob,
    Same,
    Search,
    SeeHand,
    SkipPhase,
    SkipTurn,
    Some,
    TradeHands,
)
from stablehand.text.message import Phrase

if TYPE_CHECKING:
    from stablehand.games.unicorns.vocabulary import Amount, Word

PLAIN: Final[dict[type, str]] = {
    SeeHand: "see_hand", TradeHands: "trade", EndTurn: "end_turn", SkipTurn: "skip_turn",
    ExtraTurn: "extra_turn", PlayIt: "play_it", Counter: "counter",
}  # fmt: skip


class VerbWriter(ActWriter):
    """Writes single verbs."""

    def _verb(self, word: Word, who: str) -> Phrase:
        hand, stable = self.phrase("hand", who=who), self.phrase("stable", who=who)
        if isinstance(word, Pick):
            return self._pick(word, who)
        match word:
            case Draw(Count(of, less)):
                card = self.other(of, self.counted(of))
                if of.place == "yours":
                    return self.phrase("draw.count", who=who, card=card, less=less, stable=stable)
                where = self.where("in", of.place, who, is_many=True, is_every=True)
                return self.phrase("draw.count.in", who=who, card=card, less=less, **{"in": where})
            case Draw(n):
                return self._draw(n, who)
            case ExtraDraw(n):
                return self.phrase("extra_draw", who=who, n=n)
            case Search(of, n, to):
                key = "search" if to == "hand" else f"search.{to}"
                found, many = self.what(Some(n, of)), "no" if n == 1 else "yes"
                return self.phrase(key, who=who, card=found, hand=hand, stable=stable, many=many)
            case Pull(n):
                return self.phrase("pull", who=who, n=n)
            case Rob(of, to):
                return self.phrase(f"rob.{to}", who=who, card=self.one(of), any="yes" if of == CARD else "no")
            case Look(n, take, rest):
                other, left = self.phrase("give.another", who=who), n - take
                return self.phrase(f"look.{rest}", who=who, n=n, take=take, left=left, hand=hand, to=other)
            case Recycle(this, is_with_hand):
                discard = self.phrase("recycle.discard")
                cards = [self.phrase("this")] * this + [hand] * is_with_hand + [discard]
                return self.phrase("recycle", who=who, cards=self._listed(cards, "and"))
            case SkipPhase(phase):
                return self.phrase(f"skip.{phase}", who=who)
            case Plays(n):
                return self.phrase("plays", who=who, n=n)
            case _:
                return self.phrase(self._plain(word), who=who)

    def _plain(self, word: Word) -> str:
        again = ".again" if isinstance(word, PlayIt) and self.is_replayed else ""
        return PLAIN[type(word)] + (".aside" if word == Counter("aside") else again)

    def _draw(self, n: Amount, who: str) -> Phrase:
        if not isinstance(n, int):
            return self.phrase("draw.same", who=who)
        return self.phrase("draw.more" if isinstance(n, More) else "draw", who=who, n=n)

    def _pick(self, word: Pick, who: str) -> Phrase:
        if isinstance(word.n, Same):
            return self.phrase("pick.same", who=who)
        return self.phrase("pick.up_to" if word.n.most else "pick", who=who, n=word.n.most or 0)

    def _listed(self, parts: list[Phrase], last: str) -> Phrase:
        return Phrase(lambda form: self.language.listed([part.render(form) for part in parts], last))
