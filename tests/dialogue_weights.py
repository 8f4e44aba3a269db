"""Compares weights of transcripts for plain words.

    python -m tests.dialogue_weights --words DIR --sounds DIR --pack PACK --out FILE

Needs espeak-ng and flite. The library has val sounds without speech, spoken sentences, and single words that people
say; transcripts are what is said, without an error: the hardest case for the sounds. Asked are captions and labels of
the sounds, which voices must not displace, and phrases and single words that are said, which must be found.
"""

import argparse
import json
import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.audio.decode import read
from engine.base.types import PackId, SpokenWord, Waves
from engine.features.dialogue.spoken_text import spoken_words
from engine.features.dialogue.transcripts import TranscriptFile
from engine.features.dialogue.windows import RATE_HZ
from engine.features.speech.speech_phase import digest_of
from engine.library.library import Library
from engine.search.query_parser import is_function_word
from engine.search.question import Question
from engine.store.catalogue import Catalogue
from tests.dialogue_measures import HUMAN, SEED, about, of_people, of_voices
from tests.helpers.indexing import index
from tests.helpers.sounds import write

WEIGHTS = (0.0, 0.5, 0.7, 0.85, 1.0)
_SOUNDS, _LABELS, _CAPTIONS, _WORDS, _SENTENCES = 240, 40, 60, 80, 40
_LEAST = 3


@dataclass(frozen=True, slots=True)
class Asked:
    """A query, and the names of the files that answer it."""

    text: str
    answers: frozenset[str]


def main() -> None:
    """Measures and writes a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("words", "sounds", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--pack", type=Path, required=True, help="model pack of the library")
    options = parser.parse_args()
    rng = random.Random(SEED)
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder)
        (made / "sounds").mkdir()
        rows = rng.sample(_quiet(options.sounds), _SOUNDS)
        for row in rows:
            shutil.copy(options.sounds / row["file"], made / "sounds" / f"{row['id']}{Path(row['file']).suffix}")
        spoken = _spoken(options.words, made, rng)
        index(made / "library", options.pack, made / "sounds")
        _transcribe(made / "library", spoken)
        with Library.open(made / "library", read_only=True) as library:
            options.out.write_text("\n".join(_table(library, rows, spoken, rng)) + "\n")


def _quiet(folder: Path) -> list[dict[str, Any]]:
    held_out = set(json.loads((folder / "splits.json").read_text())["val"])
    rows = [json.loads(line) for line in (folder / "meta.jsonl").read_text().splitlines()]
    return [row for row in rows if row["id"] in held_out and not HUMAN.search(about(row))]


def _spoken(words: Path, made: Path, rng: random.Random) -> dict[str, tuple[Waves, str]]:
    """Writes the voices; returns their samples and texts by name of file."""
    found = {f"voice {at}.wav": (one.samples, one.text) for at, one in enumerate(of_voices(made))}
    found |= {f"people {at}.wav": (one.samples, one.text) for at, one in enumerate(of_people(words, rng, _SENTENCES))}
    lines = [json.loads(line) for line in (words / "words.jsonl").read_text().splitlines()]
    lines = [one for one in lines if one["lang"] == "en" and one["text"] == "spoken"]
    for at, one in enumerate(rng.sample(lines, _WORDS)):
        found[f"word {at}.wav"] = read(words / one["path"], RATE_HZ)[0], one["word"]
    for name, (samples, _) in found.items():
        write(made / "sounds" / name, samples, rate=RATE_HZ)
    return found


def _transcribe(library: Path, spoken: dict[str, tuple[Waves, str]]) -> None:
    with Catalogue.open(library, read_only=True) as catalogue:
        known = list(catalogue.files.payloads())
    file = TranscriptFile.for_pack(library, PackId("ab" * 16))
    for sound in known:
        samples, text = spoken.get(sound.path.name, (np.zeros(0, np.float32), ""))
        step_s = len(samples) / RATE_HZ / max(1, len(text.split()))
        words = tuple(SpokenWord(word, at * step_s, (at + 1) * step_s, 0.9) for at, word in enumerate(text.split()))
        file.keep(sound.id, digest_of(sound.content_id, sound.payload_digest), (words,) if words else ())
    file.close()


def _table(
    library: Library, rows: list[dict[str, Any]], spoken: dict[str, tuple[Waves, str]], rng: random.Random
) -> list[str]:
    sets = {
        "captions of sounds": _captions(rows, rng),
        "labels of sounds": _labels(rows),
        "phrases of three words": _phrases(spoken, 3),
        "phrases of two words": _phrases(spoken, 2),
        "single words": _single(spoken),
    }
    lines = [f"{len(rows)} sounds without speech, {len(spoken)} with", "", "| weight | " + " | ".join(sets) + " |"]
    lines += ["| --- |" + " --- |" * len(sets)]
    plain: dict[str, list[float]] = {}
    for weight in WEIGHTS:
        cells = []
        for name, asked in sets.items():
            scores = [_precision(library, one, weight) for one in asked]
            base = plain.setdefault(name, scores)
            low, high = _interval(np.array(scores) - np.array(base))
            cells.append(f"{np.mean(scores):.3f} ({low:+.3f} to {high:+.3f})")
        lines.append(f"| {weight:g} | " + " | ".join(cells) + " |")
        print(lines[-1], flush=True)
    return lines


def _captions(rows: list[dict[str, Any]], rng: random.Random) -> list[Asked]:
    chosen = rng.sample([row for row in rows if row["captions"]], _CAPTIONS)
    return [Asked(row["captions"][0], frozenset({_name(row)})) for row in chosen]


def _labels(rows: list[dict[str, Any]]) -> list[Asked]:
    counts = Counter(label for row in rows for label in row["labels"])
    kept = [label for label, count in counts.most_common() if count >= _LEAST][:_LABELS]
    return [Asked(label, frozenset(_name(row) for row in rows if label in row["labels"])) for label in kept]


def _phrases(spoken: dict[str, tuple[Waves, str]], length: int) -> list[Asked]:
    texts = {name: " ".join(spoken_words(text)) for name, (_, text) in spoken.items() if not name.startswith("word")}
    phrases = dict.fromkeys(" ".join(text.split()[:length]) for text in texts.values())
    return [Asked(one, frozenset(name for name, text in texts.items() if one in text)) for one in phrases]


def _single(spoken: dict[str, tuple[Waves, str]]) -> list[Asked]:
    texts = {name: spoken_words(text) for name, (_, text) in spoken.items()}
    words = sorted({word for own in texts.values() for word in own if not is_function_word(word)})
    return [Asked(word, frozenset(name for name, own in texts.items() if word in own)) for word in words]


def _name(row: dict[str, Any]) -> str:
    return f"{row['id']}{Path(row['file']).suffix}"


def _precision(library: Library, asked: Asked, weight: float) -> float:
    """Average precision of the answers among all sounds."""
    hits = library.answer(Question(asked.text, limit=5_000, transcript_weight=weight)).hits
    places = [at for at, hit in enumerate(hits, start=1) if hit.sound.path.name in asked.answers]
    return sum(number / at for number, at in enumerate(places, start=1)) / len(asked.answers)


def _interval(differences: "np.ndarray[Any, np.dtype[np.float64]]") -> Sequence[float]:
    rng = np.random.default_rng(SEED)
    means = [rng.choice(differences, len(differences)).mean() for _ in range(2000)]
    return [float(np.quantile(means, 0.025)), float(np.quantile(means, 0.975))]


if __name__ == "__main__":
    main()
