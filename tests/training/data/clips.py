"""Clips that exist as facts only, for tests of what works on captions."""

from pathlib import Path

from training.data.corpus import Clip


def clip(name: str, *captions: str, keywords: tuple[str, ...] = (), split: str = "train") -> Clip:
    """A clip of ten seconds with these captions."""
    return Clip(
        id=name,
        path=Path("/nowhere") / f"{name}.wav",
        source="made",
        original_path=f"{name}.wav",
        licence="CC0",
        captions=captions,
        kind=name,
        category="tests",
        split=split,
        duration_s=10.0,
        keywords=keywords,
    )
