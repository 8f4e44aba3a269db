"""Makes running speech: espeak-ng's speakers say several words in a row, with the times of the words.

A word in running speech is shorter than alone and blends with its neighbours. `aligned` reads the result,
DIR/SPEAKER/NAME.flac and DIR/words.ctm; `spoken` reads it for units, by the list beside.
"""

import hashlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from training.base.progress import follow
from training.data.synthesis.speech import SpeechError
from training.papers.speech.voices import SyntheticVoice, manner
from training.papers.units.recordings import SPOKEN_LIST
from training.papers.words.utterances import WordsError

CTM = "words.ctm"
LENGTH = 6
"""Words per sentence."""
_KNEE = 30
"""Word r of the list has the weight 1 / (r + 30): the first comes some hundred times more often than the last."""
_LEAST_S = 0.1
_TIMEOUT_S = 600.0
_FILES = {"en-gb": "en"}
"""The library's names of accents that the program names differently."""


@dataclass(frozen=True, slots=True)
class SentencePlan:
    """The speech to make."""

    words: tuple[str, ...]
    speakers: tuple[SyntheticVoice, ...]
    """Of espeak-ng."""
    sentences: int
    """Per speaker."""
    seed: int = 1


def say_sentences(
    folder: Path, speaking: SentencePlan, workers: int = 1, report: Callable[[str], None] = lambda _: None
) -> int:
    """Writes the recordings and the times of their words; returns the number of words.

    Raises:
        WordsError: no words, or no speakers.
        SpeechError: espeak-ng's library is missing or could not speak.
    """
    if not speaking.words or not speaking.speakers:
        raise WordsError("no words, or nobody to say them", advice="Install espeak-ng, and give words.")
    folder.mkdir(parents=True, exist_ok=True)
    lines, rows = list[str](), list[str]()
    with ThreadPoolExecutor(workers) as pool:
        told = pool.map(lambda who: _said(folder, speaking, who), speaking.speakers)
        for who, said in zip(speaking.speakers, follow(told, "speaking, voice", len(speaking.speakers)), strict=True):
            lines += [line for told in said for line in _lines(told)]
            rows += [json.dumps(_row(who, told)) for told in said]
            report(f"{who.speaker}: {len(lines)} words so far")
    for name, written in ((CTM, lines), (SPOKEN_LIST, rows)):
        temporary = folder / f".{name}"
        temporary.write_text("".join(f"{line}\n" for line in written), encoding="utf-8")
        temporary.replace(folder / name)
    return len(lines)


def drawn(speaking: SentencePlan, who: SyntheticVoice) -> list[dict[str, object]]:
    """Draws a speaker's jobs for `training.papers.words.espeak_sentences`."""
    name = f"{speaking.seed}\n{who.speaker}\nsentences"
    rng = np.random.default_rng(int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "big"))
    often = 1.0 / (np.arange(len(speaking.words)) + _KNEE)
    jobs = list[dict[str, object]]()
    for number in range(speaking.sentences):
        how = manner(rng)
        jobs.append({
            "name": f"{who.speaker}-{number:04d}",
            "voice": f"{_FILES.get(how.accent, how.accent)}+{who.name}",
            "words_per_min": how.words_per_min,
            "pitch": how.pitch,
            "words": [speaking.words[row] for row in rng.choice(len(often), LENGTH, p=often / often.sum())],
        })  # fmt: skip
    return jobs


def _said(folder: Path, speaking: SentencePlan, who: SyntheticVoice) -> list[dict[str, Any]]:
    """Synthesises all of one speaker's jobs; returns the lines of `training.papers.words.espeak_sentences`."""
    place = folder / who.speaker
    place.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="earshot-sentences-") as aside:
        jobs = Path(aside) / "jobs.json"
        jobs.write_text(json.dumps(drawn(speaking, who)), encoding="utf-8")
        command = [sys.executable, "-m", "training.papers.words.espeak_sentences", str(jobs), str(place)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT_S)
        except (OSError, subprocess.SubprocessError) as err:
            raise SpeechError(f"espeak-ng could not speak with {who.name}: {err}", advice="Leave it out.") from err
    if done.returncode:
        reason = done.stderr.strip().splitlines()[-1:] or ["it ended without a word"]
        raise SpeechError(
            f"espeak-ng could not speak with {who.name}: {reason[0]}",
            advice="Install its library, as by: apt install libespeak-ng1.",
        )
    return [json.loads(told) for told in done.stdout.splitlines()]


def _row(who: SyntheticVoice, told: dict[str, Any]) -> dict[str, str]:
    """Returns a line of the list of recordings for `training.papers.units.recordings`."""
    text = " ".join(word for word, _ in told["words"] if word)
    return {"file": f"{who.speaker}/{told['name']}.flac", "speaker": who.speaker, "word": "", "text": text}


def _lines(told: dict[str, Any]) -> list[str]:
    """Returns the CTM's lines of one recording; leaves out words that the library merged or skipped."""
    placed, end_s = told["words"], told["end_s"]
    ends_s: Sequence[float] = [*(begin_s for _, begin_s in placed[1:]), end_s]
    return [
        f"{told['name']} 1 {begin_s:.3f} {until_s - begin_s:.3f} {word}"
        for (word, begin_s), until_s in zip(placed, ends_s, strict=True)
        if word and until_s - begin_s >= _LEAST_S
    ]
