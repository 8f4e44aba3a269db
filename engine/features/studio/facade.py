"""The façade of the shared library, for everything outside this package.

A shared library is an ordinary library folder joined to a server. All of it works without the server; `sync` carries
edits both ways. Each function opens and closes what it needs, so any thread may call it, but not two `sync`s of one
library at once (the second raises LibraryBusy). Functions marked "Local" contact no server and take milliseconds. All
may raise a LibraryError; those that contact the server also a StudioError (see engine/base/errors.py):

- StudioOffline: nobody answers, or the connection broke. Try again later; finished work stays.
- StudioRefused: the server refuses. The user has to do something, which `advice` explains.
- StudioNotInstalled: the packages for PostgreSQL are missing.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.cancellation import Cancel, never
from engine.base.lazy_import import later
from engine.base.types import FilePath, SoundId
from engine.features.studio import local_state
from engine.features.studio.records import (
    AnalysesTransferred,
    Conflict,
    ConflictChoice,
    JoinedLibrary,
    Origin,
    Person,
    ServerAddress,
    ServerFacts,
    Settlement,
    SharedState,
    SyncReport,
    Volume,
)
from engine.store.catalogue import Catalogue

if TYPE_CHECKING:
    from engine.features.studio import analyses, joining, privacy, secrets, server, settlement, sync_run
    from engine.features.studio import volumes as volumes_of
else:  # each window asks for the state of its library, and few are joined
    analyses, joining, privacy, secrets, server, settlement, sync_run, volumes_of = (
        later(f"engine.features.studio.{name}")
        for name in ("analyses", "joining", "privacy", "secrets", "server", "settlement", "sync_run", "volumes")
    )

Progress = Callable[[float], None]
"""Receives the share done, 0 to 1."""


def check_installed() -> None:
    """Checks for the PostgreSQL packages; a joined library is usable without them, offline.

    Raises:
        StudioNotInstalled: they are missing; the advice names the command that installs them.
    """
    server.check_installed()


def ask_server(address: ServerAddress, *, password: str | None = None) -> ServerFacts:
    """Queries a server's facts and this user's role; changes nothing. Takes up to 10 s.

    Args:
        password: as typed; None looks in the keyring, then where libpq looks (PGPASSFILE, .pgpass).
    """
    with server.connected(address, password) as connection:
        return server.facts_of(connection, address)


def join(
    library: Path,
    address: ServerAddress,
    *,
    password: str | None = None,
    keep_password: bool = True,
    makes: bool = False,
) -> JoinedLibrary:
    """Joins a library to a shared one. `sync` then exchanges their data.

    The library's data go to the server where that has none; where both differ the server's value counts and the
    library's becomes a conflict, so that nothing is lost. Joining again with another address of the same shared library
    only changes the address.

    Args:
        password: as typed; None as for `ask_server`.
        keep_password: store it in the keyring.
        makes: create the library if there is none, after the server accepted the login.

    Raises:
        StudioRefused: also if the library is joined to another shared library.
    """
    return joining.join(library, address, password, keep_password, makes)


def leave(library: Path) -> None:
    """Makes it an ordinary library again, with all its data; pending edits are not sent. Local.

    Removes the password from the keyring.

    Raises:
        LibraryError: it cannot be written.
    """
    with Catalogue.open(library, makes=False) as catalogue:
        joined = local_state.joined_to(catalogue.database.connection)
        if joined is not None:
            local_state.forget(catalogue.database)
            secrets.forget_password(joined.address)


def keep_password(address: ServerAddress, password: str) -> bool:
    """Stores a password in the system's keyring; returns False without a usable one."""
    return secrets.keep_password(address, password)


def state(library: Path) -> SharedState | None:
    """Returns the state of a joined library; None if it is not joined. Local."""
    with Catalogue.open(library, read_only=True) as catalogue, catalogue.database.snapshot():
        return local_state.state_of(catalogue)


