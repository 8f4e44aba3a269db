"""`earshot-train words beside`: our detector of speech and Silero's on the same sounds."""

import argparse
import json
import random
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

import numpy as np

from engine.audio.decode import read
from engine.audio.resample import resample
from engine.errors import AudioError, EngineError
from engine.speech.detector import RATE_HZ
from engine.types import Waves
from training.speech.beside import SILERO_HZ, Chances, Silero, lines, our_chances
from training.speech.detector import strings
from training.tasks import DONE, say
from training.tasks.words_detector import HELD_OUT, corpus_of
from training.words.utterances import read_utterances

_OTHERS, _DIGITS, _WORDS = 400, 150, 300
_READ_S = 12.0


def measure_beside(options: argparse.Namespace) -> int:
    """Runs the command."""
    corpus, rng, silero = corpus_of(options.corpus), random.Random(1), Silero(options.silero)
    people: dict[str, list[Path]] = {}
    for each in read_utterances([f"digits={options.digits}"]):
        people.setdefault(each.speaker, []).append(each.path)
    held = [own for name, own in people.items() if name in HELD_OUT]
    strung = list(strings(held, _DIGITS, 2)) if held else []
    others = _heard(rng.sample(corpus["val", False], min(_OTHERS, len(corpus["val", False]))), silero)
    nothing = np.zeros(0), np.zeros(0)
    sets = {
        "val": (_heard(corpus["val", True], silero), others),
        "digits by people held out": (_heard(_drawn(rng, chain(*held), _DIGITS), silero), nothing),
        "strings of their digits": (
            _both(strung, [resample(one, RATE_HZ, SILERO_HZ) for one in strung], silero),
            nothing,
        ),
    }
    if options.words is not None:
        sets["single words, val's others"] = (_heard(_drawn(rng, _words(options.words), _WORDS), silero), others)
    for name, (speech, rest) in sets.items():
        for line in lines(name, (speech[0], rest[0]), (speech[1], rest[1])):
            say(line)
    return DONE


def _heard(paths: Iterable[Path], silero: Silero) -> tuple[Chances, Chances]:
    """What either says of the first seconds of sounds, each at its own rate, but of those that cannot be read."""
    low, high = list[Waves](), list[Waves]()
    for path in paths:
        try:
            both = [read(path, rate, max_s=_READ_S)[0] for rate in (RATE_HZ, SILERO_HZ)]
        except AudioError:
            continue
        low.append(both[0])
        high.append(both[1])
    return _both(low, high, silero)


def _both(low: list[Waves], high: list[Waves], silero: Silero) -> tuple[Chances, Chances]:
    return our_chances(low), silero.chances(high)


def _words(folder: Path) -> list[Path]:
    try:
        rows = (folder / "words.jsonl").read_text(encoding="utf-8").splitlines()
    except OSError as err:
        raise EngineError(f"{folder} holds no words: {err}", advice="Name the folder of words.jsonl.") from err
    return [folder / json.loads(row)["path"] for row in rows]


def _drawn(rng: random.Random, paths: Iterable[Path], most: int) -> list[Path]:
    known = list(paths)
    return rng.sample(known, min(most, len(known)))
