"""Types shared by the engine's packages: frozen structs and ids, with only small derivations."""

import ntpath
import os
import posixpath
import re
from collections.abc import Mapping
from enum import StrEnum
from hashlib import blake2b
from pathlib import Path
from typing import NewType
from urllib.parse import quote_from_bytes, unquote_to_bytes

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from engine.base.chips import Chip
from engine.base.file_messages import FileProblem
from engine.base.messages import Message
from engine.base.quality import Flaw

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
"""float32 [E, 3], ascending, disjoint: onset and end of each event in s, and strength in dB over background times s."""

NO_EVENTS: SoundEvents = np.zeros((0, 3), np.float32)
NO_EVENTS.setflags(write=False)

_OF_WINDOWS = re.compile(rb"[A-Za-z]:[\\/]|\\\\")
"""A drive or a share."""


class FilePath(Struct, frozen=True):
    """A file's exact name in the operating system: bytes, not necessarily UTF-8."""

    raw: bytes

    @classmethod
    def of(cls, path: Path | str | bytes) -> "FilePath":
        """Makes the path absolute without resolving links."""
        return cls(os.path.abspath(os.fsencode(path)))

    @classmethod
    def of_uri(cls, uri: str) -> "FilePath":
        """Reverses `uri`."""
        raw = unquote_to_bytes(uri.removeprefix("file://"))
        return cls(raw if os.sep == "/" else raw.removeprefix(b"/").replace(b"/", b"\\"))

    @property
    def is_foreign(self) -> bool:
        """Whether it has the form of the other kind of system's paths, so that it cannot exist here."""
        is_windows = _OF_WINDOWS.match(self.raw) is not None
        return is_windows if os.sep == "/" else self.raw.startswith(b"/") and not self.raw.startswith(b"//")

    @property
    def separator(self) -> bytes:
        """The separator of the system it comes from."""
        own, other = (b"/", b"\\") if os.sep == "/" else (b"\\", b"/")
        return other if self.is_foreign else own

    @property
    def folder(self) -> "FilePath":
        return FilePath((posixpath if self.separator == b"/" else ntpath).dirname(self.raw))

    @property
    def text(self) -> str:
        """For people: undecodable bytes become U+FFFD. Never open a file by it."""
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
        """Whether it exists; False below a folder without access, where `Path.exists` raises."""
        return os.path.exists(self.raw)  # noqa: PTH110


class FileStamp(Struct, frozen=True):
    """What a scan saw of one file before decoding it."""

    path: FilePath
    size_bytes: int
    mtime_ns: int
    changed_ns: int = 0
    """Time of the last change of any kind, including name and rights; 0 if unknown."""

    def is_as(self, other: "FileStamp") -> bool:
        """Whether the file is unchanged since `other`, as far as both know."""
        is_untouched = self.changed_ns == other.changed_ns or not (self.changed_ns and other.changed_ns)
        return is_untouched and (self.size_bytes, self.mtime_ns) == (other.size_bytes, other.mtime_ns)


class AudioInfo(Struct, frozen=True):
    """A decoder's facts on a file, checked against what could be read."""

    format: str
    """Container in upper case: WAV, AIFF, FLAC, OGG, MP3, M4A, …"""
    codec: str
    """Coding inside it: PCM_24, FLOAT, VORBIS, AAC, …"""
    sample_rate_hz: int
    channels: int
    bit_depth: int | None
    """Bits per sample for PCM and float files, None for lossy ones."""
    duration_s: float
    """From the header until the stream was read to its end, then from its samples."""
    notes: tuple[Message, ...] = ()
    """What was odd but readable: "ends 3.2 s early", "12 non-finite samples set to zero"."""
    layout: str = ""
    """Channel layout, see `engine.audio.channel_layout`; empty if the file does not state it."""


class Peaks(Struct, frozen=True):
    """A waveform overview to draw: int8 [C, 2], lowest and highest value per column, ±127 = full scale."""

    columns: NDArray[np.int8]
    duration_s: float
    events: SoundEvents = field(default_factory=lambda: NO_EVENTS)
    """See `engine.audio.sound_events`; empty for sounds read before events were stored."""


SURE = 0.5
"""The least confidence at which a tempo or key is shown, filtered and sorted by; below it counts as unknown."""


class Measures(Struct, frozen=True):
    """Measured during decoding; None for a sound too short or too silent."""

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
    """None without a steady beat."""
    tempo_confidence: float | None = None
    """0 to 1; 1 if the file itself states its tempo. None without a tempo."""
    key: str | None = None
    """Tonic and mode, such as "F# minor"; None without a tonal centre."""
    key_confidence: float | None = None
    """0 to 1; 1 if the file itself states its key. None without a key."""
    true_peak_dbtp: float | None = None
    """Includes peaks between samples, ITU-R BS.1770 annex 2; None also for sounds read before it was measured."""

    @property
    def sure_tempo_bpm(self) -> float | None:
        return self.tempo_bpm if (self.tempo_confidence or 0.0) >= SURE else None

    @property
    def sure_key(self) -> str | None:
        return self.key if (self.key_confidence or 0.0) >= SURE else None


