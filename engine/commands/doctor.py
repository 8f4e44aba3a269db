"""`earshot doctor`: prints what engine.doctor found; 1 when something must be mended."""

import argparse

from engine.commands import DONE, WORLDS_FAULT
from engine.commands.show import json_line, printable
from engine.doctor import examine
from engine.library import default_folder


def run(options: argparse.Namespace) -> int:
    """Examines this installation and the library."""
    is_well = True
    for check in examine(options.library or default_folder()):
        is_well = is_well and check.status != "fail"
        if options.json:
            json_line({"check": check.name, "status": check.status, "detail": check.detail, "advice": check.advice})
            continue
        print(f"{check.status:4s}  {check.name}: {printable(check.detail)}")
        if check.advice and check.status != "ok":
            print(f"      {check.advice}")
    return DONE if is_well else WORLDS_FAULT
