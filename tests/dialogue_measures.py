"""Measures transcripts: `python -m tests.dialogue_measures --words DIR --sounds DIR --pack NAME|FOLDER --out FILE`.

Needs the extra `dialogue`, espeak-ng and flite. DIR of words has words.jsonl with path, word, speaker and duration_s;
DIR of sounds has meta.jsonl and splits.json. Sentences are made of one speaker's words with pauses, or spoken by
espeak-ng and flite; scenes add a background at 20, 10 and 5 dB. Everything follows one seed.
"""

import argparse
import json
import random
import re
import subprocess
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rapidfuzz.distance import Levenshtein

from engine.audio.decode import read
from engine.base.types import SoundId, SpokenWord, Waves
from engine.features.dialogue.packs import get_pack
from engine.features.dialogue.recogniser import Recogniser, speech_of
from engine.features.dialogue.spoken_text import spoken_words
from engine.features.dialogue.transcript_words import TranscriptWords
from engine.features.dialogue.windows import RATE_HZ, WindowFiller

SEED = 5
HUMAN = re.compile(
    "speech|speak|voice|vocal|sing|talk|shout|scream|laugh|human|word|spoken|crowd|walla|baby|cough|cheer|announ|say|"
    "count|man|woman|child|people|song|choir|whisper|grunt|yell|breath|sneeze|moan|cry",
    re.IGNORECASE,
)
AMBIENT = re.compile("wind|rain|ocean|water|traffic|engine|ambien|fire|stream|machine|fan", re.IGNORECASE)
SENTENCES = (
    "Please open the door before the train arrives.",
    "I left the keys on the kitchen table this morning.",
    "Nobody told me that the meeting was cancelled.",
    "We have to leave the building right now.",
    "The weather will be cold and windy tomorrow.",
    "Can you hear that noise behind the wall?",
    "She bought seven apples and a loaf of bread.",
    "Turn left at the bridge and follow the river.",
    "They found an old letter under the floor.",
    "My brother works at the hospital in town.",
    "Put the gun down and step away from the car.",
    "There is no signal inside the mountain tunnel.",
    "He promised to call back before midnight.",
    "The captain ordered everyone to stay below deck.",
    "What happened to the money in the safe?",
    "Close the window, it is freezing in here.",
    "The doctor said you need to rest for a week.",
    "A strange light appeared over the forest.",
    "Our flight to London has been delayed again.",
    "The children are playing in the garden behind the house.",
)


@dataclass(frozen=True, slots=True)
class Spoken:
    """A made sound, what is said in it, and where its words begin, if that is known."""

    samples: Waves
    text: str
    starts_s: tuple[float, ...] = ()


