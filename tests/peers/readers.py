"""Asks each reader of sounds that is installed for what it says of a file, by the same names of facts.

FFmpeg, mediainfo and exiftool are programs, mutagen, wavinfo and pyloudnorm are packages; none of the last three but
mutagen is Earshot's own. What a reader does not know is not in its facts; what a file does not say is not, either.
"""

import contextlib
import importlib
import importlib.util
import json
import re
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import mutagen
import numpy as np

from engine.audio.decode import open_audio
from engine.audio.markers import MarkerKind, read_markers
from engine.audio.measures import Measurer
from engine.audio.metadata import read_metadata
from engine.audio.slate import slate_of
from engine.base.errors import AudioError

Facts = dict[str, str]
"""What a reader says of a file, by field: `title`, `seconds`, `bext originator`, `ixml scene`, `cues`, `lufs`, …"""
TEXTS = ("title", "artist", "album", "comment")
BEXT = ("Description", "Originator", "OriginatorReference", "OriginationDate", "OriginationTime", "TimeReference")
IXML = ("project", "scene", "take", "tape")
_CHUNKED = (".wav", ".bwf", ".rf64")
_MOST_HZ = 192_000
"""FFmpeg brings what is faster, such as single bits of DSD, down to this and less before it measures."""
_LIMIT_S = 120.0
"""A program that takes longer for one file is left out for it."""


def earshot(path: Path) -> Facts:
    """By the code that indexes; a field `refused` where it is not a sound."""
    said = read_metadata(path)
    fields = said.fields
    # FFmpeg calls the description of a broadcast extension a comment, too.
    facts = {name: getattr(said, name) for name in TEXTS} | {"comment": said.comment or said.description}
    facts |= {f"bext {name}": fields.get(f"bext.{name}", "") for name in BEXT}
    slate = slate_of(fields)
    facts |= {f"ixml {name}": getattr(slate, name) for name in IXML}
    facts["ixml note"] = slate.note
    facts["ixml tracks"] = _joined((track.channel, track.name) for track in slate.tracks)
    try:
        marks = [mark for mark in read_markers(path) if mark.kind is not MarkerKind.LOOP]
        frames = 0
        with open_audio(path) as stream:
            rate, channels = stream.info.sample_rate_hz, stream.info.channels
            measurer = Measurer(rate, channels, stream.info.layout)
            for block in stream.blocks():
                measurer.add(block)
                frames += len(block)
        facts["cues"] = _joined((str(round(mark.start_s * rate)), mark.label) for mark in marks)
    except AudioError as err:
        return {**facts, "refused": str(err)}
    facts |= {"rate": str(rate), "channels": str(channels), "seconds": f"{frames / rate:.3f}"}
    measures = measurer.finish()
    if measures.loudness_lufs is not None:
        facts["lufs"] = f"{measures.loudness_lufs:.2f}"
    if measures.true_peak_dbtp is not None:
        facts["dbtp"] = f"{measures.true_peak_dbtp:.2f}"
    return facts


def by_ffmpeg(path: Path) -> Facts:
    """FFmpeg's reading: rate, channels and texts of the first sound; length and loudness of what it decodes."""
    asked = ["-v", "quiet", "-select_streams", "a:0", "-show_streams", "-show_format", "-of", "json"]
    told = _json("ffprobe", *asked, str(path))
    if not told.get("streams"):
        return {"refused": "no sound"}
    stream = told["streams"][0]
    tags = {name.lower(): text for name, text in told.get("format", {}).get("tags", {}).items()}
    tags |= {name.lower(): text for name, text in stream.get("tags", {}).items()}
    facts = {name: str(tags[name]) for name in TEXTS if tags.get(name)}
    before, behind = ("-nostdin", "-v", "info", "-i", str(path), "-map", "0:a:0"), ("-f", "s16le", "-")
    done = _run("ffmpeg", *before, "-af", "ebur128=peak=true", *behind)
    if done is None or not done.stdout:  # channels that stand nowhere have no loudness
        done = _run("ffmpeg", *before, *behind)
    rate, channels = int(stream.get("sample_rate", 0)), int(stream.get("channels", 0))
    if done is None or not done.stdout or not rate or not channels:
        return {**facts, "refused": "nothing was decoded"}
    facts |= {"rate": str(rate), "channels": str(channels)}
    summary = done.stderr.decode(errors="replace").rpartition("Summary:")[2]
    # The filter may give another rate than came in.
    output = re.search(rb"Output #0.*?(\d+) Hz, ", done.stderr, re.DOTALL)
    if output is not None:
        facts["seconds"] = f"{len(done.stdout) / 2 / channels / int(output[1]):.3f}"
    if rate > _MOST_HZ:
        return facts
    for name, pattern in (("lufs", r"\bI:\s+(-?[\d.]+) LUFS"), ("dbtp", r"Peak:\s+(-?[\d.]+) dBFS")):
        if (number := re.search(pattern, summary)) and not (name == "lufs" and float(number[1]) <= -70.0):
            facts[name] = number[1]
    return facts


def by_mutagen(path: Path) -> Facts:
    """mutagen's reading by its plain names; nothing for WAV and AIFF, of which it reads ID3 alone."""
    try:
        found: Any = mutagen.File(path, easy=True)
    except (mutagen.MutagenError, ValueError, LookupError, TypeError, AttributeError, OSError, ArithmeticError):
        return {}
    if found is None or not found.tags:
        return {}
    facts = {}
    for name in TEXTS:
        try:
            values = found.tags.get(name)
        except (KeyError, ValueError):
            continue
        if isinstance(values, list) and values:
            facts[name] = "; ".join(map(str, values))
    return facts


