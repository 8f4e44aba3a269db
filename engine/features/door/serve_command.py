"""`earshot serve`: serves the library to scripts of this machine, as JSON lines on a local socket."""

import argparse
import signal
from pathlib import Path
from types import FrameType

from engine.cli.shell import DONE
from engine.cli.shell.options import library_folder
from engine.cli.shell.output import json_line, printable, say
from engine.features.door.permission import add_permission, permission

DESCRIPTION = """\
Answer scripts of this machine, such as those of a DAW, with a JSON object a line: on a Unix domain socket that only you
may open, or with --port on a port that only this machine reaches, with a token. One line asks, one line answers; the
tool “tools” lists what there is. The place is printed first; Ctrl+C ends it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its options."""
    place = parser.add_mutually_exclusive_group()
    where = "path of the socket (default: one for each library in your runtime folder)"
    place.add_argument("--socket", type=Path, metavar="PATH", help=where)
    port = "listen at this port of 127.0.0.1 instead, 0 for a free one; what Windows does by default"
    place.add_argument("--port", type=_port, metavar="N", help=port)
    add_permission(parser)


def run(options: argparse.Namespace) -> int:
    """Answers until it is interrupted."""
    from engine.features.door.door_address import forget_address, note_address, usual_socket
    from engine.features.door.doorkeeper import Doorkeeper
    from engine.features.door.line_server import HAS_SOCKETS, LineServer

    folder = library_folder(options)
    port = 0 if options.port is None and options.socket is None and not HAS_SOCKETS else options.port
    place = None if port is not None else options.socket or usual_socket(folder)
    signal.signal(signal.SIGTERM, _end)
    with Doorkeeper(folder, permission(options)) as keeper:
        server = LineServer(keeper, place=place, port=port)
        try:
            if place != usual_socket(folder):
                note_address(folder, server.address)
            if options.json:
                json_line(server.address)
            else:
                for name, value in server.address.items():
                    print(f"{name}: {printable(str(value))}", flush=True)
            server.serve()
        except KeyboardInterrupt:
            say("ended")
        finally:
            server.close()
            if place != usual_socket(folder):
                forget_address(folder)
    return DONE


def _end(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65_535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port from 0 to 65535")
    return int(text)
