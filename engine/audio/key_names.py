"""Normalises musical keys to one spelling, "F# minor", whoever wrote them. Sharps, never flats."""

import re

TONICS = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")
MODES = ("major", "minor")
_NATURAL = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
_SHIFT = {"": 0, "#": 1, "♯": 1, "sharp": 1, "b": -1, "♭": -1, "flat": -1}
_FORM = re.compile(r"([a-g])[ -]?(#|♯|b|♭|sharp|flat)?[ -]?(major|maj|minor|min|moll|dur|m)?", re.IGNORECASE)


def tonic_and_mode(text: str) -> tuple[str, str] | None:
    """The tonic, with a sharp if needed, and "major", "minor" or ""; None for a text that is not a key.

    "F#m", "Gb minor", "f sharp min" are one key; a capital M alone is major, as musicians write it.
    """
    found = _FORM.fullmatch(text.strip())
    if found is None:
        return None
    letter, accidental, mode = found[1].upper(), (found[2] or "").lower(), found[3] or ""
    tonic = TONICS[(_NATURAL[letter] + _SHIFT[accidental]) % 12]
    if mode == "M" or mode.lower() in ("major", "maj", "dur"):
        return tonic, "major"
    return tonic, "minor" if mode else ""


def canonical(text: str) -> str | None:
    """The one spelling of a key; a tonic alone is major, as musicians write it. None for a text that is not a key."""
    found = tonic_and_mode(text)
    return None if found is None else f"{found[0]} {found[1] or 'major'}"
