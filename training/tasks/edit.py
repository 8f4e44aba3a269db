"""`earshot-train edit`: edits clips of train and says what could not be read."""

import argparse

from training.data.corpus import check_splits, read_corpus
from training.data.synthesis.editing import EditOrder, write_edits
from training.tasks import DONE, SOME_SKIPPED, say

_EVERY = 200


def edit(options: argparse.Namespace) -> int:
    """Makes the edits that were asked for."""
    clips = read_corpus(options.data)
    check_splits(clips, "train")

    def tell(done: int) -> None:
        if done % _EVERY == 0:
            say(f"{done} of about {options.count}")

    order = EditOrder(options.count, options.seed, options.kinds)
    made, left_out = write_edits(options.out, clips, order, tell, options.workers)
    if left_out:
        say(f"left out {len(left_out)} clips, first {left_out[0]}: {left_out[0].reason.text}")
    say(f"{made} edited sounds in {options.out}")
    return SOME_SKIPPED if left_out else DONE
