"""`earshot ask`: asks a running `earshot serve` one question, for scripts without sockets such as those of a DAW."""

import argparse
import json
import sys

from engine.base.errors import QueryError
from engine.cli.shell import DONE
from engine.cli.shell.options import library_folder
from engine.cli.shell.output import json_line
from engine.features.door.messages import DoorAdvice, DoorFault

DESCRIPTION = """\
Ask a running `earshot serve` of the same library one question, and print its answer as a line of JSON: an object with
"result" or "error". The tool "tools" lists what there is."""
_FAILED = 1
_MOST_LETTERS = 1 << 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its arguments."""
    parser.add_argument("tool", help="name of the tool, such as search")
    about = 'its arguments as a JSON object, such as {"query": "rain"}; - reads them from standard input'
    parser.add_argument("arguments", nargs="?", default="{}", help=about)


def run(options: argparse.Namespace) -> int:
    """Asks; 1 if the answer is an error."""
    from engine.features.door.door_address import ask

    text = sys.stdin.read(_MOST_LETTERS) if options.arguments == "-" else options.arguments
    try:
        arguments = json.loads(text)
    except (ValueError, RecursionError):
        arguments = None
    if not isinstance(arguments, dict):
        raise QueryError(DoorFault.ARGUMENTS_UNREAD, advice=DoorAdvice.WRITE_ARGUMENTS)
    answer = ask(library_folder(options), options.tool, arguments)
    json_line(answer)
    return DONE if "result" in answer else _FAILED
