"""Reads a folder of sounds with Earshot and with other readers, and prints where they disagree.

`python -m tests.peers FOLDER`: a line for each disagreement, then a count for each reader and field. A reader that is
not installed is named and left out. It writes nothing.
"""

import argparse
import json
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import mutagen

from engine.audio.decode import AUDIO_SUFFIXES, read
from engine.audio.metadata import read_metadata
from engine.errors import AudioError

Facts = dict[str, str]
"""What a reader says of a file, by field; fields it does not know are not there."""
_TEXTS = ("title", "artist", "album", "comment")
_TOLERANCE_S = 0.1
"""Decoders differ by what an encoder put before and behind the sound."""


def earshot(path: Path) -> Facts:
    """Format, length and texts, by the code that indexes; a field `refused` where it is not a sound."""
    said = read_metadata(path)
    # FFmpeg calls the description of a broadcast extension a comment, too.
    facts = {name: getattr(said, name) for name in _TEXTS} | {"comment": said.comment or said.description}
    try:
        samples, info = read(path)
    except AudioError as err:
        return {**facts, "refused": str(err)}
    seconds = len(samples) / info.sample_rate_hz
    return {**facts, "rate": str(info.sample_rate_hz), "channels": str(info.channels), "seconds": f"{seconds:.3f}"}


def ffprobe(path: Path) -> Facts:
    """FFmpeg's reading: rate and channels of the first sound, its texts; the length it decodes."""
    asked = ["-v", "quiet", "-select_streams", "a:0", "-show_streams", "-show_format", "-of", "json"]
    done = subprocess.run(["ffprobe", *asked, str(path)], capture_output=True, check=False, timeout=60)
    try:
        told = json.loads(done.stdout.decode(errors="replace") or "{}", strict=False)
    except json.JSONDecodeError:  # ffprobe writes broken JSON of some damaged files
        return {}
    if not told.get("streams"):
        return {"refused": "no sound"}
    stream = told["streams"][0]
    tags = {name.lower(): text for name, text in told.get("format", {}).get("tags", {}).items()}
    tags |= {name.lower(): text for name, text in stream.get("tags", {}).items()}
    facts = {name: str(tags[name]) for name in _TEXTS if tags.get(name)}
    if "duration" in stream:
        facts["seconds"] = stream["duration"]
    return {**facts, "rate": str(stream["sample_rate"]), "channels": str(stream["channels"])}


def by_mutagen(path: Path) -> Facts:
    """mutagen's reading by its plain names; nothing for WAV and AIFF, of which it reads ID3 alone."""
    try:
        found: Any = mutagen.File(path, easy=True)
    except (mutagen.MutagenError, ValueError, LookupError, TypeError, AttributeError, OSError, ArithmeticError):
        return {}
    if found is None or not found.tags:
        return {}
    facts = {}
    for name in _TEXTS:
        try:
            values = found.tags.get(name)
        except (KeyError, ValueError):
            continue
        if isinstance(values, list) and values:
            facts[name] = "; ".join(map(str, values))
    return facts


READERS: dict[str, Callable[[Path], Facts]] = {"ffprobe": ffprobe, "mutagen": by_mutagen}


def differences(ours: Facts, theirs: Facts) -> Iterator[tuple[str, str, str]]:
    """Yields field, our text and theirs where both speak of a field, or they have a text that we lack."""
    if ("refused" in ours) != ("refused" in theirs) and "rate" in {*ours, *theirs}:
        yield "refused", ours.get("refused", "no"), theirs.get("refused", "no")
    for name, text in theirs.items():
        own = ours.get(name)
        if own is None or name == "refused" or _is_same(name, own, text):
            continue
        yield name, own, text


def _is_same(name: str, own: str, other: str) -> bool:
    if name == "seconds":
        return abs(float(own) - float(other)) <= max(_TOLERANCE_S, 0.005 * float(other))
    return " ".join(own.split()) == " ".join(other.replace(";", "; ").split()) or own.strip() == other.strip()


def main() -> int:
    """Gives 1 where anything disagrees."""
    parser = argparse.ArgumentParser(prog="python -m tests.peers", description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    if shutil.which("ffprobe") is None:
        del READERS["ffprobe"]
        print("ffprobe is not installed and is left out")
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix.lower() in AUDIO_SUFFIXES]
    counts: Counter[tuple[str, str]] = Counter()
    with_any = 0
    for path in files:
        try:
            ours = earshot(path)
        except AudioError as err:
            ours = {"refused": str(err)}
        found = [(reader, *each) for reader, ask in READERS.items() for each in differences(ours, ask(path))]
        with_any += bool(found)
        for reader, name, own, other in found:
            counts[reader, name] += 1
            print(f"{path.relative_to(folder)}: {name}: Earshot {own[:60]!r}, {reader} {other[:60]!r}")
    print(f"\n{len(files)} files, {with_any} with a disagreement\n\n| reader | field | files |\n|---|---|---:|")
    for (reader, name), count in sorted(counts.items()):
        print(f"| {reader} | {name} | {count} |")
    return 1 if counts else 0


if __name__ == "__main__":
    sys.exit(main())
