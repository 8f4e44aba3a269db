"""What filters can ask of a sound: the columns there are, conditions on them, and how these are asked of the catalogue.

A column knows its SQL and what its answers change with; what a user types for it is the business of engine/search.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum

from engine.audio.custom_fields import PREFIX, key_of
from engine.store.file_fields import FileField
from engine.store.marks import COLLECTIONS_MEANT, TAGS_MEANT
from engine.store.sound_rows import IS_MISSING, IS_OFFLINE
from engine.text_forms import composed, plain
from engine.types import FAVOURITE, SURE, Among

Value = str | int | float
Asked = tuple[str, list[Value]]
"""An SQL condition and its values."""


class Follows(Enum):
    """What the answers of a column change with, beside the sounds themselves."""

    SOUNDS = "sounds"
    KEEPING = "keeping"
    """Tags, ratings, colours, notes or collections."""
    HEARING = "hearing"
    """What was listened to or used."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a sound; one of which it is not known passes nothing that asks about it."""

    sql: str
    known: str = ""
    """A condition beside it."""
    is_half_open: bool = False
    """The upper bound itself does not pass, as in dur:<2."""
    follows: Follows = Follows.SOUNDS

    def ask(self, low: float | None, high: float | None) -> Asked:
        """Asks for a range."""
        sides = ((">=", low), ("<" if self.is_half_open else "<=", high))
        asked = [(f"{self.sql} {sign} ?", bound) for sign, bound in sides if bound is not None]
        clauses = [self.known] if self.known else []
        return " AND ".join([*clauses, *(clause for clause, _ in asked)]), [bound for _, bound in asked]


@dataclass(frozen=True, slots=True)
class Rating(Number):
    """Sounds without a rating have no row: what lets them pass is asked as what it does not let pass."""

    def ask(self, low: float | None, high: float | None) -> Asked:
        """Asks for a range; 0 is a sound without a rating."""
        lowest, highest = low or 0, 5 if high is None else high
        if lowest > 0:
            asked = "sound.id IN (SELECT sound_id FROM mark WHERE rating > 0 AND rating BETWEEN ? AND ?)"
            return asked, [lowest, highest]
        return "sound.id NOT IN (SELECT sound_id FROM mark WHERE rating > 0 AND rating > ?)", [highest]


@dataclass(frozen=True, slots=True)
class Claim:
    """What is true of a sound or not."""

    sql: str
    """With NOT or nothing in the braces."""
    follows: Follows = Follows.SOUNDS


@dataclass(frozen=True, slots=True)
class Names:
    """A name of which a sound has one."""

    sql: str
    """With the places of the values in the braces."""
    value: str = ""
    """What its values are counted by."""
    follows: Follows = Follows.SOUNDS
    field: FileField | None = None
    """Whose texts it asks for, which have a table of their own to be counted by."""

    def ask(self, values: tuple[str, ...]) -> Asked:
        """Asks for any of these."""
        return self.sql.format(_marks(values)), list(values)


@dataclass(frozen=True, slots=True)
class Formats(Names):
    """Container (WAV, FLAC, …) or file suffix without the dot, whatever the case."""

    def ask(self, values: tuple[str, ...]) -> Asked:
        """Asks for any of these."""
        upper, lower = [form.upper() for form in values], [form.lower() for form in values]
        return f"(sound.format IN ({_marks(values)}) OR sound.suffix IN ({_marks(values)}))", [*upper, *lower]


@dataclass(frozen=True, slots=True)
class Texts:
    """What a sound may have several of, or in it."""

    sql: str
    """With a place for one value."""
    fold: Callable[[str], str] = plain
    follows: Follows = Follows.SOUNDS
    field: FileField | None = None
    """As of `Names`."""


def _whole_or_part(field: FileField) -> str:
    whole = f"EXISTS (SELECT 1 FROM file_text AS other WHERE other.field = '{field}' AND other.folded = wanted)"
    return f"(SELECT folded = wanted OR (instr(folded, wanted) AND NOT {whole}) FROM (SELECT ? AS wanted))"


def _with_text(field: FileField, condition: str) -> str:
    """SQL for the sounds that have a text of a field."""
    texts = f"SELECT id FROM file_text WHERE field = '{field}' AND {condition}"
    return f"sound.id IN (SELECT sound_id FROM file_field WHERE text_id IN ({texts}))"


@dataclass(frozen=True, slots=True)
class TimeOfDay(Number):
    """A place on the clock, which few sounds have: they have a table of their own."""

    def ask(self, low: float | None, high: float | None) -> Asked:
        """Asks for a range."""
        bounds = [bound for bound in (low, high) if bound is not None]
        sides = [f"clock {sign} ?" for sign, bound in ((">=", low), ("<=", high)) if bound is not None]
        where_it_is = f" WHERE {' AND '.join(sides)}" if sides else ""
        return f"sound.id IN (SELECT sound_id FROM recording_start{where_it_is})", list(bounds)


