"""`earshot-train synthesise`: makes a corpus by formula and says what it could not make."""

import argparse

from training.data.synthesis.registry import GENERATORS
from training.data.synthesis.speech import PROGRAM, is_installed
from training.data.synthesis.writing import Order, write_synthesis
from training.tasks import DONE, SOME_SKIPPED, say

_EVERY = 500


def synthesise(options: argparse.Namespace) -> int:
    """Makes the sounds that were asked for."""
    names = tuple(dict.fromkeys(options.only)) or tuple(GENERATORS)
    lacks_speech = not options.only and not is_installed()
    if lacks_speech:
        names = tuple(name for name in names if name != "speech")
        say(f"left out speech: there is no {PROGRAM} here (apt install espeak-ng)")
    order = Order(names, options.count, options.seed, options.edited)

    def tell(done: int) -> None:
        if done % _EVERY == 0:
            say(f"{done} of {options.count}")

    made = write_synthesis(options.out, order, tell, options.workers)
    say(f"{made} sounds of {len(names)} generators in {options.out}")
    return SOME_SKIPPED if lacks_speech else DONE
