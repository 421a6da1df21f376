"""The settings of a server: defaults, overridden by a TOML file, the environment and flags, in this order.

Each setting is a field below with its kind and description; the flags, the environment variables and the
table in docs/hosting.md are built from them. An error is one sentence that names where the value stands.
"""

from __future__ import annotations

import tomllib
from dataclasses import Field, dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from stablehand.bots.specs import LEVELS
from stablehand.server.setting_kinds import (
    Choice,
    Flag,
    Folder,
    Host,
    Kind,
    Network,
    Number,
    Origin,
    Several,
    Text,
)
from stablehand.text.language import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Mapping

PREFIX: Final = "STABLEHAND_"
CONFIG: Final = "config"
FILE: Final = "stablehand.toml"
OTHERS: Final = frozenset({"STABLEHAND_LANG", "STABLEHAND_COMPILE", "STABLEHAND_SIZE"})
"""Environment variables with our prefix that are no settings of the server."""
LOOPBACK: Final = "127.0.0.1"
CONNECTIONS_FACTOR: Final = 3
"""An address may have this many times as many connections in all as to tables: pages need some too."""
ANYWHERE: Final = "0.0.0.0"  # noqa: S104 - only where `lan` asks for it


class SettingsError(ValueError):
    """A setting has a wrong value; the message is one sentence for the operator."""


