"""What crosses a border between rooms: frozen dataclasses and id types, without behaviour beyond small derivations."""

import ntpath
import os
import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import blake2b
from pathlib import Path
from typing import NewType
from urllib.parse import quote_from_bytes, unquote_to_bytes

import numpy as np
from numpy.typing import NDArray

from engine.chips import Chip
from engine.trouble import Trouble
from engine.wording import Said

SoundId = NewType("SoundId", int)
SegmentId = NewType("SegmentId", int)
RootId = NewType("RootId", int)
PackId = NewType("PackId", str)
ContentId = NewType("ContentId", bytes)

Waves = NDArray[np.float32]
"""float32 [T] or [B, T], mono, within [-1, 1] for unclipped files."""
Vectors = NDArray[np.float32]
"""float32 [N, D], finite and of unit length."""
Ids = NDArray[np.int64]
"""int64 [N], segment ids or sound ids."""
SoundEvents = NDArray[np.float32]
"""float32 [E, 3], ascending and apart: onset and end of each event of a sound in seconds, and how strong it is, in dB
over the background times seconds."""

NO_EVENTS: SoundEvents = np.zeros((0, 3), np.float32)
NO_EVENTS.setflags(write=False)

_OF_WINDOWS = re.compile(rb"[A-Za-z]:[\\/]|\\\\")
"""A drive, or a share."""


@dataclass(frozen=True, slots=True)
class FilePath:
    """A file's exact name as the operating system keeps it: bytes, which need not be UTF-8."""

    raw: bytes

    @classmethod
    def of(cls, path: Path | str | bytes) -> "FilePath":
        """Makes the path absolute without resolving links."""
        return cls(os.path.abspath(os.fsencode(path)))

    @classmethod
    def of_uri(cls, uri: str) -> "FilePath":
        """Reads what `uri` gives."""
        raw = unquote_to_bytes(uri.removeprefix("file://"))
        return cls(raw if os.sep == "/" else raw.removeprefix(b"/").replace(b"/", b"\\"))

    @property
    def is_foreign(self) -> bool:
        """Whether it is written as the other kind of system writes its paths: nothing can be there on this one."""
        is_windows = _OF_WINDOWS.match(self.raw) is not None
        return is_windows if os.sep == "/" else self.raw.startswith(b"/") and not self.raw.startswith(b"//")

    @property
    def separator(self) -> bytes:
        """What parts its names, as the system writes it that it comes from."""
        own, other = (b"/", b"\\") if os.sep == "/" else (b"\\", b"/")
        return other if self.is_foreign else own

    @property
    def folder(self) -> "FilePath":
        """The one it lies in."""
        return FilePath((posixpath if self.separator == b"/" else ntpath).dirname(self.raw))

    @property
    def text(self) -> str:
        """The path for people: undecodable bytes become U+FFFD. Never open a file by it."""
        return self.raw.decode("utf-8", errors="replace")

    @property
    def name(self) -> str:
        """The last part, for people."""
        name: bytes = (posixpath if self.separator == b"/" else ntpath).basename(self.raw)
        return name.decode("utf-8", errors="replace")

    @property
    def uri(self) -> str:
        """The exact path as a percent-encoded file: URI."""
        raw = self.raw if os.sep == "/" else b"/" + self.raw.replace(b"\\", b"/")
        return "file://" + quote_from_bytes(raw)

    @property
    def native(self) -> Path:
        """The path to open (undecodable bytes as surrogate escapes)."""
        return Path(os.fsdecode(self.raw))

    @property
    def is_there(self) -> bool:
        """Whether it can be seen; not where a folder above it may not be looked into, which `Path.exists` raises of."""
        return os.path.exists(self.raw)  # noqa: PTH110


@dataclass(frozen=True, slots=True)
class FileStamp:
    """What a scan saw of one file, before anything of it was decoded."""

    path: FilePath
    size_bytes: int
    mtime_ns: int
    changed_ns: int = 0
    """When the system last noted a change of any kind, its name and rights included; 0 where that is not known."""

    def is_as(self, other: "FileStamp") -> bool:
        """Whether a file that looks like this has not changed since it looked like `other`, as far as both know."""
        is_untouched = self.changed_ns == other.changed_ns or not (self.changed_ns and other.changed_ns)
        return is_untouched and (self.size_bytes, self.mtime_ns) == (other.size_bytes, other.mtime_ns)


