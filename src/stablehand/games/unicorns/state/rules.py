"""Rulesets and options: the parameters in which editions and tables differ.

`first`, `first-nsfw` and `second` are the rule books; a table may override any parameter.
docs/api.md lists them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, cast

from stablehand.core.contract import check_seats
from stablehand.core.manifest import LANGUAGES
from stablehand.games.unicorns.decks.catalog import DECKS, Catalog, catalog
from stablehand.games.unicorns.decks.expansions import chosen_packs
from stablehand.games.unicorns.decks.own import checked_deck
from stablehand.games.unicorns.decks.supply import check_supply
from stablehand.games.unicorns.state.outlines import PLACES, Outline
from stablehand.games.unicorns.state.records import Env, Request
from stablehand.games.unicorns.state.state import DISCARD, HANDS, NURSERY

if TYPE_CHECKING:
    from collections.abc import Mapping

    from stablehand.core.contract import Json, Options

SEATS: Final = range(2, 9)
MOST_CACHED: Final = 1024
"""Rules that are kept: with decks of one's own there is no end of them."""

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "play_unicorn_into": ("any", "own"),
    "destroy_scope": ("any", "other"),
    "unplayable_if_impossible": ("no", "first", "whole"),
    "then_needs": ("some", "all"),
    "win": ("settled", "at_once"),
    "resolution": ("chain", "stepwise"),
    "targets": ("players", "cards", "after"),
    "window": ("collect", "race", "seat_order"),
    "forced_choice": ("card", "actor", "owner"),
    "deck_out": ("end", "reshuffle"),
    "pandas": ("named", "untouchable"),
    "super_neigh": ("closes", "unwinds"),
    "party": ("none", "drink", "strip", "both"),
    "strip_upgrade": ("on", "off"),
    "lang": LANGUAGES,
    "names": ("printed", "plain", "softened"),
}

RULESETS: Final[dict[str, dict[str, object]]] = {
    "first": {
        "play_unicorn_into": "any", "destroy_scope": "any",
        "unplayable_if_impossible": "first", "resolution": "chain",
    },
    "first-nsfw": {
        "play_unicorn_into": "any", "destroy_scope": "other",
        "unplayable_if_impossible": "first", "resolution": "chain",
    },
    "second": {
        "play_unicorn_into": "own", "destroy_scope": "other",
        "unplayable_if_impossible": "no", "resolution": "stepwise",
    },
}  # fmt: skip

OLDER: Final[dict[str, dict[object, str]]] = {
    "targets": {"declare": "cards"},
    "unplayable_if_impossible": {True: "first", False: "no"},
}
"""What earlier versions called the values of options; stored games name them, and tables still may."""

LATE_OPTIONS: Final = {"then_needs": "some", "win": "settled"}
"""Options that stored states name only if they have not this value: earlier versions had none."""

TRIGGERS: Final = ("unicorn_lost", "discard", "upgrade_enters", "downgrade_enters", "neigh", "turn_begins")
"""The events a house rule can react to (UU-PARTY-1)."""


