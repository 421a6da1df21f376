"""High Card, a game from outside the package: everybody plays one of three cards, the highest wins.

pip install ./examples/highcard        # then: stablehand play --game highcard
"""

from stablehand.core.manifest import Manifest
from stablehand.core.simple import SimpleGame


class HighCard(SimpleGame):
    """Three cards each, one of which is played; nobody sees the others' hands."""

    name = "highcard"
    seat_counts = range(2, 9)

    def deal(self, seats, rng):
        """Deal three cards to each seat."""
        deck = list(range(1, 53))
        rng.shuffle(deck)
        return {"hands": [sorted(deck[3 * seat : 3 * seat + 3]) for seat in range(seats)], "played": []}

    def asked(self, data):
        """Ask the next seat for a card."""
        seat = len(data["played"])
        return {seat: data["hands"][seat]} if seat < data["seats"] else {}

    def apply(self, data, seat, option, recorder):
        """Play a card."""
        data["hands"][seat].remove(option)
        data["played"].append(option)
        if recorder:
            recorder.note("played", (), {"seat": seat, "card": str(option)})

    def describe(self, data, option):
        """Name an option on its button."""
        return {"verb": "play", "card": str(option)}

    def winners(self, data):
        """Return who played the highest card."""
        return [data["played"].index(max(data["played"]))]

    def visible(self, data, seat):
        """Show the played cards and one's own hand."""
        return {"played": data["played"][:], "hand": [] if seat is None else data["hands"][seat][:]}

    def redeal(self, data, seat, rng):
        """Deal the other hands again, from all cards that the seat has not seen."""
        own = [] if seat is None else data["hands"][seat]
        unseen = [card for card in range(1, 53) if card not in own and card not in data["played"]]
        rng.shuffle(unseen)
        for other, hand in enumerate(data["hands"]):
            if other != seat:
                data["hands"][other] = sorted(unseen.pop() for _ in hand)


GAME = HighCard()
MANIFEST = Manifest(name="highcard", title="High Card", game="highcard:GAME")
