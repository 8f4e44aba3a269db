"""`earshot-train words`: word embeddings, from recordings or synthetic voices to checkpoints and the paper's tables."""

import argparse
from pathlib import Path

from training.arguments import Commands, count
from training.words.pack_arguments import add_pack_commands


def add_parser(commands: Commands) -> None:
    """Adds the command and its own commands."""
    parser = commands.add_parser(
        "words",
        help="train and measure acoustic word embeddings",
        description="A spoken word and its phonemes as vectors that meet. docs/words-and-units.md says how the tables "
        "are made.",
        allow_abbrev=False,
    )
    own = parser.add_subparsers(title="commands", metavar="COMMAND", dest="words_command", required=True)
    _add_make(own)
    _add_sentences(own)
    _add_train(own)
    _add_tables(own)
    _add_digits(own)
    _add_evaluate(own)
    add_pack_commands(own)


def _add_make(own: Commands) -> None:
    parser = own.add_parser("make", help="have synthetic voices say words", allow_abbrev=False)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder; goes on where it stopped")
    parser.add_argument("--words", type=Path, metavar="FILE", help="text file of words (default: Earshot's own)")
    parser.add_argument("--first", type=count, metavar="N", help="only the first N words")
    parser.add_argument(
        "--speakers", type=count, default=40, metavar="N", help="of espeak-ng: %(default)s; all of flite"
    )
    parser.add_argument("--takes", type=count, default=1, metavar="N", help="of every word by everyone: %(default)s")
    parser.add_argument("--seed", type=count, default=1, metavar="S", help="default: %(default)s")
    parser.add_argument("--workers", type=count, default=1, metavar="N", help="programs at once: %(default)s")
    parser.set_defaults(run="training.tasks.words:make")


def _add_sentences(own: Commands) -> None:
    parser = own.add_parser(
        "sentences",
        help="have synthetic voices say words one after the other",
        description="Running speech with the times of its words, to be read as aligned=DIR.",
        allow_abbrev=False,
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder")
    parser.add_argument(
        "--words",
        type=Path,
        metavar="FILE",
        help="text file, the most frequent word first (default: Earshot's own)",
    )
    parser.add_argument("--speakers", type=count, default=40, metavar="N", help="of espeak-ng: %(default)s")
    parser.add_argument("--sentences", type=count, default=40, metavar="N", help="by each of them: %(default)s")
    parser.add_argument("--seed", type=count, default=1, metavar="S", help="default: 1")
    parser.add_argument("--workers", type=count, default=1, metavar="N", help="programs at once: %(default)s")
    parser.set_defaults(run="training.tasks.words:sentences")


def _add_train(own: Commands) -> None:
    parser = own.add_parser("train", help="train one recipe", allow_abbrev=False)
    parser.add_argument("recipe", type=Path, metavar="RECIPE.toml", help="see training/words/settings.py")
    _add_data(parser)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder of the run")
    parser.add_argument("--start", type=Path, metavar="FILE", help="a checkpoint whose weights to begin with")
    parser.add_argument("--resume", action="store_true", help="go on from DIR/last.pt where there is one")
    parser.set_defaults(run="training.tasks.words:train")


def _add_tables(own: Commands) -> None:
    parser = own.add_parser(
        "tables",
        help="train and measure the rows of the paper's tables",
        description="Depth and heads of the phoneme view, average against representative, transformer against BiGRU "
        "against NT-Xent, MFCC + DTW beside; on unseen speakers and words. What is done is not done again.",
        allow_abbrev=False,
    )
    _add_data(parser)
    _add_rows(parser)
    parser.add_argument("--table", action="append", metavar="T", help="only 1, 2 or 3; may be repeated")
    parser.set_defaults(run="training.tasks.words:tables")


def _add_digits(own: Commands) -> None:
    parser = own.add_parser(
        "digits",
        help="leave every speaker out once",
        description="For recordings of few people: each is left out once, figures are pooled, with intervals.",
        allow_abbrev=False,
    )
    _add_data(parser)
    parser.add_argument(
        "--beside", action="append", default=[], metavar="NAME=DIR", help="words that are learnt too, never measured"
    )
    _add_rows(parser)
    parser.set_defaults(run="training.tasks.words:digits")


def _add_evaluate(own: Commands) -> None:
    parser = own.add_parser("evaluate", help="measure a checkpoint beside MFCC + DTW", allow_abbrev=False)
    parser.add_argument("--checkpoint", type=Path, required=True, metavar="FILE", help="best.pt of a run")
    _add_data(parser)
    _add_most(parser)
    parser.set_defaults(run="training.tasks.words:evaluate")


def _add_data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data", action="append", required=True, metavar="NAME=DIR",
        help="spoken words; NAME says how they lie: digits, folders, aligned or made; may be repeated",
    )  # fmt: skip


def _add_rows(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder of the runs and the tables")
    parser.add_argument("--recipe", type=Path, metavar="FILE", help="what rows change (default: the paper's)")
    parser.add_argument("--row", action="append", metavar="NAME", help="only this row; may be repeated")
    _add_most(parser)


def _add_most(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--most", type=count, default=500, metavar="N", help="utterances measured of a set: %(default)s"
    )
