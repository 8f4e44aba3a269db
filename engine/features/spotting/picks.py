"""Exports the picks of a list: copies named after their cues, and a table. `timeline` writes timelines."""

import csv
import re
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from engine.audio.region_names import plain_name
from engine.base.atomic_files import replacing
from engine.base.clocks import FrameClock
from engine.base.errors import CueError
from engine.base.messages import told
from engine.base.types import Answer, Confidence, Sound
from engine.features.spotting.cues import CueSheet
from engine.features.spotting.messages import CueAdvice, CueFault
from engine.features.spotting.spotting_list import SpotRow
from engine.transfer.collect import ExportItem
from engine.transfer.table import Cell, harmless

NAME_PATTERN = "{number} {cue} - {sound}"
TOKENS = ("number", "cue", "text", "name", "query", "sound", "time")
"""Placeholders of a pattern: the cue's number, its label or else its words, its words, its label, its query, the
sound's own name, the cue's time."""
_COLUMNS = (
    "number", "name", "text", "query", "timecode", "start_s", "end_s", "sound", "path", "uri", "sound_start_s",
    "sound_end_s", "confidence",
)  # fmt: skip
_TOKEN = re.compile(r"\{(\w*)\}")


class PickedSound(Struct, frozen=True):
    """A cue with its picked sound."""

    row: SpotRow
    sound: Sound
    start_s: float | None = None
    """Start of the stretch; None for the whole sound."""
    end_s: float | None = None
    confidence: Confidence | None = None
    """How sure the search was of it, if known."""

    @property
    def length_s(self) -> float | None:
        """Length of the stretch or the sound; None if unknown."""
        if self.start_s is not None and self.end_s is not None:
            return self.end_s - self.start_s
        return None if self.sound.info is None else self.sound.info.duration_s


def first_picks(
    sheet: CueSheet, answers: Sequence[Answer], *, is_whole: bool, takes_weak: bool
) -> tuple[list[PickedSound], int]:
    """Returns the first sound of each cue that has one, and how many cues have weak ones only.

    A pack that cannot judge gives its first one, since nothing marks it as weak.

    Args:
        is_whole: takes whole sounds and not their moments.
        takes_weak: takes weak ones where there is none better.
    """
    found, weak = [], 0
    for cue, answer in zip(sheet.cues, answers, strict=True):
        is_weak = bool(answer.hits) and answer.hits[0].confidence is Confidence.WEAK
        weak += is_weak
        if answer.hits and (takes_weak or not is_weak):
            hit = answer.hits[0]
            moment = hit.moments[0] if hit.moments and not is_whole else None
            start_s, end_s = (None, None) if moment is None else (moment.start_s, moment.end_s)
            found.append(PickedSound(SpotRow(cue, cue.query), hit.sound, start_s, end_s, hit.confidence))
    return found, weak


def pieces_of(
    picked: Sequence[PickedSound], clock: FrameClock, pattern: str = NAME_PATTERN, *, as_wav: bool = True
) -> list[ExportItem]:
    """Returns the pieces for `engine.transfer.collect`: each sound, or its stretch, named after its cue.

    A stretch that is the whole sound, or of an unknown sound, is copied as the file itself; with `as_wav`, files of
    other formats become WAVs, so that all copies have one format.

    Raises:
        CueError: no picks, or an unknown placeholder in the pattern.
    """
    _refuse_nothing(picked)
    digits = digits_of(picked)
    pieces = []
    for one in picked:
        info = one.sound.info
        is_whole = one.start_s is None or (
            info is not None and one.start_s <= 0.0 and (one.end_s or 0.0) >= info.duration_s - 1e-3
        )
        times = (None, None) if is_whole else (one.start_s, one.end_s)
        name = file_stem(pattern, one, clock, digits)
        words = words_of(one, clock)
        pieces.append(ExportItem(one.sound.path, one.sound.metadata, *times, name=name, as_wav=as_wav, words=words))
    return pieces


def words_of(one: PickedSound, clock: FrameClock) -> tuple[tuple[str, str], ...]:
    """The cue's texts for patterns of transfer profiles; its time only if it has one."""
    cue = one.row.cue
    time = "" if cue.start_s is None else _time_of(cue.start_s, clock)
    words = (("cue", cue.name or cue.text), ("text", cue.text), ("query", one.row.query))
    return (*words, ("time", time)) if time else words


def digits_of(picked: Sequence[PickedSound]) -> int:
    """Number of digits of cue numbers in names of copies: those of the largest."""
    return len(str(max(one.row.cue.number for one in picked)))


def file_stem(pattern: str, one: PickedSound, clock: FrameClock, digits: int) -> str:
    """The name of a copy without its suffix, valid on any system.

    Raises:
        CueError: a placeholder is not in `TOKENS`.
    """
    cue = one.row.cue
    values = {
        "number": f"{cue.number:0{digits}d}",
        "cue": cue.name or cue.text,
        "text": cue.text,
        "name": cue.name,
        "query": one.row.query,
        "sound": one.sound.path.name.rsplit(".", 1)[0],
        "time": "" if cue.start_s is None else _time_of(cue.start_s, clock),
    }

    def value(token: re.Match[str]) -> str:
        if token[1] not in values:
            known = ", ".join(f"{{{name}}}" for name in TOKENS)
            raise CueError(told(CueFault.NO_TOKEN, token[0]), advice=told(CueAdvice.TOKENS, known))
        return values[token[1]][:80]

    return plain_name(" ".join(_TOKEN.sub(value, pattern).split()))


def _time_of(at_s: float, clock: FrameClock) -> str:
    return clock.write(at_s).replace(":", "-").replace(";", "-")


def write_cue_table(picked: Sequence[PickedSound], clock: FrameClock, path: Path) -> int:
    """Writes one CSV line per picked cue; returns their number. Replaces an existing file.

    No spreadsheet runs any of it: see `engine.transfer.table.harmless`.

    Raises:
        CueError: no picks.
        StorageFull, LibraryError: it cannot be written.
    """
    _refuse_nothing(picked)
    with replacing(path) as file:
        table = csv.writer(file, lineterminator="\r\n")
        table.writerow(_COLUMNS)
        for one in picked:
            table.writerow(map(harmless, _cells(one, clock)))
    return len(picked)


def _cells(one: PickedSound, clock: FrameClock) -> list[Cell]:
    cue, path = one.row.cue, one.sound.path
    code = None if cue.start_s is None else clock.write(cue.start_s)
    times = [None if at is None else round(at, 6) for at in (cue.start_s, cue.end_s, one.start_s, one.end_s)]
    return [
        cue.number, cue.name, cue.text, one.row.query, code, times[0], times[1], path.name, path.text, path.uri,
        times[2], times[3], None if one.confidence is None else str(one.confidence),
    ]  # fmt: skip


def _refuse_nothing(picked: Sequence[PickedSound]) -> None:
    if not picked:
        raise CueError(CueFault.NOTHING_PICKED, advice=CueAdvice.PICK_FIRST)
