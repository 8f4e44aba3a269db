"""`earshot mcp`: serves the library to assistants by the Model Context Protocol on standard input and output."""

import argparse

from engine.cli.shell import DONE
from engine.cli.shell.options import library_folder
from engine.features.door.permission import add_permission, permission

DESCRIPTION = """\
Let an assistant search the library: a server of the Model Context Protocol on standard input and output, which the
assistant starts by itself once this command is in its settings. It reads only, unless it is told otherwise. What is
asked and answered goes to that assistant alone; Earshot itself speaks to nobody."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its options."""
    add_permission(parser)


def run(options: argparse.Namespace) -> int:
    """Answers until the assistant closes standard input."""
    from engine.features.door.protocol import check_sdk, speak

    check_sdk()
    from engine.features.door.doorkeeper import Doorkeeper

    with Doorkeeper(library_folder(options), permission(options)) as keeper:
        speak(keeper)
    return DONE
