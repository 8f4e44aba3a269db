"""Creates or updates a shared library in a database, and gives people their roles.

Numbered SQL files, migrations/NNNN.sql, define the tables; each is applied once in its own transaction. A database of a
later Earshot is left alone.
"""

import re
from importlib.resources import files
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.base.errors import StudioRefused
from engine.base.messages import told
from engine.features.studio.messages import StudioAdvice, StudioFault
from engine.features.studio.records import Role, ServerAddress

if TYPE_CHECKING:
    import psycopg

Connection: TypeAlias = "psycopg.Connection[tuple[Any, ...]]"

SCHEMA_VERSION = 3
_USER_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_LONGEST_IDENTIFIER = 63
_LOCK = 0x45415253
"""A PostgreSQL advisory lock that serialises migrations."""


def migration(version: int) -> str:
    """Returns the SQL of a migration, with placeholders for role names."""
    return (files("engine.features.studio") / "migrations" / f"{version:04}.sql").read_text(encoding="utf-8")


def role_names(database: str) -> dict[Role, str]:
    """Returns a database's groups; they are server-wide, so named after the database."""
    return {role: f"{database}_earshot_{role}"[-_LONGEST_IDENTIFIER:] for role in Role}


def set_up(connection: Connection, address: ServerAddress, *, to: int | None = None) -> tuple[int, int]:
    """Creates or updates the shared library; returns its version before (0 for none) and after.

    Args:
        connection: of the database's owner, or of a superuser.
        address: of the server, for messages.
        to: the version; None for the newest. Tests create older ones.

    Raises:
        StudioRefused: the server is too old, lacks pgvector or rights, or a later Earshot made the library.
    """
    from psycopg import errors

    from engine.features.studio.server import check_software

    wanted = SCHEMA_VERSION if to is None else to
    try:
        connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
    except (errors.UndefinedFile, errors.FeatureNotSupported, errors.InsufficientPrivilege) as err:
        check_software(connection, address)
        raise StudioRefused(told(StudioFault.NO_PGVECTOR, address.host), advice=StudioAdvice.INSTALL_PGVECTOR) from err
    check_software(connection, address)
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        before = version_of(connection)
        if before > SCHEMA_VERSION:
            raise StudioRefused(
                told(StudioFault.SERVER_SCHEMA_NEWER, before, SCHEMA_VERSION), advice=StudioAdvice.UPDATE_EARSHOT
            )
        if before == 0:
            _begin(connection, address)
        for version in range(before + 1, wanted + 1):
            _apply(connection, version, role_names(address.database))
        if before == 0:
            names = role_names(address.database)
            connection.execute(
                "INSERT INTO earshot.shared_library(reader, editor, admin) VALUES (%s, %s, %s)",
                (names[Role.READER], names[Role.EDITOR], names[Role.ADMIN]),
            )
    return before, max(before, wanted)


def version_of(connection: Connection) -> int:
    """Returns the number of applied migrations; 0 without a shared library."""
    there = connection.execute("SELECT to_regclass('earshot.migration') IS NOT NULL").fetchone()
    if there is None or not there[0]:
        return 0
    row = connection.execute("SELECT max(version) FROM earshot.migration").fetchone()
    return int(row[0]) if row is not None and row[0] is not None else 0


def give_role(connection: Connection, database: str, user: str, role: Role, password: str | None) -> None:
    """Gives a user a role in place of any other; creates the login if necessary.

    Args:
        connection: an administrator's.
        password: the new one; None keeps the present one. The server receives a verifier computed here, so that its log
            never contains the password or anything it can be derived from.

    Raises:
        StudioRefused: the name is invalid.
    """
    from psycopg import sql

    check_user_name(user)
    name, groups = sql.Identifier(user), role_names(database)
    with connection.transaction():
        there = connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (user,)).fetchone()
        rights = sql.SQL("LOGIN CREATEROLE" if role is Role.ADMIN else "LOGIN NOCREATEROLE")
        if there is None:
            connection.execute(sql.SQL("CREATE ROLE {} {}").format(name, rights))
        else:
            _take_groups(connection, groups, user)
            connection.execute(sql.SQL("ALTER ROLE {} {}").format(name, rights))
        if password is not None:
            secret = connection.pgconn.encrypt_password(password.encode(), user.encode(), b"scram-sha-256").decode()
            connection.execute(sql.SQL("ALTER ROLE {} PASSWORD {}").format(name, sql.Literal(secret)))
        given = list(Role) if role is Role.ADMIN else [role]
        option = sql.SQL(" WITH ADMIN OPTION" if role is Role.ADMIN else "")
        for one in given:
            connection.execute(sql.SQL("GRANT {} TO {}{}").format(sql.Identifier(groups[one]), name, option))