@dataclass(frozen=True)
class Rules:
    """The checked rules of one game and tables computed from them. Shared by all its states; immutable."""

    seats: int
    deck: str
    ruleset: str
    expansions: tuple[str, ...]
    lang: str
    names: str
    hand_size: int
    hand_limit: int
    unicorns_to_win: int
    play_unicorn_into: str
    destroy_scope: str
    unplayable_if_impossible: str
    then_needs: str
    win: str
    resolution: str
    targets: str
    window: str
    two_player: bool
    forced_choice: str
    deck_out: str
    pandas: str
    super_neigh: str
    magic_in_own_shuffle: bool
    first_player: str
    party: str
    strip_upgrade: str
    house_rules: tuple[tuple[str, str], ...]
    silent: bool
    catalog: Catalog = field(init=False, repr=False, compare=False)
    is_chain: bool = field(init=False, repr=False, compare=False)
    needs_all: bool = field(init=False, repr=False, compare=False)
    """Whether a "then" needs what is before it done in full (UU-IMP-1)."""
    wins_at_once: bool = field(init=False, repr=False, compare=False)
    around: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)
    """For each seat, all seats clockwise from it."""
    others: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)
    """For each seat, the other seats clockwise from it."""
    first_stable: int = field(init=False, repr=False, compare=False)
    """The number of the first seat's stable."""
    places: dict[str, tuple[tuple[int, ...], ...]] = field(init=False, repr=False, compare=False)
    """For each place a filter can name, the zones it is for each seat, in turn order."""
    members: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)
    """For each set of seats, one bit a seat, the seats that are in it."""
    is_free: bytes = field(init=False, repr=False, compare=False)
    """A byte a card: 1 for those that can be played unless a card in a stable forbids it."""
    everybody: int = field(init=False, repr=False, compare=False)
    """The bits of all seats."""
    public: int = field(init=False, repr=False, compare=False)
    """The bits of all seats and of spectators, from whom what all seats know may still be hidden."""
    knowing: bytes = field(init=False, repr=False, compare=False)
    """For each set of these bits, how many there are."""
    envs: tuple[Env, ...] = field(init=False, repr=False, compare=False)
    """For each seat, the environment of steps that no card causes."""
    outlines: list[list[Outline]] = field(init=False, repr=False, compare=False)
    """A cache: the outlines of the acts of each effect, and last of those of none (`outlines.outline_of`)."""
    rows: tuple[tuple[tuple[int, ...], ...], ...] = field(init=False, repr=False, compare=False)
    """`places` by the numbers that outlines have for them."""
    is_card_forced: bool = field(init=False, repr=False, compare=False)
    """Whether the card says who chooses when a player is made to do something with a card of theirs."""
    offers: list[Request | None] = field(init=False, repr=False, compare=False)
    """A cache: the questions whether a player does what an effect offers (`resolution.asking.offer`)."""
    is_own_only: bool = field(init=False, repr=False, compare=False)
    """Whether a Unicorn can be played into its player's own stable only."""
    is_declared: bool = field(init=False, repr=False, compare=False)
    """Whether targets are declared when a card is announced."""
    has_party: bool = field(init=False, repr=False, compare=False)
    """Whether some of the party rules are on."""
    is_costly: bool = field(init=False, repr=False, compare=False)
    """Whether there can be forfeits: by those, or by house rules."""
    options: dict[str, Json] = field(init=False, repr=False, compare=False)
    """The options in full, as they would be passed to `start`. Shared: copy before changing them."""
    written: str = field(init=False, repr=False, compare=False)
    """The options as stored states have them, in canonical JSON."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "catalog", catalog(self.deck, self.expansions))
        object.__setattr__(self, "is_chain", self.resolution == "chain")
        object.__setattr__(self, "needs_all", self.then_needs == "all")
        object.__setattr__(self, "wins_at_once", self.win == "at_once")
        object.__setattr__(self, "is_own_only", self.play_unicorn_into == "own")
        object.__setattr__(self, "is_declared", self.targets != "after")
        object.__setattr__(self, "has_party", self.party != "none")
        object.__setattr__(self, "is_costly", self.has_party or bool(self.house_rules))
        object.__setattr__(self, "offers", [None] * (2 * self.seats * len(self.catalog.effects)))
        seats = range(self.seats)
        object.__setattr__(self, "first_stable", HANDS + self.seats)
        object.__setattr__(self, "everybody", (1 << self.seats) - 1)
        object.__setattr__(self, "public", (2 << self.seats) - 1)
        object.__setattr__(self, "knowing", bytes(bits.bit_count() for bits in range(2 << self.seats)))
        members = tuple(tuple(n for n in seats if bits >> n & 1) for bits in range(1 << self.seats))
        object.__setattr__(self, "members", members)
        is_any_magic = self.unplayable_if_impossible == "no"
        free = (bool(c.is_plain or (c.cast and is_any_magic)) for c in self.catalog.cards)
        object.__setattr__(self, "is_free", bytes(free))
        object.__setattr__(self, "envs", tuple(Env(seat) for seat in seats))
        object.__setattr__(self, "around", tuple((*seats[n:], *seats[:n]) for n in seats))
        object.__setattr__(self, "others", tuple(around[1:] for around in self.around))
        stables = tuple(tuple(HANDS + self.seats + seat for seat in around) for around in self.around)
        places = {
            "hand": tuple((HANDS + seat,) for seat in seats),
            "discard": ((DISCARD,),) * self.seats,
            "nursery": ((NURSERY,),) * self.seats,
            "yours": tuple(zones[:1] for zones in stables),
            "others": tuple(zones[1:] for zones in stables),
            "stables": stables,
        }
        object.__setattr__(self, "places", places)
        object.__setattr__(self, "rows", tuple(places[name] for name in PLACES if name in places))
        object.__setattr__(self, "outlines", [[] for _ in range(len(self.catalog.effects) + 1)])
        object.__setattr__(self, "is_card_forced", self.forced_choice == "card")
        object.__setattr__(self, "options", {name: _as_json(getattr(self, name)) for name in OPTION_NAMES})
        stored = json.dumps(_as_stored(self.options, self.ruleset), separators=(",", ":"), sort_keys=True)
        object.__setattr__(self, "written", stored)


def _as_stored(options: dict[str, Json], ruleset: str) -> dict[str, object]:
    """Return the options as stored states have named them from the beginning.

    There is still an option that the rules ignore, with its default, and older names of values; later options
    are left out if they have their default.
    """
    stored: dict[str, object] = {
        name: value for name, value in options.items() if LATE_OPTIONS.get(name) != value
    }
    for name, names in OLDER.items():
        stored[name] = next((old for old, new in names.items() if new == options[name]), options[name])
    return {**stored, "respond_to_own": ruleset != "second"}


def _as_json(value: object) -> Json:
    """Return an option as JSON. It may be a tuple, which a narrower type refuses when compiled."""
    return [_as_json(part) for part in value] if isinstance(value, tuple) else cast("Json", value)


OPTION_NAMES: Final = tuple(f.name for f in fields(Rules) if f.init and f.name != "seats")
RETIRED: Final = ("respond_to_own",)
"""Options of earlier versions that stored games may name; they are checked and ignored.

