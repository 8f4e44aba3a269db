"""Writes transcripts as subtitles, text and tables: SRT, VTT, TXT, CSV.

A subtitle is a stretch of speech, cut at pauses, ends of sentences and 84 letters, which is two lines.
"""

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.atomic_files import replacing
from engine.base.errors import DialogueError
from engine.base.messages import told
from engine.base.types import SpokenWord
from engine.features.dialogue.messages import DialogueFault
from engine.features.dialogue.transcripts import Transcript, text_of

if TYPE_CHECKING:
    import pysubs2

_MOST_LETTERS = 84
_PAUSE_S = 0.6
_ENDS = (".", "?", "!")


def lines_of(transcript: Transcript) -> list[tuple[SpokenWord, ...]]:
    """Returns a transcript in lines to be read at once, at least one word each."""
    lines: list[list[SpokenWord]] = []
    for stretch in transcript:
        lines.append([])
        for word in stretch:
            if lines[-1] and _begins(lines[-1], word):
                lines.append([])
            lines[-1].append(word)
    return [tuple(line) for line in lines if line]


def _begins(line: Sequence[SpokenWord], word: SpokenWord) -> bool:
    is_long = len(text_of((*line, word))) > _MOST_LETTERS
    return is_long or word.start_s - line[-1].end_s > _PAUSE_S or line[-1].text.endswith(_ENDS)


def _as_srt(transcript: Transcript) -> str:
    return str(_subtitles(transcript).to_string("srt"))


def _as_vtt(transcript: Transcript) -> str:
    return str(_subtitles(transcript).to_string("vtt"))


def _as_txt(transcript: Transcript) -> str:
    return "".join(f"{text_of(line)}\n" for line in lines_of(transcript))


def _as_csv(transcript: Transcript) -> str:
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(("word", "start_s", "end_s", "probability"))
    for stretch in transcript:
        table.writerows(
            (word.text, f"{word.start_s:.3f}", f"{word.end_s:.3f}", f"{word.probability:.2f}") for word in stretch
        )
    return out.getvalue()


FORMATS: Mapping[str, Callable[[Transcript], str]] = {
    "srt": _as_srt,
    "vtt": _as_vtt,
    "txt": _as_txt,
    "csv": _as_csv,
}


def field_text(transcript: Transcript) -> str:
    """Returns a transcript as one line of text; empty where nobody speaks."""
    return " ".join(text_of(line) for line in lines_of(transcript))


def write_transcripts(sounds: Iterable[tuple[str, Transcript]], form: str, folder: Path) -> list[Path]:
    """Writes a file a sound, named after it; sounds without words are left out.

    Args:
        sounds: names of files with their transcripts.
        form: one of FORMATS.
        folder: made if missing; existing files get a number instead of being replaced.

    Returns:
        The files written.

    Raises:
        DialogueError: no such format.
        LibraryError: a file cannot be written.
        StorageFull: no space left.
    """
    if form not in FORMATS:
        raise DialogueError(told(DialogueFault.TRANSCRIPT_FORMAT, form), advice=", ".join(FORMATS))
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for name, transcript in sounds:
        if not transcript:
            continue
        stem = Path(name).stem
        target = folder / f"{stem}.{form}"
        number = 2
        while target.exists():
            target, number = folder / f"{stem} {number}.{form}", number + 1
        with replacing(target) as out:
            out.write(FORMATS[form](transcript))
        written.append(target)
    return written


def _subtitles(transcript: Transcript) -> "pysubs2.SSAFile":
    import pysubs2

    subtitles = pysubs2.SSAFile()
    for line in lines_of(transcript):
        start, end = round(1000 * line[0].start_s), round(1000 * line[-1].end_s)
        subtitles.append(pysubs2.SSAEvent(start=start, end=max(end, start + 1), text=text_of(line)))
    return subtitles
