"""`earshot-train words detector` and `beside`: trains the speech detector, and measures it beside Silero."""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.errors import AudioError, EngineError
from engine.base.identifiers import below
from training.base.arguments import DONE, Commands, say

if TYPE_CHECKING:
    from engine.base.types import Waves
    from training.evaluation.voice_detectors import Chances, Silero


def add_detector_commands(own: Commands) -> None:
    """Adds `detector` and `beside`."""
    _add_detector(own)
    _add_beside(own)


_SPEECH = ("digit", "word", "whisper", "warcry", "hallway_talk", "voice_", "reply:")
_UNSURE = ("cry", "crowd", "laugh", "sing", "scream", "baby", "grunt", "hurt", "pain", "death", "yell", "shout",
           "cough", "sneeze", "speech", "radio")  # fmt: skip
"""Kinds that are neither clearly speech nor clearly not."""
_OTHERS, _DIGITS, _STRINGS, _RUNNING = 1500, 400, 200, 400
_TRIED = 150
HELD_OUT = ("george", "lucas")
"""People whose digits are only measured on."""
_EVERY = 10
"""Every tenth voice of running speech by name is held out."""
_OTHERS, _DIGITS, _WORDS = 400, 150, 300
_READ_S = 12.0


def _add_detector(own: Commands) -> None:
    parser = own.add_parser(
        "detector",
        help="learn which sounds may be speech",
        description="The numbers of the speech detector, from the train part of Earshot's corpus and recorded "
        "digits, single and strung together, and from running speech; measured on val and on speakers left out.",
        allow_abbrev=False,
    )
    parser.add_argument("--corpus", type=Path, required=True, metavar="DIR", help="Earshot's corpus, with meta.jsonl")
    parser.add_argument("--digits", type=Path, required=True, metavar="DIR", help="the Free Spoken Digit Dataset")
    parser.add_argument(
        "--running", type=Path, action="append", default=[], metavar="DIR",
        help="running speech, as `words sentences` writes it; may be repeated",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="detector.npz")
    parser.set_defaults(run=detector)


def _add_beside(own: Commands) -> None:
    parser = own.add_parser(
        "beside",
        help="measure the detector of speech beside Silero's",
        description="Which sounds the speech detector listens to, and Silero VAD would: of Earshot's val part, of "
        "digits by speakers left out, single and strung together, and of single words that neither has heard.",
        allow_abbrev=False,
    )
    parser.add_argument("--corpus", type=Path, required=True, metavar="DIR", help="Earshot's corpus, with meta.jsonl")
    parser.add_argument("--digits", type=Path, required=True, metavar="DIR", help="the Free Spoken Digit Dataset")
    parser.add_argument("--words", type=Path, metavar="DIR", help="single words, with words.jsonl")
    parser.add_argument("--silero", type=Path, required=True, metavar="FILE", help="silero_vad_16k_op15.onnx")
    parser.set_defaults(run=measure_beside)


