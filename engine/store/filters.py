"""Filters over sounds: the available columns, conditions on them, and their SQL.

A column knows its SQL and which changes affect its answers; engine/search parses what users type.
"""

from collections.abc import Callable, Iterable
from enum import Enum

from msgspec import Struct

from engine.audio.custom_fields import PREFIX, key_of
from engine.base.text_forms import composed, plain
from engine.base.types import FAVOURITE, SURE, PickedSounds
from engine.store.file_fields import FileField
from engine.store.marks import COLLECTIONS_MEANT, TAGS_MEANT
from engine.store.sound_rows import IS_MISSING, IS_OFFLINE

Value = str | int | float
Asked = tuple[str, list[Value]]
"""An SQL condition and its values."""


class Dependency(Enum):
    """Changes that affect a column's answers, besides those of the sounds themselves."""

    SOUNDS = "sounds"
    KEEPING = "keeping"
    """Tags, ratings, colours, notes or collections."""
    HEARING = "hearing"
    """Plays."""
    USES = "uses"
    """Uses, by marks of the catalogue and by the log of exports."""


class NumberColumn(Struct, frozen=True):
    """A number of a sound; a sound without a value passes no range."""

    sql: str
    known: str = ""
    """An additional condition."""
    is_half_open: bool = False
    """Excludes the upper bound itself, as in dur:<2."""
    follows: Dependency = Dependency.SOUNDS

    def ask(self, low: float | None, high: float | None) -> Asked:
        """SQL for a range."""
        sides = ((">=", low), ("<" if self.is_half_open else "<=", high))
        asked = [(f"{self.sql} {sign} ?", bound) for sign, bound in sides if bound is not None]
        clauses = [self.known] if self.known else []
        return " AND ".join([*clauses, *(clause for clause, _ in asked)]), [bound for _, bound in asked]


class Rating(NumberColumn, frozen=True):
    """A rating. Unrated sounds have no row, so a range that includes 0 is queried by the ratings it excludes."""

    def ask(self, low: float | None, high: float | None) -> Asked:
        """SQL for a range; 0 is unrated."""
        lowest, highest = low or 0, 5 if high is None else high
        if lowest > 0:
            asked = "sound.id IN (SELECT sound_id FROM mark WHERE rating > 0 AND rating BETWEEN ? AND ?)"
            return asked, [lowest, highest]
        return "sound.id NOT IN (SELECT sound_id FROM mark WHERE rating > 0 AND rating > ?)", [highest]


class FlagColumn(Struct, frozen=True):
    """A yes-or-no property of a sound."""

    sql: str
    """The braces take NOT or nothing."""
    follows: Dependency = Dependency.SOUNDS


class NameColumn(Struct, frozen=True):
    """A kind of name, of which a sound has at most one."""

    sql: str
    """The braces take the placeholders of the values."""
    value: str = ""
    """SQL expression that its values are counted by."""
    follows: Dependency = Dependency.SOUNDS
    field: FileField | None = None
    """The field it queries, whose texts have a table of their own to be counted by."""

    def ask(self, values: tuple[str, ...]) -> Asked:
        """SQL for any of these values."""
        return self.sql.format(_marks(values)), list(values)


class Formats(NameColumn, frozen=True):
    """Container (WAV, FLAC, …) or file suffix without the dot, in any case."""

    def ask(self, values: tuple[str, ...]) -> Asked:
        upper, lower = [form.upper() for form in values], [form.lower() for form in values]
        return f"(sound.format IN ({_marks(values)}) OR sound.suffix IN ({_marks(values)}))", [*upper, *lower]


class TextColumn(Struct, frozen=True):
    """A kind of text, of which a sound may have several; some columns match parts of texts."""

    sql: str
    """With one placeholder."""
    fold: Callable[[str], str] = plain
    follows: Dependency = Dependency.SOUNDS
    field: FileField | None = None
    """As in `NameColumn`."""


def _whole_or_part(field: FileField) -> str:
    whole = f"EXISTS (SELECT 1 FROM file_text AS other WHERE other.field = '{field}' AND other.folded = wanted)"
    return f"(SELECT folded = wanted OR (instr(folded, wanted) AND NOT {whole}) FROM (SELECT ? AS wanted))"


