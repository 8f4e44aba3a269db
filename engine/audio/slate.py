"""The recorder's slate: scene, take, tape, project, tracks with their channels, markers, timecode.

Reads no file; works on the flat fields of `riff_tags` and `tags`, whatever the file. Names of iXML are those of its
specification, 2.10; a second track is `TRACK[2]`.
"""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction

from msgspec import Struct

_FREE = "mp4.----:com.apple.itunes:"
_TRACK = re.compile(r"ixml\.track_list\.track(?:\[(\d{1,5})\])?\.(\w{1,40})\Z")
_LABEL = re.compile(
    r"adtl\.(?:labl|note)\.|aiff\.marker\.|vorbis\.title\["
    r"|ixml\.sync_point_list\.sync_point(?:\[\d{1,5}\])?\.sync_point_comment\Z"
)
_RATE = re.compile(r"(\d{1,6})(?:/(\d{1,6}))?\Z|(\d{1,3}\.\d{1,4})\Z")
_NTSC = {23.97: (24000, 1001), 23.98: (24000, 1001), 29.97: (30000, 1001), 47.95: (48000, 1001), 59.94: (60000, 1001)}
_CLOCK = re.compile(r"(\d{1,2}):(\d{1,2}):(\d{1,2})(?:([:;.])(\d{1,3}))?")
_DAY_S = Fraction(86_400 * 1001, 1000)
"""A day of timecode at 23.976 or 29.97 without drop-frame lasts a thousandth longer than a day."""


class SlateTrack(Struct, frozen=True):
    """One track of a recording."""

    channel: str
    """The recorder's own number, as written; empty without one."""
    name: str


class Slate(Struct, frozen=True):
    """The slate of a recording; fields are empty where nothing was noted."""

    project: str = ""
    scene: str = ""
    take: str = ""
    tape: str = ""
    note: str = ""
    is_circled: bool = False
    """Marked by the recordist as a good one."""
    originator: str = ""
    tracks: tuple[SlateTrack, ...] = ()
    labels: tuple[str, ...] = ()

    @property
    def track_names(self) -> tuple[str, ...]:
        return tuple(track.name for track in self.tracks if track.name)

    @property
    def words(self) -> Iterator[str]:
        yield from (self.project, self.scene, self.take, self.tape, self.note, self.originator)
        yield from self.track_names
        yield from self.labels
        if self.is_circled:
            yield "circled"


def slate_of(fields: Mapping[str, str]) -> Slate:
    """Returns the slate in the fields of a sound."""
    found: dict[str, str] = {}
    for name, text in fields.items():
        found.setdefault(name.lower(), text)

    def first(*names: str) -> str:
        return " ".join(next((found[name] for name in names if found.get(name)), "").split())

    def named(word: str) -> str:
        return first(f"ixml.{word}", f"id3.txxx:{word}", f"vorbis.{word}", f"{_FREE}{word}")

    return Slate(
        project=named("project"),
        scene=named("scene"),
        take=named("take"),
        tape=named("tape"),
        note=first("ixml.note"),
        is_circled=first("ixml.circled").lower() in ("true", "1", "yes")
        or "circled" in first("ixml.take_type").lower().replace("_", " ").split(),
        originator=first(
            "bext.originator",
            "ixml.bext.bwf_originator",
            "id3.txxx:originator",
            "vorbis.originator",
            f"{_FREE}originator",
        ),
        tracks=_tracks(found),
        labels=_labels(found),
    )


def timecode(fields: Mapping[str, str], sample_rate_hz: int) -> str:
    """Start of a recording on the clock, as hh:mm:ss:ff at the file's stated rate (hh:mm:ss;ff for drop-frame).

    Without a rate it is hh:mm:ss.mmm; empty without a time since midnight. Zero counts only beside a rate and in iXML
    too: most files have bext's field without meaning it, and so has one that was emptied.
    """
    found = _start(fields, sample_rate_hz)
    if found is None:
        return ""
    start_s, sample_s = found
    rate = frame_rate(fields)
    if rate is None:
        if not start_s:
            return ""
        ms = round(start_s * 1000)
        return f"{ms // 3_600_000:02d}:{ms // 60_000 % 60:02d}:{ms // 1000 % 60:02d}.{ms % 1000:03d}"
    return _frames_text(int((start_s + sample_s / 2) * rate), rate, _is_drop_frame(fields))


def stated_sample_rate_hz(fields: Mapping[str, str]) -> int:
    """The sample rate in the fields of a file, 0 without one."""
    return _number(fields.get("fmt.SampleRate", "")) or 0


def tidy_timecode(text: str) -> str:
    """Normalises a timecode: hh:mm:ss, then :ff or ;ff (drop-frame) or .mmm; "" for an empty text.

    Raises:
        ValueError: it is not a timecode.
    """
    if not text.strip():
        return ""
    found = _CLOCK.fullmatch("".join(text.split()))
    if found is None or int(found[1]) > 23 or int(found[2]) > 59 or int(found[3]) > 59:
        raise ValueError(text)
    clock = ":".join(f"{int(found[place]):02d}" for place in (1, 2, 3))
    if found[4] == ".":
        return f"{clock}.{found[5]:0<3}"
    return f"{clock}{found[4]}{int(found[5]):02d}" if found[4] else clock