def setting(default: Any, kind: Kind, description: str) -> Any:  # noqa: ANN401 - as dataclasses.field
    """Return a dataclass field with its kind and description."""
    return field(default=default, metadata={"kind": kind, "description": description})


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits on what one client, and all together, may use."""

    message_bytes: int = setting(16_384, Number(256, 1 << 20), "the largest message from a client, in bytes")
    messages_per_second: int = setting(20, Number(1, 10_000), "messages per second on one connection")
    burst: int = setting(40, Number(1, 10_000), "messages on one connection at once")
    send_queue: int = setting(
        64, Number(1, 10_000), "frames queued for a slow client before it is disconnected"
    )
    tables: int = setting(500, Number(1, 1_000_000), "the most loaded tables")
    tables_per_client_per_hour: int = setting(
        30, Number(1, 1_000_000), "tables that one address may open in an hour"
    )
    facts_per_table: int = setting(
        50_000,
        Number(100, 1_000_000_000),
        "entries that a table may store; a game takes some hundreds",
    )
    bytes_per_table: int = setting(16_000_000, Number(1, 1_000_000_000_000), "bytes that a table may store")
    bytes_per_client: int = setting(
        500_000_000,
        Number(1, 1_000_000_000_000),
        "bytes that the tables opened from one address may store in all",
    )
    seats_per_client: int = setting(
        2, Number(1, 1_000_000), "seats at one table that one address may take without asking its host"
    )
    connections_per_client: int = setting(
        40, Number(1, 1_000_000), "connections to tables from one address; three times as many in all"
    )
    connections: int = setting(
        4000,
        Number(10, 1_000_000),
        "connections of all addresses; fewer if the system allows fewer open files",
    )
    new_connections_per_second: int = setting(
        20,
        Number(1, 1_000_000),
        "new connections per second from one address; in a burst as many as it may have",
    )
    work_per_client: int = setting(
        200,
        Number(1, 1_000_000),
        "milliseconds of work per second for one address; IPv6: for a /64, and four times as many for a /48",
    )
    work_in_all: int = setting(
        300, Number(1, 1_000_000), "milliseconds of work per second that all together may ask for"
    )

    @property
    def sockets_per_client(self) -> int:
        """The most connections of one address, to tables and for pages together."""
        return CONNECTIONS_FACTOR * self.connections_per_client


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Settings:
    """All settings of a server, checked. Its repr is short, since a database URL may hold a password."""

    host: str = setting(LOOPBACK, Host(), "the address to listen on")
    port: int = setting(8400, Number(0, 65_535), "the port to listen on; 0 for any free one")
    lan: bool = setting(False, Flag(), "listen on all addresses, for the local network, unless `host` is set")
    data: Path | None = setting(None, Folder(), "the folder for games; by default the platform’s data folder")  # noqa: RUF009 - a field
    database: str = setting(
        "", Text(is_secret=True), "the URL of a database to use instead of a file in `data`"
    )
    adult: Literal["off", "private", "on"] = setting(
        "off",
        Choice(("off", "private", "on")),
        "where 18+ decks may be played: nowhere, at private tables, everywhere",
    )
    family: bool = setting(False, Flag(), "softened card names, and nothing of the 18+ decks")
    languages: tuple[str, ...] = setting(
        LANGUAGES,
        Several(Choice(LANGUAGES), least=1),
        "the languages that are offered; the first is the default",
    )
    public_tables: bool = setting(False, Flag(), "whether tables may be listed for everybody to join")
    bot_level: str = setting("normal", Choice(LEVELS), "the default level of bots")
    idle_hours: int = setting(72, Number(1, 24 * 365), "hours without activity until a table is closed")
    keep_days: int = setting(
        90, Number(0, 36_500), "days after which a closed table is deleted with its games; 0: never"
    )
    base_url: str = setting("", Origin(is_optional=True), "the URL that players use, behind a reverse proxy")
    allowed_origins: tuple[str, ...] = setting(
        (), Several(Origin()), "other sites whose pages may connect, such as https://games.example"
    )
    proxies: tuple[str, ...] = setting(
        (), Several(Network()), "addresses or networks of reverse proxies whose `X-Forwarded-For` is trusted"
    )
    secure_cookies: Literal["auto", "on", "off"] = setting(
        "auto", Choice(("auto", "on", "off")), "send cookies over TLS only; auto: if `base_url` is https"
    )
    metrics: bool = setting(False, Flag(), "serve metrics at `/api/metrics`")
    log_format: Literal["auto", "text", "json"] = setting(
        "auto",
        Choice(("auto", "text", "json")),
        "the format of the log; auto: warnings as text on a terminal, everything as JSON elsewhere",
    )
    open_browser: bool = setting(False, Flag(), "open a browser once the server is ready")
    limits: Limits = field(default_factory=Limits)

    def __repr__(self) -> str:
        return f"Settings({self.address}:{self.port})"

    @property
    def address(self) -> str:
        """The address to listen on, with `lan` applied."""
        return ANYWHERE if self.lan and self.host == LOOPBACK else self.host

    @property
    def place(self) -> tuple[Path | None, str | None]:
        """The arguments of `store.url_for`: a folder or None, a database URL or None."""
        return (None, self.database) if self.database else (self.data, None)

    @property
    def cookies_are_secure(self) -> bool:
        """Whether cookies are sent over TLS only, as far as the settings tell."""
        if self.secure_cookies == "auto":
            return self.base_url.startswith("https://")
        return self.secure_cookies == "on"

    @property
    def origins(self) -> frozenset[str]:
        """Origins of pages that may connect, besides those of this server."""
        return frozenset({*self.allowed_origins, *([self.base_url] if self.base_url else [])})


class SettingSpec(NamedTuple):
    """The name, kind, description and default of a setting."""

    key: str
    """As in a file; in the table `limits` with a dot, such as `limits.tables`."""
    kind: Kind
    description: str
    default: object

    @property
    def variable(self) -> str:
        """The environment variable."""
        return PREFIX + self.key.replace(".", "_").upper()

    @property
    def flag(self) -> str:
        """The flag on the command line."""
        table, _, name = self.key.rpartition(".")
        return "--limit" if table else f"--{name.replace('_', '-')}"


def _spec(found: Field[Any], table: str = "") -> SettingSpec:
    return SettingSpec(
        table + found.name, found.metadata["kind"], found.metadata["description"], found.default
    )


SETTINGS: Final[dict[str, SettingSpec]] = {
    spec.key: spec
    for spec in (
        *(_spec(found) for found in fields(Settings) if found.metadata),
        *(_spec(found, "limits.") for found in fields(Limits)),
    )
}
"""All settings by key, in the order of the reference."""


class _Given(NamedTuple):
    """A value and where it stands, as the subject of an error message."""

    value: object
    source: str


def read_settings(flags: Mapping[str, str], environment: Mapping[str, str]) -> Settings:
    """Return the settings from all sources, or raise SettingsError.

    Flags are texts by key, as on the command line; the key `config` names the file.
    """
    overrides = {**_from_environment(environment), **_from_flags(flags)}
    given = {**_from_file(_config(flags, environment), overrides), **overrides}
    _check_together(given)
    own = {key: one.value for key, one in given.items() if "." not in key}
    limits = {key.partition(".")[2]: one.value for key, one in given.items() if "." in key}
    return Settings(**own, limits=Limits(**limits))  # type: ignore[arg-type]  # each by its own kind


def data_folder(data: Path | None) -> Path:
    """Return the folder for games: the given one, else the platform's data folder."""
    from platformdirs import user_data_path  # noqa: PLC0415 - the command line starts without it

    return (data or user_data_path("stablehand", appauthor=False)).expanduser().absolute()


