"""`earshot-train mixed` and `moments`: read what to measure on, ask the engine, and print what it finds."""

import argparse
import json

from training.evaluation.mixed import measure_mixed
from training.evaluation.places import measure_places
from training.tasks import DONE, SOME_SKIPPED
from training.tasks.measured import read_measured


def measure_half_named(options: argparse.Namespace) -> int:
    """Measures the ranking of a library in which half of the sounds are named."""
    asked = read_measured(options)
    found = measure_mixed(asked.pack, asked.clips, workers=options.workers, seed=options.seed)
    if options.json:
        print(json.dumps({"parts": asked.parts, "pack": asked.pack.resolve().name, **found.record()}))
    else:
        print("\n".join([asked.head(), *found.lines()]))
    asked.tell_left_out()
    return SOME_SKIPPED if asked.left_out else DONE


def measure_long_files(options: argparse.Namespace) -> int:
    """Measures where in a long file the engine finds what was asked for."""
    asked = read_measured(options)
    found = measure_places(asked.pack, asked.clips, seed=options.seed, workers=options.workers)
    if options.json:
        print(json.dumps({"parts": asked.parts, "pack": asked.pack.resolve().name, **found.record()}))
    else:
        print("\n".join([asked.head(), *found.lines()]))
    asked.tell_left_out()
    return SOME_SKIPPED if asked.left_out else DONE