def main() -> None:
    """Measures and writes a page of tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("words", "sounds", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--pack", required=True)
    options = parser.parse_args()
    rng = random.Random(SEED)
    with tempfile.TemporaryDirectory() as folder:
        recogniser = Recogniser(get_pack(options.pack, Path(folder), lambda name, done, size: None))
        lines = [*_without_speech(options.sounds, recogniser)]
        lines += ["", "| what | sounds | word error | phrase R@1 | median start error | 95 % | × real time of speech |"]
        lines += ["| --- | --- | --- | --- | --- | --- | --- |"]
        people = of_people(options.words, rng)
        made = of_voices(Path(folder))
        lines += [
            _row("sentences of people's words", people, recogniser),
            _row("espeak-ng and flite", made, recogniser),
        ]
        backgrounds = _backgrounds(options.sounds, rng)
        for level_db in (20, 10, 5):
            scenes = [_scene(one, backgrounds[at % len(backgrounds)], level_db) for at, one in enumerate(made)]
            lines.append(_row(f"voices {level_db} dB over a background", scenes, recogniser))
        options.out.write_text("\n".join(lines) + "\n")


def _without_speech(folder: Path, recogniser: Recogniser) -> Iterable[str]:
    held_out = set(json.loads((folder / "splits.json").read_text())["val"])
    rows = [json.loads(line) for line in (folder / "meta.jsonl").read_text().splitlines()]
    quiet = [row for row in rows if row["id"] in held_out and not HUMAN.search(about(row))]
    sounds = [read(folder / row["file"], RATE_HZ)[0][: 60 * RATE_HZ] for row in quiet]
    regions = [bool(speech_of(samples)) for samples in sounds]
    texts, _ = transcribed(sounds, recogniser)
    count = sum(bool(words) for words in texts)
    low, high = wilson(count, len(sounds))
    hours = sum(len(samples) for samples in sounds) / RATE_HZ / 3600
    yield f"{len(sounds)} sounds without speech, {hours:.2f} h: {sum(regions)} with a region, {count} with text"
    yield f"({count / len(sounds):.1%}, 95 % {low:.1%} to {high:.1%}), {count / hours:.1f} an hour."


def about(row: dict[str, Any]) -> str:
    return " ".join([*row["labels"], row["category"], row["kind"], row["original_path"], *row["captions"]])


def of_people(folder: Path, rng: random.Random, count: int = 150) -> list[Spoken]:
    """Sentences of three to six words of one person, with pauses of 0.1 to 0.5 s."""
    rows = [json.loads(line) for line in (folder / "words.jsonl").read_text().splitlines()]
    rows = [row for row in rows if row["lang"] == "en" and row["text"] == "spoken" and row["source"] != "tgstation-vox"]
    by_speaker: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        by_speaker.setdefault(row["speaker"], []).append(row)
    speakers = sorted(name for name, own in by_speaker.items() if len({row["word"] for row in own}) >= 6)
    made = []
    for number in range(count):
        own = by_speaker[speakers[number % len(speakers)]]
        words = sorted({row["word"] for row in own})
        chosen = [
            rng.choice([row for row in own if row["word"] == word]) for word in rng.sample(words, rng.randint(3, 6))
        ]
        parts, at, starts_s = [np.zeros(RATE_HZ // 2, np.float32)], RATE_HZ // 2, []
        for row in chosen:
            samples = read(folder / row["path"], RATE_HZ)[0]
            pause = np.zeros(round(rng.uniform(0.1, 0.5) * RATE_HZ), np.float32)
            starts_s.append(at / RATE_HZ)
            parts += [samples, pause]
            at += len(samples) + len(pause)
        made.append(Spoken(np.concatenate(parts), " ".join(row["word"] for row in chosen), tuple(starts_s)))
    return made


def of_voices(folder: Path) -> list[Spoken]:
    commands = [["espeak-ng", "-v", voice, "-w"] for voice in ("en-us", "en-gb", "en-us+f3")]
    made = []
    for number, text in enumerate(SENTENCES):
        for voice in ("slt", "rms"):
            made.append(Spoken(_say(["flite", "-voice", voice, "-t", text, "-o"], folder), text))
        made.append(Spoken(_say([*commands[number % 3]], folder, text), text))
    return made


def _say(command: list[str], folder: Path, *more: str) -> Waves:
    subprocess.run([*command, str(folder / "voice.wav"), *more], check=True)
    return read(folder / "voice.wav", RATE_HZ)[0]


def _backgrounds(folder: Path, rng: random.Random) -> list[Waves]:
    rows = [json.loads(line) for line in (folder / "meta.jsonl").read_text().splitlines()]
    rows = [
        row for row in rows if row["duration_s"] >= 4 and AMBIENT.search(about(row)) and not HUMAN.search(about(row))
    ]
    return [read(folder / row["file"], RATE_HZ)[0][: 30 * RATE_HZ] for row in rng.sample(rows, 20)]


def _scene(spoken: Spoken, background: Waves, level_db: float) -> Spoken:
    looped = np.resize(background, len(spoken.samples))
    voice, noise = (float(np.sqrt((part**2).mean())) + 1e-9 for part in (spoken.samples, looped))
    mixed = spoken.samples + looped * (voice / noise) * 10 ** (-level_db / 20)
    return Spoken((mixed / max(1.0, float(np.abs(mixed).max()))).astype(np.float32), spoken.text, spoken.starts_s)


def transcribed(sounds: Sequence[Waves], recogniser: Recogniser) -> tuple[list[list[SpokenWord]], float]:
    """Returns the words of each sound, and how often as fast as speech it was, on one core."""
    texts: list[list[SpokenWord]] = [[] for _ in sounds]
    filler, speech_s, started_s = WindowFiller(), 0.0, time.process_time()
    windows = []
    for number, samples in enumerate(sounds):
        for start_s, end_s in speech_of(samples):
            speech_s += end_s - start_s
            windows += filler.add(number, start_s, samples[round(start_s * RATE_HZ) : round(end_s * RATE_HZ)])
    for window in (*windows, *filler.rest()):
        for stretch in recogniser.write(window):
            texts[stretch.sound] += stretch.words
    return texts, speech_s / max(1e-9, time.process_time() - started_s)


def _row(name: str, sounds: Sequence[Spoken], recogniser: Recogniser) -> str:
    texts, rate = transcribed([one.samples for one in sounds], recogniser)
    wrong, said = [], []
    late_s: list[float] = []
    for one, words in zip(sounds, texts, strict=True):
        asked = spoken_words(one.text)
        wrong.append(Levenshtein.distance(asked, spoken_words(" ".join(word.text for word in words))))
        said.append(len(asked))
        late_s += _late(one, words)
    rng = np.random.default_rng(SEED)
    draws = [rng.integers(0, len(sounds), len(sounds)) for _ in range(2000)]
    errors = [np.take(wrong, draw).sum() / np.take(said, draw).sum() for draw in draws]
    index = TranscriptWords((SoundId(number), tuple(words)) for number, words in enumerate(texts))
    hits = [_is_first(index, one.text, number, sounds) for number, one in enumerate(sounds)]
    low, high = wilson(sum(hits), len(hits))
    starts = "- | -" if not late_s else f"{np.median(late_s):.2f} s | {np.quantile(late_s, 0.95):.2f} s"
    error = f"{sum(wrong) / sum(said):.2f} ({np.quantile(errors, 0.025):.2f} to {np.quantile(errors, 0.975):.2f})"
    first = f"{np.mean(hits):.2f} ({low:.2f} to {high:.2f})"
    return f"| {name} | {len(sounds)} | {error} | {first} | {starts} | {rate:.1f} |"


def _late(spoken: Spoken, words: Sequence[SpokenWord]) -> list[float]:
    """Returns how far the beginnings of rightly written words are from the truth."""
    found = []
    for text, start_s in zip(spoken.text.split(), spoken.starts_s, strict=False):
        same = [abs(word.start_s - start_s) for word in words if spoken_words(word.text) == spoken_words(text)]
        found += [min(same)] if same and len(spoken.starts_s) == len(spoken.text.split()) else []
    return found


def _is_first(index: TranscriptWords, text: str, number: int, sounds: Sequence[Spoken]) -> bool:
    """Whether a phrase of three words of a sound finds it first, or another in which it is said too."""
    phrase = " ".join(spoken_words(text)[:3])
    places = sorted(index.find(phrase), key=lambda place: -place.likeness)
    return bool(places) and phrase in " ".join(spoken_words(sounds[places[0].sound].text))


def wilson(count: int, of: int) -> tuple[float, float]:
    """Returns the 95 % interval of a share."""
    z, share = 1.96, count / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * (share * (1 - share) / of + z * z / (4 * of * of)) ** 0.5
    return max(0.0, middle - half), min(1.0, middle + half)


if __name__ == "__main__":
    main()
