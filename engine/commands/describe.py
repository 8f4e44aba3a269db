"""`earshot describe` and `earshot undo`: what files say of themselves, changed without loss and taken back."""

import argparse
import time
from pathlib import Path

from engine.audio.metadata import read_metadata
from engine.commands import DONE, SOME_SKIPPED, WORLDS_FAULT
from engine.commands.show import json_line, printable, say
from engine.errors import AudioError, QueryError
from engine.library import default_folder
from engine.metadata import journal
from engine.metadata.describe import describe, undo
from engine.metadata.edit import Edit, Field, differences
from engine.metadata.facts import read_facts
from engine.metadata.recover import recover
from engine.metadata.replace import Options
from engine.metadata.report import Report
from engine.metadata.upkeep import Upkeep
from engine.types import FilePath


def run(options: argparse.Namespace) -> int:
    """Shows or writes; 3 when some files could not be, 1 when none could."""
    paths = [FilePath.of(path) for path in options.files]
    edit = _edit(options)
    if not edit.values:
        return _show(paths, options)
    if options.dry_run:
        return _preview(paths, edit, options)
    library = _folder(options)
    recover(library)
    with Upkeep(library) as upkeep:
        report = describe(
            library, [(path, edit) for path in paths], follower=upkeep, options=Options(keep_time=options.keep_time)
        )
    return _tell(report, options, "written")


def run_undo(options: argparse.Namespace) -> int:
    """Takes the newest session back, or lists them."""
    library = _folder(options)
    recover(library)
    if options.list:
        for session in journal.sessions(library):
            record = {
                "session": session.id,
                "kind": session.kind,
                "started": time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(session.started_s)),
                "files": session.done,
                "undone": session.is_undone,
            }
            if options.json:
                json_line(record)
            else:
                state = "  (taken back)" if session.is_undone else ""
                print(f"{session.id:6d}  {record['started']}  {session.kind:9s} {session.done} files{state}")
        return DONE
    with Upkeep(library) as upkeep:
        return _tell(undo(library, follower=upkeep), options, "taken back")


def _edit(options: argparse.Namespace) -> Edit:
    """The edit that the options ask for.

    Raises:
        QueryError: no such field, or a text that cannot be written.
    """
    values: dict[Field, str] = {}
    names = [field.value for field in Field]
    for text in options.texts:
        name, sign, value = text.partition("=")
        if not sign or name.strip().lower() not in names:
            raise QueryError(
                f"--set {text!r} names a field that does not exist",
                advice=f"Write FIELD=TEXT; fields: {', '.join(names)}.",
            )
        values[Field(name.strip().lower())] = value
    if options.keywords is not None:
        values[Field.KEYWORDS] = options.keywords
    if options.ucs is not None:
        values[Field.UCS_ID] = options.ucs
    return Edit.of(values)


def _show(paths: list[FilePath], options: argparse.Namespace) -> int:
    failed = 0
    for path in paths:
        try:
            facts = read_facts(path)
        except AudioError as err:
            failed += 1
            _complain(path, str(err), err.advice, options)
            continue
        if options.json:
            listed = [[fact.group.value, fact.name, fact.value] for fact in facts.listed]
            json_line({"path": path.text, "uri": path.uri, "facts": listed})
            continue
        print(printable(path.text))
        for fact in facts.listed:
            print(f"  {fact.group.value:12s} {printable(fact.name):24s} {printable(fact.value)}")
    return _status(failed, len(paths))


def _preview(paths: list[FilePath], edit: Edit, options: argparse.Namespace) -> int:
    failed = 0
    for path in paths:
        try:
            found = differences(read_metadata(path), edit)
        except AudioError as err:
            failed += 1
            _complain(path, str(err), err.advice, options)
            continue
        for one in found:
            if options.json:
                json_line({"path": path.text, "field": one.field.value, "old": one.old, "new": one.new})
            else:
                print(f"{printable(path.text)}: {one.field.value}: {printable(one.old)!r} -> {printable(one.new)!r}")
    say("nothing was written")
    return _status(failed, len(paths))


def _tell(report: Report, options: argparse.Namespace, done: str) -> int:
    for failure in report.failures:
        _complain(failure.path, failure.reason, failure.advice, options)
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
    return _status(len(report.failures), report.changed + report.unchanged + len(report.failures))


def _complain(path: FilePath, reason: str, advice: str, options: argparse.Namespace) -> None:
    if options.json:
        json_line({"path": path.text, "error": reason, "advice": advice})
    say(f"{printable(reason)}\n  {advice}")


def _status(failed: int, of: int) -> int:
    if failed == 0:
        return DONE
    return WORLDS_FAULT if failed == of else SOME_SKIPPED


def _folder(options: argparse.Namespace) -> Path:
    folder: Path | None = options.library
    return folder or default_folder()