def take_role(connection: Connection, database: str, user: str) -> None:
    """Removes a user's role; keeps the login, which may be used elsewhere on the server, and the user's edits.

    Raises:
        StudioRefused: no such user has a role.
    """
    if user not in {name for name, _ in people_of(connection, database)}:
        raise StudioRefused(told(StudioFault.NO_SUCH_USER, user), advice=StudioAdvice.SEE_USERS)
    with connection.transaction():
        _take_groups(connection, role_names(database), user)


def people_of(connection: Connection, database: str) -> list[tuple[str, Role]]:
    """Returns everybody with a role, by name."""
    groups = role_names(database)
    rows = connection.execute(
        "SELECT member.rolname, granted.rolname FROM pg_auth_members"
        " JOIN pg_roles AS member ON member.oid = pg_auth_members.member"
        " JOIN pg_roles AS granted ON granted.oid = roleid WHERE granted.rolname = ANY(%s)"
        " AND member.rolname <> ALL(%s) AND member.rolcanlogin ORDER BY 1",
        (list(groups.values()), list(groups.values())),
    ).fetchall()
    order = {groups[role]: place for place, role in enumerate(Role)}
    found: dict[str, int] = {}
    for member, granted in rows:
        found[member] = max(found.get(member, 0), order[granted])
    return [(member, list(Role)[place]) for member, place in found.items()]


def check_user_name(name: str) -> None:
    """Refuses a name that would need quoting.

    Raises:
        StudioRefused: it is invalid.
    """
    if _USER_NAME.fullmatch(name) is None:
        raise StudioRefused(told(StudioFault.NAME_REFUSED, name), advice=StudioAdvice.OTHER_USER_NAME)


def _begin(connection: Connection, address: ServerAddress) -> None:
    """Creates the schema and the groups."""
    from psycopg import sql

    names = role_names(address.database)
    for name in names.values():
        if connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (name,)).fetchone() is None:
            connection.execute(sql.SQL("CREATE ROLE {} NOLOGIN").format(sql.Identifier(name)))
    for lower, higher in ((Role.READER, Role.EDITOR), (Role.EDITOR, Role.ADMIN)):
        connection.execute(
            sql.SQL("GRANT {} TO {}").format(sql.Identifier(names[lower]), sql.Identifier(names[higher]))
        )
    database, reader = sql.Identifier(address.database), sql.Identifier(names[Role.READER])
    connection.execute(sql.SQL("REVOKE CONNECT ON DATABASE {} FROM PUBLIC").format(database))
    connection.execute(sql.SQL("GRANT CONNECT ON DATABASE {} TO {}").format(database, reader))
    connection.execute("CREATE SCHEMA earshot")
    connection.execute(
        "CREATE TABLE earshot.migration(version integer PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now())"
    )


def _apply(connection: Connection, version: int, names: dict[Role, str]) -> None:
    from psycopg import sql

    text = migration(version)
    for role, name in names.items():
        text = text.replace(f"%({role})s", sql.Identifier(name).as_string(connection))
    where = connection.execute(
        "SELECT nspname FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'vector'"
    ).fetchone()
    text = text.replace("%(vectors)s", sql.Identifier(where[0] if where else "public").as_string(connection))
    connection.execute(text.encode())
    connection.execute("INSERT INTO earshot.migration(version) VALUES (%s)", (version,))


def _take_groups(connection: Connection, groups: dict[Role, str], user: str) -> None:
    from psycopg import sql

    rows = connection.execute(
        "SELECT granted.rolname FROM pg_auth_members JOIN pg_roles AS granted ON granted.oid = roleid"
        " JOIN pg_roles AS member ON member.oid = pg_auth_members.member"
        " WHERE member.rolname = %s AND granted.rolname = ANY(%s)",
        (user, list(groups.values())),
    ).fetchall()
    for (group,) in rows:
        connection.execute(sql.SQL("REVOKE {} FROM {}").format(sql.Identifier(group), sql.Identifier(user)))