class SoundMetadata(Struct, frozen=True):
    """Text that came with a file: BEXT, iXML, LIST/INFO, ID3, Vorbis comments, MP4 tags and UCS names."""

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
    """Whether a sound's file was in its place at the last check."""

    HERE = "here"
    MISSING = "missing"
    """Its drive is there but the file is not: it or its root was moved, renamed or deleted."""
    OFFLINE = "offline"
    """The drive of its root is not connected; it returns by itself."""


class Colour(StrEnum):
    """A colour the user may give a sound; each theme defines how it looks."""

    RED = "red"
    ORANGE = "orange"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    PURPLE = "purple"
    GREY = "grey"


FAVOURITE = "★"
"""The tag of a favourite."""


class Marks(Struct, frozen=True):
    """The user's data on a sound. It follows the payload, not the path, and is never in the file."""

    rating: int = 0
    """0 for none, 1 to 5."""
    colour: Colour | None = None
    is_favourite: bool = False
    tags: tuple[str, ...] = ()
    """Sorted, lower case, without the favourite mark."""
    note: str = ""
    plays: int = 0
    uses: int = 0
    """Times it was dragged or copied out."""
    last_played_s: float | None = None
    """Unix time; None for never."""
    last_used_s: float | None = None
    """Unix time; None for never."""


NO_MARKS = Marks()


class Sound(Struct, frozen=True):
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
    trouble: FileProblem | None
    """Why the file could not be indexed; None if it could."""
    segments: int
    marks: Marks = NO_MARKS
    flaws: Flaw | None = None
    """What may have to be mended; None if it was not measured."""

    @property
    def is_away(self) -> bool:
        """Missing or offline."""
        return self.whereabouts is not Whereabouts.HERE


class Moment(Struct, frozen=True):
    """A stretch of a sound that answers a query."""

    start_s: float
    end_s: float
    similarity: float
    """Cosine of the query and this stretch, -1 to 1."""


class Confidence(StrEnum):
    """How far a score can be trusted, by the pack's calibration."""

    STRONG = "strong"
    FAIR = "fair"
    WEAK = "weak"


class ExampleSimilarity(Struct, frozen=True):
    """How similar a sound is to one example of the query."""

    path: FilePath
    start_s: float | None
    """Start of the example's stretch; None for the whole sound."""
    end_s: float | None
    weight: float
    """The example's weight; negative if results should differ from it."""
    cosine: float
    """Of the sound's best window and the example, -1 to 1."""


class SpokenWord(Struct, frozen=True):
    """A word that is said in a sound, by its transcript."""

    text: str
    """As written, with its punctuation."""
    start_s: float
    end_s: float
    probability: float


class ScoreParts(Struct, frozen=True):
    """The parts of a score; None for parts that do not apply."""

    sound: float | None = None
    """Cosine of the query and the best moment."""
    name: float | None = None
    """Cosine of the query's sentence vector and that of name, folder and metadata; None if these say nothing."""
    keyword: float | None = None
    """Share of the query's words found in name, folder or metadata, 0 to 1."""
    words: tuple[str, ...] = ()
    kin: float | None = None
    """How much it sounds like the best answers, 0 to 1."""
    tier: str = ""
    """The index tier: exact, subset, hnsw, hnsw+delta, cells, cells+delta."""
    brightness: float | None = None
    """Closeness to the reference of a find-similar, 0 to 1; likewise loudness, length and tempo."""
    loudness: float | None = None
    length: float | None = None
    tempo: float | None = None
    examples: tuple[ExampleSimilarity, ...] = ()
    """One per example of the query; empty for a sound without vectors."""
    chosen: float | None = None
    """Cosine with what the owner chose for similar words; None if nothing was learnt."""
    said: tuple[SpokenWord, ...] = ()
    """The words of a transcript that answer, in order of time."""


class Hit(Struct, frozen=True):
    """One answer to a query: a sound, its best moment, and why it is there."""

    sound: Sound
    rank: int
    """From 1, the best."""
    score: float
    """Fused score, 0 to 1."""
    confidence: Confidence | None
    """None if nothing was judged: in a listing, and for a pack without a fitted sound curve."""
    moments: tuple[Moment, ...]
    """Best first; at least one for a sound with vectors."""
    why: ScoreParts
    stacked: tuple[SoundId, ...] = ()
    """Near-identical takes folded under this hit; empty unless stacks were requested."""


class PickedSounds(Struct, frozen=True, eq=False):
    """Sounds that were picked individually, to search only among them; equal only to itself."""

    label: str
    """The label of its chip: "34 sounds from the map"."""
    ids: Ids
    """int64 [N], ascending."""

    @property
    def name(self) -> str:
        """Tells these sounds from others of the same label."""
        return blake2b(self.ids.tobytes(), digest_size=8).hexdigest()


class Answer(Struct, frozen=True):
    """The result of a search."""

    hits: tuple[Hit, ...]
    chips: tuple[Chip, ...]
    tier: str
    considered: int
    """Sounds that passed the filters."""
    note: Message | None
    """A remark for an empty or weak answer."""
    seconds: float
    unheard_sounds: int = 0
    """Sounds not found by sound because their vectors are damaged."""
    unheard_names: int = 0
    """Likewise by the meaning of their names."""