def sync(
    library: Path,
    *,
    password: str | None = None,
    cancel: Cancel = never,
    progress: Progress = lambda share: None,
) -> SyncReport:
    """Sends pending edits, fetches others', and announces this copy. Not on the GUI thread.

    Can be interrupted anywhere, by `cancel` or a kill: the next one continues, and nothing is sent or stored twice.
    After a failure `state` tells since when and why.

    Raises:
        StopRequested: `cancel` returned True.
        LibraryBusy: another sync of this library is running.
    """
    return sync_run.sync(library, password, cancel, progress)


def people(library: Path) -> tuple[Person, ...]:
    """Returns who was present at the last sync, this copy first. Local."""
    with Catalogue.open(library, read_only=True) as catalogue:
        return local_state.last_sync(catalogue.database.connection).people


def origins(library: Path, sound: SoundId) -> tuple[Origin, ...]:
    """Returns who gave a sound its marks, tags, note and collections, and when. Local."""
    with Catalogue.open(library, read_only=True) as catalogue:
        return settlement.origins_of(catalogue, sound)


def conflicts(library: Path) -> tuple[Conflict, ...]:
    """Returns the unsettled conflicts, newest first. Local."""
    with Catalogue.open(library, read_only=True) as catalogue, catalogue.database.snapshot():
        return settlement.conflicts_of(catalogue)


def settle(library: Path, ids: Sequence[str], choice: ConflictChoice) -> Settlement:
    """Settles conflicts for everybody, with the next sync. Ignores settled ids. Local.

    Raises:
        StudioRefused: this user may only read.
        LibraryError: the library cannot be written.
    """
    with Catalogue.open(library, makes=False) as catalogue:
        return settlement.settle(catalogue, ids, choice)


def unsettle(library: Path, settled: Settlement) -> None:
    """Undoes a settlement: the conflicts reopen, and the fields get their former values.

    Raises:
        StudioRefused, LibraryError: as for `settle`.
    """
    with Catalogue.open(library, makes=False) as catalogue:
        settlement.unsettle(catalogue, settled)


def set_private(library: Path, collection: int, is_private: bool) -> None:
    """Makes a collection private to its owner, from the next sync on, or public again. Local.

    Raises:
        StudioRefused: it is another's collection, or this user may only read.
    """
    with Catalogue.open(library, makes=False) as catalogue:
        privacy.set_private(catalogue, collection, is_private)


def private_collections(library: Path) -> frozenset[int]:
    """Returns the collections that only this user sees. Local."""
    with Catalogue.open(library, read_only=True) as catalogue:
        return privacy.private_collections(catalogue)


def volumes(library: Path) -> tuple[Volume, ...]:
    """Returns the shared library's volumes by name, with their folders on this machine. Local."""
    with Catalogue.open(library, read_only=True) as catalogue:
        return volumes_of.volumes(catalogue)


def map_volume(library: Path, name: str, folder: FilePath | None) -> None:
    """Maps a volume to a folder on this machine; None removes the mapping. Local.

    Raises:
        StudioRefused: there is no such volume, or the folder lies in or around that of another one.
        LibraryError: the library cannot be written.
    """
    with Catalogue.open(library, makes=False) as catalogue:
        volumes_of.map_volume(catalogue, name, folder)


def add_volume(library: Path, name: str, folder: FilePath, *, password: str | None = None) -> None:
    """Gives a folder a volume name for everybody. Administrators only."""
    with Catalogue.open(library, makes=False) as catalogue:
        volumes_of.add_volume(catalogue, name, folder, password)


def share_sounds(
    library: Path, *, password: str | None = None, cancel: Cancel = never, progress: Progress = lambda share: None
) -> AnalysesTransferred:
    """Sends analyses of this library's sounds to the server, with their places on its volumes.

    Only sends what the server lacks; sounds outside every volume are sent without a place. Repeatable.

    Raises:
        StopRequested: `cancel` returned True; what was sent stays.
    """
    return analyses.share(library, password, cancel, progress)


def fetch_sounds(
    library: Path, *, password: str | None = None, cancel: Cancel = never, progress: Progress = lambda share: None
) -> AnalysesTransferred:
    """Fetches analyses of sounds on mapped volumes, for the next indexing of their folders.

    Indexing a volume's folder then does not analyse them again. They are checked like sidecars.

    Raises:
        StopRequested: `cancel` returned True.
    """
    return analyses.fetch(library, password, cancel, progress)
