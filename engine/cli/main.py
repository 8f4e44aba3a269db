"""`earshot`: the engine from a shell, and the way to the window.

Exit status: 0 done; 1 something outside Earshot failed, with advice; 2 wrong usage; 3 done, but files were skipped.
"""

import argparse
import contextlib
import io
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import Protocol, cast

from engine.base import logs, migration_progress, read_only_mode
from engine.base.child_processes import use_one_blas_thread
from engine.base.errors import EngineError, QueryError
from engine.base.feature import ShellCommand
from engine.base.private_files import refuse_shut
from engine.cli.commands import CORE, commands
from engine.cli.shell import DONE, USAGE, WORLDS_FAULT
from engine.cli.shell.options import common_options, library_folder, make_library
from engine.cli.shell.output import bar, say

_QUERIES = ("search", "export", "collect")
_MINUS_WORD = re.compile(r"-[^\W\d_]{3}")

_CORE = {command.name: command for command in CORE}
_EPILOG = """\
exit status: 0 done; 1 something outside Earshot is in the way (the message says what to do);
2 the command line is wrong; 3 done, but some files could not be read.
"""


class CommandModule(Protocol):
    """The interface of a module in engine.cli.commands."""

    DESCRIPTION: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, options: argparse.Namespace) -> int:
        """Runs the command and returns the exit status."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status; argparse itself exits with 2 on a wrong command line."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    _make_streams_safe()
    use_one_blas_thread(os.environ)
    options = parse(given)
    name = options.command or "window"
    if name != "window":
        logs.start(is_verbose=options.verbose)
    try:
        if name != "window":
            refuse_shut(library_folder(options))
            if options.create:
                make_library(library_folder(options))
        migration_progress.use(migration_progress.UpdateListener(_say_updating()))
        with read_only_mode.given(options.read_only):
            code = command(name).run(options)
        if sys.stdout is not None:  # as under pythonw.exe
            sys.stdout.flush()  # flush here, where a closed pipe can still be told from an error
        return code
    except QueryError as err:
        _explain(err)
        return USAGE
    except EngineError as err:
        _explain(err)
        return WORLDS_FAULT
    except BrokenPipeError:
        # The reader (head, less) left: print nothing more, and leave the interpreter nothing to flush at exit.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        return 130


def _say_updating() -> Callable[[float], None]:
    """Shows the progress of a catalogue migration on standard error: a bar, or one line without a terminal."""
    shown = bar("Bringing the library up to date")
    is_said = False

    def tell(share: float) -> None:
        nonlocal is_said
        shown(share)
        if not is_said and not sys.stderr.isatty():
            say("bringing the library up to date…")
        is_said = True

    return tell


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Parses a command line; exits with status 2 and a message if it is wrong. `command` is empty for the window."""
    # Not set_defaults: it would reach the commands' copies of the common options and undo earlier values.
    defaults = argparse.Namespace(command="", library=None, create=False, json=False, read_only=False, verbose=False)
    return _parser_for(arguments).parse_args(_with_minus_words(arguments), defaults)


def build_parser(names: Iterable[str] = (), *, is_whole: bool = True) -> argparse.ArgumentParser:
    """Builds the parser of `earshot`.

    Args:
        names: the commands it knows; none for all.
        is_whole: whether to load each command's options; otherwise only its help line, which imports none.
    """
    common = common_options()
    parser = argparse.ArgumentParser(
        prog="earshot",
        description="Find any sound by describing it. Without a command the window opens.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[common],
        allow_abbrev=False,
    )
    parser.add_argument(
        "--version",
        action=_Version,
        help="print the version, the build and the ids of the packs that came with it, and stop",
    )
    added = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name in names or commands():
        text = _known(name).help
        inner = added.add_parser(name, help=text, description=text, parents=[common], allow_abbrev=False)
        inner.set_defaults(command=name)
        if is_whole:
            module = command(name)
            inner.description = module.DESCRIPTION or text
            module.add_arguments(inner)
    return parser


def command(name: str) -> CommandModule:
    """Imports the module of a command."""
    return cast(CommandModule, import_module(_known(name).module))


def _known(name: str) -> ShellCommand:
    return _CORE.get(name) or commands()[name]  # a command of the core loads no feature


def _parser_for(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """Builds the parser for this command line; imports only the command it names."""
    words = iter(arguments)
    for word in words:
        if word in _CORE or word in commands():
            return build_parser((word,))
        if word == "--library":
            next(words, None)
        elif word in ("-h", "--help", "--version"):
            break
        elif word not in ("--json", "--create", "--read-only", "--verbose") and not word.startswith("--library="):
            return build_parser()
    return build_parser(is_whole=False)


def _with_minus_words(arguments: Sequence[str]) -> list[str]:
    """Keeps -word as part of a query: argparse takes an argument with a blank for no option.

    Words of one or two letters stay options, so that a wrong one such as -n is refused.
    """
    place = next((number for number, text in enumerate(arguments) if text in _QUERIES), len(arguments))
    return [f" {text}" if number > place and _MINUS_WORD.match(text) else text for number, text in enumerate(arguments)]


class _Version(argparse.Action):
    """Looks up version, build and packs on demand; argparse's own action needs them at each start of the window."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *given: object) -> None:
        from engine.base.build_record import build
        from engine.base.installation import version
        from engine.models.pack import installed_packs, read_info

        print(f"earshot {version()}")
        print(f"build {build().id or 'none recorded'}")
        for folder in installed_packs(None):
            info = read_info(folder)
            print(f"pack {info.name} {info.pack_id[:12]}")
        parser.exit()


def _make_streams_safe() -> None:
    """Escapes characters that the terminal's encoding lacks instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _explain(err: EngineError) -> None:
    say(f"earshot: {err}")
    say(f"  {err.advice}")


if __name__ == "__main__":
    sys.exit(main())
