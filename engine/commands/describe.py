"""`earshot describe`: what files say of themselves, shown, or changed without loss."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import AudioError, QueryError
from engine.shell.options import library_folder
from engine.shell.reports import complain, status, tell
from engine.shell.show import json_line, printable, say

if TYPE_CHECKING:
    from engine.metadata.edit import Edit
    from engine.types import FilePath

DESCRIPTION = """\
Show what sound files say of themselves or, with --set, --keywords or --ucs, write it into them. What was not named
stays as it is, to the byte, and so does the sound; `earshot undo` gives the files back as they were. Fields: title,
description, keywords, ucs, artist, library, comment, scene, take, tape, originator. An empty text takes a field out."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its options."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="sound files")
    parser.add_argument(
        "--set",
        dest="texts",
        action="append",
        default=[],
        metavar="FIELD=TEXT",
        help="write a text into a field; may be given several times",
    )
    parser.add_argument("--keywords", metavar="WORDS", help="write keywords, with commas between them")
    parser.add_argument("--ucs", metavar="CATID", help="write a UCS category, such as DOORWood")
    parser.add_argument("--dry-run", action="store_true", help="say what would change, and change nothing")
    parser.add_argument("--keep-time", action="store_true", help="give the files their former time of change again")


def run(options: argparse.Namespace) -> int:
    """Shows or writes; 3 when some files could not be, 1 when none could."""
    from engine.metadata.describe import describe
    from engine.metadata.recover import recover
    from engine.metadata.replace import Options
    from engine.metadata.upkeep import Upkeep
    from engine.types import FilePath

    paths = [FilePath.of(path) for path in options.files]
    edit = _edit(options)
    if not edit.values:
        return _show(paths, options)
    if options.dry_run:
        return _preview(paths, edit, options)
    library = library_folder(options)
    recover(library)
    with Upkeep(library) as upkeep:
        report = describe(
            library, [(path, edit) for path in paths], follower=upkeep, options=Options(keep_time=options.keep_time)
        )
    return tell(report, options, "written")


def _edit(options: argparse.Namespace) -> Edit:
    """The edit that the options ask for.

    Raises:
        QueryError: no such field, or a text that cannot be written.
    """
    from engine.metadata.edit import Edit, Field

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
    from engine.metadata.facts import read_facts

    failed = 0
    for path in paths:
        try:
            facts = read_facts(path)
        except AudioError as err:
            failed += 1
            complain(path, str(err), err.advice, options)
            continue
        if options.json:
            listed = [[fact.group.value, fact.name, fact.value] for fact in facts.listed]
            json_line({"path": path.text, "uri": path.uri, "facts": listed})
            continue
        print(printable(path.text))
        for fact in facts.listed:
            print(f"  {fact.group.value:12s} {printable(fact.name):24s} {printable(fact.value)}")
    return status(failed, len(paths))


def _preview(paths: list[FilePath], edit: Edit, options: argparse.Namespace) -> int:
    from engine.audio.metadata import read_metadata
    from engine.metadata.edit import differences

    failed = 0
    for path in paths:
        try:
            found = differences(read_metadata(path), edit)
        except AudioError as err:
            failed += 1
            complain(path, str(err), err.advice, options)
            continue
        for one in found:
            if options.json:
                json_line({"path": path.text, "field": one.field.value, "old": one.old, "new": one.new})
            else:
                print(f"{printable(path.text)}: {one.field.value}: {printable(one.old)!r} -> {printable(one.new)!r}")
    say("nothing was written")
    return status(failed, len(paths))
