"""`earshot-train synthesise`: sounds made by formula, as a corpus."""

import argparse
from pathlib import Path

from training.arguments import Commands, count


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
    parser.set_defaults(run="training.tasks.synthesise:synthesise")


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
