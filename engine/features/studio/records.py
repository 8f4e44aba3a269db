"""Types of the shared library: server addresses, sync states, conflicts.

Frozen values without behaviour, returned by `engine.features.studio.facade`.
"""

from enum import StrEnum

from msgspec import Struct

from engine.base.messages import Message
from engine.base.types import FilePath, Ids, SoundId


class Role(StrEnum):
    """A person's rights on the server; PostgreSQL's grants enforce them."""

    READER = "reader"
    """Sees everything that is not private to another."""
    EDITOR = "editor"
    """Also changes marks, tags, notes, collections and saved searches, and adds sounds."""
    ADMIN = "admin"
    """Also adds people, volumes and packs."""


class Encryption(StrEnum):
    """Required security of a connection, in libpq's terms (sslmode)."""

    DISABLE = "disable"
    PREFER = "prefer"
    REQUIRE = "require"
    VERIFY_CA = "verify-ca"
    VERIFY_FULL = "verify-full"


class ServerAddress(Struct, frozen=True):
    """A shared library's server and user. Never contains a password."""

    host: str
    """A name, an address, or the folder of a Unix socket (starts with /)."""
    database: str
    user: str
    port: int = 5432
    encryption: Encryption | None = None
    """None means `REQUIRE`, or `PREFER` if the host is this machine."""
    root_certificate: str = ""
    """File of the authority that signed the server's certificate; empty for libpq's default."""


class ServerFacts(Struct, frozen=True):
    """What a server reported."""

    postgres: str
    """Its version in its own form: 16.4."""
    pgvector: str
    schema: int
    """Number of applied migrations."""
    role: Role
    is_encrypted: bool
    library_id: str
    """Identifies the shared library, whatever its address."""


class SharedLibraryStatus(StrEnum):
    """The most important fact about a joined library, by descending priority."""

    REFUSED = "refused"
    """The server refuses: a password, a role, another version. The user has to do something."""
    FAILED = "failed"
    """The last sync failed on this side: the library, its disk, or Earshot itself."""
    OFFLINE = "offline"
    """The server does not answer. Edits wait."""
    CONFLICTS = "conflicts"
    ASIDE = "edits set aside"
    """Some of others' edits cannot be stored; all the rest is."""
    WAITING = "waiting"
    """Edits wait for the next sync."""
    IN_SYNC = "in sync"


class RejectedEdit(Struct, frozen=True):
    """Another user's edit that cannot be stored here, nor in any other copy."""

    sequence: int
    """Its number on the server."""
    who: str
    about: str
    """The sound's file name or the collection's name if it is here; otherwise the start of its id."""
    field: str
    """The server's name: rating, tag:wet, item."""
    reason: Message


class SharedState(Struct, frozen=True):
    """The state of a joined library, known without the server."""

    address: ServerAddress
    role: Role
    """As of the last sync."""
    sequence: int
    """The last edit fetched from the server."""
    waiting: int
    """Local edits that the server has not acknowledged."""
    conflicts: int
    """Unsettled conflicts."""
    unshared: int
    """Edits that stay local because their sound could not be read and so has no id."""
    synced_s: float | None
    """Unix time of the last successful sync; None before the first."""
    offline_since_s: float | None
    """Unix time of the first failed sync since; None while the server answers."""
    trouble: Message | None
    """Why the last sync failed."""
    to_do: Message | None
    is_refused: bool
    """The last sync failed for a lasting reason."""
    is_failed: bool = False
    """The last sync failed on this side, whatever the server did."""
    aside: tuple[RejectedEdit, ...] = ()
    """Others' edits that cannot be stored, newest first; at most a thousand."""

    @property
    def standing(self) -> SharedLibraryStatus:
        if self.is_refused:
            return SharedLibraryStatus.REFUSED
        if self.is_failed:
            return SharedLibraryStatus.FAILED
        if self.offline_since_s is not None:
            return SharedLibraryStatus.OFFLINE
        if self.conflicts:
            return SharedLibraryStatus.CONFLICTS
        if self.aside:
            return SharedLibraryStatus.ASIDE
        return SharedLibraryStatus.WAITING if self.waiting else SharedLibraryStatus.IN_SYNC

    @property
    def may_edit(self) -> bool:
        """Whether this user may change marks; otherwise changing them raises StudioRefused."""
        return self.role is not Role.READER


