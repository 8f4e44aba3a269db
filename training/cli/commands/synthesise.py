"""`earshot-train synthesise`: sounds made by formula, as a corpus."""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from training.base.arguments import DONE, SOME_SKIPPED, Commands, count, say
from training.base.results import rest_left

_EVERY = 500


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "synthesise",
        help="make captioned sounds by formula",
        description="Makes tones, sweeps, noises, beeps, sirens, engines, bells, speech and more with captions that "
        "are exact, as a corpus of the starter's layout under CC0. The same seed gives the same bytes. Speech needs "
        "espeak-ng and is left out without it, with exit status 3.",
        allow_abbrev=False,
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the corpus; a new or empty folder")
    parser.add_argument("--count", type=count, required=True, metavar="N", help="how many sounds, dealt out evenly")
    parser.add_argument("--seed", type=_seed, default=1, metavar="S", help="default: %(default)s")
    parser.add_argument(
        "--only", action="append", default=[], metavar="NAME", help="only this generator; may be repeated"
    )
    parser.add_argument(
        "--times", action="append", default=[], type=_times, metavar="NAME=N",
        help="N times as many sounds of this generator, 0 for none; may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "--edited", type=_share, default=0.0, metavar="P",
        help="share of the sounds that are edited, as distant or reversed, each as a kind of its own: %(default)s",
    )  # fmt: skip
    parser.add_argument("--workers", type=count, default=1, metavar="N", help="processes: %(default)s")
    parser.set_defaults(run=run, kept=rest_left)


def _seed(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text} is no whole number of at least 0")
    return int(text)


def _times(text: str) -> tuple[str, int]:
    name, sign, number = text.partition("=")
    if not sign or not number.isdecimal():
        raise argparse.ArgumentTypeError(f"{text} is no generator and number, as speech=6")
    return name, int(number)


def _share(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0.0 <= found <= 1.0:
        raise argparse.ArgumentTypeError(f"{text} is no share from 0 to 1")
    return found


def run(options: argparse.Namespace) -> int:
    """Makes the requested sounds."""
    from training.data.synthesis.registry import GENERATORS
    from training.data.synthesis.speech import PROGRAM, is_installed
    from training.data.synthesis.writing import SynthesisOrder, write_synthesis

    names = tuple(dict.fromkeys(options.only)) or tuple(GENERATORS)
    lacks_speech = not options.only and dict(options.times).get("speech") != 0 and not is_installed()
    if lacks_speech:
        names = tuple(name for name in names if name != "speech")
        say(f"left out speech: there is no {PROGRAM} here (apt install espeak-ng)")
    order = SynthesisOrder(_repeated(names, dict(options.times)), options.count, options.seed, options.edited)

    def tell(done: int) -> None:
        if done % _EVERY == 0:
            say(f"{done} of {options.count}")

    made = write_synthesis(options.out, order, tell, options.workers)
    say(f"{made} sounds of {len(set(order.names))} generators in {options.out}")
    return SOME_SKIPPED if lacks_speech else DONE


def _repeated(names: Sequence[str], times: Mapping[str, int]) -> tuple[str, ...]:
    """Returns the names in rounds, each as often as `times` says.

    Raises:
        CorpusError: a number for an unknown generator.
    """
    from training.data.corpus import CorpusError
    from training.data.synthesis.registry import GENERATORS

    unknown = [name for name in times if name not in GENERATORS]
    if unknown:
        raise CorpusError(f"there is no generator {', '.join(unknown)}", advice=f"Known: {', '.join(GENERATORS)}.")
    rounds = max((times.get(name, 1) for name in names), default=0)
    return tuple(name for turn in range(rounds) for name in names if turn < times.get(name, 1))