def samples_at(text: str, fields: Mapping[str, str], sample_rate_hz: int) -> int:
    """The sample since midnight that a timecode names, at the file's stated rates.

    Args:
        text: from `tidy_timecode`.
        fields: of the file.
        sample_rate_hz: of its sound, unless the file states another for its timecode.

    Raises:
        ValueError: that frame does not exist at its rate, or a rate needed for frames or samples is unknown.
    """
    clock, mark, last = re.fullmatch(r"(\d\d:\d\d:\d\d)(?:([:;.])(\d+))?", text).groups()  # type: ignore[union-attr]
    hours, minutes, seconds = map(int, clock.split(":"))
    whole_s = hours * 3600 + minutes * 60 + seconds
    samples_hz, rate = _clock_rate_hz(fields, sample_rate_hz), frame_rate(fields)
    if samples_hz <= 0:
        raise ValueError(text)
    if rate is None:
        if mark in (":", ";"):
            raise ValueError(text)
        return round((whole_s + (Fraction(int(last), 1000) if last else 0)) * samples_hz)
    nominal = _nominal(rate)
    frame = int(last or 0) * nominal // 1000 if mark == "." else int(last or 0)
    if frame >= nominal or (mark == ";" and not (_is_drop_frame(fields) and nominal % 30 == 0)):
        raise ValueError(text)
    number = whole_s * nominal + frame
    if _is_drop_frame(fields) and nominal % 30 == 0:
        lost, minute = nominal // 15, whole_s // 60
        if frame < lost and seconds == 0 and minutes % 10:
            raise ValueError(text)  # a number that drop-frame skips
        number -= lost * (minute - minute // 10)
    return round(number / rate * samples_hz)


def clock_of(fields: Mapping[str, str], sample_rate_hz: int) -> float | None:
    """The timecode at which a recording begins, as in `clock_place`; None without one."""
    return clock_place(timecode(fields, sample_rate_hz))


def clock_place(text: str) -> float | None:
    """A timecode as an increasing number for comparisons: whole seconds, and a thousandth per frame.

    Frames are those of each file's own rate: within a second they compare by number. None for other texts.
    """
    found = _CLOCK.fullmatch(text)
    if found is None:
        return None
    whole_s = int(found[1]) * 3600 + int(found[2]) * 60 + int(found[3])
    return round(whole_s + (int(found[5]) / 1000 if found[4] in (":", ";") else 0), 3)


def frame_rate(fields: Mapping[str, str]) -> Fraction | None:
    """Frames per second of a file's timecode: 25, or 30000/1001; None without a plausible rate."""
    found = _RATE.match(fields.get("ixml.SPEED.TIMECODE_RATE", "").strip())
    if found is None:
        return None
    if found[3] is not None:
        value = float(found[3])
        near = next((rate for known, rate in _NTSC.items() if abs(value - known) < 0.011), None)
        rate = Fraction(found[3]) if near is None else Fraction(*near)
    elif int(found[2] or 1) == 0:
        return None
    else:
        rate = Fraction(int(found[1]), int(found[2] or 1))
    return rate if 1 <= rate <= 240 else None


def _start(fields: Mapping[str, str], sample_rate_hz: int) -> tuple[Fraction, Fraction] | None:
    """Seconds since midnight, and the duration of one sample: a frame seldom begins with a sample."""
    rate = _clock_rate_hz(fields, sample_rate_hz)
    samples = _number(fields.get("bext.TimeReference", ""))
    low = _number(fields.get("ixml.SPEED.TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO", ""))
    if not samples and low is not None:
        samples = ((_number(fields.get("ixml.SPEED.TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI", "")) or 0) << 32) + low
    if samples is None or rate <= 0 or (not samples and low is None):
        return None
    start_s = Fraction(samples, rate)
    return (start_s, Fraction(1, rate)) if start_s < _DAY_S else None


def _clock_rate_hz(fields: Mapping[str, str], sample_rate_hz: int) -> int:
    """Samples per second of the timecode, which may differ from those of the sound."""
    stated = _number(fields.get("ixml.SPEED.TIMESTAMP_SAMPLE_RATE", ""))
    return stated if stated and 1_000 <= stated <= 10_000_000 else sample_rate_hz


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"\d{1,20}", text.strip(), re.ASCII) else None


def _is_drop_frame(fields: Mapping[str, str]) -> bool:
    return fields.get("ixml.SPEED.TIMECODE_FLAG", "").strip().upper() == "DF"


def _nominal(rate: Fraction) -> int:
    return -(-rate.numerator // rate.denominator)


def _frames_text(number: int, rate: Fraction, is_drop_frame: bool) -> str:
    """A count of frames since midnight as people write it.

    Drop-frame leaves out the first two numbers (four at 60) of each minute but every tenth: SMPTE ST 12-1.
    """
    nominal = _nominal(rate)
    is_dropping = is_drop_frame and nominal % 30 == 0
    if is_dropping:
        lost = nominal // 15
        in_ten, in_one = nominal * 600 - 9 * lost, nominal * 60 - lost
        tens, rest = divmod(number, in_ten)
        number += 9 * lost * tens + (lost * ((rest - lost) // in_one) if rest >= lost else 0)
    seconds, frame = divmod(number, nominal)
    mark = ";" if is_dropping else ":"
    return f"{seconds // 3600 % 24:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}{mark}{frame:02d}"


def _labels(found: Mapping[str, str]) -> tuple[str, ...]:
    starts = ("adtl.", "aiff.m", "ixml.sync_", "vorbis.title[")
    names = [name for name in found if name.startswith(starts) and _LABEL.match(name)]
    return tuple(dict.fromkeys(" ".join(found[name].split()) for name in names))


def _tracks(found: Mapping[str, str]) -> tuple[SlateTrack, ...]:
    tracks: dict[int, dict[str, str]] = {}
    for name, text in found.items():
        if name.startswith("ixml.track_list.") and (place := _TRACK.match(name)):
            tracks.setdefault(int(place[1] or 1), {})[place[2]] = " ".join(text.split())
    return tuple(
        SlateTrack(
            track.get("channel_index", "") or track.get("interleave_index", ""),
            track.get("name", ""),
        )
        for _, track in sorted(tracks.items())
    )
