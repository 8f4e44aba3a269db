"""Reads word times of forced aligners: Praat's TextGrid, long and short, and NIST's CTM.

We read both formats ourselves: each fits on a page, and the packages for TextGrids bring editing and plotting along.
A TextGrid is read as Praat reads it: quoted texts, numbers and <flags> in order, everything else a remark, so that long
and short forms are the same.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.base.errors import EngineError

SILENCES = frozenset({"", "sil", "sp", "spn", "<eps>", "<sil>", "<p:>", "silence", "#", "{sl}", "{ls}"})
"""Aligners' labels for silence; spn is a word unknown to the aligner."""

_TOKEN = re.compile(r'"((?:[^"]|"")*)"|(?<![^\s=])(-?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)(?![^\s])|(<\w+>)')
"""A quoted text; a number between blanks, hence not that of `intervals [1]:`; or a flag such as <exists>."""


class AlignmentError(EngineError):
    """An unreadable alignment."""


@dataclass(frozen=True, slots=True)
class AlignedStretch:
    """A label and its stretch."""

    label: str
    start_s: float
    end_s: float


def read_textgrid(path: Path, tier: str = "words") -> list[AlignedStretch]:
    """Reads one interval tier; leaves out silences.

    Args:
        path: UTF-8, or UTF-16 with its mark; Praat writes both.
        tier: its name, ignoring case; also matches "SPEAKER - words", the Montreal Forced Aligner's form for several
            speakers.

    Raises:
        AlignmentError: no TextGrid, a truncated one, or one without the tier.
    """
    tiers = _tiers(path)
    found = [name for name in tiers if name.casefold() == tier.casefold()]
    found = found or [name for name in tiers if name.casefold().endswith(f"- {tier.casefold()}")]
    if not found:
        raise AlignmentError(f"{path} has no tier {tier}", advice=f"It has: {', '.join(tiers) or 'none'}.")
    stretches = [stretch for name in found for stretch in tiers[name]]
    return sorted((each for each in stretches if not is_silence(each.label)), key=lambda each: each.start_s)


def read_ctm(path: Path) -> Mapping[str, list[AlignedStretch]]:
    """Reads a CTM, `recording channel start duration word [confidence]` per line, by recording.

    Skips remarks (lines that begin with ";;") and silences.

    Raises:
        AlignmentError: a malformed line.
    """
    found: dict[str, list[AlignedStretch]] = defaultdict(list)
    for number, line in enumerate(_text(path).splitlines(), 1):
        parts = line.split()
        if not parts or line.startswith(";;"):
            continue
        try:
            name, _, start, duration, word = parts[:5]
            start_s, length_s = float(start), float(duration)
        except ValueError as err:
            raise AlignmentError(
                f"{path}, line {number}: {line[:60]!r}", advice="Expected: recording channel start duration word."
            ) from err
        if not is_silence(word):
            found[name].append(AlignedStretch(word, start_s, start_s + length_s))
    return dict(found)


def is_silence(label: str) -> bool:
    """Tells whether a label means silence."""
    return label.strip().casefold() in SILENCES


def _tiers(path: Path) -> dict[str, list[AlignedStretch]]:
    """Reads all interval tiers by name; skips tiers of points."""
    text = _text(path)
    if "ooTextFile" not in text[:200] or "TextGrid" not in text[:400]:
        raise AlignmentError(f"{path} is no TextGrid", advice="Save it from Praat as a text file.")
    tokens = _tokens(text)
    try:
        for _ in range(2):  # the file's type and class
            next(tokens)
        for _ in range(2):  # its times
            float(next(tokens))
        if next(tokens) != "<exists>":
            return {}
        found: dict[str, list[AlignedStretch]] = {}
        for _ in range(int(next(tokens))):
            kind, name = next(tokens), next(tokens)
            next(tokens), next(tokens)
            count = int(next(tokens))
            if kind != "IntervalTier":
                for _ in range(2 * count):
                    next(tokens)
                continue
            stretches = found.setdefault(name, [])
            for _ in range(count):
                start_s, end_s = float(next(tokens)), float(next(tokens))
                stretches.append(AlignedStretch(next(tokens).strip(), start_s, end_s))
        return found
    except (StopIteration, ValueError) as err:
        raise AlignmentError(f"{path} is cut off or damaged", advice="Align the recording again.") from err


def _tokens(text: str) -> Iterator[str]:
    """Yields texts, numbers and flags in order; skips numbers within remarks, as in `intervals [1]:`."""
    for match in _TOKEN.finditer(text):
        quoted, number, flag = match.groups()
        yield quoted.replace('""', '"') if quoted is not None else number or flag


def _text(path: Path) -> str:
    try:
        raw = path.read_bytes()
        return raw.decode("utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except (OSError, UnicodeDecodeError) as err:
        raise AlignmentError(f"cannot read {path}: {err}", advice="Save it as UTF-8 text.") from err
