"""`earshot-train synthesise`: makes a corpus by formula and says what it could not make."""

import argparse
from collections.abc import Mapping, Sequence

from training.data.corpus import CorpusError
from training.data.synthesis.registry import GENERATORS
from training.data.synthesis.speech import PROGRAM, is_installed
from training.data.synthesis.writing import Order, write_synthesis
from training.tasks import DONE, SOME_SKIPPED, say

_EVERY = 500


def synthesise(options: argparse.Namespace) -> int:
    """Makes the sounds that were asked for."""
    names = tuple(dict.fromkeys(options.only)) or tuple(GENERATORS)
    lacks_speech = not options.only and dict(options.times).get("speech") != 0 and not is_installed()
    if lacks_speech:
        names = tuple(name for name in names if name != "speech")
        say(f"left out speech: there is no {PROGRAM} here (apt install espeak-ng)")
    order = Order(_repeated(names, dict(options.times)), options.count, options.seed, options.edited)

    def tell(done: int) -> None:
        if done % _EVERY == 0:
            say(f"{done} of {options.count}")

    made = write_synthesis(options.out, order, tell, options.workers)
    say(f"{made} sounds of {len(set(order.names))} generators in {options.out}")
    return SOME_SKIPPED if lacks_speech else DONE


def _repeated(names: Sequence[str], times: Mapping[str, int]) -> tuple[str, ...]:
    """The names in rounds, each as often as it is wanted.

    Raises:
        CorpusError: a number for a generator that there is not.
    """
    unknown = [name for name in times if name not in GENERATORS]
    if unknown:
        raise CorpusError(f"there is no generator {', '.join(unknown)}", advice=f"Known: {', '.join(GENERATORS)}.")
    rounds = max((times.get(name, 1) for name in names), default=0)
    return tuple(name for turn in range(rounds) for name in names if turn < times.get(name, 1))
