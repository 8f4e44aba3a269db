"""Texts that several cells of the results share."""

import os

from desktop.base import messages
from desktop.base.translation import number, translate
from engine.base.types import AudioInfo, FilePath, Hit


def folder_from(path: FilePath, roots: tuple[str, ...]) -> str:
    """A sound's folder, starting at its root: "Foley/Doors"."""
    parent = os.path.dirname(path.text)
    for root in roots:
        if parent == root or parent.startswith((root + "/", root + "\\")):
            return os.path.basename(root) + parent[len(root) :]
    return parent


def can_open(hit: Hit | None) -> bool:
    """Whether a hit has rows under it: several moments, or takes."""
    return hit is not None and (len(hit.moments) > 1 or bool(hit.stacked))


def technical(info: AudioInfo) -> tuple[str, str, str]:
    """Rate, channels and format in short form: "44.1k", "2ch", "WAV"."""
    khz = info.sample_rate_hz / 1000
    places = next((count for count in (0, 1, 2) if round(khz, count) == khz), 3)
    return f"{number(khz, places)}k", translate("Column", "%1ch", info.channels), info.format


def second_line(hit: Hit) -> str:
    """A sound's description for the name cell: file metadata, else its category; preceded by missing or offline."""
    metadata = hit.sound.metadata
    about = metadata.description or metadata.title or metadata.category or ", ".join(metadata.keywords)
    about = " ".join(about.split())
    return " · ".join(filter(None, (messages.whereabouts(hit.sound.whereabouts), about)))
