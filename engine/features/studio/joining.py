"""Joins a library to a shared one: matches their contents by name, and fills the outbox with the library's data."""

import logging
from pathlib import Path

from engine.base.errors import StudioRefused
from engine.base.text_forms import folded
from engine.features.studio import local_state, secrets, volumes
from engine.features.studio.local_state import STUDIO, JoinedTo, set_meta
from engine.features.studio.messages import StudioAdvice, StudioFault
from engine.features.studio.reconciliation import seed
from engine.features.studio.records import JoinedLibrary, Role, ServerAddress, ServerFacts
from engine.features.studio.server import Connection, connected, facts_of
from engine.store.catalogue import Catalogue
from engine.store.outbox import JOINED, PULLED, new_id

_log = logging.getLogger(__name__)

_NAMES = (
    "SELECT left(subject, 1), subject, CASE field WHEN 'name' THEN value #>> '{}' ELSE value ->> 'name' END"
    " FROM earshot.field WHERE field IN ('name', 'search') AND value <> 'null' ORDER BY sequence DESC"
)


def join(
    library: Path, address: ServerAddress, password: str | None, keep_password: bool, makes: bool
) -> JoinedLibrary:
    """See `engine.features.studio.facade.join`."""
    with connected(address, password) as connection:
        facts = facts_of(connection, address)
        with Catalogue.open(library, makes=makes) as catalogue:
            seeded = _join(catalogue, address, facts, connection)
            volumes.take_in(catalogue, connection)
    _log.info("joined a shared library as %s; %d edits to send", facts.role, seeded)
    is_kept = password is not None and keep_password and secrets.keep_password(address, password)
    return JoinedLibrary(facts, is_kept, seeded)


def _join(catalogue: Catalogue, address: ServerAddress, facts: ServerFacts, connection: Connection) -> int:
    database = catalogue.database
    former = local_state.joined_to(database.connection)
    if former is not None and former.library_id != facts.library_id:
        raise StudioRefused(StudioFault.JOINED_ALREADY, advice=StudioAdvice.LEAVE_FIRST)
    client = new_id() if former is None else former.client
    joined = JoinedTo(address, facts.library_id, client, local_state.place_of(catalogue.folder), facts.role)
    known: dict[str, dict[str, str]] = {"c": {}, "q": {}}
    for kind, subject, name in connection.execute(_NAMES.encode()):
        known[kind][folded(str(name))] = subject
    with database.change(STUDIO):
        set_meta(database.connection, JOINED, joined.to_text())
        if former is not None:
            return 0
        set_meta(database.connection, PULLED, 0)
        local_state.set_seen(database.connection, catalogue.database.sequence())
        return 0 if facts.role is Role.READER else seed(database.connection, known)