@dataclass(frozen=True, slots=True)
class AudioInfo:
    """What a decoder says of a file, checked against what could be read."""

    format: str
    """Container, upper case: WAV, AIFF, FLAC, OGG, MP3, M4A, …"""
    codec: str
    """Coding inside it: PCM_24, FLOAT, VORBIS, AAC, …"""
    sample_rate_hz: int
    channels: int
    bit_depth: int | None
    """Bits a sample for PCM and float files, None for lossy ones."""
    duration_s: float
    """Length by the header until the stream has been read to its end, then by the samples that were there."""
    notes: tuple[Said, ...] = ()
    """What was odd and survived: "ends 3.2 s early", "12 non-finite samples set to zero"."""
    layout: str = ""
    """Where its channels stand, see `engine.audio.layout`; empty where the file does not say."""


@dataclass(frozen=True, slots=True)
class Peaks:
    """An overview of a waveform for drawing: int8 [C, 2], lowest and highest value a column, ±127 = full scale."""

    columns: NDArray[np.int8]
    duration_s: float
    events: SoundEvents = field(default_factory=lambda: NO_EVENTS, repr=False)
    """What stands out in it, see `engine.audio.sound_events`; none of a sound that was read before these were kept."""


SURE = 0.5
"""A tempo or key with a confidence of this or more is shown, filtered and sorted by; below it, it is not known."""


@dataclass(frozen=True, slots=True)
class Measures:
    """Numbers taken in the same pass as the decoding; None where the sound is too short or silent to say."""

    loudness_lufs: float | None = None
    """Integrated loudness, ITU-R BS.1770-5."""
    peak_dbfs: float | None = None
    """Sample peak."""
    silence_ratio: float | None = None
    """Share of the duration under -60 dBFS, 0 to 1."""
    brightness_hz: float | None = None
    """Energy-weighted spectral centroid."""
    is_loop: bool | None = None
    """True when the end joins the start (or a loop chunk says so), False for a one-shot."""
    tempo_bpm: float | None = None
    """Beats a minute; None where there is no steady beat."""
    tempo_confidence: float | None = None
    """0 to 1; 1 where the file itself states its tempo. Without a tempo None."""
    key: str | None = None
    """Tonic and mode, such as "F# minor"; None where there is no tonal centre."""
    key_confidence: float | None = None
    """0 to 1; 1 where the file itself states its key. Without a key None."""
    true_peak_dbtp: float | None = None
    """Between samples too, ITU-R BS.1770 annex 2; None also of a sound that was read before this was measured."""

    @property
    def sure_tempo_bpm(self) -> float | None:
        """The tempo, None where it is not sure."""
        return self.tempo_bpm if (self.tempo_confidence or 0.0) >= SURE else None

    @property
    def sure_key(self) -> str | None:
        """The musical key, None where it is not sure."""
        return self.key if (self.key_confidence or 0.0) >= SURE else None


@dataclass(frozen=True, slots=True)
class SoundMetadata:
    """Text that came with a file, from BEXT, iXML, LIST/INFO, ID3, Vorbis comments, MP4 tags and UCS names."""

    description: str = ""
    keywords: tuple[str, ...] = ()
    title: str = ""
    artist: str = ""
    album: str = ""
    comment: str = ""
    licence: str = ""
    ucs_id: str = ""
    """UCS CatID, such as DOORWood."""
    category: str = ""
    """UCS category and subcategory in words, such as "doors wood"."""
    fields: Mapping[str, str] = field(default_factory=dict)
    """Everything that was read, keyed `chunk.field` (bext.Originator, ixml.NOTE, id3.TCOM), for the details panel."""


class Whereabouts(StrEnum):
    """Whether a sound's file was where its row says when it was last looked at."""

    HERE = "here"
    MISSING = "missing"
    """The file is not where it was, though its drive is there: it, or its root, was moved, renamed or deleted."""
    OFFLINE = "offline"
    """The drive of its root is not connected; it comes back by itself."""


class Colour(StrEnum):
    """A colour the user may give a sound; each theme says how it looks."""

    RED = "red"
    ORANGE = "orange"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    PURPLE = "purple"
    GREY = "grey"


