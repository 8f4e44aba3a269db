"""Reports a change of metadata in words, as JSON lines, and as an exit status."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from engine.cli.shell import DONE, SOME_SKIPPED, WORLDS_FAULT
from engine.cli.shell.output import json_line, printable, say

if TYPE_CHECKING:
    from engine.base.types import FilePath
    from engine.features.metadata_edits.report import Report


def tell(report: Report, options: argparse.Namespace, done: str) -> int:
    """Reports what was `done` to how many files; returns the exit status."""
    for failure in report.failures:
        complain(failure.path, failure.reason, failure.advice, options)
    if options.json:
        json_line(
            {
                "session": report.session,
                "changed": report.changed,
                "unchanged": report.unchanged,
                "failed": len(report.failures),
            }
        )
    say(f"{report.changed} files {done}, {report.unchanged} were so already, {len(report.failures)} failed")
    return status(len(report.failures), report.changed + report.unchanged + len(report.failures))


def complain(path: FilePath, reason: str, advice: str, options: argparse.Namespace) -> None:
    """Reports why a file could not be read or written."""
    if options.json:
        json_line({"path": path.text, "error": reason, "advice": advice})
    say(f"{printable(reason)}\n  {advice}")


def status(failed: int, of: int) -> int:
    """Returns the exit status after `failed` of the files failed."""
    if failed == 0:
        return DONE
    return WORLDS_FAULT if failed == of else SOME_SKIPPED
