"""How a server is run: defaults, then a TOML file, then the environment, then flags; the later one decides.

Each setting is a field below, with what it may be and what it is for; flags, names in the environment and the
table in docs/hosting.md are made from that. What is wrong is said in one sentence that names where it stands.
"""

from __future__ import annotations

import tomllib
from dataclasses import Field, dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from stablehand.bots.roster import LEVELS
from stablehand.server.values import (
    Choice,
    Folder,
    Host,
    Kind,
    Number,
    Origin,
    Several,
    Text,
    Truth,
)
from stablehand.text.language import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Mapping

PREFIX: Final = "STABLEHAND_"
CONFIG: Final = "config"
FILE: Final = "stablehand.toml"
OTHERS: Final = frozenset({"STABLEHAND_LANG", "STABLEHAND_COMPILE", "STABLEHAND_RELEASE"})
"""Names in the environment that mean something else."""
LOOPBACK: Final = "127.0.0.1"
BESIDES: Final = 3
"""Times as many connections may one address have in all as it may have to tables: pages need some too."""
ANYWHERE: Final = "0.0.0.0"  # noqa: S104 - only where `lan` asks for it


class SettingsError(ValueError):
    """Something is set to what it cannot be; one sentence."""


def setting(default: Any, kind: Kind, says: str) -> Any:  # noqa: ANN401 - as dataclasses.field
    """Return a field with what it may be and what it is for."""
    return field(default=default, metadata={"kind": kind, "says": says})


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one client, and all of them, may ask of the server."""

    message_bytes: int = setting(16_384, Number(256, 1 << 20), "bytes of one message from a client")
    messages_per_second: int = setting(20, Number(1, 10_000), "messages of one connection, as a rule")
    burst: int = setting(40, Number(1, 10_000), "messages of one connection at once")
    send_queue: int = setting(64, Number(1, 10_000), "frames that wait for a slow client until it is dropped")
    tables: int = setting(500, Number(1, 1_000_000), "open tables")
    tables_per_client_per_hour: int = setting(30, Number(1, 1_000_000), "tables one address may open an hour")
    connections_per_client: int = setting(
        40, Number(1, 1_000_000), "connections to tables from one address; thrice as many in all"
    )
    new_connections_per_second: int = setting(
        20,
        Number(1, 1_000_000),
        "new connections from one address, as a rule; at once as many as it may have",
    )

    @property
    def connections_in_all(self) -> int:
        """How many connections one address may have, those that load pages included."""
        return BESIDES * self.connections_per_client


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Settings:
    """All settings of a server, checked. It is not shown as a whole: a database's URL may hold a password."""

    host: str = setting(LOOPBACK, Host(), "the address to listen at")
    port: int = setting(8400, Number(0, 65_535), "the port to listen at; 0 is any that is free")
    lan: bool = setting(False, Truth(), "listen to the whole local network, unless `host` says where")
    data: Path | None = setting(None, Folder(), "the folder for games; if none, the platform’s own")  # noqa: RUF009 - it is a field
    database: str = setting("", Text(is_secret=True), "a database’s URL instead of a file in `data`")
    adult: Literal["off", "private", "on"] = setting(
        "off", Choice(("off", "private", "on")), "18+ decks: nowhere, at private tables, everywhere"
    )
    family: bool = setting(False, Truth(), "softened names, and nothing of the 18+ decks")
    languages: tuple[str, ...] = setting(
        LANGUAGES, Several(Choice(LANGUAGES), least=1), "what players may read; the first is the usual one"
    )
    public_tables: bool = setting(False, Truth(), "whether a table may be listed for everybody to join")
    bot_level: str = setting("normal", Choice(LEVELS), "how well bots play if nobody says")
    idle_hours: int = setting(72, Number(1, 24 * 365), "hours without an answer until a table is closed")
    base_url: str = setting("", Origin(is_optional=True), "the address players use, behind a reverse proxy")
    allowed_origins: tuple[str, ...] = setting(
        (), Several(Origin()), "other sites whose pages may connect, as https://games.example"
    )
    proxies: tuple[str, ...] = setting(
        (), Several(Host()), "reverse proxies that are believed when they say whom they ask for"
    )
    secure_cookies: Literal["auto", "on", "off"] = setting(
        "auto", Choice(("auto", "on", "off")), "cookies over TLS only; auto: if `base_url` is https"
    )
    metrics: bool = setting(False, Truth(), "serve figures at `/api/metrics`")
    log_format: Literal["auto", "text", "json"] = setting(
        "auto", Choice(("auto", "text", "json")), "auto: text on a terminal, JSON elsewhere"
    )
    open_browser: bool = setting(False, Truth(), "open a browser here once the server answers")
    limits: Limits = field(default_factory=Limits)

    def __repr__(self) -> str:
        return f"Settings({self.address}:{self.port})"

    @property
    def address(self) -> str:
        """Where to listen."""
        return ANYWHERE if self.lan and self.host == LOOPBACK else self.host

    @property
    def place(self) -> tuple[Path | None, str | None]:
        """Where games are kept, as the store takes it: a folder or a database."""
        return (None, self.database) if self.database else (self.data, None)

    @property
    def cookies_are_secure(self) -> bool:
        """Whether cookies may travel over TLS only."""
        if self.secure_cookies == "auto":
            return self.base_url.startswith("https://")
        return self.secure_cookies == "on"

    @property
    def origins(self) -> frozenset[str]:
        """Pages from these sites may connect, besides those that this server is asked for by its own name."""
        return frozenset({*self.allowed_origins, *([self.base_url] if self.base_url else [])})


