"""`earshot-train honesty`: reads what to measure on, asks the engine, and prints what strong is worth."""

import argparse
import json

from training.evaluation.honesty import measure_honesty
from training.tasks import DONE, SOME_SKIPPED
from training.tasks.measured import read_measured


def measure_confidence(options: argparse.Namespace) -> int:
    """Measures how far a pack's confidence can be trusted."""
    asked = read_measured(options)
    found = measure_honesty(asked.pack, asked.clips, workers=options.workers)
    if options.json:
        print(json.dumps({"parts": asked.parts, "pack": asked.pack.resolve().name, **found.record()}))
    else:
        print("\n".join([asked.head(), *found.lines()]))
    asked.tell_left_out()
    return SOME_SKIPPED if asked.left_out else DONE
