"""What is typed to open a shared library: the entries, the address they are, and where one of them can be wrong."""

from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

from engine.studio.records import Encryption, ServerAddress

STANDARD_PORT = 5432
"""Of PostgreSQL; it is not written."""


class FaultPlace(Enum):
    """Where in the dialog something is wrong."""

    ADDRESS = auto()
    DATABASE = auto()
    USER = auto()
    PASSWORD = auto()
    ENCRYPTION = auto()
    CERTIFICATE = auto()
    FOLDER = auto()
    WHOLE = auto()
    """Nowhere in particular."""


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed."""

    address: str
    """A host, with a port behind a colon where it is not the usual one."""
    database: str
    user: str
    password: str
    keeps_password: bool
    encryption: Encryption | None
    root_certificate: str
    folder: Path | None
    """Where a copy is to be made; None to join the library that is open."""


def address_of(typed: Typed) -> ServerAddress | None:
    """The address that was typed, None where it is none: a host, host:port, [IPv6]:port, or a socket's folder."""
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