def detector(options: argparse.Namespace) -> int:
    """Trains and measures the speech detector."""
    from engine.features.speech.detector import THRESHOLD
    from training.papers.speech.detector import fit, gather, rough, shares, strings, waves_of
    from training.papers.words.utterances import read_utterances

    corpus = corpus_of(options.corpus)
    rng = random.Random(1)
    people: dict[str, list[Path]] = {}
    for each in read_utterances([f"digits={options.digits}"]):
        people.setdefault(each.speaker, []).append(each.path)
    learnt = [own for name, own in people.items() if name not in HELD_OUT]
    held = [own for name, own in people.items() if name in HELD_OUT]
    running, unheard = _running(options.running)
    found = fit(
        gather(
            chain(
                waves_of(corpus["train", True]),
                waves_of(_drawn(rng, chain(*learnt), _DIGITS)),
                rough(strings(learnt, _STRINGS, 1), 1) if learnt else (),
                rough(waves_of(_drawn(rng, running, _RUNNING)), 2),
            ),
            waves_of(_drawn(rng, corpus["train", False], _OTHERS)),
        )
    )
    options.out.parent.mkdir(parents=True, exist_ok=True)
    found.save(options.out)
    tried: dict[str, tuple[Iterable[Waves], Iterable[Waves]]] = {
        "val": (waves_of(corpus["val", True]), waves_of(corpus["val", False])),
        "digits by people held out": (waves_of(_drawn(rng, chain(*held), _TRIED)), ()),
        "strings of their digits": (strings(held, _TRIED, 2) if held else (), ()),
        "running speech by voices held out": (waves_of(_drawn(rng, unheard, _TRIED)), ()),
    }
    for name, (speech, others) in tried.items():
        heard = shares(found, gather(speech, others), THRESHOLD)
        told = [f"{share:.3f} of {what}" for share, what in zip(heard, ("speech", "others"), strict=True)
                if share is not None]  # fmt: skip
        say(f"{name}: listened to {' and '.join(told) or 'nothing, there is none'}")
    return DONE


def corpus_of(folder: Path) -> dict[tuple[str, bool], list[Path]]:
    """Returns the sounds of Earshot's corpus by split and by whether somebody speaks in them."""
    parts: dict[tuple[str, bool], list[Path]] = {
        (split, speaks): [] for split in ("train", "val") for speaks in (True, False)
    }
    try:
        lines = (folder / "meta.jsonl").read_text(encoding="utf-8").splitlines()
    except OSError as err:
        raise EngineError(f"{folder} is no corpus: {err}", advice="Name the folder of meta.jsonl.") from err
    for row in map(json.loads, lines):
        is_speech = row["kind"].startswith(_SPEECH)
        if is_speech or not any(word in row["kind"] for word in _UNSURE):
            parts.setdefault((row["split"], is_speech), []).append(below(folder, row["file"]))
    return parts


def _running(folders: list[Path]) -> tuple[list[Path], list[Path]]:
    """Returns recordings of running speech to learn from, and those of held-out voices."""
    from training.papers.words.utterances import read_utterances

    by_voice: dict[str, list[Path]] = {}
    for each in read_utterances([f"aligned={folder}" for folder in folders]):
        own = by_voice.setdefault(each.speaker, [])
        if each.path not in own:
            own.append(each.path)
    voices = sorted(by_voice)
    unheard = set(voices[_EVERY - 1 :: _EVERY])
    return (
        [path for voice in voices if voice not in unheard for path in by_voice[voice]],
        [path for voice in voices if voice in unheard for path in by_voice[voice]],
    )


def _drawn(rng: random.Random, paths: Iterable[Path], most: int) -> list[Path]:
    known = list(paths)
    return rng.sample(known, min(most, len(known)))


def measure_beside(options: argparse.Namespace) -> int:
    """Measures Earshot's detector beside Silero."""
    import numpy as np

    from engine.audio.resample import resample
    from engine.features.speech.detector import RATE_HZ
    from training.evaluation.voice_detectors import SILERO_HZ, Silero, lines
    from training.papers.speech.detector import strings
    from training.papers.words.utterances import read_utterances

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
    """Returns both detectors' probabilities on the first seconds of sounds; skips unreadable ones."""
    from engine.audio.decode import read
    from engine.base.types import Waves
    from engine.features.speech.detector import RATE_HZ
    from training.evaluation.voice_detectors import SILERO_HZ

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
    from training.evaluation.voice_detectors import our_chances

    return our_chances(low), silero.chances(high)


def _words(folder: Path) -> list[Path]:
    try:
        rows = (folder / "words.jsonl").read_text(encoding="utf-8").splitlines()
    except OSError as err:
        raise EngineError(f"{folder} holds no words: {err}", advice="Name the folder of words.jsonl.") from err
    return [below(folder, json.loads(row)["path"]) for row in rows]
