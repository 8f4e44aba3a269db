"""Entries of the join dialog, the address they form, and the fields that can be wrong."""

from enum import Enum, auto
from pathlib import Path

from msgspec import Struct

from engine.features.studio.records import Encryption, ServerAddress

STANDARD_PORT = 5432
"""Default port of PostgreSQL; not displayed."""


class JoinField(Enum):
    """The field an error belongs to."""

    ADDRESS = auto()
    DATABASE = auto()
    USER = auto()
    PASSWORD = auto()
    ENCRYPTION = auto()
    CERTIFICATE = auto()
    FOLDER = auto()
    WHOLE = auto()
    """No particular field."""


class JoinForm(Struct, frozen=True):
    """Entries of the join dialog."""

    address: str
    """A host, with ":port" unless it is the default."""
    database: str
    user: str
    password: str
    keeps_password: bool
    encryption: Encryption | None
    root_certificate: str
    folder: Path | None
    """Folder of a new copy; None to join the open library."""


def address_of(typed: JoinForm) -> ServerAddress | None:
    """Parses an address: a host, host:port, [IPv6]:port, or a socket's folder; None if invalid."""
    host, port = typed.address, str(STANDARD_PORT)
    if not host.startswith("/"):
        if host.startswith("["):
            host, _, rest = host[1:].partition("]")
            port = rest.removeprefix(":") or port
        elif host.count(":") == 1:
            host, _, port = host.partition(":")
    if not host or any(letter.isspace() for letter in host) or not port.isascii() or not port.isdigit():
        return None
    if not 0 < int(port) < 65536:
        return None
    return ServerAddress(host, typed.database, typed.user, int(port), typed.encryption, typed.root_certificate)
