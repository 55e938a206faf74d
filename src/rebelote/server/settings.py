"""What may be set from outside: by a flag, by the environment (REBELOTE_…), or by a TOML file.

A field of `Settings` is all that a setting needs: its description and bounds are read from here.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from rebelote.errors import RebeloteError
from rebelote.language.text import Lang, Said, said, told

DATA: Final = Path("rebelote-data")
PREFIX: Final = "REBELOTE_"
CONFIG: Final = f"{PREFIX}CONFIG"

LogFormat = Literal["text", "json"]
LogLevel = Literal["debug", "info", "warning", "error"]
LogAddresses = Literal["household", "network", "none"]


def _said(description: str, **bounds: Any) -> Meta:
    return Meta(description=description, **bounds)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """docs/operating.md has the same table; a test compares them."""

    host: Annotated[str, _said("The address to listen on; `0.0.0.0` lets other machines in.")] = "127.0.0.1"
    port: Annotated[int, _said("The port to listen on; 0 takes any free one.", ge=0, le=65_535)] = 8000
    base_path: Annotated[
        str,
        _said("Where the site begins behind a proxy, such as `/belote/`.", pattern=r"^/?[A-Za-z0-9._~/-]*$"),
    ] = "/"
    data: Annotated[Path, _said("The folder of the database and the admin socket.")] = DATA
    database_url: Annotated[str, _said("An SQLAlchemy address; without one, a file in `data`.")] = ""
    redis_url: Annotated[
        str,
        _said("Where nodes that share a database hear of each other; without one, this is the only node."),
    ] = ""
    origins: Annotated[tuple[str, ...], _said("Origins whose pages may connect besides our own.")] = ()
    hosts: Annotated[
        tuple[str, ...],
        _said("Names by which the server may be called, besides addresses and this machine's; `*`: any."),
    ] = ()
    proxies: Annotated[
        tuple[str, ...], _said("Addresses or networks whose `X-Forwarded-*` headers are believed.")
    ] = ("127.0.0.1", "::1")
    limits: Annotated[bool, _said("Rates and connections are limited by address; off for benchmarks.")] = True
    idle_seconds: Annotated[
        float, _said("How long a table stays in memory when nobody is there.", ge=1, le=86_400)
    ] = 60.0
    hello_seconds: Annotated[
        float, _said("How long a live connection may take to say hello.", ge=1, le=600)
    ] = 5.0
    expert_ms: Annotated[
        int,
        _said("How long a bot that searches may think about a move; less where many do.", ge=1, le=60_000),
    ] = 300
    worker_threads: Annotated[
        int, _said("Moves that `rebelote worker` thinks of at once; 0: one a core.", ge=0, le=256)
    ] = 0
    keep_matches_days: Annotated[
        int, _said("For how many days a finished match is kept; 0: for ever.", ge=0, le=36_500)
    ] = 365
    keep_tables_days: Annotated[
        int,
        _said("For how many days a table is kept where nothing is played; 0: for ever.", ge=0, le=36_500),
    ] = 30
    keep_names_days: Annotated[
        int,
        _said("For how many days a finished match keeps its players' names; 0: for ever.", ge=0, le=36_500),
    ] = 365
    least_seconds: Annotated[
        int,
        _said("The shortest time to play, and before a bot stands in, that a host may set.", ge=0, le=3600),
    ] = 10
    bot_ms: Annotated[
        int, _said("The least time of any bot's move, which hides how long it thought.", ge=0, le=10_000)
    ] = 60
    sockets: Annotated[int, _said("Open sockets in all.", ge=1, le=1_000_000)] = 4000
    address_sockets: Annotated[
        int, _said("Open sockets of one address, which may be a hall full of players.", ge=1, le=1_000_000)
    ] = 600
    address_connections: Annotated[int, _said("Live connections of one address.", ge=1, le=1_000_000)] = 250
    tables: Annotated[int, _said("Tables in memory.", ge=1, le=1_000_000)] = 2000
    address_tables: Annotated[
        int, _said("Tables in memory that one address has opened.", ge=1, le=1_000_000)
    ] = 150
    work_ms: Annotated[int, _said("Milliseconds of work a second for one address.", ge=1, le=1_000_000)] = 400
    thinking_ms: Annotated[
        int, _said("Milliseconds a second for the bots at one address's tables.", ge=1, le=1_000_000)
    ] = 400
    head_seconds: Annotated[
        float, _said("How long a request's headers may take to arrive.", ge=1, le=600)
    ] = 10.0
    body_seconds: Annotated[float, _said("How long a request's body may take.", ge=1, le=600)] = 20.0
    unread_seconds: Annotated[
        float, _said("How long a peer may leave unread what it was sent.", ge=1, le=600)
    ] = 30.0
    metrics_port: Annotated[
        int, _said("A port of its own for Prometheus; 0: no metrics.", ge=0, le=65_535)
    ] = 0
    metrics_host: Annotated[str, _said("The address that the metrics are served on.")] = "127.0.0.1"
    admin: Annotated[bool, _said("Open `admin.sock` in `data` for `rebelote admin`.")] = True
    log_format: Annotated[LogFormat, _said("`text` (logfmt) or `json`, one line each.")] = "text"
    log_level: Annotated[LogLevel, _said("`info` has every request and event.")] = "warning"
    log_addresses: Annotated[
        LogAddresses,
        _said("What logs have of an address: IPv4 and the /64 of IPv6, the /24 and /48, or nothing."),
    ] = "household"
    log_names: Annotated[bool, _said("Nicknames may be written to the logs.")] = False
    report_to: Annotated[
        str,
        _said(
            "Where players may report a move: a mail address, or the `https:` address of a form or issue "
            "tracker; without one, a report is a file that they keep.",
            pattern=r"^$|^[^@\s<>\"'&?]+@[^@\s<>\"'&?]+$|^https?://[^\s<>\"']+$",
        ),
    ] = ""

    @property
    def url(self) -> str:
        return self.database_url or f"sqlite:///{self.data / 'rebelote.sqlite'}"

    @property
    def base(self) -> str:
        """With a slash at both ends."""
        inside = self.base_path.strip("/")
        return f"/{inside}/" if inside else "/"

    @property
    def admin_socket(self) -> Path:
        return self.data / "admin.sock"


class BadSetting(RebeloteError):
    """`place` names the flag, the variable, or the file and its key."""

    def __init__(self, place: object, expected: str | Said) -> None:
        self.place, self.expected = place, expected
        super().__init__(f"{place}: {expected}")

    def told(self, lang: Lang) -> str:
        return f"{self.place}: {told(self.expected, lang)}"


@cache
def kinds() -> dict[str, Any]:
    """The type of each setting, by name."""
    return get_type_hints(Settings, include_extras=True)


def gather(flags: Mapping[str, object], environment: Mapping[str, str], file: Path | None = None) -> Settings:
    """A flag goes before the environment, the environment before the file. `flags` are by name of setting."""
    where = file or (Path(environment[CONFIG]) if environment.get(CONFIG) else None)
    found = {} if where is None else _read(where)
    for name in kinds():
        if word := environment.get(variable(name)):
            found[name] = _converted(variable(name), name, word)
    for name, value in flags.items():
        found[name] = _converted(flag(name), name, value)
    return Settings(**found)


def variable(name: str) -> str:
    return PREFIX + name.upper()


def flag(name: str) -> str:
    return "--" + name.replace("_", "-")


def _read(file: Path) -> dict[str, Any]:
    try:
        found = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise BadSetting(file, error.strerror or said("unreadable")) from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSetting(file, str(error)) from None
    return {name: _converted(f"{file}: {name}", name, value) for name, value in found.items()}


_SWITCHES: Final = {"yes": "true", "on": "true", "no": "false", "off": "false"}


def _converted(place: str, name: str, value: object) -> object:
    """A word is read as what the setting wants: a number, a switch, several words."""
    kind = kinds().get(name)
    if kind is None:
        near = difflib.get_close_matches(name, kinds(), 1)
        raise BadSetting(place, said("no_setting", guess=said("guess", word=near[0]) if near else ""))
    is_word = isinstance(value, str)
    if is_word and kind.__origin__ is bool:
        value = _SWITCHES.get(str(value).lower(), value)
    elif is_word and kind.__origin__ == tuple[str, ...]:
        value = str(value).split()
    try:
        return msgspec.convert(value, kind, strict=not is_word, dec_hook=_path)
    except msgspec.ValidationError:
        wanted = said("expected_not", what=_expected(kind), found=repr(value), guess="")
        raise BadSetting(place, wanted) from None


def _expected(kind: Any) -> Said:
    """In words, from the type and its bounds."""
    plain, meta = get_args(kind)
    if meta.ge is not None:
        return said("number_from", least=meta.ge, most=meta.le)
    if plain is bool:
        return said("yes_or_no")
    if get_origin(plain) is Literal:
        return said("one_of", values=", ".join(get_args(plain)))
    if plain == tuple[str, ...]:
        return said("list_of_words")
    return said("a_path" if meta.pattern or plain is Path else "text")


def _path(wanted: type, value: object) -> object:
    if wanted is Path and isinstance(value, str):
        return Path(value)
    raise msgspec.ValidationError("Expected a path")
