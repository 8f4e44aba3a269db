"""Reads a folder of sounds with Earshot and with other readers, and prints where they disagree.

`python -m tests.peers FOLDER`: a line for each disagreement, then a count for each reader and field. A reader that is
not installed is named and left out. It writes nothing.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from engine.audio.decode import AUDIO_SUFFIXES
from engine.base.errors import AudioError
from tests.peers.readers import READERS, Facts, earshot, is_installed

_TOLERANCES = {"lufs": 0.1, "dbtp": 0.6}
"""In LU, and in dB: EBU Tech 3341 allows a meter of true peak -0.4 to +0.2, so two may differ by as much."""
_INAUDIBLE_DBTP = -60.0
"""Peaks below are of the last bits, which each resampler rounds in its way."""
_TOLERANCE_S = 0.1
"""Decoders differ by what an encoder put before and behind the sound."""
_ROUNDING = 0.06
"""FFmpeg prints loudness and peaks with one decimal."""


def differences(ours: Facts, theirs: Facts) -> Iterator[tuple[str, str, str]]:
    """Yields field, our text and theirs where both speak of a field, or they have a text that we lack."""
    if ("refused" in ours) != ("refused" in theirs) and {"seconds", "refused"} & theirs.keys():
        yield "refused", ours.get("refused", "no"), theirs.get("refused", "no")
    for name, text in theirs.items():
        own = ours.get(name)
        if own is None or name == "refused" or _is_same(name, own, text):
            continue
        yield name, own, text


def _is_same(name: str, own: str, other: str) -> bool:
    if name == "seconds":
        return abs(float(own) - float(other)) <= max(_TOLERANCE_S, 0.005 * float(other))
    if name in ("lufs", "dbtp"):
        is_silent = name == "dbtp" and max(float(own), float(other)) < _INAUDIBLE_DBTP
        return is_silent or abs(float(own) - float(other)) <= _TOLERANCES[name] + _ROUNDING
    if name.startswith("ixml ") and own.isdigit() and other.isdigit():
        return int(own) == int(other)
    if name == "bext OriginationDate":  # exiftool has the digits alone
        return re.sub(r"\D", "", own) == re.sub(r"\D", "", other)
    return _folded(own) == _folded(other)


def _folded(text: str) -> str:
    """A text without what readers put between several values or lines: "; ", " / ", ", "."""
    return re.sub(r"[\s\0;/,]+", " ", text).strip()


def main() -> int:
    """Gives 1 where anything disagrees."""
    parser = argparse.ArgumentParser(prog="python -m tests.peers", description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    readers = {name: ask for name, ask in READERS.items() if is_installed(name)}
    for name in READERS.keys() - readers.keys():
        print(f"{name} is not installed and is left out")
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix.lower() in AUDIO_SUFFIXES]
    counts: Counter[tuple[str, str]] = Counter()
    asked: Counter[str] = Counter()
    with_any = 0
    for path in files:
        try:
            ours = earshot(path)
        except AudioError as err:
            ours = {"refused": str(err)}
        with_any_here = False
        for reader, ask in readers.items():
            theirs = ask(path)
            asked[reader] += bool(theirs)
            for name, own, other in differences(ours, theirs):
                with_any_here = True
                counts[reader, name] += 1
                print(f"{path.relative_to(folder)}: {name}: Earshot {own[:60]!r}, {reader} {other[:60]!r}", flush=True)
        with_any += with_any_here
    spoke = ", ".join(f"{name} spoke of {count}" for name, count in asked.items())
    print(f"\n{len(files)} files, {with_any} with a disagreement; {spoke}")
    print("\n| reader | field | files |\n|---|---|---:|")
    for (reader, name), count in sorted(counts.items()):
        print(f"| {reader} | {name} | {count} |")
    return 1 if counts else 0


if __name__ == "__main__":
    sys.exit(main())