class SharedField(StrEnum):
    """What is shared, field by field."""

    RATING = "rating"
    COLOUR = "colour"
    FAVOURITE = "favourite"
    TAG = "tag"
    NOTE = "note"
    COLLECTION = "collection"
    """A collection's name or removal."""
    PRIVATE = "private"
    """Whether only its owner sees a collection."""
    ITEM = "item"
    POSITION = "position"
    """A collection's place among the others."""
    SEARCH = "search"


SharedValue = int | str | bool | None
"""Rating: 0 to 5; colour: its name or None; favourite, tag, item, privacy: bool; note: its text; collection or saved
search: its name or text, None if removed.
"""


class ConflictSide(Struct, frozen=True):
    """One of two values given to a field by people who did not see each other's."""

    value: SharedValue
    who: str
    made_s: float
    """Unix time by the server's clock; 0 for a value from before its library was joined."""


class Conflict(Struct, frozen=True):
    """An edit that lost. It is kept until somebody settles it."""

    id: str
    field: SharedField
    about: str
    """The sound's file name, or the name of the collection or saved search."""
    detail: str
    """The tag, or the sound's file name for an item; otherwise empty."""
    sound: SoundId | None
    """None if it is not in this library."""
    kept: ConflictSide
    """What won; it stands unless it was changed since."""
    lost: ConflictSide
    is_mine: bool
    """Whether this user's edit lost."""


class ConflictChoice(StrEnum):
    """How to settle a conflict."""

    KEEP = "keep"
    """Keep what won."""
    TAKE_BACK = "take back"
    """Set the lost value again, as a new edit."""


class Settlement(Struct, frozen=True):
    """Data for `sharing.unsettle`."""

    ids: tuple[str, ...]
    choice: ConflictChoice
    before: tuple[str, ...]
    """The former value of each field, as JSON."""


class Origin(Struct, frozen=True):
    """Who gave a sound a value, and when."""

    field: SharedField
    detail: str
    """The tag, or the collection's name; otherwise empty."""
    who: str
    made_s: float


class Person(Struct, frozen=True):
    """A user who has the shared library open. Informational: nobody is locked out."""

    who: str
    machine: str
    since_s: float
    seen_s: float
    is_me: bool
    """Whether it is this copy."""


class Volume(Struct, frozen=True):
    """A place of sounds, under a name shared by all."""

    name: str
    folder: FilePath | None
    """Its folder on this machine; None if not mapped."""
    sounds: int
    """Its sounds known to the server."""


class SyncReport(Struct, frozen=True, eq=False):
    """The result of a sync."""

    sent: int
    """Edits that the server acknowledged."""
    taken: int
    """Values fetched from others."""
    conflicts: int
    refused: int
    """Edits that the server refused, undone here."""
    aside: int
    """Others' edits set aside, in this sync and before."""
    waiting: int
    """Edits made meanwhile."""
    sounds: Ids
    """int64 [N]: this library's sounds whose marks, tags or notes changed."""
    are_lists_changed: bool
    """Whether collections or saved searches changed."""
    people: tuple[Person, ...]


class JoinedLibrary(Struct, frozen=True):
    """The result of joining."""

    facts: ServerFacts
    is_password_kept: bool
    """Whether the keyring has the password now; otherwise libpq's own file may have it, or it is asked for again."""
    seeded: int
    """The library's marks, tags and collections that the next sync sends."""


class AnalysesTransferred(Struct, frozen=True):
    """How many sounds' analyses were transferred."""

    sounds: int
    segments: int
    known: int
    """Sounds already present."""
    left_out: int
    """Sounds that cannot be transferred: unread, or not analysed with this pack."""
