"""Settings: their sources, their precedence, and one sentence for each error."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from stablehand.server.settings import SETTINGS, Limits, Settings, SettingsError, read_settings, reference
from stablehand.text.language import LANGUAGES
from support.paths import ROOT

LISTED = f"{', '.join(LANGUAGES[:-1])} or {LANGUAGES[-1]}"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty data folder of the platform."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    return tmp_path / "share" / "stablehand"


def toml(folder: Path, text: str, name: str = "stablehand.toml") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, "utf-8")
    return folder / name


def error_of(flags: dict[str, str] | None = None, environment: dict[str, str] | None = None) -> str:
    with pytest.raises(SettingsError) as caught:
        read_settings(flags or {}, environment or {})
    return str(caught.value)


# ---- defaults


def test_the_defaults_are_safe() -> None:
    settings = read_settings({}, {})
    assert settings == Settings()
    assert (settings.address, settings.port) == ("127.0.0.1", 8400)
    assert (settings.adult, settings.public_tables, settings.metrics) == ("off", False, False)
    assert settings.origins == frozenset()
    assert settings.proxies == ()
    assert settings.limits == Limits(
        message_bytes=16_384,
        messages_per_second=20,
        burst=40,
        send_queue=64,
        tables=500,
        tables_per_client_per_hour=30,
        connections_per_client=40,
    )


def test_every_field_is_a_setting() -> None:
    own = {one.name for one in fields(Settings)} - {"limits"}
    assert set(SETTINGS) == own | {f"limits.{one.name}" for one in fields(Limits)}


def test_every_default_is_a_valid_value() -> None:
    for known in SETTINGS.values():
        if known.default not in {None, ""}:
            usual = list(known.default) if isinstance(known.default, tuple) else known.default
            assert known.kind.check(usual) == known.default


# ---- sources


def test_flags_win_over_the_environment_over_the_file_over_the_defaults(home: Path) -> None:
    toml(home, 'port = 1\nbot_level = "easy"\nidle_hours = 5\n[limits]\ntables = 7\nburst = 8\n')
    environment = {"STABLEHAND_PORT": "2", "STABLEHAND_BOT_LEVEL": "hard", "STABLEHAND_LIMITS_TABLES": "9"}
    settings = read_settings({"port": "3"}, environment)
    assert (settings.port, settings.bot_level, settings.idle_hours, settings.metrics) == (3, "hard", 5, False)
    assert (settings.limits.tables, settings.limits.burst, settings.limits.send_queue) == (9, 8, 64)


def test_the_file_is_searched_in_the_given_data_folder(home: Path, tmp_path: Path) -> None:
    toml(home, "port = 1")
    toml(tmp_path / "mine", "port = 2")
    assert read_settings({}, {}).port == 1
    assert read_settings({"data": str(tmp_path / "mine")}, {}).port == 2
    assert read_settings({}, {"STABLEHAND_DATA": str(tmp_path / "mine")}).port == 2


def test_a_given_file_is_read_instead(home: Path, tmp_path: Path) -> None:
    toml(home, "port = 1")
    named, other = toml(tmp_path, 'port = 2\ndata = "games"', "a.toml"), toml(tmp_path, "port = 3", "b.toml")
    assert read_settings({"config": str(named)}, {}).port == 2
    assert read_settings({"config": str(named)}, {}).data == Path("games").absolute()
    assert read_settings({}, {"STABLEHAND_CONFIG": str(other)}).port == 3
    assert read_settings({"config": str(named)}, {"STABLEHAND_CONFIG": str(other)}).port == 2


def test_every_setting_can_be_set_in_the_file_the_environment_and_by_flag(tmp_path: Path) -> None:
    values: dict[str, tuple[str, str]] = {
        "host": ("games.example", '"games.example"'),
        "data": ("/var/games", '"/var/games"'),
        "database": ("postgresql://db/games", '"postgresql://db/games"'),
        "adult": ("private", '"private"'),
        "languages": ("pl, en", '["pl", "en"]'),
        "bot_level": ("hard", '"hard"'),
        "base_url": ("https://games.example/", '"https://games.example/"'),
        "allowed_origins": (
            "https://a.example,http://b.example:81",
            '["https://a.example", "http://b.example:81"]',
        ),
        "proxies": ("127.0.0.1,::1", '["127.0.0.1", "::1"]'),
        "secure_cookies": ("on", '"on"'),
        "log_format": ("json", '"json"'),
    }
    for key, known in SETTINGS.items():
        text, written = values.get(key, ("true", "true") if known.default is False else ("777", "777"))
        table, _, name = key.rpartition(".")
        file = toml(tmp_path, f"{f'[{table}]' if table else ''}\n{name} = {written}\n", f"{key}.toml")
        found = [
            read_settings({key: text}, {}),
            read_settings({}, {known.variable: text}),
            read_settings({"config": str(file)}, {}),
        ]
        assert found[0] == found[1] == found[2] != Settings(), key


def test_an_empty_environment_variable_sets_nothing() -> None:
    assert read_settings({}, {"STABLEHAND_DATABASE": "", "STABLEHAND_PORT": ""}) == Settings()


def test_other_environment_variables_are_ignored() -> None:
    others = {"STABLEHAND_LANG": "pl", "STABLEHAND_COMPILE": "0", "STABLEHAND_SIZE": "full", "PORT": "x"}
    assert read_settings({}, {**others, "STABLEHAND_UNHEARD_OF": "1"}) == Settings()


# ---- errors


@pytest.mark.parametrize(
    ("key", "text", "sentence"),
    [
        ("port", "http", "must be a whole number from 0 to 65535, not “http”."),
        ("port", "65536", "must be a whole number from 0 to 65535, not “65536”."),
        ("port", "-1", "must be a whole number from 0 to 65535, not “-1”."),
        ("port", "8_400", "must be a whole number from 0 to 65535, not “8_400”."),
        ("port", "٣", "must be a whole number from 0 to 65535, not “٣”."),
        ("lan", "maybe", "must be true or false, not “maybe”."),
        ("host", "a b", "must be a host name or address, not “a b”."),
        ("adult", "yes", "must be off, private or on, not “yes”."),
        (
            "languages",
            "en,de",
            f"must be a list, each {LISTED}, not empty, without repeats, not “en, de”.",
        ),
        ("languages", "en,en", f"must be a list, each {LISTED}, not empty, without repeats"),
        ("languages", ",", f"must be a list, each {LISTED}, not empty, without repeats"),
        ("bot_level", "clever", "must be easy, normal or hard, not “clever”."),
        (
            "base_url",
            "games.example",
            "must be a URL such as https://games.example, not “games.example”.",
        ),
        ("base_url", "https://games.example/unicorns", "must be a URL such as https://games.example"),
        ("base_url", "https://ada:x@games.example", "must be a URL such as https://games.example"),
        ("base_url", "https://games.example:x", "must be a URL such as https://games.example"),
        ("allowed_origins", "*", "must be a list, each a URL such as https://games.example"),
        ("idle_hours", "0", "must be a whole number from 1 to 8760, not “0”."),
        ("limits.tables", "0", "must be a whole number from 1 to 1000000, not “0”."),
        ("limits.burst", "many", "must be a whole number from 1 to 10000, not “many”."),
    ],
)
def test_a_bad_value_is_reported_in_one_sentence_with_its_source(key: str, text: str, sentence: str) -> None:
    known = SETTINGS[key]
    name = key.partition(".")[2]
    flag = f"--limit {name}" if name else known.flag
    assert error_of({key: text}).startswith(f"{flag} {sentence}")
    assert error_of({}, {known.variable: text}).startswith(f"{known.variable} {sentence}")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('port = "8400"', ": port must be a whole number from 0 to 65535, not “8400”."),
        ("port = true", ": port must be a whole number from 0 to 65535, not “true”."),
        ("port = 84.5", ": port must be a whole number from 0 to 65535, not “84.5”."),
        ("lan = 1", ": lan must be true or false, not “1”."),
        ('lan = "true"', ": lan must be true or false, not “true”."),
        ("host = 1", ": host must be a host name or address, not “1”."),
        ('languages = "en"', f": languages must be a list, each {LISTED}"),
        ("adult = true", ": adult must be off, private or on, not “true”."),
        ("adult = [1]", ": adult must be off, private or on, not “1”."),
        ("prot = 1", ": prot is not a setting; did you mean port?"),
        ("xyzzy = 1", ": xyzzy is not a setting."),
        ("[limits]\ntable = 1", ": limits.table is not a setting; did you mean limits.tables?"),
        ("limits = 1", ": limits is not a setting"),
        ("port 1", " is not TOML: "),
        ('data = "x"', ": data cannot be set in a file inside the data folder."),
    ],
)
def test_a_bad_file_is_reported_in_one_sentence_with_its_name(home: Path, text: str, sentence: str) -> None:
    path = toml(home, text)
    assert error_of().startswith(f"{path}{sentence}")


def test_an_unreadable_file_is_reported_with_its_source(tmp_path: Path) -> None:
    missing = tmp_path / "missing.toml"
    said = f"{missing} (named by {{}}) cannot be read: no such file or directory."
    assert error_of({"config": str(missing)}) == said.format("--config")
    assert error_of({}, {"STABLEHAND_CONFIG": str(missing)}) == said.format("STABLEHAND_CONFIG")
    assert error_of({"config": str(tmp_path)}).endswith("cannot be read: is a directory.")


def test_a_binary_file_is_not_toml(home: Path) -> None:
    toml(home, "").write_bytes(b"\xff\xfe")
    assert " is not TOML: " in error_of()


def test_a_misspelt_environment_variable_is_an_error() -> None:
    assert error_of({}, {"STABLEHAND_PROT": "1"}) == (
        "Unknown setting STABLEHAND_PROT; did you mean STABLEHAND_PORT?"
    )


def test_an_unknown_limit_is_refused() -> None:
    assert error_of({"limits.chairs": "1"}).startswith("--limit chairs is not a setting")


def test_a_family_server_has_no_adult_decks() -> None:
    assert error_of({"adult": "private"}, {"STABLEHAND_FAMILY": "yes"}) == (
        "--adult allows 18+ decks, but STABLEHAND_FAMILY forbids them; remove one of them."
    )
    assert read_settings({"adult": "off", "family": "true"}, {}).family
    assert read_settings({"adult": "on", "family": "false"}, {}).adult == "on"


# ---- derived values


def test_lan_listens_on_all_addresses_unless_a_host_is_set() -> None:
    assert read_settings({"lan": "true"}, {}).address == "0.0.0.0"  # noqa: S104 - that is what it means
    assert read_settings({"lan": "true", "host": "192.168.0.7"}, {}).address == "192.168.0.7"


def test_a_url_is_normalised_as_browsers_write_it() -> None:
    settings = read_settings(
        {"base_url": "HTTPS://Games.Example:443/", "allowed_origins": "http://[::1]:8400"}, {}
    )
    assert settings.origins == {"https://games.example", "http://[::1]:8400"}


def test_cookies_are_secure_if_players_use_tls() -> None:
    assert not Settings().cookies_are_secure
    assert read_settings({"base_url": "https://games.example"}, {}).cookies_are_secure
    assert not read_settings({"base_url": "http://games.example"}, {}).cookies_are_secure
    assert read_settings({"secure_cookies": "on"}, {}).cookies_are_secure
    assert not read_settings(
        {"base_url": "https://games.example", "secure_cookies": "off"}, {}
    ).cookies_are_secure


def test_games_are_stored_in_a_folder_or_in_a_database(tmp_path: Path) -> None:
    assert Settings().place == (None, None)
    assert read_settings({"data": str(tmp_path)}, {}).place == (tmp_path, None)
    both = read_settings({"data": str(tmp_path), "database": "postgresql://db/games"}, {})
    assert both.place == (None, "postgresql://db/games")


def test_a_password_is_in_no_repr_and_no_error() -> None:
    settings = read_settings({"database": "postgresql://ada:hunter2@db/games"}, {})
    assert "hunter2" not in f"{settings!r}{settings}"
    assert error_of({"database": "postgresql://ada:hunter2\n@db"}) == "--database must be a text."


def test_the_document_contains_the_reference() -> None:
    assert reference() in (ROOT / "docs" / "hosting.md").read_text("utf-8")
