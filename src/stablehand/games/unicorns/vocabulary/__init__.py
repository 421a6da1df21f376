"""The language of unicorn cards.

A card is one expression of these words. They are plain data: they can be compared, written as JSON (`schema`)
and rendered as text; `resolution` and `knowledge.traits` define what they do. Cards and players are in
`nouns`, what can be done in `verbs`, when it happens in `abilities`.

    ability   = When(moment, do)              something happens at a moment                    UU-EFF-1
              | Each(Event(verbs, of, by), do)  whenever such a thing happens                RUL-61
              | Whenever(condition, do)       a state of the table, checked after every change RUL-32
              | Instead(of, be, do)           a replacement                                    RUL-22
              | Lands()                       where it goes when sacrificed or destroyed       UU-TYPE-8
              | While(trait)                  continuous                                       UU-EFF-1
              | Needs(filter, PLAY or ENTER)  what must be in the stable to play or enter it
              | Cast(do)                      a Magic card's effect                            UU-TYPE-6
              | Respond(do, is_final, to)     an Instant; it answers a card, or the event `to`  UU-INST-1
    do        = verb | May(do) | Then(do, do) | both(do, …) | one_of(do, …) | If(condition, do)
              | Make(who, do)                 those players do it themselves
              | With(who, do)                 you do it, to them (their cards are `.theirs`)
              | Then(Pick(n), do)             choose other players, PICKED in what follows           RUL-68
              | Reveal(((filter, do), …))     reveal the top card; the first filter that it fits decides
              | Reveal(…, is_drawn=True)      draw a card first; is_open=False: nobody else sees it RUL-70
    verb      = destroy sacrifice remove discard steal bring take return_ move give shrink banish bury show
                (of cards)
              | Draw ExtraDraw Search(…) Pull Rob SeeHand Look(n, take, rest) TradeHands Recycle
              | EndTurn SkipPhase SkipTurn ExtraTurn Plays PlayIt Counter
    what      = a(filter) | some(n, filter) | some(ANY or UpTo(n), filter) | all_(filter) | THIS | IT
                (THIS after it has left: only bring and take)
    filter    = CARD UNICORN BABY BASIC MAGICAL UPGRADE DOWNGRADE MAGIC INSTANT NEIGH NARWHAL DRAGON NSFW
                NIGHTMARE named(id), a | b
                refined by .yours .theirs .others .in_hand .in_discard .in_nursery .other (not this card)
                .those (the cards just discarded) .boss (of whoever makes you do it)
    who       = ANYONE ANOTHER (one player, chosen)  EVERYBODY OTHERS PICKED (all of them)
                ITS_OWNER (of IT)
    event     = Event((verb, …), filter, by)  verbs: enter leave · sacrifice destroy steal · draw · play ·
                answer (an Instant is played against it) · turn (it begins; only an Instant answers it);
                by: you others anyone
    condition = AtLeast(n, filter) | AtMost(n, filter) | No(filter)
    amount    = a number | Count(filter, less) | SAME (as many as the part before affected)
    trait     = Become("panda") | Mute(…) | Immune(of, verbs, by) | Worth(n) | Forbid(filter) | Bar(filter, …)
              | Cannot(verb) | Share(filter) | Skips(phase) | OpenHand() | Unanswerable() | HandLimit(…)
              | CannotWin(condition)

A verb implies where its cards are: sacrifice takes your own, discard those of your hand, steal those of
others, take those of the discard pile; destroy depends on the table's option `destroy_scope`. Only a place
that the verb does not imply is written, so that each meaning has one form. A condition is about your stable
unless its filter names a place; a `Count` always names one. What makes no sense, or could be written more
simply, is refused when the card is read (`sense`).

`Then(a, b)`: b only if a was done, and in a "may" a must be possible in full (UU-EFF-6, UU-IMP-1).
`both`: in order, as far as possible. `May` asks first (UU-EFF-2). "You" is the controller of the card
(UU-TYPE-2), inside `Make` the player who is made to act.
"""

from stablehand.games.unicorns.vocabulary.abilities import *  # noqa: F403 - the language is one vocabulary
from stablehand.games.unicorns.vocabulary.nouns import *  # noqa: F403 - the same
from stablehand.games.unicorns.vocabulary.verbs import *  # noqa: F403 - the same
