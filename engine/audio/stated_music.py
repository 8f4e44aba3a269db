"""Reads the tempo and key that a file states: in ACID chunks, tags, or its name ("Break 168bpm Am.wav")."""

import re
from pathlib import PurePath

from msgspec.structs import replace

from engine.audio.key_names import TONICS
from engine.base.types import FilePath, Measures, SoundMetadata

_TEMPO_FIELDS = (
    "acid.tempo", "id3.TBPM", "vorbis.bpm", "vorbis.tempo", "mp4.tmpo", "ape.bpm", "asf.wm/beatsperminute", "caf.tempo",
    "ixml.speed.tempo",
)  # fmt: skip
_KEY_FIELDS = (
    "id3.TKEY", "vorbis.initialkey", "vorbis.key", "mp4.----:com.apple.itunes:initialkey", "ape.initialkey",
    "asf.wm/initialkey", "caf.key signature",
)  # fmt: skip
_SLOWEST_BPM, _FASTEST_BPM = 20.0, 400.0
_NAMED_TEMPO = re.compile(
    r"(?<![\d.])(\d{2,3}(?:\.\d{1,2})?)[ _-]?bpm(?![a-z])|(?<![a-z])bpm[ _-]?(\d{2,3})(?!\d)", re.I
)
_NAMED_KEY = re.compile(r"(?:^|[ _\-(\[])([A-G][#b♯♭]?)[ _-]?(maj|min|major|minor|m)(?=$|[ _\-.)\]])")
_KEY = re.compile(r"([A-Ga-g])[ ]?([#b♯♭]?)[ ]?(major|minor|maj|min|m|dur|moll)?\Z", re.I)
_CAMELOT = re.compile(r"(1[0-2]|[1-9])([ABab])\Z")
_MINOR = frozenset({"m", "min", "minor", "moll"})


def stated(measures: Measures, metadata: SoundMetadata, path: FilePath) -> Measures:
    """Returns the measures with stated tempo and key in place of detected ones, at confidence 1."""
    fields = {name.lower(): value for name, value in metadata.fields.items()}
    stem = PurePath(path.name).stem
    tempo, key = _tempo(fields, stem), _key(fields, stem)
    if tempo is not None:
        measures = replace(measures, tempo_bpm=tempo, tempo_confidence=1.0)
    if key is not None:
        measures = replace(measures, key=key, key_confidence=1.0)
    return measures


def key_name(text: str) -> str | None:
    """Parses a written key: "Am", "F# minor", "Bb", "8A" (Camelot's wheel). None for anything else.

    Flats become sharps; a lone tonic is major, as in ID3's TKEY.
    """
    wanted = " ".join(text.split())
    if wheel := _CAMELOT.match(wanted):
        # 8B is C major, 8A its relative minor; each step is a fifth.
        is_minor = wheel[2].upper() == "A"
        tonic = (7 * (int(wheel[1]) - 8) + (9 if is_minor else 0)) % 12
        return f"{TONICS[tonic]} {'minor' if is_minor else 'major'}"
    found = _KEY.match(wanted)
    if found is None:
        return None
    steps = {"#": 1, "♯": 1, "b": -1, "♭": -1, "": 0}[found[2].lower()]
    tonic = (TONICS.index(found[1].upper()) + steps) % 12
    mode = found[3] or ""
    is_minor = mode == "m" or mode.lower() in _MINOR - {"m"}
    return f"{TONICS[tonic]} {'minor' if is_minor else 'major'}"


def _tempo(fields: dict[str, str], stem: str) -> float | None:
    for name in _TEMPO_FIELDS:
        number = _number(fields.get(name.lower(), ""))
        if number is not None:
            return number
    named = _NAMED_TEMPO.search(stem)
    return _number(named[1] or named[2]) if named else None


def _key(fields: dict[str, str], stem: str) -> str | None:
    for name in _KEY_FIELDS:
        key = key_name(fields.get(name.lower(), ""))
        if key is not None:
            return key
    named = _NAMED_KEY.search(stem)
    return key_name(f"{named[1]} {named[2]}") if named else None


def _number(text: str) -> float | None:
    try:
        number = float(text.strip().replace(",", "."))
    except ValueError:
        return None
    return round(number, 2) if _SLOWEST_BPM <= number <= _FASTEST_BPM else None
