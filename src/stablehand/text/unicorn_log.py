"""What happened and who has won: a line for each event, as it was seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stablehand.text.message import Phrase
from stablehand.text.unicorn_speaker import Speaker

if TYPE_CHECKING:
    from collections.abc import Mapping

    from stablehand.kernel.contract import Seat


class Log(Speaker):
    """Tells."""

    def log(self, event: Mapping[str, Any]) -> str:
        """Say an event as it was seen (`Event.seen_by`); a card that is not in it cannot be named."""
        words: dict[str, object] = {key: event[key] for key in ("number", "text") if key in event}
        players = {key: event[key] for key in ("to", "giver", "at") if isinstance(event.get(key), int)}
        players |= {"who": event.get("seat", -1), "origin": _stable_of(event.get("origin", ""))}
        words |= {key: self.who(seat) for key, seat in players.items() if seat >= 0}
        self._log_cards(event, words)
        if "garments" in event:
            words["garments"] = abs(event["garments"])
        if "counts" in event:
            words["given"], words["got"] = (self.count(n) for n in event["counts"])
        return self.say(self._log_key(event), **words)

    def cards_of(self, event: Mapping[str, Any]) -> list[str]:
        """Return the ids of the cards that the sentence of an event names, each once."""
        slots = self.messages.message(self._log_key(event)).names()
        named = {"to_card": [event.get("to")], "by_card": [event.get("by")], "cards": event.get("cards", [])}
        cards = [card for slot, found in named.items() if slot in slots for card in found]
        return list(dict.fromkeys(card for card in cards if isinstance(card, str)))

    def _log_cards(self, event: Mapping[str, Any], words: dict[str, object]) -> None:
        if "count" in event:
            words["count"] = words["cards"] = self.count(event["count"])
            words["n"] = event["count"]
        cards, players = event.get("cards", ()), event.get("players", ())
        if cards or players:
            whom = [self.who(player) for player in players]
            parts = [self.named([card]) for card in cards]
            words["n"] = len(parts) + len(whom)
            words["cards"] = Phrase(
                lambda form: self.language.listed([*parts, *(player.render(form) for player in whom)])
            )
        for key in ("to", "by"):
            if isinstance(event.get(key), str):
                words[f"{key}_card"] = self.named([event[key]])

    def _log_key(self, event: Mapping[str, Any]) -> str:
        """Choose the sentence."""
        what = event["what"]
        key = f"log.{what}"
        match what:
            case "arranged":
                return f"{key}.{event['word']}"
            case "forfeit":
                is_on = event.get("garments", 1) < 0
                return f"{key}.{event['kind']}{'.on' if is_on else ''}"
            case "discard" if "by" in event:
                return f"{key}.by"
            case "destroy" | "sacrifice" | "return":
                special = f"{key}.{event.get('goes', '').partition(' ')[0]}"
                return special if special in self.messages else key
            case "steal" | "move" if _stable_of(event.get("origin", "")) >= 0:
                return f"{key}.from"
            case "recycled" if event["hand"]:
                return f"{key}.hand"
            case "looked":
                return key + self._looked(event)
            case "ended":
                return key + self._ended(event)
            case _:
                return key

    def _looked(self, event: Mapping[str, Any]) -> str:
        named = ".named" if event.get("cards") else ""
        if event["at"] >= 0:
            return named
        return ".deck.many" if event["count"] > 5 else f".deck{named}"

    def _ended(self, event: Mapping[str, Any]) -> str:
        if "UU-END-6" in event["rules"]:
            return ".everybody"
        if not event["winners"]:
            return ".nobody"
        if "UU-END-5" in event["rules"]:
            return ".letters"
        return ".run_out" if "UU-END-4" in event["rules"] else ""

    def winners(self, view: Mapping[str, Any]) -> str:
        """Say who has won."""
        winners, points = view["winners"], view["points"]
        if not winners:
            return self.say("won.nobody")
        seat = winners[0]
        is_by_letters = points[seat] < view["goal"] and points.count(points[seat]) > 1
        return self.say("won.letters" if is_by_letters else "won", who=self.who(seat), n=points[seat])


def _stable_of(place: str) -> Seat:
    """Return whose stable a place of an event is, -1 if it is none."""
    zone, _, seat = place.partition(" ")
    return int(seat) if zone == "stable" else -1