`respond_to_own` let players answer their own cards, which no Instant of any deck can do (UU-INST-1): it never
changed a game.
"""
_BOOLEANS: Final = (*RETIRED, "two_player", "magic_in_own_shuffle", "silent")
_NUMBERS: Final = {"hand_size": range(1, 11), "hand_limit": range(31), "unicorns_to_win": range(1, 31)}


def rules_for(seats: object, options: Options | None) -> Rules:
    """Return the rules for seats and options; raise ValueError, in one sentence, for a bad one."""
    number = check_seats("Unstable Unicorns", seats, SEATS)
    chosen = dict(options or {})
    for name in RETIRED:
        if name in chosen:
            _checked(name, chosen.pop(name), number)
    for name in chosen:
        if name not in OPTION_NAMES:
            raise ValueError(
                f"Unstable Unicorns has no option {name!r}; choose one of: {', '.join(OPTION_NAMES)}."
            )
    named = chosen.pop("deck", "base_2e")
    deck = checked_deck(named) or _one_of("deck", named, DECKS)
    ruleset = _one_of("ruleset", chosen.pop("ruleset", catalog(deck).ruleset), tuple(RULESETS))
    settings: dict[str, object] = {
        "expansions": (), "lang": "en", "names": "printed", "hand_size": 5, "hand_limit": 7,
        "unicorns_to_win": 7 if number <= 5 else 6,  # UU-END-1
        "then_needs": "some", "win": "settled", "targets": "after", "window": "collect",
        "two_player": number == 2,  # UU-TWO-3
        "forced_choice": "card", "deck_out": "end", "pandas": "named", "super_neigh": "closes",
        "magic_in_own_shuffle": False, "first_player": "random", "party": "none", "strip_upgrade": "on",
        "house_rules": (),
        "silent": False,
    }  # fmt: skip
    settings |= RULESETS[ruleset]
    settings |= {name: _checked(name, value, number) for name, value in chosen.items()}
    return _rules(number, deck, ruleset, tuple(settings.items()))


@lru_cache(MOST_CACHED)
def _rules(seats: int, deck: str, ruleset: str, settings: tuple[tuple[str, object], ...]) -> Rules:
    rules = Rules(seats=seats, deck=deck, ruleset=ruleset, **dict(settings))  # type: ignore[arg-type]  # checked
    check_supply(rules.catalog, seats, rules.hand_size, rules.unicorns_to_win, is_two=rules.two_player)
    return rules


_SILENCED: Final[dict[int, tuple[Rules, Rules]]] = {}
"""By the identity of rules: these, and the same rules with the option `silent`."""


def silenced(rules: Rules) -> Rules:
    """Return the same rules with the option `silent`, by which the same games are played."""
    if rules.silent:
        return rules
    found = _SILENCED.get(id(rules))
    if found is None:
        if len(_SILENCED) >= MOST_CACHED:
            _SILENCED.clear()
        found = _SILENCED[id(rules)] = (rules, replace(rules, silent=True))
    return found[1]


def _checked(name: str, value: object, seats: int) -> object:
    if name in CHOICES:
        return _one_of(name, _newer(name, value), CHOICES[name])
    if name in _BOOLEANS:
        return _boolean(name, value, seats)
    if name == "unicorns_to_win" and isinstance(value, dict):
        return _goal(value, seats)
    if name in _NUMBERS:
        return _number(name, value)
    if name == "first_player":
        return _one_of(name, str(value), ("random", "vote", *map(str, range(seats))))
    if name == "expansions":
        return chosen_packs(value)
    return _house_rules(value)


def _newer(name: str, value: object) -> object:
    """Return what the value of an option is called now."""
    older = OLDER.get(name, {})
    return older.get(value, value) if isinstance(value, bool | str) else value


def _one_of(name: str, value: object, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise ValueError(f"The option {name!r} must be one of {', '.join(allowed)}, not {value!r}.")
    return str(value)


def _number(name: str, value: object) -> int:
    allowed = _NUMBERS[name]
    if isinstance(value, bool) or not isinstance(value, int) or value not in allowed:
        raise ValueError(f"The option {name!r} must be {allowed[0]} to {allowed[-1]}, not {value!r}.")
    return value


def _boolean(name: str, value: object, seats: int) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"The option {name!r} must be true or false, not {value!r}.")  # noqa: TRY004 - one error class
    if name == "two_player" and value and seats != 2:
        raise ValueError(f"The two-player rules are for 2 seats, not {seats} (UU-TWO-3).")
    return value


def _goal(table: Mapping[object, object], seats: int) -> int:
    """Read the form of the rule book, `{"2..5": 7, "6..8": 6}`, for this number of seats."""
    for key, value in table.items():
        low, _, high = str(key).partition("..")
        if low.isdigit() and (high or low).isdigit() and int(low) <= seats <= int(high or low):
            return _number("unicorns_to_win", value)
    raise ValueError(f"The option 'unicorns_to_win' says nothing of {seats} seats: {dict(table)!r}.")


def _house_rules(value: object) -> tuple[tuple[str, str], ...]:
    """Read a list of [trigger, text]."""
    if not isinstance(value, list | tuple):
        raise ValueError(f"The option 'house_rules' must be a list of [trigger, text], not {value!r}.")  # noqa: TRY004
    rules = []
    for rule in value:
        if not isinstance(rule, list | tuple) or len(rule) != 2 or not all(isinstance(r, str) for r in rule):
            raise ValueError(f"A house rule is [trigger, text], not {rule!r}.")
        rules.append((_one_of("house_rules", rule[0], TRIGGERS), str(rule[1])))
    return tuple(rules)
