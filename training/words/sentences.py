"""Running speech made here: espeak-ng's speakers say words one after the other, and the times of the words are kept.

A word in running speech is shorter than alone and leans on its neighbours. What is written, DIR/SPEAKER/NAME.flac and
DIR/words.ctm, is read as `aligned`; by the list beside it units can be learnt from it as `spoken`.
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

from training.data.synthesis.speech import SpeechError
from training.progress import follow
from training.speech.voices import SyntheticVoice, manner
from training.units.recordings import SPOKEN_LIST
from training.words.utterances import WordsError

CTM = "words.ctm"
LENGTH = 6
"""Words one after the other."""
_KNEE = 30
"""Word r of the list is drawn as often as 1 / (r + 30): the first some hundred times more often than the last."""
_LEAST_S = 0.1
_TIMEOUT_S = 600.0
_FILES = {"en-gb": "en"}
"""What the library calls accents that the program knows by another name."""


@dataclass(frozen=True, slots=True)
class Speaking:
    """What is to be said."""

    words: tuple[str, ...]
    speakers: tuple[SyntheticVoice, ...]
    """Of espeak-ng."""
    sentences: int
    """By each of them."""
    seed: int = 1


def say_sentences(
    folder: Path, speaking: Speaking, workers: int = 1, report: Callable[[str], None] = lambda _: None
) -> int:
    """Writes the recordings and the times of their words; gives how many words there are.

    Raises:
        WordsError: there is no word or nobody to say it.
        SpeechError: espeak-ng's library is not there or could not speak.
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


def drawn(speaking: Speaking, who: SyntheticVoice) -> list[dict[str, object]]:
    """Gives what a speaker says and how, as `training.words.espeak_sentences` takes it."""
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


def _said(folder: Path, speaking: Speaking, who: SyntheticVoice) -> list[dict[str, Any]]:
    """Has one speaker say all of theirs; gives what `training.words.espeak_sentences` tells of each."""
    place = folder / who.speaker
    place.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="earshot-sentences-") as aside:
        jobs = Path(aside) / "jobs.json"
        jobs.write_text(json.dumps(drawn(speaking, who)), encoding="utf-8")
        command = [sys.executable, "-m", "training.words.espeak_sentences", str(jobs), str(place)]
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
    """Gives a line of the list of recordings, as `training.units.recordings` reads it."""
    text = " ".join(word for word, _ in told["words"] if word)
    return {"file": f"{who.speaker}/{told['name']}.flac", "speaker": who.speaker, "word": "", "text": text}


def _lines(told: dict[str, Any]) -> list[str]:
    """Gives the CTM's lines of one recording; what the library ran together or hurried over is no word."""
    placed, end_s = told["words"], told["end_s"]
    ends_s: Sequence[float] = [*(begin_s for _, begin_s in placed[1:]), end_s]
    return [
        f"{told['name']} 1 {begin_s:.3f} {until_s - begin_s:.3f} {word}"
        for (word, begin_s), until_s in zip(placed, ends_s, strict=True)
        if word and until_s - begin_s >= _LEAST_S
    ]