def _with_text(field: FileField, condition: str) -> str:
    """SQL for sounds with a matching text in a field."""
    texts = f"SELECT id FROM file_text WHERE field = '{field}' AND {condition}"
    return f"sound.id IN (SELECT sound_id FROM file_field WHERE text_id IN ({texts}))"


class TimeOfDay(NumberColumn, frozen=True):
    """A time of day; in a separate table, because few sounds have one."""

    def ask(self, low: float | None, high: float | None) -> Asked:
        bounds = [bound for bound in (low, high) if bound is not None]
        sides = [f"clock {sign} ?" for sign, bound in ((">=", low), ("<=", high)) if bound is not None]
        where_it_is = f" WHERE {' AND '.join(sides)}" if sides else ""
        return f"sound.id IN (SELECT sound_id FROM recording_start{where_it_is})", list(bounds)


def _exported(since_s: str, before_s: str, cue: str) -> str:
    """SQL for the sounds in the log of exports whose content is still what was exported: `engine.store.export_log`."""
    return (
        f"SELECT now.id FROM json_each(exported({since_s}, {before_s}, {cue})) AS use JOIN sound AS now"
        " ON now.id = json_extract(use.value, '$[0]') AND now.content_id IS unhex(json_extract(use.value, '$[2]'))"
    )


class TimeOfUse(NumberColumn, frozen=True):
    """Any time of use that the log of exports has, or the last one that the catalogue has."""

    def ask(self, low: float | None, high: float | None) -> Asked:
        sides = [f" AND last_used_s {sign} ?" for sign, bound in ((">=", low), ("<", high)) if bound is not None]
        marked = f"SELECT sound_id FROM mark WHERE last_used_s IS NOT NULL{''.join(sides)}"
        logged = _exported(_bound(low), _bound(high), "NULL")
        bounds = [bound for bound in (low, high) if bound is not None]
        return f"sound.id IN ({marked} UNION {logged})", [*bounds, *bounds]


class QualityNumber(NumberColumn, frozen=True):
    """A figure of quality; only measured sounds have one."""

    def ask(self, low: float | None, high: float | None) -> Asked:
        sides = [f"{self.sql} {sign} ?" for sign, bound in ((">=", low), ("<=", high)) if bound is not None]
        condition = " AND ".join([f"{self.sql} IS NOT NULL", *sides])
        bounds: list[Value] = [bound for bound in (low, high) if bound is not None]
        return f"sound.id IN (SELECT sound_id FROM quality WHERE {condition})", bounds