class Known(NamedTuple):
    """A setting by its key."""

    key: str
    """As in a file; those of a table with a dot, as `limits.tables`."""
    kind: Kind
    says: str
    default: object

    @property
    def variable(self) -> str:
        """Its name in the environment."""
        return PREFIX + self.key.replace(".", "_").upper()

    @property
    def flag(self) -> str:
        """Its flag on the command line."""
        table, _, name = self.key.rpartition(".")
        return "--limit" if table else f"--{name.replace('_', '-')}"


def _known(found: Field[Any], table: str = "") -> Known:
    return Known(table + found.name, found.metadata["kind"], found.metadata["says"], found.default)


KNOWN: Final[dict[str, Known]] = {
    known.key: known
    for known in (
        *(_known(found) for found in fields(Settings) if found.metadata),
        *(_known(found, "limits.") for found in fields(Limits)),
    )
}
"""Every setting, in the order of the reference."""


class _Given(NamedTuple):
    """A value and where it stands, as a sentence begins."""

    value: object
    source: str


def read_settings(flags: Mapping[str, str], environment: Mapping[str, str]) -> Settings:
    """Return the settings that all sources come to; flags are texts by key, and `config` is the file."""
    above = {**_from_environment(environment), **_from_flags(flags)}
    given = {**_from_file(_config(flags, environment), above), **above}
    _check_together(given)
    own = {key: one.value for key, one in given.items() if "." not in key}
    limits = {key.partition(".")[2]: one.value for key, one in given.items() if "." in key}
    return Settings(**own, limits=Limits(**limits))  # type: ignore[arg-type]  # each by its own kind


def data_folder(data: Path | None) -> Path:
    """Return the folder for games; the platform's own if none is said."""
    from platformdirs import user_data_path  # noqa: PLC0415 - the command must start without it

    return (data or user_data_path("stablehand", appauthor=False)).expanduser().absolute()


def _from_flags(flags: Mapping[str, str]) -> dict[str, _Given]:
    given = {}
    for key, text in flags.items():
        if key != CONFIG:
            known = _find(key, f"--limit {key.partition('.')[2]}")
            source = known.flag + (f" {known.key.partition('.')[2]}" if "." in known.key else "")
            given[key] = _Given(_read(known, known.kind.parse(text), source), source)
    return given


