"""What crosses the border of the shared library: where its server is, how far a copy is in sync, what is in conflict.

Frozen values without behaviour. A window shows these; `engine.studio.sharing` gives them.
"""

from dataclasses import dataclass
from enum import StrEnum

from engine.types import FilePath, Ids, SoundId
from engine.wording import Said


class Role(StrEnum):
    """What a person may do on the server; it is PostgreSQL that refuses, by its grants."""

    READER = "reader"
    """Sees everything that is not private to another."""
    EDITOR = "editor"
    """Changes marks, tags, notes, collections and saved searches too, and adds sounds."""
    ADMIN = "admin"
    """Adds people, volumes and packs too."""


class Encryption(StrEnum):
    """What a connection has to be, in libpq's own words (sslmode)."""

    DISABLE = "disable"
    PREFER = "prefer"
    REQUIRE = "require"
    VERIFY_CA = "verify-ca"
    VERIFY_FULL = "verify-full"


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """Where a shared library is, and as whom. It never holds a password."""

    host: str
    """A name, an address, or the folder of a Unix socket (begins with /)."""
    database: str
    user: str
    port: int = 5432
    encryption: Encryption | None = None
    """None: `REQUIRE`, and `PREFER` where the host is this machine."""
    root_certificate: str = ""
    """The file of the authority that signed the server's certificate; empty for libpq's usual place."""


@dataclass(frozen=True, slots=True)
class ServerFacts:
    """What a server said when it was asked."""

    postgres: str
    """Its version, as it words it: 16.4."""
    pgvector: str
    schema: int
    """Number of migrations that it has seen."""
    role: Role
    is_encrypted: bool
    library_id: str
    """Which shared library it is, whatever its address."""


class SharedStanding(StrEnum):
    """The one thing to say of a joined library, in this order of weight."""

    REFUSED = "refused"
    """The server answers and lets nobody in: a password, a role, another version. The user has to do something."""
    FAILED = "failed"
    """The last sync failed on this side: the library, its disk, or Earshot itself."""
    OFFLINE = "offline"
    """The server does not answer. Edits wait."""
    CONFLICTS = "conflicts"
    ASIDE = "edits set aside"
    """Edits of others cannot be taken in; everything else is."""
    WAITING = "waiting"
    """Edits wait for the next sync."""
    IN_SYNC = "in sync"


@dataclass(frozen=True, slots=True)
class EditAside:
    """An edit of somebody else that cannot be taken in here, and will not be in anybody's copy."""

    sequence: int
    """Its number on the server."""
    who: str
    about: str
    """The sound's file name or the collection's name, where it is here; else the start of its number."""
    field: str
    """As the server has it: rating, tag:wet, item."""
    reason: Said


@dataclass(frozen=True, slots=True)
class SharedState:
    """How a joined library stands; known without the server."""

    address: ServerAddress
    role: Role
    """As of the last sync."""
    sequence: int
    """The last edit of the server that was taken in."""
    waiting: int
    """Edits made here that the server has not acknowledged."""
    conflicts: int
    """Conflicts that nobody has settled."""
    unshared: int
    """Edits that stay here alone, because Earshot cannot say which sound they are of: it could not be read."""
    synced_s: float | None
    """Unix time of the last sync that came to its end; None before the first."""
    offline_since_s: float | None
    """Unix time of the first sync that failed since; None while the server answers."""
    trouble: Said | None
    """Why the last sync failed."""
    to_do: Said | None
    is_refused: bool
    """The last sync failed for a reason that does not pass by itself."""
    is_failed: bool = False
    """The last sync failed on this side, whatever the server did."""
    aside: tuple[EditAside, ...] = ()
    """Edits of others that cannot be taken in, the newest first; a thousand at most."""

    @property
    def standing(self) -> SharedStanding:
        """The one thing to say."""
        if self.is_refused:
            return SharedStanding.REFUSED
        if self.is_failed:
            return SharedStanding.FAILED
        if self.offline_since_s is not None:
            return SharedStanding.OFFLINE
        if self.conflicts:
            return SharedStanding.CONFLICTS
        if self.aside:
            return SharedStanding.ASIDE
        return SharedStanding.WAITING if self.waiting else SharedStanding.IN_SYNC

    @property
    def may_edit(self) -> bool:
        """Whether marks may be changed; where not, changing them raises StudioRefused."""
        return self.role is not Role.READER


