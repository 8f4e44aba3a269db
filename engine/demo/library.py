"""The demo library as a whole: which sounds there are, and how they are written.

Each sound has a seed of its own, taken from its name, so that adding one changes no other.
"""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import soundfile

from engine.demo import design, foley, machines, music, nature, weather
from engine.demo.recipe import Recipe
from engine.demo.riff import write_wav
from engine.demo.synth import RATE_HZ, Samples

SEED = 3
"""Changes every demo sound at once."""


def recipes() -> tuple[Recipe, ...]:
    """Returns all demo sounds, sorted by their file names."""
    rooms = (weather, nature, machines, foley, music, design)
    return tuple(sorted((recipe for room in rooms for recipe in room.RECIPES), key=lambda recipe: recipe.name))


def make_demo(folder: Path, cancel: Callable[[], bool] = lambda: False) -> list[Path]:
    """Writes the demo library into a folder, and leaves alone what is there already.

    Args:
        folder: Where to; it and the folders in it are made.
        cancel: Asked before each sound; once it gives True no more are made.

    Returns:
        The paths of the demo sounds that are there now, sorted by name.

    Raises:
        OSError: When something cannot be written.
    """
    paths = []
    for recipe in recipes():
        if cancel():
            break
        path = folder.joinpath(*recipe.name.split("/"))
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            _write(recipe, path)
        paths.append(path)
    return paths


def synthesise(recipe: Recipe) -> Samples:
    """Makes the samples of one demo sound: float64 [T] or [T, 2], within [-1, 1], the same every time."""
    digest = hashlib.blake2b(recipe.name.encode(), digest_size=8).digest()
    return recipe.make(np.random.default_rng([SEED, int.from_bytes(digest, "big")]))


def _write(recipe: Recipe, path: Path) -> None:
    """Writes beside the final place and renames, so that a killed run leaves no half file under a good name."""
    samples = synthesise(recipe)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    if path.suffix == ".flac":
        _write_flac(recipe, unfinished, samples)
    else:
        texts = {"IPRD": "Earshot demo", "ICOP": "CC0", "IKEY": "; ".join(recipe.keywords)}
        if not recipe.has_bext:
            texts = {"INAM": recipe.text, **texts}
        write_wav(unfinished, samples, RATE_HZ, recipe.bit_depth, recipe.text if recipe.has_bext else "", texts)
    unfinished.replace(path)


def _write_flac(recipe: Recipe, path: Path, samples: Samples) -> None:
    channels = 1 if samples.ndim == 1 else samples.shape[1]
    with soundfile.SoundFile(path, "w", RATE_HZ, channels, subtype=f"PCM_{recipe.bit_depth}", format="FLAC") as file:
        file.title = recipe.text
        file.album = "Earshot demo"
        file.copyright = "CC0"
        file.comment = "; ".join(recipe.keywords)
        file.write(samples)
