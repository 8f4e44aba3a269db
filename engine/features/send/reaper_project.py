"""Writes clips as a REAPER project (.RPP): an item each, on as many tracks as needed.

The format is REAPER's own text: elements between "<" and ">", an attribute a line, and texts in quotes that they do not
contain. Positions are in seconds, with enough digits for every sample of a day at 384 kHz.
"""

from collections.abc import Sequence
from pathlib import Path

from engine.base.atomic_files import replacing
from engine.features.send.clips import ProjectClip, lanes

_SOURCES = {".mp3": "MP3", ".flac": "FLAC", ".m4a": "VIDEO"}
"""REAPER's names of decoders; all others are WAVE."""


def write_rpp(clips: Sequence[ProjectClip], path: Path) -> None:
    """Writes a project; replaces an existing file.

    Args:
        clips: by place.
        path: the .rpp file.

    Raises:
        StorageFull, LibraryError: it cannot be written.
    """
    lines = ['<REAPER_PROJECT 0.1 "6.0" 0', f"  SAMPLERATE {clips[0].sample_rate_hz} 1 0"]
    for number, lane in enumerate(lanes(clips), start=1):
        lines += ["  <TRACK", f"    NAME {quoted(f'Earshot {number}')}"]
        for clip in lane:
            lines += _item(clip)
        lines.append("  >")
    lines.append(">")
    with replacing(path) as file:
        file.write("\n".join(lines) + "\n")


def quoted(text: str) -> str:
    """Returns a text in the quotes that it does not contain; with all of them in it, its backquotes become quotes."""
    text = " ".join(text.split())
    for mark in ('"', "'", "`"):
        if mark not in text:
            return f"{mark}{text}{mark}"
    return f"`{text.replace('`', chr(39))}`"


def _item(clip: ProjectClip) -> list[str]:
    rate = clip.sample_rate_hz
    return [
        "    <ITEM",
        f"      POSITION {clip.first_frame / rate:.10f}",
        f"      LENGTH {clip.frames / rate:.10f}",
        "      LOOP 0",
        f"      NAME {quoted(clip.name)}",
        f"      <SOURCE {_SOURCES.get(clip.path.suffix.lower(), 'WAVE')}",
        f"        FILE {quoted(str(clip.path))}",
        "      >",
        "    >",
    ]