LENGTH = NumberColumn("sound.duration_s", is_half_open=True)
CHANNELS = NumberColumn("sound.channels")
RATE = NumberColumn("sound.sample_rate_hz")
DEPTH = NumberColumn("sound.bit_depth")
"""Bits per sample; lossy files have none."""
LOUDNESS = NumberColumn("sound.loudness_lufs")
PEAK = NumberColumn("sound.peak_dbfs")
TRUE_PEAK = NumberColumn("sound.true_peak_dbtp")
"""Unknown for sounds read before it was measured."""
BRIGHTNESS = NumberColumn("sound.brightness_hz")
SIZE = NumberColumn("sound.size_bytes")
TEMPO = NumberColumn("sound.tempo_bpm", known=f"sound.tempo_confidence >= {SURE}")
CHANGED = NumberColumn("sound.mtime_ns", is_half_open=True)
"""Modification time of the file."""
ADDED = NumberColumn("sound.added_s", is_half_open=True)
"""Unix time at which the file was first indexed."""
TIMECODE = TimeOfDay("clock")
"""Start time of a recording, as in `slate.clock_place`."""
RATING = Rating("rating", follows=Dependency.KEEPING)
LOOPS = FlagColumn("{}sound.is_loop")
"""False for one-shots."""
FAVOURITES = FlagColumn(f"sound.id {{}}IN (SELECT sound_id FROM tag WHERE name = '{FAVOURITE}')", Dependency.KEEPING)
TAGGED = FlagColumn(f"sound.id {{}}IN (SELECT sound_id FROM tag WHERE name != '{FAVOURITE}')", Dependency.KEEPING)
"""Has any tag besides the favourite mark."""
OFFLINE = FlagColumn(f"{{}}{IS_OFFLINE}")
MISSING = FlagColumn(f"{{}}{IS_MISSING}")
COLOURED = FlagColumn("sound.id {}IN (SELECT sound_id FROM mark WHERE colour IS NOT NULL)", Dependency.KEEPING)
NOTED = FlagColumn("sound.id {}IN (SELECT sound_id FROM mark WHERE note != '')", Dependency.KEEPING)
HEARD = FlagColumn("sound.id {}IN (SELECT sound_id FROM mark WHERE last_played_s IS NOT NULL)", Dependency.HEARING)
USED = FlagColumn(
    "sound.id {}IN (SELECT sound_id FROM mark WHERE last_used_s IS NOT NULL"
    f" UNION {_exported('NULL', 'NULL', 'NULL')})",
    Dependency.USES,
)
USED_AT = TimeOfUse("used at", follows=Dependency.USES)
"""Unix time at which a sound was dragged or copied out."""
FORMATS = Formats("sound.format")
KEYS = NameColumn(
    f"sound.key_confidence >= {SURE} AND sound.musical_key IN ({{}})",
    f"CASE WHEN sound.key_confidence >= {SURE} THEN sound.musical_key END",
)
"""Spelled as in engine.audio.key_names."""
CATEGORIES = NameColumn("sound.cat_id IN ({})", "sound.cat_id")
"""UCS CatIDs, in lower case."""
BY_EAR = NameColumn(
    "sound.cat_id IS NULL AND sound.id IN (SELECT sound_id FROM ear_category WHERE ear_category.cat_id IN ({}))",
    "CASE WHEN sound.cat_id IS NULL THEN"
    " (SELECT nullif(ear_category.cat_id, '') FROM ear_category WHERE sound_id = sound.id) END",
)
"""Suggested UCS CatIDs, in lower case, of sounds whose files state none."""
COLOURS = NameColumn("sound.id IN (SELECT sound_id FROM mark WHERE colour IN ({}))", follows=Dependency.KEEPING)
# The plus keeps SQLite from using an index over most of the table, in an order other than the requested one.
FOLDERS = TextColumn("+sound.folder_id IN (SELECT id FROM folder WHERE in_folder(path, ?))")
"""Each must occur in the folder's path as people read it; see `words.in_folder`."""
TAGS = TextColumn(f"sound.id IN (SELECT sound_id FROM tag WHERE name IN ({TAGS_MEANT}))", composed, Dependency.KEEPING)
COLLECTIONS = TextColumn(
    f"sound.id IN (SELECT sound_id FROM collection_item WHERE collection_id IN ({COLLECTIONS_MEANT}))",
    composed,
    Dependency.KEEPING,
)
SCENES, TAKES, TAPES, KEYWORDS = (
    NameColumn(_with_text(field, "folded IN ({})"), field=field)
    for field in (FileField.SCENE, FileField.TAKE, FileField.TAPE, FileField.KEYWORD)
)
"""Whole texts, normalised by `file_fields.compared`."""
TRACKS, ORIGINATORS = (
    TextColumn(_with_text(field, "instr(folded, ?)"), field=field) for field in (FileField.TRACK, FileField.ORIGINATOR)
)
"""Each must occur in a text of the file."""
DESIGNERS, LIBRARIES = (
    TextColumn(_with_text(field, _whole_or_part(field)), field=field)
    for field in (FileField.DESIGNER, FileField.LIBRARY)
)
"""Likewise, but if any file has the value as its whole text, only such files pass."""
CUSTOM = TextColumn(
    "sound.id IN (SELECT sound_id FROM file_field WHERE text_id IN (SELECT id FROM file_text, (SELECT"
    f" '{PREFIX}' || substr(asked, 1, instr(asked, '=') - 1) AS named, substr(asked, instr(asked, '=') + 1) AS wanted"
    " FROM (SELECT ? AS asked)) WHERE field = named AND (folded = wanted OR (instr(folded, wanted) AND NOT EXISTS"
    " (SELECT 1 FROM file_text AS other WHERE other.field = named AND other.folded = wanted)))))",
    lambda asked: f"{key_of(asked.partition('=')[0])}={plain(asked.partition('=')[2])}",
)
"""A user-defined field and part of its text, such as "show=old houses"; if any file has that as its whole text, only
such files pass. An empty text after the sign matches any text.
"""
CUES = TextColumn(f"sound.id IN ({_exported('NULL', 'NULL', '?')})", follows=Dependency.USES)
"""Each must occur in the words of a cue that the sound was exported for."""
NOTES = TextColumn(
    "sound.id IN (SELECT sound_id FROM mark WHERE note != '' AND holds(note, ?))", follows=Dependency.KEEPING
)

