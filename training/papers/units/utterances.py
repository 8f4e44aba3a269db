"""Sentences of synthetic voices with the time of every phone, which phone ABX needs and recordings seldom have.

flite prints the ends of its phones; espeak-ng's library reports their beginnings. The two name phones differently, so
items are compared only within a program's voices: its name goes into the context.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile
import soxr

from engine.base.types import Waves
from training.base.progress import follow
from training.data.synthesis.speech import SpeechError
from training.measures.abx import PhoneItem, write_items
from training.papers.speech.alignments import AlignedStretch
from training.papers.speech.voices import ACCENTS, FLITE, FLITE_VOICES, SyntheticVoice
from training.papers.units.recordings import SPOKEN_ITEMS, SPOKEN_LIST

_TIMEOUT_S = 30.0
_SILENT = frozenset({"pau", "_", "_:", "_!", "_|", ""})
_PHONE = re.compile(r"([a-z]+\d?):(\d+\.\d+)")

SUBJECTS = (
    "the dog",
    "a child",
    "my sister",
    "the captain",
    "an old man",
    "the teacher",
    "our neighbour",
    "the singer",
)
VERBS = ("found", "carried", "opened", "painted", "followed", "wanted", "lost", "kept")
OBJECTS = ("seven boxes", "the yellow boat", "a heavy book", "two pigs", "the garden gate", "some cheese", "nine keys",
           "the kitchen table")  # fmt: skip
PLACES = ("in the city", "near the river", "after dinner", "on monday", "behind the house", "without a sound",
          "by the fire", "for five days")  # fmt: skip


@dataclass(frozen=True, slots=True)
class SpokenUtterance:
    """A voice's utterance."""

    samples: Waves
    phones: tuple[AlignedStretch, ...]
    """Without the silences between."""


def sentences(count: int, seed: int = 0) -> list[str]:
    """Returns distinct short sentences, the same for a seed; at most 4,096."""
    every = len(SUBJECTS) * len(VERBS) * len(OBJECTS) * len(PLACES)
    if not 0 < count <= every:
        raise ValueError(f"there are {every} sentences, asked for {count}")
    rows = np.random.default_rng(seed).permutation(every)[:count]
    shape = (len(SUBJECTS), len(VERBS), len(OBJECTS), len(PLACES))
    places = np.stack(np.unravel_index(rows, shape), axis=1).tolist()
    return [f"{SUBJECTS[who]} {VERBS[did]} {OBJECTS[what]} {PLACES[where]}" for who, did, what, where in places]


def utter(text: str, voice: SyntheticVoice, sample_rate_hz: int, accent: str = ACCENTS[0]) -> SpokenUtterance:
    """Synthesises a text with its phones.

    Raises:
        SpeechError: the program or its library is missing, or could not speak.
    """
    samples, rate_hz, phones = _flite(text, voice.name) if voice.program == FLITE else _espeak(text, voice.name, accent)
    wave = np.asarray(soxr.resample(samples, rate_hz, sample_rate_hz), dtype=np.float32)
    return SpokenUtterance(wave, tuple(phone for phone in phones if phone.label not in _SILENT))


def write_utterances(
    folder: Path,
    voices: Sequence[SyntheticVoice],
    texts: Sequence[str],
    sample_rate_hz: int,
    tell: Callable[[str], None],
) -> int:
    """Writes every text in every voice as FLAC, with recordings.jsonl and abx.item; returns the number of failures.

    A text of one word is marked as a word, so that its recordings can be compared.
    """
    folder.mkdir(parents=True, exist_ok=True)
    rows, items, missing = list[str](), list[PhoneItem](), 0
    for voice in follow(voices, "speaking, voice"):
        for number, text in enumerate(follow(texts, "sentence")):
            name = f"{voice.speaker}-{number:04d}"
            try:
                said = utter(text, voice, sample_rate_hz)
            except SpeechError as err:
                tell(f"left out: {err}")
                missing += 1
                continue
            (folder / voice.speaker).mkdir(exist_ok=True)
            soundfile.write(folder / voice.speaker / f"{name}.flac", said.samples, sample_rate_hz)
            word = "" if " " in text else text
            file = f"{voice.speaker}/{name}.flac"
            rows.append(json.dumps({"file": file, "speaker": voice.speaker, "word": word, "text": text}))
            items += items_of(name, said.phones, voice)
    (folder / SPOKEN_LIST).write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    write_items(folder / SPOKEN_ITEMS, items)
    return missing


def items_of(file: str, phones: Sequence[AlignedStretch], voice: SyntheticVoice) -> Iterable[PhoneItem]:
    """Yields an item for each phone between two others."""
    for before, phone, after in zip(phones, phones[1:], phones[2:], strict=False):
        context = (f"{voice.program}:{before.label}", after.label)
        yield PhoneItem(file, phone.start_s, phone.end_s, phone.label, context, voice.speaker)


def _flite(text: str, speaker: str) -> tuple[Waves, int, list[AlignedStretch]]:
    if shutil.which(FLITE) is None:
        raise SpeechError(f"there is no {FLITE}", advice="Install it, as by: apt install flite; or leave it out.")
    if speaker not in FLITE_VOICES:
        raise SpeechError(f"{FLITE} has no voice {speaker}", advice=f"It has: {', '.join(FLITE_VOICES)}.")
    with tempfile.TemporaryDirectory(prefix="earshot-voice-") as folder:
        out = Path(folder) / "said.wav"
        command = [FLITE, "-voice", FLITE_VOICES[speaker][0], "-psdur", "-t", text, "-o", str(out)]
        try:
            told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=_TIMEOUT_S).stdout
            samples, rate_hz = soundfile.read(out, dtype="float32")
        except (OSError, subprocess.SubprocessError, soundfile.LibsndfileError) as err:
            raise SpeechError(f"{FLITE} could not speak with {speaker}: {err}", advice="See: flite -lv.") from err
    phones, begun_s = list[AlignedStretch](), 0.0
    for label, end in _PHONE.findall(told):
        phones.append(AlignedStretch(label, begun_s, float(end)))
        begun_s = float(end)
    return samples, rate_hz, phones


def _espeak(text: str, variant: str, accent: str) -> tuple[Waves, int, list[AlignedStretch]]:
    """Runs the library in a process of its own: it keeps its state for ever, and a fault in it ends the process."""
    with tempfile.TemporaryDirectory(prefix="earshot-voice-") as folder:
        out = Path(folder) / "said.npz"
        command = [sys.executable, "-m", "training.papers.units.espeak_phones", f"{accent}+{variant}", text, str(out)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT_S)
        except (OSError, subprocess.SubprocessError) as err:
            raise SpeechError(f"espeak-ng could not speak with {variant}: {err}", advice="Leave it out.") from err
        if done.returncode:
            reason = done.stderr.strip().splitlines()[-1:] or ["it ended without a word"]
            raise SpeechError(
                f"espeak-ng could not speak with {variant}: {reason[0]}",
                advice="Install its library, as by: apt install libespeak-ng1; or leave it out.",
            )
        with np.load(out) as found:
            samples, rate_hz = found["samples"], int(found["rate_hz"])
            labels, begins_s = found["labels"].tolist(), found["begins_s"].tolist()
    ends_s = [*begins_s[1:], len(samples) / rate_hz]
    return samples, rate_hz, [AlignedStretch(*each) for each in zip(labels, begins_s, ends_s, strict=True)]