def by_mediainfo(path: Path) -> Facts:
    """mediainfo's reading of a file with one sound: rate, channels, texts."""
    tracks = (_json("mediainfo", "--Output=JSON", str(path)).get("media") or {}).get("track", [])
    sounds = [track for track in tracks if track.get("@type") == "Audio"]
    if len(sounds) != 1:
        return {}
    whole = tracks[0]
    named = {"title": "Track", "artist": "Performer", "album": "Album", "comment": "Comment"}
    facts = {name: whole[key] for name, key in named.items() if isinstance(whole.get(key), str)}
    if sounds[0].get("Channels", "").isdigit():
        facts["channels"] = sounds[0]["Channels"]
    # Of these it tells the rate before coding, and the single bits.
    if sounds[0].get("SamplingRate", "").isdigit() and sounds[0].get("Format") not in ("Opus", "DSD", "WavPack"):
        facts["rate"] = sounds[0]["SamplingRate"]
    if path.suffix.lower() in (".au", ".snd"):  # the whole annotation, which is a title where it says so
        facts.pop("comment", None)
    return facts


def by_exiftool(path: Path) -> Facts:
    """exiftool's reading of the broadcast extension, INFO and iXML of a WAV."""
    if path.suffix.lower() not in _CHUNKED:
        return {}
    told = _json("exiftool", "-j", "-G0", "-struct", "-api", "LargeFileSupport=1", str(path))
    told = told[0] if isinstance(told, list) and told else {}
    facts = {f"bext {name}": _text(told.get(f"RIFF:{name}")) for name in BEXT[:3] + BEXT[5:]}
    dated = re.fullmatch(r"(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)", _text(told.get("RIFF:DateTimeOriginal")))
    if dated is not None and facts.get("bext TimeReference"):
        facts |= {"bext OriginationDate": "-".join(dated.groups()[:3]), "bext OriginationTime": dated[4]}
    for name, key in (("title", "Title"), ("artist", "Artist"), ("comment", "Comment")):
        facts[name] = _text(told.get(f"RIFF:{key}"))
    noted = told.get("XML:Bwfxml")
    if isinstance(noted, dict):
        # A number loses its leading zeros there: take 001 is 1.
        facts |= {f"ixml {name}": _text(noted.get(name.capitalize())) for name in (*IXML, "note")}
    return {name: text for name, text in facts.items() if text}


def by_wavinfo(path: Path) -> Facts:
    """wavinfo's reading of the broadcast extension, iXML and cues of a WAV."""
    if path.suffix.lower() not in _CHUNKED:
        return {}
    try:
        found: Any = importlib.import_module("wavinfo").WavInfoReader(str(path), bext_encoding="utf-8")
    except Exception:  # of damaged files it raises what it likes
        return {}
    facts: Facts = {}
    if (bext := found.bext) is not None:
        said = (bext.description, bext.originator, bext.originator_ref, bext.originator_date, bext.originator_time)
        facts |= {f"bext {name}": _text(text) for name, text in zip(BEXT, (*said, bext.time_reference), strict=True)}
    if (noted := found.ixml) is not None:
        facts |= {f"ixml {name}": _text(getattr(noted, name, None)) for name in IXML}
        with contextlib.suppress(AttributeError):  # what it raises where iXML has no list of tracks
            facts["ixml tracks"] = _joined((_text(each.channel_index), _text(each.name)) for each in noted.track_list)
    if found.cues is not None and found.cues.cues:
        labels = {each.name: each.text for each in found.cues.labels}
        marks = sorted((each.sample_offset, labels.get(each.name, "")) for each in found.cues.cues)
        facts["cues"] = _joined((str(place), _text(label)) for place, label in marks)
    return {name: text for name, text in facts.items() if text}


def by_pyloudnorm(path: Path) -> Facts:
    """pyloudnorm's loudness of what Earshot decodes: one or two channels, where it weighs as everybody does."""
    try:
        with open_audio(path) as stream:
            blocks = list(stream.blocks())
            rate = stream.info.sample_rate_hz
    except AudioError:
        return {}
    samples = np.concatenate(blocks) if blocks else np.zeros((0, 1), dtype=np.float32)
    samples = samples[: len(samples) // (rate // 10) * (rate // 10)]  # it counts a last block that is not full, too
    if samples.shape[1] > 2 or len(samples) < 0.4 * rate:
        return {}
    meter: Any = importlib.import_module("pyloudnorm").Meter(rate, filter_class="DeMan")
    loudness = float(meter.integrated_loudness(samples.astype(np.float64)))
    return {"lufs": f"{loudness:.2f}"} if np.isfinite(loudness) else {}


READERS: Mapping[str, Callable[[Path], Facts]] = {
    "ffmpeg": by_ffmpeg,
    "mutagen": by_mutagen,
    "mediainfo": by_mediainfo,
    "exiftool": by_exiftool,
    "wavinfo": by_wavinfo,
    "pyloudnorm": by_pyloudnorm,
}


def is_installed(reader: str) -> bool:
    """Says whether a reader is there: a program of that name, or a package."""
    return shutil.which(reader) is not None or importlib.util.find_spec(reader) is not None


def _run(*command: str) -> "subprocess.CompletedProcess[bytes] | None":
    try:
        return subprocess.run(command, capture_output=True, check=False, timeout=_LIMIT_S, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return None


def _json(*command: str) -> Any:
    """What a program printed; an empty dict where that is broken, as ffprobe's is for some damaged files."""
    done = _run(*command)
    try:
        return json.loads(done.stdout.decode(errors="replace") or "{}", strict=False) if done is not None else {}
    except json.JSONDecodeError:
        return {}


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _joined(pairs: Any) -> str:
    return "; ".join(f"{number} {name}".strip() for number, name in pairs)
