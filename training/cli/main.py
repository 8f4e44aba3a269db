"""`earshot-train`: corpora, training runs, packs, and how good a pack is.

Exit status: 0 done; 1 the world's fault (the message says what to do); 2 usage, or a folder that holds a
result already; 3 done, but some clips were left out; 130 stopped from the keyboard.
The subcommands are the modules of training.cli.commands. Torch loads only after a check that it is installed.
"""

import argparse
import importlib
import os
import pkgutil
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec

from engine.base import logs
from engine.base.errors import EngineError
from training.base.progress import ReportForm, told
from training.base.results import FolderTaken
from training.cli import commands
from training.cli.needed import NEEDED

INSTALL = "make setup-training"


def build_parser() -> argparse.ArgumentParser:
    """Returns the parser of `earshot-train` with every module of training.cli.commands."""
    parser = argparse.ArgumentParser(
        prog="earshot-train",
        description="Train, export and measure Earshot's models.",
        epilog="exit status: 0 done; 1 something is in the way; 2 wrong command line, or DIR holds a "
        "result already; 3 some clips were left out.",
        allow_abbrev=False,
    )
    added = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", required=True)
    for found in pkgutil.iter_modules(commands.__path__, f"{commands.__name__}."):
        importlib.import_module(found.name).add_parser(added)
    for each in (parser, *added.choices.values()):
        each.add_argument(
            "--verbose",
            action="store_true",
            default=argparse.SUPPRESS,
            help="log decisions and figures on standard error; EARSHOT_LOG=debug logs more",
        )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status."""
    parser = build_parser()
    options = parser.parse_args(arguments)
    logs.start(is_verbose=getattr(options, "verbose", False))
    if getattr(options, "data", ()) is None:
        parser.error("the folder of the corpus is needed: --data DIR")
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        print(f"earshot-train needs {', '.join(missing)}. Install it with: {INSTALL}", file=sys.stderr)
        return 1
    # Spinning threads would take cores from others who work on this machine.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    try:
        with told(_telling(options), options.command):
            return int(options.run(options))
    except FolderTaken as err:
        print(f"earshot-train: {err}\n{err.advice}", file=sys.stderr)
        return 2
    except EngineError as err:
        print(f"earshot-train: {err}\n{err.advice}", file=sys.stderr)
        return 1
    except OSError as err:  # a full disk, a folder that may not be written to
        print(f"earshot-train: {err}\nMake room or choose another folder, then start again.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"earshot-train: stopped. {_kept(options)}", file=sys.stderr)
        return 130


def _telling(options: argparse.Namespace) -> ReportForm:
    """Returns how to report progress: only rank 0 reports; a retraining emits its own events."""
    if os.environ.get("RANK", os.environ.get("LOCAL_RANK", "0")) != "0" or options.command == "retrain":
        return ReportForm.NOTHING
    if getattr(options, "json", False):
        return ReportForm.EVENTS
    return ReportForm.BAR if sys.stderr.isatty() else ReportForm.LINES


def _kept(options: argparse.Namespace) -> str:
    """Says what a command interrupted from the keyboard has kept, and how to resume it."""
    kept: Callable[[argparse.Namespace], str] = getattr(options, "kept", _nothing_kept)
    return kept(options)


def _nothing_kept(options: argparse.Namespace) -> str:
    return "Nothing was written; the same command begins anew."


if __name__ == "__main__":
    sys.exit(main())
