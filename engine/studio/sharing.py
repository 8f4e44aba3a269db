"""The façade of the shared library: everybody outside the room comes through here.

A shared library is an ordinary library folder that was joined to a server. All of it works without the server; `sync`
carries edits both ways. Each function opens what it needs and closes it again, so that any thread may call it, but not
two `sync`s of one library at once (the second raises LibraryBusy). What is named "known here" asks no server and takes
milliseconds. Every function that asks the server raises a StudioError (see engine/errors.py):

- StudioOffline: nobody answers, or the connection broke. Try again later, the work done so far stays.
- StudioRefused: the server answers and refuses. The user has to do something, and `advice` says what.
- StudioNotInstalled: the packages for PostgreSQL are not there.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from engine.stopping import Cancel, never
from engine.store.catalogue import Catalogue
from engine.studio import heard, joining, local, privacy, secrets, server, settling, syncing
from engine.studio import volumes as volumes_of
from engine.studio.records import (
    Carried,
    Conflict,
    ConflictChoice,
    JoinedLibrary,
    Origin,
    Person,
    ServerAddress,
    ServerFacts,
    Settled,
    SharedState,
    SyncReport,
    Volume,
)
from engine.types import FilePath, SoundId

Progress = Callable[[float], None]
"""Told the share that is done, 0 to 1."""


def check_installed() -> None:
    """Looks whether the packages that speak to PostgreSQL are there; a joined library is usable without them, offline.

    Raises:
        StudioNotInstalled: they are not; the advice names the command that installs them.
    """
    server.check_installed()


def ask_server(address: ServerAddress, *, password: str | None = None) -> ServerFacts:
    """Asks a server what it is and what this user may do there; changes nothing. Takes up to 10 s.

    Args:
        address: where, and as whom.
        password: as it was typed; None to look into the keyring, then where libpq looks (PGPASSFILE, .pgpass).

    Raises:
        StudioError: see the top of this file.
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
    """Joins a library to a shared one. `sync` then carries what both have.

    What the library held already goes to the server where that has nothing; where both differ the server's value holds
    and the library's is a conflict, so that nothing is lost. Joining again with another address of the same shared
    library changes the address alone.

    Args:
        library: its folder.
        address: where, and as whom.
        password: as it was typed; None as for `ask_server`.
        keep_password: put it into the keyring.
        makes: make the library where there is none, once the server has let somebody in.

    Raises:
        StudioRefused: also where the library is joined to another shared library already.
        StudioError, LibraryError: see the top of this file.
    """
    return joining.join(library, address, password, keep_password, makes)


def leave(library: Path) -> None:
    """Makes it an ordinary library again, with all that it holds. Edits that wait are no longer sent. Known here.

    The password leaves the keyring.

    Raises:
        LibraryError: it cannot be written.
    """
    with Catalogue.open(library, makes=False) as catalogue:
        joined = local.joined_to(catalogue.database.connection)
        if joined is not None:
            local.forget(catalogue.database)
            secrets.forget_password(joined.address)


def keep_password(address: ServerAddress, password: str) -> bool:
    """Puts a password into the system's keyring, or gives False where there is none that can be used."""
    return secrets.keep_password(address, password)


def state(library: Path) -> SharedState | None:
    """Says how a joined library stands; None where it is not joined. Known here."""
    with Catalogue.open(library, read_only=True) as catalogue, catalogue.database.snapshot():
        return local.state_of(catalogue)


def sync(
    library: Path,
    *,
    password: str | None = None,
    cancel: Cancel = never,
    progress: Progress = lambda share: None,
) -> SyncReport:
    """Sends the edits that wait, takes in what others changed, and says that this copy is here. Not on the GUI thread.

    It may be ended anywhere, by `cancel` or by a kill: the next one goes on, and nothing is sent or taken in twice.
    After a failure `state` says since when and why.

    Raises:
        Stopped: `cancel` gave True.
        LibraryBusy: another sync of this library is under way.
        StudioError, LibraryError: see the top of this file.
    """
    return syncing.sync(library, password, cancel, progress)


