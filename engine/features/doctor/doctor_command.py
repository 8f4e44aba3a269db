"""`earshot doctor`: prints the checks of engine.features.doctor.doctor; 1 if something needs repair."""

import argparse

from engine.cli.shell import DONE, WORLDS_FAULT
from engine.cli.shell.options import library_folder
from engine.cli.shell.output import json_line, printable

DESCRIPTION = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Has no options of its own."""


def run(options: argparse.Namespace) -> int:
    """Examines this installation and the library."""
    from engine.features.doctor.doctor import examine

    is_well = True
    for check in examine(library_folder(options)):
        is_well = is_well and check.status != "fail"
        if options.json:
            json_line({"check": check.name, "status": check.status, "detail": check.detail, "advice": check.advice})
            continue
        print(f"{check.status:4s}  {check.name}: {printable(check.detail)}")
        if check.advice and check.status != "ok":
            print(f"      {check.advice}")
    return DONE if is_well else WORLDS_FAULT
