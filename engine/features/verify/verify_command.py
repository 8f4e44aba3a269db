"""`earshot verify`: checks the parts of a library against each other and the files; 1 if something remains to do."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from engine.cli.shell import DONE, WORLDS_FAULT
from engine.cli.shell.options import add_patience, library_folder, patience_of
from engine.cli.shell.output import json_line, printable, say

if TYPE_CHECKING:
    from engine.base.findings import Finding

DESCRIPTION = """\
Check the whole library: every row of the catalogue, the index of words, vectors, indexes, words.db, units.db, sizes and
times of the files, and the newest backup. Everything is read. Nothing is changed without --repair, which makes a backup
first."""
_FAULTS = {
    "unreadable": "cannot be read",
    "pages": "{count} inconsistent places",
    "indexes": "{count} entries of SQL indexes do not agree with their tables",
    "other values": "{count} rows differ from what was written",
    "out of step": "{count} entries are out of date",
    "damaged blocks": "{count} blocks are damaged or missing",
    "not heard": "{count} sounds have no vectors",
    "strangers": "{count} sounds in it do not belong to the library",
    "missing": "{count} files are missing: see `earshot missing`",
    "silent": "{count} files were not checked: their drives do not answer",
    "changed": "{count} files have changed since they were read: `earshot index` reads them again",
}
"""By `engine.base.findings.Fault`."""
_MENDS = {
    "restore": "Restore a backup: `earshot restore` shows what would be lost.",
    "rebuild": "Can be rebuilt from intact data.",
    "from backup": "Can be taken from a backup, or read again from the files.",
    "read again": "Can be read again from the files by the next indexing. Tags are kept.",
    "put back": "It can be restored from a backup. Without one a new file is begun. The damaged file is kept.",
    "drop": "This is a cache. It can be deleted and is rebuilt when needed.",
}
"""What can be done, by `engine.base.findings.Repair`."""
_MENDED = {
    "rebuild": "rebuilt",
    "from backup": "restored from a backup, or ready to be read again: run `earshot index`",
    "read again": "ready to be read again: run `earshot index`",
    "put back": "restored from the newest backup that has it, or begun anew; the damaged file is kept as NAME.damaged",
    "drop": "deleted; it is rebuilt when needed",
}
"""What was done."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its options."""
    parser.add_argument("--repair", action="store_true", help="repair what can be repaired, after making a backup")
    parser.add_argument("--mend", dest="repair", action="store_true", help=argparse.SUPPRESS)  # its former name
    add_patience(parser)


def run(options: argparse.Namespace) -> int:
    """Verifies, and repairs with --repair."""
    from engine.base.findings import Repair
    from engine.features.verify.verify import mend, verify

    folder = library_folder(options)
    is_well, can_be_mended = True, False
    for finding in (mend if options.repair else verify)(folder, patience=patience_of(options)):
        is_well = is_well and finding.is_well
        can_be_mended = can_be_mended or (not finding.is_well and finding.mend is not Repair.RESTORE)
        if options.json:
            json_line(_record(finding))
        else:
            _show(finding)
    if can_be_mended and not options.repair:
        say("`earshot verify --repair` repairs what it can, after making a backup.")
    return DONE if is_well else WORLDS_FAULT


def _show(finding: Finding) -> None:
    from engine.base.findings import Repair

    if finding.fault is None:
        print(f"ok    {finding.part}: {finding.count} checked")
        return
    status = "note" if finding.mend is Repair.NOTHING else "mend" if finding.is_mended else "fail"
    print(f"{status:4s}  {finding.part}: {_FAULTS[finding.fault].format(count=finding.count)}")
    for where in finding.where:
        print(f"        {printable(where)}")
    if finding.accepted:
        print(f"      {finding.accepted} could not be restored and were kept: check whether they are right.")
    if finding.is_mended:
        print(f"      {_MENDED[finding.mend]}")
    elif finding.mend is not Repair.NOTHING:
        print(f"      {_MENDS[finding.mend]}")


def _record(finding: Finding) -> dict[str, object]:
    return {
        "part": finding.part,
        "fault": None if finding.fault is None else finding.fault.value,
        "count": finding.count,
        "where": list(finding.where),
        "mend": finding.mend.value,
        "mended": finding.is_mended,
        "accepted": finding.accepted,
        "well": finding.is_well,
    }