LENGTH = Number("sound.duration_s", is_half_open=True)
CHANNELS = Number("sound.channels")
RATE = Number("sound.sample_rate_hz")
DEPTH = Number("sound.bit_depth")
"""Bits a sample; lossy files have none."""
LOUDNESS = Number("sound.loudness_lufs")
PEAK = Number("sound.peak_dbfs")
TRUE_PEAK = Number("sound.true_peak_dbtp")
"""Not known of sounds that were read before it was measured."""
BRIGHTNESS = Number("sound.brightness_hz")
SIZE = Number("sound.size_bytes")
TEMPO = Number("sound.tempo_bpm", known=f"sound.tempo_confidence >= {SURE}")
CHANGED = Number("sound.mtime_ns", is_half_open=True)
"""When the file was last written."""
ADDED = Number("sound.added_s", is_half_open=True)
"""When the file was first taken in, Unix time."""
TIMECODE = TimeOfDay("clock")
"""When a recording begins, as `slate.clock_place` gives it."""
RATING = Rating("rating", follows=Follows.KEEPING)
LOOPS = Claim("{}sound.is_loop")
"""Not so of one-shots."""
FAVOURITES = Claim(f"sound.id {{}}IN (SELECT sound_id FROM tag WHERE name = '{FAVOURITE}')", Follows.KEEPING)
TAGGED = Claim(f"sound.id {{}}IN (SELECT sound_id FROM tag WHERE name != '{FAVOURITE}')", Follows.KEEPING)
"""Whether there is any tag beside the favourite mark."""
OFFLINE = Claim(f"{{}}{IS_OFFLINE}")
MISSING = Claim(f"{{}}{IS_MISSING}")
COLOURED = Claim("sound.id {}IN (SELECT sound_id FROM mark WHERE colour IS NOT NULL)", Follows.KEEPING)
NOTED = Claim("sound.id {}IN (SELECT sound_id FROM mark WHERE note != '')", Follows.KEEPING)
HEARD = Claim("sound.id {}IN (SELECT sound_id FROM mark WHERE last_played_s IS NOT NULL)", Follows.HEARING)
USED = Claim("sound.id {}IN (SELECT sound_id FROM mark WHERE last_used_s IS NOT NULL)", Follows.HEARING)
FORMATS = Formats("sound.format")
KEYS = Names(
    f"sound.key_confidence >= {SURE} AND sound.musical_key IN ({{}})",
    f"CASE WHEN sound.key_confidence >= {SURE} THEN sound.musical_key END",
)
"""As engine.audio.key_names spells them."""
CATEGORIES = Names("sound.cat_id IN ({})", "sound.cat_id")
"""UCS CatIDs, in lower case."""
BY_EAR = Names(
    "sound.cat_id IS NULL AND sound.id IN (SELECT sound_id FROM ear_category WHERE ear_category.cat_id IN ({}))",
    "CASE WHEN sound.cat_id IS NULL THEN"
    " (SELECT nullif(ear_category.cat_id, '') FROM ear_category WHERE sound_id = sound.id) END",
)
"""UCS CatIDs, in lower case, that are suggested by ear for sounds whose files say none."""
COLOURS = Names("sound.id IN (SELECT sound_id FROM mark WHERE colour IN ({}))", follows=Follows.KEEPING)
# The plus keeps SQLite from walking an index over most of the table in another order than it is asked for.
FOLDERS = Texts("+sound.folder_id IN (SELECT id FROM folder WHERE in_folder(path, ?))")
"""Each must occur in the folder's path as people read it; see `folders.in_folder`."""
TAGS = Texts(f"sound.id IN (SELECT sound_id FROM tag WHERE name IN ({TAGS_MEANT}))", composed, Follows.KEEPING)
COLLECTIONS = Texts(
    f"sound.id IN (SELECT sound_id FROM collection_item WHERE collection_id IN ({COLLECTIONS_MEANT}))",
    composed,
    Follows.KEEPING,
)
SCENES, TAKES, TAPES, KEYWORDS = (
    Names(_with_text(field, "folded IN ({})"), field=field)
    for field in (FileField.SCENE, FileField.TAKE, FileField.TAPE, FileField.KEYWORD)
)
"""Whole texts, as `file_fields.compared` gives them."""
TRACKS, ORIGINATORS = (
    Texts(_with_text(field, "instr(folded, ?)"), field=field) for field in (FileField.TRACK, FileField.ORIGINATOR)
)
"""Each must occur in a text of the file."""
DESIGNERS, LIBRARIES = (
    Texts(_with_text(field, _whole_or_part(field)), field=field) for field in (FileField.DESIGNER, FileField.LIBRARY)
)
"""Likewise; where a file has it as its whole text, those that have it within another do not pass."""
CUSTOM = Texts(
    "sound.id IN (SELECT sound_id FROM file_field WHERE text_id IN (SELECT id FROM file_text, (SELECT"
    f" '{PREFIX}' || substr(asked, 1, instr(asked, '=') - 1) AS named, substr(asked, instr(asked, '=') + 1) AS wanted"
    " FROM (SELECT ? AS asked)) WHERE field = named AND (folded = wanted OR (instr(folded, wanted) AND NOT EXISTS"
    " (SELECT 1 FROM file_text AS other WHERE other.field = named AND other.folded = wanted)))))",
    lambda asked: f"{key_of(asked.partition('=')[0])}={plain(asked.partition('=')[2])}",
)
"""A field that users made and a part of its text, where none has it as its whole: "show=old houses"; nothing behind the
sign is any text."""
NOTES = Texts("sound.id IN (SELECT sound_id FROM mark WHERE note != '' AND holds(note, ?))", follows=Follows.KEEPING)