Column = NumberColumn | FlagColumn | NameColumn | TextColumn


class Between(Struct, frozen=True):
    """A range of a number; None leaves a side open."""

    column: NumberColumn
    low: float | None = None
    high: float | None = None

    def ask(self) -> list[Asked]:
        return [self.column.ask(self.low, self.high)]

    def joined(self, other: "Between") -> "Between":
        """The intersection."""
        lows = [low for low in (self.low, other.low) if low is not None]
        highs = [high for high in (self.high, other.high) if high is not None]
        return Between(self.column, max(lows, default=None), min(highs, default=None))


class Is(Struct, frozen=True):
    """A claim that must hold, or must not."""

    column: FlagColumn
    wanted: bool

    def ask(self) -> list[Asked]:
        return [(self.column.sql.format("" if self.wanted else "NOT "), [])]

    def joined(self, other: "Is") -> "Is":
        """The later condition wins."""
        return other


class AnyOf(Struct, frozen=True):
    """One of several names. Two such conditions are alternatives, because a sound has one name per kind."""

    column: NameColumn
    values: tuple[str, ...]

    def ask(self) -> list[Asked]:
        return [self.column.ask(self.values)]

    def joined(self, other: "AnyOf") -> "AnyOf":
        """The union."""
        return AnyOf(self.column, tuple(dict.fromkeys((*self.values, *other.values))))


class AllOf(Struct, frozen=True):
    """Texts that must all be present, in any case."""

    column: TextColumn
    values: tuple[str, ...]

    def ask(self) -> list[Asked]:
        return [(self.column.sql, [self.column.fold(value)]) for value in self.values]

    def joined(self, other: "AllOf") -> "AllOf":
        """Requires the texts of both."""
        return AllOf(self.column, tuple(dict.fromkeys((*self.values, *other.values))))


Condition = Between | Is | AnyOf | AllOf
_ORDER = (Between, Is, AnyOf, AllOf)
"""Cheap conditions come first."""


class Filters(Struct, frozen=True):
    """Conditions that must all hold, one per column; the default passes everything that did not fail."""

    conditions: tuple[Condition, ...] = ()
    """Merged and sorted by `of`."""
    among: PickedSounds | None = None
    """Limits the result to these ids; applied after the catalogue's conditions."""

    @classmethod
    def of(cls, conditions: Iterable[Condition]) -> "Filters":
        """Merges conditions, one per column, into filters that require all of them."""
        asked: dict[Column, Condition] = {}
        for condition in conditions:
            before = asked.get(condition.column)
            asked[condition.column] = condition if before is None else before.joined(condition)  # type: ignore[arg-type]
        return cls(tuple(sorted(asked.values(), key=lambda one: (_ORDER.index(type(one)), one.column.sql))))

    @property
    def is_empty(self) -> bool:
        return not self.conditions and self.among is None

    @property
    def is_of_the_user(self) -> bool:
        """Whether any condition depends on what the user keeps, plays or uses."""
        return any(condition.column.follows is not Dependency.SOUNDS for condition in self.conditions)

    def follows(self, what: Dependency) -> bool:
        """Whether these changes affect the answer."""
        return any(condition.column.follows is what for condition in self.conditions)


def where(filters: Filters) -> tuple[str, list[Value]]:
    """The SQL condition over sound and root for `filters`, and its values.

    What the user keeps is queried once from its own small tables, not per sound. The table of sounds is then read in
    one
    pass, which takes a tenth of a second for a million rows.
    """
    asked = [one for condition in filters.conditions for one in condition.ask()]
    return " AND ".join(["sound.error = ''", *(clause for clause, _ in asked)]), [
        value for _, values in asked for value in values
    ]


def holds(text: str, part: str) -> bool:
    """Whether `part`, in the form that `plain` gives, occurs in `text`."""
    return part in plain(text)


def _bound(value: float | None) -> str:
    return "NULL" if value is None else "?"


def _marks(values: tuple[str, ...]) -> str:
    return ", ".join("?" * len(values))
