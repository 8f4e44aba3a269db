"""Connects to the PostgreSQL server, words its errors, and never shows a password.

psycopg is an extra: it is imported on connecting, so that a joined library opens without it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.base.errors import StudioError, StudioNotInstalled, StudioOffline, StudioRefused
from engine.base.library_messages import LibraryAdvice
from engine.base.messages import told
from engine.features.studio.messages import StudioAdvice, StudioFault
from engine.features.studio.records import Encryption, Role, ServerAddress, ServerFacts
from engine.features.studio.secrets import kept_password
from engine.features.studio.server_migrations import SCHEMA_VERSION

if TYPE_CHECKING:
    import psycopg

Connection: TypeAlias = "psycopg.Connection[tuple[Any, ...]]"

LEAST_POSTGRES = 16
LEAST_PGVECTOR = (0, 8)
_CONNECT_S = 10
_STATEMENT_MS = 120_000
_LOCK_MS = 20_000
"""For a row locked by another transaction: senders of edits take turns, each far shorter."""
_HOLDERS = (
    "SELECT DISTINCT usename::text FROM pg_locks JOIN pg_stat_activity USING (pid)"
    " WHERE relation = 'earshot.counter'::regclass AND granted AND pid <> pg_backend_pid()"
    " AND mode IN ('RowShareLock', 'RowExclusiveLock') AND pg_blocking_pids(pid) = '{}' AND usename IS NOT NULL"
)
"""Users who hold the row of turns and wait for nobody."""
_LOCAL = ("localhost", "127.0.0.1", "::1")
_OUT_OF_REACH = ("57P01", "57P02", "57P03", "57014", "55P03", "40001", "40P01", "25006")
"""Temporary PostgreSQL errors: shutdown, starting, timeout, deadlock, standby."""
_TOO_MANY = "53"
"""The class of codes for a server short of connections, memory or disk."""


def check_installed() -> None:
    """See `engine.features.studio.facade.check_installed`."""
    try:
        import psycopg  # noqa: F401
    except ImportError as err:
        raise StudioNotInstalled(StudioFault.NO_POSTGRES_PACKAGES, advice=StudioAdvice.INSTALL_STUDIO) from err


def encryption_of(address: ServerAddress) -> Encryption:
    """Returns the required encryption: encrypted, unless the server is this machine or the address says otherwise."""
    if address.encryption is not None:
        return address.encryption
    is_here = address.host.startswith("/") or address.host in _LOCAL
    return Encryption.PREFER if is_here else Encryption.REQUIRE


@contextmanager
def connected(address: ServerAddress, password: str | None = None) -> Iterator[Connection]:
    """Opens a connection in autocommit mode.

    Args:
        password: as typed; None looks in the keyring, then where libpq looks.

    Raises:
        StudioNotInstalled: psycopg is missing.
        StudioOffline, StudioRefused: the server cannot be reached, or causes an error in the block.
    """
    check_installed()
    import psycopg

    given = password if password is not None else kept_password(address)
    with _in_our_words(address, given):
        connection = psycopg.connect(**_parameters(address, given), autocommit=True)
    try:
        with _in_our_words(address, given):
            try:
                yield connection
            except psycopg.errors.LockNotAvailable:
                names = [str(row[0]) for row in connection.execute(_HOLDERS).fetchall()]
                if not names:
                    raise
                held = told(StudioFault.SERVER_HELD, address.host, ", ".join(names))
                raise StudioOffline(held, advice=StudioAdvice.SYNC_LATER) from None
    finally:
        connection.close()


def facts_of(connection: Connection, address: ServerAddress) -> ServerFacts:
    """Returns a server's facts, and refuses an unusable one.

    Raises:
        StudioRefused: it is too old or too new, has no shared library, or gives this user no role.
    """
    vector = check_software(connection, address)
    has_schema = connection.execute("SELECT EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = 'earshot')").fetchone()
    if not has_schema or not has_schema[0]:
        raise StudioRefused(told(StudioFault.NO_SHARED_LIBRARY, address.database), advice=StudioAdvice.INIT_SERVER)
    may_look = connection.execute("SELECT has_schema_privilege('earshot', 'USAGE')").fetchone()
    if not may_look or not may_look[0]:
        raise StudioRefused(told(StudioFault.NO_ROLE, address.user), advice=LibraryAdvice.ASK_ADMIN)
    (schema,) = _one(connection, "SELECT max(version) FROM earshot.migration")
    if schema > SCHEMA_VERSION:
        newer = told(StudioFault.SERVER_SCHEMA_NEWER, schema, SCHEMA_VERSION)
        raise StudioRefused(newer, advice=StudioAdvice.UPDATE_EARSHOT)
    if schema < SCHEMA_VERSION:
        older = told(StudioFault.SERVER_SCHEMA_OLDER, schema, SCHEMA_VERSION)
        raise StudioRefused(older, advice=StudioAdvice.MIGRATE_SERVER)
    library, is_admin, is_editor = _one(
        connection,
        "SELECT id::text, pg_has_role(session_user, admin, 'MEMBER'), pg_has_role(session_user, editor, 'MEMBER')"
        " FROM earshot.shared_library",
    )
    role = Role.ADMIN if is_admin else Role.EDITOR if is_editor else Role.READER
    return ServerFacts(
        postgres=_postgres_text(connection.info.server_version),
        pgvector=vector,
        schema=schema,
        role=role,
        is_encrypted=connection.pgconn.ssl_in_use,
        library_id=library,
    )


def facts_of_joined(connection: Connection, address: ServerAddress, library_id: str) -> ServerFacts:
    """Like `facts_of`, for the server of a joined library: never exchanges data with another library.

    Raises:
        StudioRefused: as `facts_of`, or it holds another shared library now.
    """
    facts = facts_of(connection, address)
    if facts.library_id != library_id:
        raise StudioRefused(StudioFault.ANOTHER_LIBRARY, advice=StudioAdvice.LEAVE_FIRST)
    return facts


def check_software(connection: Connection, address: ServerAddress) -> str:
    """Returns pgvector's version.

    Raises:
        StudioRefused: PostgreSQL or pgvector is too old, or pgvector is missing.
    """
    version = connection.info.server_version
    if version < LEAST_POSTGRES * 10_000:
        raise StudioRefused(
            told(StudioFault.POSTGRES_OLD, address.host, _postgres_text(version), LEAST_POSTGRES),
            advice=StudioAdvice.UPDATE_POSTGRES,
        )
    row = connection.execute("SELECT extversion FROM pg_extension WHERE extname = 'vector'").fetchone()
    if row is None:
        raise StudioRefused(told(StudioFault.NO_PGVECTOR, address.host), advice=StudioAdvice.INSTALL_PGVECTOR)
    numbers = tuple(int(part) for part in str(row[0]).split(".")[:2] if part.isdigit())
    if numbers < LEAST_PGVECTOR:
        least = ".".join(map(str, LEAST_PGVECTOR))
        raise StudioRefused(
            told(StudioFault.PGVECTOR_OLD, address.host, str(row[0]), least), advice=StudioAdvice.INSTALL_PGVECTOR
        )
    return str(row[0])


def _one(connection: Connection, sql: str) -> tuple[Any, ...]:
    row = connection.execute(sql.encode()).fetchone()
    assert row is not None
    return row


def _postgres_text(version: int) -> str:
    return f"{version // 10_000}.{version % 10_000}"


def _parameters(address: ServerAddress, password: str | None) -> dict[str, Any]:
    given: dict[str, Any] = {
        "host": address.host,
        "port": address.port,
        "dbname": address.database,
        "user": address.user,
        "sslmode": str(encryption_of(address)),
        "connect_timeout": _CONNECT_S,
        "application_name": "earshot",
        "client_encoding": "UTF8",
        "gssencmode": "disable",
        # Detects a lost peer within about 25 s, sending or waiting.
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 25_000,
        "options": f"-c statement_timeout={_STATEMENT_MS} -c lock_timeout={_LOCK_MS}"
        f" -c idle_in_transaction_session_timeout={_STATEMENT_MS}",
    }
    if address.root_certificate:
        given["sslrootcert"] = address.root_certificate
    return given if password is None else given | {"password": password}


@contextmanager
def _in_our_words(address: ServerAddress, password: str | None) -> Iterator[None]:
    import psycopg

    try:
        yield
    except psycopg.Error as err:
        raise _ours(err, address, password) from None  # libpq's own error may quote its input, so it stays hidden


def _ours(err: "psycopg.Error", address: ServerAddress, password: str | None) -> StudioError:
    code, text = err.sqlstate or "", _text(err, password)
    if code == "42501":
        return StudioRefused(told(StudioFault.NO_RIGHTS, address.user), advice=LibraryAdvice.ASK_ADMIN)
    if code in _OUT_OF_REACH or code.startswith(_TOO_MANY):
        return StudioOffline(told(StudioFault.SERVER_BUSY, address.host, text), advice=StudioAdvice.SYNC_LATER)
    if code and not code.startswith("08"):
        return StudioRefused(told(StudioFault.SERVER_REFUSED, text), advice=StudioAdvice.TELL_WHO_RUNS_IT)
    made = err.pgconn
    if made is None or not _is_of_connecting(err):
        return StudioOffline(told(StudioFault.CONNECTION_LOST, address.host, text), advice=StudioAdvice.SYNC_LATER)
    if "certificate" in text or "root.crt" in text:
        return StudioRefused(
            told(StudioFault.CERTIFICATE_REFUSED, address.host, text), advice=StudioAdvice.CHECK_CERTIFICATE
        )
    if "does not support SSL" in text or "no encryption" in text:
        return StudioRefused(told(StudioFault.NO_TLS, address.host), advice=StudioAdvice.ALLOW_UNENCRYPTED)
    if f'database "{address.database}" does not exist' in text:
        return StudioRefused(
            told(StudioFault.NO_SUCH_DATABASE, address.host, address.database), advice=StudioAdvice.CHECK_DATABASE
        )
    if "permission denied for database" in text:
        return StudioRefused(told(StudioFault.NO_ROLE, address.user), advice=LibraryAdvice.ASK_ADMIN)
    if (
        "starting up" in text
        or "not yet accepting" in text
        or "shutting down" in text
        or "too many" in text
        or "recovery mode" in text
    ):
        return StudioOffline(told(StudioFault.SERVER_BUSY, address.host, text), advice=StudioAdvice.SYNC_LATER)
    if made.needs_password:
        return StudioRefused(
            told(StudioFault.NO_PASSWORD, address.host, address.user), advice=StudioAdvice.GIVE_PASSWORD
        )
    if made.used_password and "authentication failed" in text:
        return StudioRefused(
            told(StudioFault.PASSWORD_WRONG, address.host, address.user), advice=StudioAdvice.CHECK_PASSWORD
        )
    if "FATAL" in text:
        return StudioRefused(told(StudioFault.SERVER_REFUSED, text), advice=StudioAdvice.TELL_WHO_RUNS_IT)
    return StudioOffline(told(StudioFault.SERVER_SILENT, address.host, text), advice=StudioAdvice.CHECK_NETWORK)


def _is_of_connecting(err: "psycopg.Error") -> bool:
    return type(err).__name__ in ("OperationalError", "ConnectionTimeout") and err.diag.sqlstate is None


def _text(err: "psycopg.Error", password: str | None) -> str:
    """The first line of the message, without the password if it is quoted."""
    said = err.diag.message_primary or str(err)
    lines = [line.strip() for line in said.splitlines() if line.strip()] or [type(err).__name__]
    line = lines[0].rpartition(" failed: ")[2][:300]  # drops libpq's server name, which our sentence has
    return line.replace(password, "…") if password else line
