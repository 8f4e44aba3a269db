"""`earshot verify`: holds the parts of a library against each other and the files; 1 when something is left to do."""

import argparse

from engine.commands import DONE, WORLDS_FAULT
from engine.commands.show import json_line, printable, say
from engine.library import default_folder
from engine.verifying.findings import Fault, Finding, Mend
from engine.verifying.verify import mend, verify

_FAULTS = {
    Fault.UNREADABLE: "cannot be read",
    Fault.PAGES: "{count} places do not hang together",
    Fault.INDEXES: "{count} entries of SQL indexes do not agree with their tables",
    Fault.OTHER_VALUES: "{count} rows are not what was written",
    Fault.OUT_OF_STEP: "{count} entries are not what they were made from",
    Fault.DAMAGED_BLOCKS: "{count} blocks are damaged or missing",
    Fault.NOT_HEARD: "{count} sounds have no vectors",
    Fault.STRANGERS: "{count} sounds in it are not in the library",
    Fault.MISSING: "{count} files are not where they were: see `earshot missing`",
    Fault.CHANGED: "{count} files have changed since they were read: `earshot index` takes that in",
}
_MENDS = {
    Mend.RESTORE: "Go back to a backup: `earshot restore` shows what that would cost.",
    Mend.REBUILD: "Can be made anew from what is whole.",
    Mend.FROM_BACKUP: "Can be taken from a backup, or read again from the files.",
    Mend.READ_AGAIN: "Can be read again from the files by the next indexing. Tags are kept.",
    Mend.DROP: "It is a cache: it can go, and is made anew when it is needed.",
}
_MENDED = {
    Mend.REBUILD: "made anew",
    Mend.FROM_BACKUP: "taken from a backup, or to be read again: run `earshot index`",
    Mend.READ_AGAIN: "to be read again: run `earshot index`",
    Mend.DROP: "dropped; it is made anew when it is needed",
}


def run(options: argparse.Namespace) -> int:
    """Verifies, and with --mend mends."""
    folder = options.library or default_folder()
    is_well, can_be_mended = True, False
    for finding in (mend if options.mend else verify)(folder):
        is_well = is_well and finding.is_well
        can_be_mended = can_be_mended or (not finding.is_well and finding.mend is not Mend.RESTORE)
        if options.json:
            json_line(_record(finding))
        else:
            _show(finding)
    if can_be_mended and not options.mend:
        say("`earshot verify --mend` mends what can be mended; a backup is made first.")
    return DONE if is_well else WORLDS_FAULT


def _show(finding: Finding) -> None:
    if finding.fault is None:
        print(f"ok    {finding.part}: {finding.count} looked at")
        return
    status = "note" if finding.mend is Mend.NOTHING else "mend" if finding.is_mended else "fail"
    print(f"{status:4s}  {finding.part}: {_FAULTS[finding.fault].format(count=finding.count)}")
    for where in finding.where:
        print(f"        {printable(where)}")
    if finding.accepted:
        print(f"      {finding.accepted} had to be taken as they are: look whether they are right.")
    if finding.is_mended:
        print(f"      {_MENDED[finding.mend]}")
    elif finding.mend is not Mend.NOTHING:
        print(f"      {_MENDS[finding.mend]}")


def _record(finding: Finding) -> dict[str, object]:
    return {
        "part": finding.part.value,
        "fault": None if finding.fault is None else finding.fault.value,
        "count": finding.count,
        "where": list(finding.where),
        "mend": finding.mend.value,
        "mended": finding.is_mended,
        "accepted": finding.accepted,
        "well": finding.is_well,
    }
