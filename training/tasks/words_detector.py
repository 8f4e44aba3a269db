"""`earshot-train words detector`: which sounds the engine listens to for speech, learnt and measured."""

import argparse
import json
import random
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

from engine.errors import EngineError
from engine.speech.detector import THRESHOLD
from engine.types import Waves
from training.speech.detector import fit, gather, rough, shares, strings, waves_of
from training.tasks import DONE, say
from training.words.utterances import read_utterances

_SPEECH = ("digit", "word", "whisper", "warcry", "hallway_talk", "voice_", "reply:")
_UNSURE = ("cry", "crowd", "laugh", "sing", "scream", "baby", "grunt", "hurt", "pain", "death", "yell", "shout",
           "cough", "sneeze", "speech", "radio")  # fmt: skip
"""Kinds that are neither surely speech nor surely none."""
_OTHERS, _DIGITS, _STRINGS, _RUNNING = 1500, 400, 200, 400
_TRIED = 150
HELD_OUT = ("george", "lucas")
"""People whose digits are measured on."""
_EVERY = 10
"""Of voices of running speech, each tenth by name is held out."""


def detector(options: argparse.Namespace) -> int:
    """Learns and measures the speech detector."""
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
    """Gives the sounds of Earshot's corpus by split and whether somebody speaks in them."""
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
            parts.setdefault((row["split"], is_speech), []).append(folder / row["file"])
    return parts


def _running(folders: list[Path]) -> tuple[list[Path], list[Path]]:
    """Gives recordings of running speech to learn from, and those by voices that are held out."""
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