def _from_flags(flags: Mapping[str, str]) -> dict[str, _Given]:
    given = {}
    for key, text in flags.items():
        if key != CONFIG:
            spec = _find(key, f"--limit {key.partition('.')[2]}")
            source = spec.flag + (f" {spec.key.partition('.')[2]}" if "." in spec.key else "")
            given[key] = _Given(_read(spec, spec.kind.parse(text), source), source)
    return given


def _from_environment(environment: Mapping[str, str]) -> dict[str, _Given]:
    variables = {spec.variable: spec for spec in SETTINGS.values()}
    given = {}
    for name, text in sorted(environment.items()):
        if name in variables and text:
            spec = variables[name]
            given[spec.key] = _Given(_read(spec, spec.kind.parse(text), name), name)
        elif name.startswith(PREFIX) and name not in {*variables, *OTHERS, PREFIX + CONFIG.upper()}:
            nearest = get_close_matches(name, variables, 1, 0.85)
            if nearest:  # other programs may use the prefix; only a likely typo is an error
                raise SettingsError(f"Unknown setting {name}; did you mean {nearest[0]}?")
    return given


def _config(flags: Mapping[str, str], environment: Mapping[str, str]) -> _Given | None:
    """Return the path of the file that was named; None if none was."""
    for text, source in (
        (flags.get(CONFIG), "--config"),
        (environment.get(PREFIX + "CONFIG"), "STABLEHAND_CONFIG"),
    ):
        if text:
            return _Given(Path(text).expanduser(), source)
    return None


def _from_file(config: _Given | None, overrides: Mapping[str, _Given]) -> dict[str, _Given]:
    """Read the file that was named, or else the one in the data folder if it exists."""
    if config:
        path = Path(str(config.value))
    else:
        data = overrides.get("data")
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
        raise SettingsError(f"{path}: data cannot be set in a file inside the data folder.")
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


def _find(key: str, source: str) -> SettingSpec:
    """Return a setting by its key; raise SettingsError, with the nearest key, if there is none."""
    if key in SETTINGS:
        return SETTINGS[key]
    nearest = get_close_matches(key, SETTINGS, 1)
    hint = f"; did you mean {nearest[0]}?" if nearest else "."
    raise SettingsError(f"{source} is not a setting{hint}")


def _read(spec: SettingSpec, value: object, source: str) -> object:
    """Return a value as its kind normalises it; raise SettingsError if it is wrong."""
    try:
        return spec.kind.check(value)
    except ValueError as error:
        but = "" if spec.kind.is_secret else f", not {shown(value)}"
        raise SettingsError(f"{source} must be {spec.kind.wanted}{but}.") from error


def shown(value: object) -> str:
    """Return a value in quotes for an error message, shortened."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    if isinstance(value, list):
        text = ", ".join(str(part) for part in value)
    return f"“{text[:60]}{'…' if len(text) > 60 else ''}”"


def _check_together(given: Mapping[str, _Given]) -> None:
    """Raise SettingsError if two settings contradict each other."""
    family, adult = given.get("family"), given.get("adult")
    if family and adult and family.value is True and adult.value != "off":
        raise SettingsError(
            f"{adult.source} allows 18+ decks, but {family.source} forbids them; remove one of them."
        )


def reference() -> str:
    """Return the table of all settings for docs/hosting.md."""
    rows = [
        "| setting | environment variable | flag | value | default | description |",
        "|---|---|---|---|---|---|",
    ]
    for spec in SETTINGS.values():
        flag = f"--limit {spec.key.partition('.')[2]}=N" if "." in spec.key else spec.flag
        default = spec.kind.write(spec.default)
        cells = (
            f"`{spec.key}`",
            f"`{spec.variable}`",
            f"`{flag}`",
            spec.kind.wanted,
            default,
            spec.description,
        )
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"