FAVOURITE = "★"
"""The tag that marks a favourite."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What the user keeps about a sound. It follows the sound's payload, not its path, and is never in the file."""

    rating: int = 0
    """0 for none, 1 to 5."""
    colour: Colour | None = None
    is_favourite: bool = False
    tags: tuple[str, ...] = ()
    """Sorted, lower case, without the favourite mark."""
    note: str = ""
    plays: int = 0
    """Times it was listened to."""
    uses: int = 0
    """Times it was dragged or copied out."""
    last_played_s: float | None = None
    """Unix time; None for never heard."""
    last_used_s: float | None = None
    """Unix time; None for never used."""


NO_MARKS = Marks()


@dataclass(frozen=True, slots=True)
class Sound:
    """One catalogue row: a file and what is known of it."""

    id: SoundId
    path: FilePath
    root: RootId
    size_bytes: int
    mtime_ns: int
    info: AudioInfo | None
    """None for a file that failed."""
    measures: Measures
    metadata: SoundMetadata
    whereabouts: Whereabouts
    trouble: Trouble | None
    """Why the file could not be indexed; None where it could."""
    segments: int
    marks: Marks = NO_MARKS

    @property
    def is_away(self) -> bool:
        """Whether its file is not at hand: missing or offline."""
        return self.whereabouts is not Whereabouts.HERE


@dataclass(frozen=True, slots=True)
class Moment:
    """A stretch of a sound that answers a query."""

    start_s: float
    end_s: float
    similarity: float
    """Cosine between the query and this stretch, -1 to 1."""


class Confidence(StrEnum):
    """How far a score can be trusted, by the pack's calibration."""

    STRONG = "strong"
    FAIR = "fair"
    WEAK = "weak"


@dataclass(frozen=True, slots=True)
class LikeExample:
    """How like one example of a question a sound is."""

    path: FilePath
    start_s: float | None
    """Start of the stretch that asks; None for the whole sound."""
    end_s: float | None
    weight: float
    """Of the example; below 0 where others shall be less like it."""
    cosine: float
    """Of the sound's best window with it, -1 to 1."""


@dataclass(frozen=True, slots=True)
class Why:
    """The parts that made a score; a part that did not take part is None."""

    sound: float | None = None
    """Cosine of the query with the best moment."""
    name: float | None = None
    """Cosine of the query's sentence vector with that of name, folder and metadata; None where these say nothing."""
    keyword: float | None = None
    """Share of the query's words found in name, folder or metadata, 0 to 1."""
    words: tuple[str, ...] = ()
    """The words that were found."""
    kin: float | None = None
    """How much it sounds like the best answers, 0 to 1."""
    tier: str = ""
    """The index tier that answered: exact, subset, hnsw, hnsw+delta, cells, cells+delta."""
    brightness: float | None = None
    """Closeness to the reference of a find-similar, 0 to 1; likewise loudness, length and tempo."""
    loudness: float | None = None
    length: float | None = None
    tempo: float | None = None
    examples: tuple[LikeExample, ...] = ()
    """One for each example of the question; empty for a sound without vectors."""
    chosen: float | None = None
    """Cosine with what the owner chose for such words; None where nothing was learnt of them."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One answer to a query: a sound, its best moment, and why it is there."""

    sound: Sound
    rank: int
    """1 for the best."""
    score: float
    """Fused score, 0 to 1."""
    confidence: Confidence | None
    """None where nothing was judged: in a listing, and by a pack whose curve of sounds was not fitted."""
    moments: tuple[Moment, ...]
    """Best first; at least one for a sound that has vectors."""
    why: Why
    stacked: tuple[SoundId, ...] = ()
    """Near-identical takes folded under this hit, only when stacks were asked for."""


@dataclass(frozen=True, slots=True, eq=False)
class Among:
    """Sounds that were picked out one by one, to search among them alone; equal only to itself."""

    label: str
    """What its chip says: "34 sounds from the map"."""
    ids: Ids
    """int64 [N], ascending."""

    @property
    def name(self) -> str:
        """What tells these sounds from others of the same label."""
        return blake2b(self.ids.tobytes(), digest_size=8).hexdigest()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a search gave."""

    hits: tuple[Hit, ...]
    chips: tuple[Chip, ...]
    tier: str
    """The index tier that answered."""
    considered: int
    """Sounds that passed the filters."""
    note: Said | None
    """What is to be said when the answer is empty or only weak."""
    seconds: float
    unheard_sounds: int = 0
    """Sounds that are not found by how they sound, because their vectors are damaged."""
    unheard_names: int = 0
    """Likewise by what their names mean."""