class SharedField(StrEnum):
    """What is shared, field by field."""

    RATING = "rating"
    COLOUR = "colour"
    FAVOURITE = "favourite"
    TAG = "tag"
    NOTE = "note"
    COLLECTION = "collection"
    """A collection's name; its removal."""
    PRIVATE = "private"
    """Whether a collection is its maker's alone."""
    ITEM = "item"
    """A sound in a collection."""
    POSITION = "position"
    """A collection's place among the others."""
    SEARCH = "search"
    """A saved search."""


SharedValue = int | str | bool | None
"""Of a rating 0 to 5; of a colour its word or None; of a favourite, a tag, an item or privacy True or False; of a note
its text; of a collection or a saved search its name or text, None where it was removed."""


@dataclass(frozen=True, slots=True)
class ConflictSide:
    """One of two values that were given to a field by people who did not see each other's."""

    value: SharedValue
    who: str
    made_s: float
    """Unix time, by the server's clock; 0 where the value was there before its library was joined."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """An edit that lost. It is kept until somebody settles it."""

    id: str
    field: SharedField
    about: str
    """The sound's file name, or the name of the collection or saved search."""
    detail: str
    """The tag, or the sound's file name for an item; else empty."""
    sound: SoundId | None
    """The sound, where it is in this library."""
    kept: ConflictSide
    """What won, and stands unless it was changed since."""
    lost: ConflictSide
    is_mine: bool
    """Whether it was this user's edit that lost."""


class ConflictChoice(StrEnum):
    """How a conflict is settled."""

    KEEP = "keep"
    """What won stays."""
    TAKE_BACK = "take back"
    """What lost is set again, as a new edit."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What `sharing.unsettle` needs to take a settlement back."""

    ids: tuple[str, ...]
    choice: ConflictChoice
    before: tuple[str, ...]
    """For each: what the field had, as JSON."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Who gave a sound a value, and when."""

    field: SharedField
    detail: str
    """The tag, or the collection's name; else empty."""
    who: str
    made_s: float


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has the shared library open. Seen, and not guarded: nobody is locked out."""

    who: str
    machine: str
    since_s: float
    seen_s: float
    is_me: bool
    """This very copy."""


@dataclass(frozen=True, slots=True)
class Volume:
    """A place where sounds lie, under the name that all have for it."""

    name: str
    folder: FilePath | None
    """Where it is on this machine; None while nobody has said so."""
    sounds: int
    """Sounds that the server knows there."""


@dataclass(frozen=True, slots=True, eq=False)
class SyncReport:
    """What one sync did."""

    sent: int
    """Edits that the server acknowledged."""
    taken: int
    """Values of others that were taken in."""
    conflicts: int
    """Conflicts that came up."""
    refused: int
    """Edits that the server refused: they are taken back here."""
    aside: int
    """Edits of others that are set aside, of this sync and before."""
    waiting: int
    """Edits made meanwhile."""
    sounds: Ids
    """int64 [N]: sounds of this library whose marks, tags or notes changed."""
    are_lists_changed: bool
    """Whether collections or saved searches changed."""
    people: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class JoinedLibrary:
    """What joining did."""

    facts: ServerFacts
    is_password_kept: bool
    """Whether the keyring has the password now; where not, libpq's own file may have it, or it is asked for again."""
    seeded: int
    """Marks, tags and collections of this library that go to the server with the next sync."""


@dataclass(frozen=True, slots=True)
class Carried:
    """How many sounds' vectors and descriptions went from one place to another."""

    sounds: int
    segments: int
    known: int
    """Sounds that were there already."""
    left_out: int
    """Sounds that cannot be: unread, or not heard with this pack."""
