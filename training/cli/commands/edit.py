"""`earshot-train edit`: clips of train changed audibly, as a corpus whose captions say so."""

import argparse
from pathlib import Path

from training.base.arguments import DONE, SOME_SKIPPED, Commands, count, say
from training.base.results import rest_left

_EVERY = 200


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "edit",
        help="make edited sounds with captions that say so",
        description="Takes clips of train and makes them distant, muffled, echoing, reverberant, slowed, sped up, "
        "reversed, lower, higher, in a crowd, in noise or by telephone, as a corpus of the starter's layout under the "
        "clips' own licences. The same corpus and seed give the same bytes.",
        allow_abbrev=False,
    )
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="the corpus, in Earshot's own layout")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the edits; a new or empty folder")
    parser.add_argument("--count", type=count, required=True, metavar="N", help="about how many sounds")
    parser.add_argument("--seed", type=count, default=1, metavar="S", help="default: %(default)s")
    parser.add_argument("--kinds", type=count, default=170, metavar="N", help="at most so many new kinds: %(default)s")
    parser.add_argument("--workers", type=count, default=1, metavar="N", help="processes: %(default)s")
    parser.set_defaults(run=run, kept=rest_left)


def run(options: argparse.Namespace) -> int:
    """Makes the requested edits."""
    from training.data.corpus import check_splits, read_corpus
    from training.data.synthesis.editing import EditOrder, write_edits

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
