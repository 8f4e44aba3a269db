"""`earshot-train evaluate`: recall of a pack, measured through the engine."""

import argparse

from engine.models.pack import default_pack
from training.data.corpus import check_splits, only, read_corpus
from training.evaluation.retrieval import evaluate
from training.tasks import DONE


def measure(options: argparse.Namespace) -> int:
    """Measures a pack on a split through the engine."""
    pack = options.pack or default_pack()
    clips = read_corpus(options.data)
    check_splits(clips, options.split)
    found = evaluate(pack, only(clips, options.split), workers=options.workers)
    print("\n".join([f"{pack} on {options.split}:", *found.lines()]))
    return DONE
