"""The filters there are: what each key asks about and what may stand behind its colon, for help and completion."""

import difflib
from dataclasses import dataclass
from functools import lru_cache

from engine.audio.key_names import MODES, TONICS
from engine.errors import QueryError
from engine.types import Colour

_YES_OR_NO = ("yes", "no")
_WHEN = ("today", "yesterday", "week", "month", "year")


@dataclass(frozen=True, slots=True)
class FilterKey:
    """One key of the query language."""

    key: str
    """As it is typed, without its colon."""
    title: str
    """What it asks about."""
    allowed: str
    """What may stand behind the colon, with examples."""
    values: tuple[str, ...] = ()
    """Values worth offering, the most useful first."""
    source: str = ""
    """Where the library has further values: tags, collections, folders, formats or categories."""

    @property
    def examples(self) -> tuple[str, ...]:
        """The examples in `allowed`, whole: ("dur:<2", "dur:>=1.5", …)."""
        return tuple(self.allowed.partition(": ")[2].split("  "))


DESCRIBED: tuple[FilterKey, ...] = (
    FilterKey(
        "dur",
        "Length",
        "a length in seconds: dur:<2  dur:>=1.5  dur:2..5  dur:500ms  dur:>1m  dur:1:30..2:00",
        ("<1", "<2", "1..5", ">10", ">1m"),
    ),
    FilterKey("say", "Spoken words", 'a word or phrase that somebody says: say:seven  say:"open the door"'),
    FilterKey("ext", "Format", "one or more file name endings: ext:wav  ext:wav,flac", source="formats"),
    FilterKey("in", "Folder", 'part of a folder\'s path: in:Foley  in:"Wind and rain"', source="folders"),
    FilterKey("tag", "Tag", 'a tag: tag:door  tag:"room tone"', source="tags"),
    FilterKey("collection", "Collection", 'a collection: collection:"Scene 4"', source="collections"),
    FilterKey("rating", "Rating", "0 to 5: rating:>=3  rating:4  rating:2..4  rating:0", (">=3", ">=4", "5", "0")),
    FilterKey(
        "colour",
        "Colour",
        f"nothing, no, or one or more of {', '.join(Colour)}: colour:red  colour:red,blue  colour:  colour:no",
        (*Colour, "no"),
    ),
    FilterKey("fav", "Favourite", "nothing, yes or no: fav:  fav:yes  fav:no", _YES_OR_NO),
    FilterKey(
        "is",
        "Is",
        "one of loop, oneshot, favourite, rated, unrated, tagged, untagged, noted, coloured, heard, unheard, used, "
        "unused, offline, online, missing, mono, stereo: is:loop  is:unheard",
        (
            *("loop", "oneshot", "favourite", "rated", "unrated", "tagged", "untagged", "noted", "coloured"),
            *("heard", "unheard", "used", "unused", "offline", "online", "missing", "mono", "stereo"),
        ),
    ),
    FilterKey("loop", "Loop", "nothing or yes for loops, no for one-shots: loop:  loop:no", _YES_OR_NO),
    FilterKey("heard", "Heard", "nothing, yes or no: heard:  heard:yes  heard:no", _YES_OR_NO),
    FilterKey("used", "Used", "nothing, yes or no: used:  used:yes  used:no", _YES_OR_NO),
    FilterKey(
        "cat",
        "Category",
        'a UCS category, subcategory or CatID: cat:DOORS  cat:DOORWood  cat:"DOORS WOOD"',
        source="categories",
    ),
    FilterKey(
        "loud",
        "Loudness",
        "a loudness in LUFS: loud:>-20  loud:<-30  loud:-24..-18  loud:-23",
        (">-20", "-36..-20", "<-36"),
    ),
    FilterKey("peak", "Peak", "a peak in dBFS: peak:>-1  peak:<-6  peak:-6..-3", (">-1", "<-6")),
    FilterKey(
        "bright",
        "Brightness",
        "a frequency: bright:<2k  bright:>4k  bright:500..2k",
        ("<1k", "1k..4k", ">4k"),
    ),
    FilterKey("bpm", "Tempo", "beats a minute: bpm:120  bpm:90..120  bpm:>=140", ("90..110", "110..125", "125..140")),
    FilterKey(
        "key",
        "Musical key",
        'a key: key:Am  key:"F# minor"  key:Bb  key:minor',
        tuple(f"{tonic} {mode}" for tonic in TONICS for mode in MODES),
    ),
    FilterKey(
        "ch",
        "Channels",
        "a number of channels: ch:2  ch:mono  ch:stereo  ch:>2  ch:1..2",
        ("mono", "stereo", ">2"),
    ),
    FilterKey(
        "sr", "Sample rate", "a sample rate: sr:48k  sr:>=96k  sr:44.1k..48k  sr:22050", ("44.1k", "48k", ">=96k")
    ),
    FilterKey("depth", "Bit depth", "bits a sample: depth:24  depth:>=24  depth:16..24", ("16", "24", "32")),
    FilterKey("size", "File size", "a size: size:>10MB  size:<500k  size:1MB..1GB", (">10MB", ">100MB", "<1MB")),
    FilterKey(
        "date",
        "File changed",
        "a day, month, year, today, yesterday, week, month or year: "
        "date:week  date:>=2024-05  date:2023..2024  date:<2024-05-31",
        _WHEN,
    ),
    FilterKey(
        "added",
        "Added to the library",
        "a day, month, year, today, yesterday, week, month or year: added:today  added:month  added:>=2024-05",
        _WHEN,
    ),
    FilterKey("note", "Note", 'nothing, no, or words of the note: note:  note:no  note:"too loud"', ("yes", "no")),
    FilterKey("offline", "Offline", "nothing, yes or no: offline:  offline:yes  offline:no", _YES_OR_NO),
    FilterKey("missing", "Missing", "nothing, yes or no: missing:  missing:yes  missing:no", _YES_OR_NO),
)
"""The most used first."""

ALIASES = {"color": "colour"}
"""Other spellings of a key."""
_BY_KEY = {described.key: described for described in DESCRIBED}
KEYS = frozenset({*_BY_KEY, *ALIASES})
"""Every key that makes a filter of what stands before a colon."""


def describe_keys() -> tuple[FilterKey, ...]:
    """The filters, the most used first."""
    return DESCRIBED


@lru_cache(maxsize=256)
def near_key(word: str) -> str:
    """The key that may be meant by what was typed before a colon: its title, or one spelt nearly so; "" for none."""
    wanted = word.lower()
    by_name = {described.title.lower(): described.key for described in DESCRIBED} | {key: key for key in _BY_KEY}
    found = difflib.get_close_matches(wanted, by_name, n=1, cutoff=0.75)
    return by_name[found[0]] if found else ""


def refuse(key: str, value: str, *, advice: str = "") -> QueryError:
    """The error for a value that cannot be read, naming what is allowed."""
    shown = value if len(value) <= 40 else value[:39] + "…"
    what = f"“{key}:{shown}” cannot be read as a filter." if value else f"The filter “{key}:” has no value."
    return QueryError(what, advice=advice or f"Write {_BY_KEY[ALIASES.get(key, key)].allowed}.")
