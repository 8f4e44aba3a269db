"""Makes a corpus of spoken words: every speaker says every word, in a manner drawn for each take.

Words, speakers, takes and seed determine the files and their list to the byte, as long as espeak-ng and flite stay the
same. Existing files are kept, so an interrupted run can go on.
"""

import hashlib
import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import numpy as np
import soundfile

from engine.base.errors import EngineError
from training.base.progress import follow
from training.data.synthesis.speech import PROGRAM as ESPEAK
from training.papers.speech.recordings import trimmed
from training.papers.speech.voices import SyntheticVoice, manner, say, voices
from training.papers.words.phonemes import pronounce
from training.papers.words.utterances import MADE, WordsError, ranked

RATE_HZ = 16_000
_PEAK = 0.5


@dataclass(frozen=True, slots=True)
class WordCorpusPlan:
    """The corpus to make."""

    words: tuple[str, ...]
    speakers: tuple[SyntheticVoice, ...]
    takes: int = 1
    seed: int = 1


def make_words(
    folder: Path, making: WordCorpusPlan, workers: int = 1, report: Callable[[str], None] = lambda _: None
) -> list[str]:
    """Makes DIR/WORD/SPEAKER_TAKE.flac and the list, words.jsonl; returns the failures with their reasons.

    Raises:
        WordsError: no words, or no speakers.
    """
    if not making.words or not making.speakers:
        raise WordsError("no words, or nobody to say them", advice="Install espeak-ng or flite, and give words.")
    for word in making.words:
        pronounce(word)
    jobs = [(word, who, take) for who in making.speakers for word in making.words for take in range(making.takes)]
    failed: list[str] = []
    rows: list[dict[str, object]] = []
    with ThreadPoolExecutor(workers) as pool:
        said = pool.map(lambda job: _make(folder, making, *job), jobs)
        for number, (job, told) in enumerate(zip(jobs, follow(said, "saying words", len(jobs)), strict=True)):
            word, who, take = job
            if told:
                failed.append(told)
            else:
                rows.append(
                    {"word": word, "speaker": who.speaker, "take": take, "path": _place(word, who, take).as_posix()}
                )
            if (number + 1) % 500 == 0:
                report(f"{number + 1} of {len(jobs)} said")
    temporary = folder / f".{MADE}"
    temporary.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    temporary.replace(folder / MADE)
    return failed


def vocabulary(path: Path | None = None) -> tuple[str, ...]:
    """Returns the words of a text file, separated by blanks or lines, each once; None: Earshot's own list.

    Raises:
        WordsError: the file is unreadable.
    """
    try:
        source = files("training.papers.words") / "vocabulary.txt" if path is None else path
        return tuple(dict.fromkeys(source.read_text(encoding="utf-8").split()))
    except (OSError, UnicodeDecodeError) as err:
        raise WordsError(f"cannot read words from {path}: {err}", advice="Give a text file, words and blanks.") from err


def choose_speakers(count: int) -> tuple[SyntheticVoice, ...]:
    """Returns `count` of espeak-ng's speakers, chosen by the hash of their names, and all of flite's."""
    there = {voice.speaker: voice for voice in voices()}
    espeaks = [name for name, voice in there.items() if voice.program == ESPEAK]
    chosen = sorted(ranked(espeaks, "speaker")[:count])
    return (*(there[name] for name in chosen), *(voice for voice in there.values() if voice.program != ESPEAK))


def _make(folder: Path, making: WordCorpusPlan, word: str, who: SyntheticVoice, take: int) -> str:
    """Makes one file unless it exists; returns the reason of a failure, or ""."""
    path = folder / _place(word, who, take)
    if path.exists():
        return ""
    name = f"{making.seed}\n{who.speaker}\n{word}\n{take}"
    rng = np.random.default_rng(int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "big"))
    try:
        wave = trimmed(say(word, who, manner(rng), RATE_HZ), RATE_HZ)
    except EngineError as err:
        return f"{word} by {who.speaker}: {err}"
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}")
    soundfile.write(temporary, wave * (_PEAK / max(1e-9, float(np.abs(wave).max()))), RATE_HZ, format="FLAC")
    temporary.replace(path)
    return ""


def _place(word: str, who: SyntheticVoice, take: int) -> Path:
    return Path(re.sub(r"\W", "_", word)) / f"{who.speaker}_{take}.flac"