def _from_environment(environment: Mapping[str, str]) -> dict[str, _Given]:
    variables = {known.variable: known for known in KNOWN.values()}
    given = {}
    for name, text in sorted(environment.items()):
        if name in variables and text:
            known = variables[name]
            given[known.key] = _Given(_read(known, known.kind.parse(text), name), name)
        elif name.startswith(PREFIX) and name not in {*variables, *OTHERS, PREFIX + CONFIG.upper()}:
            nearest = get_close_matches(name, variables, 1, 0.85)
            if nearest:  # others may have names of their own there; a slip should not pass for one
                raise SettingsError(f"There is no setting {name}; did you mean {nearest[0]}?")
    return given


def _config(flags: Mapping[str, str], environment: Mapping[str, str]) -> _Given | None:
    """Return the file that was named, if any."""
    for text, source in (
        (flags.get(CONFIG), "--config"),
        (environment.get(PREFIX + "CONFIG"), "STABLEHAND_CONFIG"),
    ):
        if text:
            return _Given(Path(text).expanduser(), source)
    return None


def _from_file(config: _Given | None, above: Mapping[str, _Given]) -> dict[str, _Given]:
    """Read the file that was named, or the one in the data folder if it is there."""
    if config:
        path = Path(str(config.value))
    else:
        data = above.get("data")
        path = data_folder(data.value if data and isinstance(data.value, Path) else None) / FILE
        if not path.exists():
            return {}
    try:
        with path.open("rb") as file:
            table = tomllib.load(file)
    except OSError as error:
        named = f" (named by {config.source})" if config else ""
        raise SettingsError(
            f"{path}{named} cannot be read: {(error.strerror or 'error').lower()}."
        ) from error
    except ValueError as error:
        raise SettingsError(f"{path} is not TOML: {error}.") from error
    if config is None and "data" in table:
        raise SettingsError(f"{path}: data cannot be set here, in the folder that it names.")
    return _from_table(table, path, "")


def _from_table(table: Mapping[str, object], path: Path, prefix: str) -> dict[str, _Given]:
    given: dict[str, _Given] = {}
    for name, value in table.items():
        key = prefix + name
        if key == "limits" and isinstance(value, dict):
            given |= _from_table(value, path, "limits.")
        else:
            source = f"{path}: {key}"
            given[key] = _Given(_read(_find(key, source), value, source), source)
    return given


def _find(key: str, source: str) -> Known:
    """Return a setting by its key."""
    if key in KNOWN:
        return KNOWN[key]
    nearest = get_close_matches(key, KNOWN, 1)
    hint = f"; did you mean {nearest[0]}?" if nearest else "."
    raise SettingsError(f"{source} is no setting{hint}")


def _read(known: Known, value: object, source: str) -> object:
    """Return a value as its kind has it, or say what it must be."""
    try:
        return known.kind.check(value)
    except ValueError as error:
        but = "" if known.kind.is_secret else f", not {shown(value)}"
        raise SettingsError(f"{source} must be {known.kind.wanted}{but}.") from error


def shown(value: object) -> str:
    """Return a value as it was written, as far as one cares to read."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    if isinstance(value, list):
        text = ", ".join(str(part) for part in value)
    return f"“{text[:60]}{'…' if len(text) > 60 else ''}”"


def _check_together(given: Mapping[str, _Given]) -> None:
    """Refuse what contradicts itself."""
    family, adult = given.get("family"), given.get("adult")
    if family and adult and family.value is True and adult.value != "off":
        raise SettingsError(
            f"{adult.source} allows 18+ decks, but {family.source} is for families: leave one of them out."
        )


def reference() -> str:
    """Return the table of all settings, as it stands in docs/hosting.md."""
    rows = [
        "| setting | in the environment | flag | may be | usually | is |",
        "|---|---|---|---|---|---|",
    ]
    for known in KNOWN.values():
        flag = f"--limit {known.key.partition('.')[2]}=N" if "." in known.key else known.flag
        usual = known.kind.write(known.default)
        cells = (f"`{known.key}`", f"`{known.variable}`", f"`{flag}`", known.kind.wanted, usual, known.says)
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"
