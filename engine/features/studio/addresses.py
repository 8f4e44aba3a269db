"""Server addresses as users type them: postgresql://USER@HOST:PORT/DATABASE. Never with a password."""

from urllib.parse import parse_qs, unquote, urlsplit

from engine.base.errors import StudioRefused
from engine.base.messages import told
from engine.features.studio.messages import StudioAdvice, StudioFault
from engine.features.studio.records import Encryption, ServerAddress

_SCHEMES = ("postgresql", "postgres")


def read_address(
    text: str, *, encryption: Encryption | None = None, root_certificate: str = "", user: str = ""
) -> ServerAddress:
    """Parses an address.

    Args:
        text: as typed; sslmode, sslrootcert and host may follow a question mark, as in libpq.
        encryption: default for the connection.
        root_certificate: default for the certificate.
        user: default for the user.

    Raises:
        StudioRefused: it is invalid, or contains a password.
    """
    try:
        parts = urlsplit(text.strip())
        port = parts.port or 5432
        given = {key: values[-1] for key, values in parse_qs(parts.query).items()}
        encryption = Encryption(given["sslmode"]) if "sslmode" in given else encryption
    except ValueError as err:
        raise _refused(text) from err
    if parts.password is not None or "password" in given:
        raise StudioRefused(StudioFault.PASSWORD_IN_ADDRESS, advice=StudioAdvice.KEYRING_INSTEAD)
    database = unquote(parts.path.removeprefix("/"))
    who = unquote(parts.username or "") or user
    host = given.get("host", "") or parts.hostname or ""
    if parts.scheme not in _SCHEMES or not database or "/" in database or not who or not host:
        raise _refused(text)
    return ServerAddress(host, database, who, port, encryption, given.get("sslrootcert", root_certificate))


def address_text(address: ServerAddress) -> str:
    """Formats an address for people."""
    port = "" if address.port == 5432 else f":{address.port}"
    host = f"[{address.host}]" if ":" in address.host else address.host
    if address.host.startswith("/"):
        return f"postgresql://{address.user}@{port}/{address.database}?host={address.host}"
    return f"postgresql://{address.user}@{host}{port}/{address.database}"


def _refused(text: str) -> StudioRefused:
    return StudioRefused(told(StudioFault.NOT_A_SERVER_ADDRESS, text), advice=StudioAdvice.WRITE_ADDRESS)
