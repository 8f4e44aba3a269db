"""What a query's filters ask of a sound, and how that is asked of the catalogue."""

from collections.abc import Callable
from dataclasses import dataclass, fields

from engine.audio.musical import SURE
from engine.store.records import FAVOURITE, IS_MISSING, IS_OFFLINE
from engine.store.tags import SPELLINGS, folded
from engine.types import Among


@dataclass(frozen=True, slots=True)
class Filters:
    """Conditions that must all hold; the default lets everything pass that is not failed.

    A sound of which a number is not known (no tempo, no bit depth) passes no filter that asks about it.
    """

    min_s: float | None = None
    """Shortest duration, inclusive."""
    max_s: float | None = None
    """Longest duration, exclusive, as in dur:<2."""
    min_channels: int | None = None
    max_channels: int | None = None
    min_rate_hz: int | None = None
    max_rate_hz: int | None = None
    formats: tuple[str, ...] = ()
    """Any of these: container (WAV, FLAC, …) or file suffix without the dot, whatever the case."""
    folders: tuple[str, ...] = ()
    """Each must occur in the folder's path as people read it, whatever the case; see `folders.in_folder`."""
    tags: tuple[str, ...] = ()
    """Each must be on the sound, whatever the case."""
    is_favourite: bool | None = None
    is_offline: bool | None = None
    """True: only sounds whose drive is not connected; False: none of them."""
    is_missing: bool | None = None
    """True: only sounds whose file is not where it was; False: none of them."""
    min_depth: int | None = None
    """Bits a sample; lossy files have none."""
    max_depth: int | None = None
    min_lufs: float | None = None
    max_lufs: float | None = None
    min_peak_dbfs: float | None = None
    max_peak_dbfs: float | None = None
    min_bright_hz: float | None = None
    max_bright_hz: float | None = None
    min_bytes: int | None = None
    max_bytes: int | None = None
    min_bpm: float | None = None
    max_bpm: float | None = None
    keys: tuple[str, ...] = ()
    """Any of these, as engine.audio.key_names spells them."""
    is_loop: bool | None = None
    """True for loops, False for one-shots."""
    min_mtime_ns: int | None = None
    """When the file was last written, inclusive."""
    max_mtime_ns: int | None = None
    """Exclusive."""
    min_added_s: float | None = None
    """When the file was first taken in, Unix time, inclusive."""
    max_added_s: float | None = None
    """Exclusive."""
    cat_ids: tuple[str, ...] = ()
    """Any of these UCS CatIDs, in lower case."""
    min_rating: int | None = None
    """0 is a sound without a rating."""
    max_rating: int | None = None
    colours: tuple[str, ...] = ()
    """Any of these."""
    is_coloured: bool | None = None
    is_heard: bool | None = None
    is_used: bool | None = None
    is_tagged: bool | None = None
    """Whether there is any tag beside the favourite mark."""
    collections: tuple[str, ...] = ()
    """It must be in each, by name, whatever the case."""
    notes: tuple[str, ...] = ()
    """Each must occur in the user's note, whatever the case."""
    has_note: bool | None = None
    among: Among | None = None
    """It must be one of these; asked of the ids that the others let pass, not of the catalogue."""

    @property
    def is_empty(self) -> bool:
        """True when nothing is asked."""
        return all(getattr(self, field.name) in (None, ()) for field in fields(self))

    @property
    def asks_what_is_kept(self) -> bool:
        """True when the answer depends on tags, ratings, colours, notes or collections."""
        return any(getattr(self, name) not in (None, ()) for name in _KEPT)

    @property
    def asks_what_was_heard(self) -> bool:
        """True when the answer depends on what was listened to or used."""
        return self.is_heard is not None or self.is_used is not None


