"""`earshot-train robustness`: reads what to measure on, measures under every change, and prints it."""

import argparse
import json

from training.evaluation.changes import changes
from training.evaluation.robustness import measure_robustness
from training.tasks import DONE, SOME_SKIPPED, say
from training.tasks.measured import read_measured


def measure_changes(options: argparse.Namespace) -> int:
    """Measures a pack on changed files beside the unchanged ones."""
    asked = read_measured(options)
    found = measure_robustness(asked.pack, asked.clips, changes(), say, workers=options.workers)
    if options.json:
        print(json.dumps({"parts": asked.parts, "pack": asked.pack.resolve().name, **found.record()}))
    else:
        print("\n".join([asked.head(), *found.lines()]))
    asked.tell_left_out()
    if found.unreadable:
        say(f"{found.unreadable} clips could not be read")
    return SOME_SKIPPED if asked.left_out or found.unreadable else DONE
