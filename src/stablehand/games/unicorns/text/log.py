"""The log lines of Unstable Unicorns, one for each event as it was seen, and the result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stablehand.games.unicorns.text.speaker import Speaker
from stablehand.text.message import Phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from stablehand.core.contract import Seat

TIES = (("UU-END-6", ".everybody"), ("UU-END-5", ".letters"))


class Log(Speaker):
    """Writes log lines and the result."""

    def log(self, event: Mapping[str, Any]) -> str:
        """Return the line of an event as it was seen (`Event.seen_by`); it names no other cards.

        What an effect brings about is told with the card of that effect, and whose card it is.
        """
        words: dict[str, object] = {key: event[key] for key in ("number", "text") if key in event}
        players = {
            key: event[key] for key in ("to", "by", "giver", "at", "whose") if isinstance(event.get(key), int)
        }
        players |= {"who": event.get("seat", -1), "origin": _stable_of(event.get("origin", ""))}
        words |= {key: self.who(seat) for key, seat in players.items() if seat >= 0}
        self._log_cards(event, words)
        if "points" in event:
            words["n"] = event["points"]
        if "garments" in event:
            words["garments"] = abs(event["garments"])
        if "counts" in event:
            words["given"], words["got"] = (self.count(n) for n in event["counts"])
        key = self._log_key(event)
        if not _is_caused(event):
            return self.say(key, **words)
        cause = {"cause": self.named([event["cause"]]), "owner": self.who(event["cause_owner"])}
        if f"{key}.caused" in self.messages:
            return self.say(f"{key}.caused", **words, **cause)
        doer = event["by"] if "by" in self.messages.message(key).names() else event.get("seat")
        is_own = event["cause_owner"] == doer
        line = self.say(key, **words).removesuffix(".")
        return self.say("log.caused.own" if is_own else "log.caused", line=line, **cause)

    def cards_of(self, event: Mapping[str, Any]) -> list[str]:
        """Return the ids of the cards that the line of an event names, each once."""
        slots = self.messages.message(self._log_key(event)).names()
        named = {"to_card": [event.get("to")], "by_card": [event.get("by")], "cards": event.get("cards", [])}
        cards = [card for slot, found in named.items() if slot in slots for card in found]
        cards += [event["cause"]] if _is_caused(event) else []
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
            listed = Phrase(
                lambda form: self.language.listed([*parts, *(player.render(form) for player in whom)])
            )
            words["cards"] = whom[0] if len(whom) == 1 and not parts else listed
        for key in ("to", "by"):
            if isinstance(event.get(key), str):
                words[f"{key}_card"] = self.named([event[key]])

    def _log_key(self, event: Mapping[str, Any]) -> str:
        """Return the key of the message for an event."""
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
            case "declared" | "aimed" | "enter" | "move" if _choice(event):
                return key + _choice(event)
            case "responded" | "rescue":
                return _answer_key(event)
            case "recounted" if not event["points"]:
                return f"{key}.none"
            case "stopped" if event.get("goes"):
                return f"{key}.aside"
            case "destroy" | "sacrifice" | "return" | "banish":
                special = f"{key}.{event.get('goes', '').partition(' ')[0]}"
                return special if special in self.messages else key
            case "steal" | "move" if _stable_of(event.get("origin", "")) >= 0:
                return f"{key}.from"
            case "gave" | "pulled" | "robbed" if event["seat"] == event.get("to", event.get("giver")):
                return f"{key}.self"
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
        if "RUL-48" in event["rules"]:
            return ".turns" + next((key for rule, key in TIES if rule in event["rules"]), "")
        if "UU-END-6" in event["rules"]:
            return ".everybody"
        if not event["winners"]:
            return ".nobody"
        if "UU-END-5" in event["rules"]:
            return ".letters"
        return ".run_out" if "UU-END-4" in event["rules"] else ""

    def winners(self, view: Mapping[str, Any]) -> str:
        """Return who has won, with the winner's points; and why, where these are fewer than the goal."""
        winners, points = view["winners"], view["points"]
        if not winners:
            return self.say("won.nobody")
        seat = winners[0]
        key = "won"
        if points[seat] < view["goal"]:
            is_tied = points.count(points[seat]) > 1
            key = "won.letters" if is_tied else "won.most" if view["zones"]["deck"]["size"] else "won.run_out"
        return self.say(key, who=self.who(seat), n=points[seat])


def _answer_key(event: Mapping[str, Any]) -> str:
    """Return the key of the message for an Instant, or for what it does instead of a loss."""
    if event["what"] == "responded":
        return "log.responded" if "to" in event else "log.responded.turn"
    if event["goes"] == "nursery":
        return "log.return.nursery"
    return "log.return" if event["by"] == event["seat"] else "log.rescue"


def _is_caused(event: Mapping[str, Any]) -> bool:
    """Whether a line tells the cause of its event: not of one that is about the very card.

    A Neigh is stopped by another card of its name.
    """
    if "cause" not in event or event["what"] == "forfeit":
        return False
    return event["what"] == "stopped" or event["cause"] not in event.get("cards", ())


def _choice(event: Mapping[str, Any]) -> str:
    """Return the form of a line about a chosen stable or target; "" for the one that names no chooser.

    Events that were stored earlier do not say who chose.
    """
    what, seat, by = event["what"], event["seat"], event.get("by")
    if what == "declared":
        return ".own" if seat == event["to"] else ""
    if what == "move" and "RUL-20" in event["rules"]:
        return ".back"
    if by is None or (what == "enter" and by == seat):
        return ""
    home = _stable_of(event.get("origin", ""))
    if what != "move" or by not in {seat, home}:
        return ".by"
    return ".by.away" if by == home else ".by.home"


def _stable_of(place: str) -> Seat:
    """Return whose stable a place of an event is; -1 if it is not a stable."""
    zone, _, seat = place.partition(" ")
    return int(seat) if zone == "stable" else -1