_KEPT = (
    *("tags", "is_favourite", "is_tagged", "min_rating", "max_rating", "colours", "is_coloured"),
    *("collections", "notes", "has_note"),
)
_RANGES = (
    ("sound.duration_s >= ?", "min_s"),
    ("sound.duration_s < ?", "max_s"),
    ("sound.channels >= ?", "min_channels"),
    ("sound.channels <= ?", "max_channels"),
    ("sound.sample_rate_hz >= ?", "min_rate_hz"),
    ("sound.sample_rate_hz <= ?", "max_rate_hz"),
    ("sound.bit_depth >= ?", "min_depth"),
    ("sound.bit_depth <= ?", "max_depth"),
    ("sound.loudness_lufs >= ?", "min_lufs"),
    ("sound.loudness_lufs <= ?", "max_lufs"),
    ("sound.peak_dbfs >= ?", "min_peak_dbfs"),
    ("sound.peak_dbfs <= ?", "max_peak_dbfs"),
    ("sound.brightness_hz >= ?", "min_bright_hz"),
    ("sound.brightness_hz <= ?", "max_bright_hz"),
    ("sound.size_bytes >= ?", "min_bytes"),
    ("sound.size_bytes <= ?", "max_bytes"),
    (f"sound.tempo_confidence >= {SURE} AND sound.tempo_bpm >= ?", "min_bpm"),
    (f"sound.tempo_confidence >= {SURE} AND sound.tempo_bpm <= ?", "max_bpm"),
    ("sound.mtime_ns >= ?", "min_mtime_ns"),
    ("sound.mtime_ns < ?", "max_mtime_ns"),
    ("sound.added_s >= ?", "min_added_s"),
    ("sound.added_s < ?", "max_added_s"),
)
_CLAIMS = (
    ("sound.id {}IN (SELECT sound_id FROM tag WHERE name = '" + FAVOURITE + "')", "is_favourite"),
    ("sound.id {}IN (SELECT sound_id FROM tag WHERE name != '" + FAVOURITE + "')", "is_tagged"),
    (f"{{}}{IS_OFFLINE}", "is_offline"),
    (f"{{}}{IS_MISSING}", "is_missing"),
    ("sound.id {}IN (SELECT sound_id FROM mark WHERE colour IS NOT NULL)", "is_coloured"),
    ("sound.id {}IN (SELECT sound_id FROM mark WHERE last_played_s IS NOT NULL)", "is_heard"),
    ("sound.id {}IN (SELECT sound_id FROM mark WHERE last_used_s IS NOT NULL)", "is_used"),
    ("sound.id {}IN (SELECT sound_id FROM mark WHERE note != '')", "has_note"),
)
"""With NOT or nothing in the braces."""
_IN_COLLECTION = (
    "sound.id IN (SELECT sound_id FROM collection_item JOIN collection ON collection.id = collection_id"
    " WHERE folded = ?)"
)

Value = str | int | float


def where(filters: Filters) -> tuple[str, list[Value]]:
    """The SQL condition over sound and root for `filters`, and its values.

    What the user keeps is asked of its own small tables once, not of every sound; the table of sounds is then read in
    one pass, which at a million rows takes a tenth of a second.
    """
    clauses = ["sound.error = ''"]
    values: list[Value] = []

    def ask(clause: str, *asked: Value) -> None:
        clauses.append(clause)
        values.extend(asked)

    for clause, name in _RANGES:
        bound = getattr(filters, name)
        if bound is not None:
            ask(clause, bound)
    if filters.is_loop is not None:
        ask("sound.is_loop = ?", int(filters.is_loop))
    for clause, name in _CLAIMS:
        wanted = getattr(filters, name)
        if wanted is not None:
            ask(clause.format("" if wanted else "NOT "))
    if filters.formats:
        upper, lower = [form.upper() for form in filters.formats], [form.lower() for form in filters.formats]
        ask(f"(sound.format IN ({_marks(upper)}) OR sound.suffix IN ({_marks(lower)}))", *upper, *lower)
    if filters.keys:
        ask(f"sound.key_confidence >= {SURE} AND sound.musical_key IN ({_marks(filters.keys)})", *filters.keys)
    if filters.cat_ids:
        ask(f"sound.cat_id IN ({_marks(filters.cat_ids)})", *filters.cat_ids)
    if filters.colours:
        ask(f"sound.id IN (SELECT sound_id FROM mark WHERE colour IN ({_marks(filters.colours)}))", *filters.colours)
    for folder in filters.folders:
        # The plus keeps SQLite from walking an index over most of the table in another order than it is asked for.
        ask("+sound.folder_id IN (SELECT id FROM folder WHERE in_folder(path, ?))", folder.casefold())
    for tag in filters.tags:
        ask(f"sound.id IN (SELECT sound_id FROM tag WHERE name IN ({SPELLINGS}))", folded(tag))
    for name in filters.collections:
        ask(_IN_COLLECTION, name.casefold())
    for text in filters.notes:
        ask("sound.id IN (SELECT sound_id FROM mark WHERE note != '' AND holds(note, ?))", text.casefold())
    _ask_rating(filters, ask)
    return " AND ".join(clauses), values


def holds(text: str, part: str) -> bool:
    """Whether `part` (casefolded) occurs in `text`."""
    return part in text.casefold()


def _ask_rating(filters: Filters, ask: Callable[..., None]) -> None:
    """Sounds without a rating have no row: what lets them pass is asked as what it does not let pass."""
    low = 0 if filters.min_rating is None else filters.min_rating
    high = 5 if filters.max_rating is None else filters.max_rating
    if filters.min_rating is None and filters.max_rating is None:
        return
    if low > 0:
        ask("sound.id IN (SELECT sound_id FROM mark WHERE rating > 0 AND rating BETWEEN ? AND ?)", low, high)
    else:
        ask("sound.id NOT IN (SELECT sound_id FROM mark WHERE rating > 0 AND rating > ?)", high)


def _marks(values: tuple[str, ...] | list[str]) -> str:
    return ", ".join("?" * len(values))