Column = Number | Claim | Names | Texts


@dataclass(frozen=True, slots=True)
class Between:
    """A number within bounds, None where a side is open."""

    column: Number
    low: float | None = None
    high: float | None = None

    def ask(self) -> list[Asked]:
        """Its SQL."""
        return [self.column.ask(self.low, self.high)]

    def joined(self, other: "Between") -> "Between":
        """What passes both."""
        lows = [low for low in (self.low, other.low) if low is not None]
        highs = [high for high in (self.high, other.high) if high is not None]
        return Between(self.column, max(lows, default=None), min(highs, default=None))


@dataclass(frozen=True, slots=True)
class Is:
    """A claim that must hold, or must not."""

    column: Claim
    wanted: bool

    def ask(self) -> list[Asked]:
        """Its SQL."""
        return [(self.column.sql.format("" if self.wanted else "NOT "), [])]

    def joined(self, other: "Is") -> "Is":
        """The last word counts."""
        return other


@dataclass(frozen=True, slots=True)
class AnyOf:
    """One of several names; two of these are alternatives, as a sound has one name of a kind."""

    column: Names
    values: tuple[str, ...]

    def ask(self) -> list[Asked]:
        """Its SQL."""
        return [self.column.ask(self.values)]

    def joined(self, other: "AnyOf") -> "AnyOf":
        """What passes either."""
        return AnyOf(self.column, tuple(dict.fromkeys((*self.values, *other.values))))


@dataclass(frozen=True, slots=True)
class Each:
    """Texts that must all be there, whatever the case."""

    column: Texts
    values: tuple[str, ...]

    def ask(self) -> list[Asked]:
        """Its SQL."""
        return [(self.column.sql, [self.column.fold(value)]) for value in self.values]

    def joined(self, other: "Each") -> "Each":
        """What passes both."""
        return Each(self.column, tuple(dict.fromkeys((*self.values, *other.values))))


Condition = Between | Is | AnyOf | Each
_ORDER = (Between, Is, AnyOf, Each)
"""Cheap ones are asked first."""


@dataclass(frozen=True, slots=True)
class Filters:
    """Conditions that must all hold, one a column; the default lets everything pass that is not failed."""

    conditions: tuple[Condition, ...] = ()
    """As `of` joins and sorts them."""
    among: Among | None = None
    """It must be one of these; asked of the ids that the others let pass, not of the catalogue."""

    @classmethod
    def of(cls, conditions: Iterable[Condition]) -> "Filters":
        """The filters that let pass what every condition does."""
        asked: dict[Column, Condition] = {}
        for condition in conditions:
            before = asked.get(condition.column)
            asked[condition.column] = condition if before is None else before.joined(condition)  # type: ignore[arg-type]
        return cls(tuple(sorted(asked.values(), key=lambda one: (_ORDER.index(type(one)), one.column.sql))))

    @property
    def is_empty(self) -> bool:
        """True when nothing is asked."""
        return not self.conditions and self.among is None

    @property
    def is_of_the_user(self) -> bool:
        """Whether anything is asked of what the user keeps or heard."""
        return self.follows(Follows.KEEPING) or self.follows(Follows.HEARING)

    def follows(self, what: Follows) -> bool:
        """Whether the answer changes with this too."""
        return any(condition.column.follows is what for condition in self.conditions)


def where(filters: Filters) -> tuple[str, list[Value]]:
    """The SQL condition over sound and root for `filters`, and its values.

    What the user keeps is asked of its own small tables once, not of every sound; the table of sounds is then read in
    one pass, which at a million rows takes a tenth of a second.
    """
    asked = [one for condition in filters.conditions for one in condition.ask()]
    return " AND ".join(["sound.error = ''", *(clause for clause, _ in asked)]), [
        value for _, values in asked for value in values
    ]


def holds(text: str, part: str) -> bool:
    """Whether `part`, in `plain` letters, occurs in `text`."""
    return part in plain(text)


def _marks(values: tuple[str, ...]) -> str:
    return ", ".join("?" * len(values))