def people(library: Path) -> tuple[Person, ...]:
    """Says who was here at the last sync, this copy first. Known here."""
    with Catalogue.open(library, read_only=True) as catalogue:
        return local.last_sync(catalogue.database.connection).people


def origins(library: Path, sound: SoundId) -> tuple[Origin, ...]:
    """Says who gave a sound its marks, tags, note and collections, and when. Known here."""
    with Catalogue.open(library, read_only=True) as catalogue:
        return settling.origins_of(catalogue, sound)


def conflicts(library: Path) -> tuple[Conflict, ...]:
    """Lists the conflicts that nobody has settled, newest first. Known here."""
    with Catalogue.open(library, read_only=True) as catalogue, catalogue.database.snapshot():
        return settling.conflicts_of(catalogue)


def settle(library: Path, ids: Sequence[str], choice: ConflictChoice) -> Settled:
    """Settles conflicts, for everybody, with the next sync. Ids that are settled already are passed over. Known here.

    Raises:
        StudioRefused: this user may only read.
        LibraryError: the library cannot be written.
    """
    with Catalogue.open(library, makes=False) as catalogue:
        return settling.settle(catalogue, ids, choice)


def unsettle(library: Path, settled: Settled) -> None:
    """Takes a settlement back: the conflicts are open again, and the fields have what they had.

    Raises:
        StudioRefused, LibraryError: as for `settle`.
    """
    with Catalogue.open(library, makes=False) as catalogue:
        settling.unsettle(catalogue, settled)


def set_private(library: Path, collection: int, is_private: bool) -> None:
    """Makes a collection its maker's alone, from the next sync on, or everybody's again. Known here.

    Raises:
        StudioRefused: it is another's collection, or this user may only read.
    """
    with Catalogue.open(library, makes=False) as catalogue:
        privacy.set_private(catalogue, collection, is_private)


def private_collections(library: Path) -> frozenset[int]:
    """Gives the collections that this user alone sees. Known here."""
    with Catalogue.open(library, read_only=True) as catalogue:
        return privacy.private_collections(catalogue)


def volumes(library: Path) -> tuple[Volume, ...]:
    """Lists the shared library's volumes, by name, and where they are on this machine. Known here."""
    with Catalogue.open(library, read_only=True) as catalogue:
        return volumes_of.volumes(catalogue)


def map_volume(library: Path, name: str, folder: FilePath | None) -> None:
    """Says where a volume is on this machine; None forgets it. Known here.

    Raises:
        StudioRefused: there is no such volume, or the folder lies in or around that of another one.
        LibraryError: the library cannot be written.
    """
    with Catalogue.open(library, makes=False) as catalogue:
        volumes_of.map_volume(catalogue, name, folder)


def add_volume(library: Path, name: str, folder: FilePath, *, password: str | None = None) -> None:
    """Gives a folder a name that everybody knows it by. Administrators only.

    Raises:
        StudioError, LibraryError: see the top of this file.
    """
    with Catalogue.open(library, makes=False) as catalogue:
        volumes_of.add_volume(catalogue, name, folder, password)


def share_sounds(
    library: Path, *, password: str | None = None, cancel: Cancel = never, progress: Progress = lambda share: None
) -> Carried:
    """Sends vectors and descriptions of this library's sounds to the server, and where they lie on its volumes.

    Only what the server does not have is sent; sounds outside every volume are sent without a place. Repeatable.

    Raises:
        Stopped: `cancel` gave True; what was sent stays.
        StudioError, LibraryError: see the top of this file.
    """
    return heard.share(library, password, cancel, progress)


def fetch_sounds(
    library: Path, *, password: str | None = None, cancel: Cancel = never, progress: Progress = lambda share: None
) -> Carried:
    """Fetches vectors and descriptions of what lies on volumes that are mapped here, for the next indexing of these.

    Whoever then adds a volume's folder does not listen to those sounds again. They are checked as sidecars are.

    Raises:
        Stopped: `cancel` gave True.
        StudioError, LibraryError: see the top of this file.
    """
    return heard.fetch(library, password, cancel, progress)
