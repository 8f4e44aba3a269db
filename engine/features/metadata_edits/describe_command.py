"""`earshot describe`: shows the metadata of files, or changes it without loss."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.errors import AudioError, QueryError
from engine.cli.shell.options import add_patience, library_folder, use_patience
from engine.cli.shell.output import json_line, printable, say
from engine.features.metadata_edits.reports import complain, status, tell

if TYPE_CHECKING:
    from engine.audio.fields import AnyField
    from engine.base.types import FilePath
    from engine.features.metadata_edits.batch_rules import BatchRule
    from engine.features.metadata_edits.edit import Edit

DESCRIPTION = """\
Show the metadata of sound files or, with --set, --keywords or --ucs, change it. Fields that you do not name stay as
they are, to the byte, and so does the audio; `earshot undo` restores the files. Fields: title,
description, keywords, ucs, artist, library, comment, scene, take, tape, originator, timecode, tracks, and fields of
your own, such as user.Show. An empty text removes the field.

One rule for many files: --fill, --append, --prepend, --replace, --case, --from-name, --table. Texts of the first three
may hold {name}, {folder}, {number}, {number:3} and fields, such as {scene}; a pattern of names has fields, and {} for
what is passed over: --from-name "{scene}_{take}_{}". --dry-run shows what would become of each file."""


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
    rules = parser.add_mutually_exclusive_group()
    rules.add_argument("--fill", metavar="FIELD=TEXT", help="write a text with tokens into a field")
    rules.add_argument("--append", metavar="FIELD=TEXT", help="add a text at the end of a field")
    rules.add_argument("--prepend", metavar="FIELD=TEXT", help="add a text at the start of a field")
    rules.add_argument("--replace", nargs=3, metavar=("FIELD", "OLD", "NEW"), help="replace part of a field")
    rules.add_argument(
        "--case", metavar="FIELD=CASE", help="change the case of a field: title, sentence, lower or upper"
    )
    rules.add_argument("--from-name", metavar="PATTERN", help="fill fields from file names")
    rules.add_argument("--table", type=Path, metavar="FILE", help="fill fields from a table (CSV) that names the files")
    parser.add_argument("--match-case", action="store_true", help="with --replace: match upper and lower case")
    parser.add_argument("--first", type=int, default=1, metavar="N", help="the first {number} (default: %(default)s)")
    parser.add_argument("--keywords", metavar="WORDS", help="write keywords, with commas between them")
    parser.add_argument("--ucs", metavar="CATID", help="write a UCS category, such as DOORWood")
    parser.add_argument("--dry-run", action="store_true", help="show what would change, and change nothing")
    parser.add_argument("--keep-time", action="store_true", help="keep the files' modification times")
    add_patience(parser)


def run(options: argparse.Namespace) -> int:
    """Shows or writes; 3 if some files failed, 1 if all did."""
    from engine.base.types import FilePath
    from engine.features.metadata_edits.catalogue_follower import CatalogueFollower
    from engine.features.metadata_edits.envelope_writer import WriteOptions
    from engine.features.metadata_edits.recovery import recover
    from engine.features.metadata_edits.sessions import describe
    from engine.store.library_identity import refuse_missing

    use_patience(options)
    paths = [FilePath.of(path) for path in options.files]
    edit, rule = _edit(options), _rule(options)
    if not edit.values and rule is None:
        return _show(paths, options)
    changes = [(path, _by_rule(path, rule, place, edit)) for place, path in enumerate(paths)]
    if options.dry_run:
        return _preview(changes, options)
    library = library_folder(options)
    refuse_missing(library)
    recover(library)
    with CatalogueFollower(library) as upkeep:
        report = describe(library, changes, follower=upkeep, options=WriteOptions(keep_time=options.keep_time))
    return tell(report, options, "written")


def _edit(options: argparse.Namespace) -> Edit:
    """The edit that the options request.

    Raises:
        QueryError: no such field, or a text that cannot be written.
    """
    from engine.audio.fields import Field
    from engine.features.metadata_edits.edit import Edit

    values = dict(_of_field("--set", text) for text in options.texts)
    if options.keywords is not None:
        values[Field.KEYWORDS] = options.keywords
    if options.ucs is not None:
        values[Field.UCS_ID] = options.ucs
    return Edit.of(values)


def _of_field(option: str, text: str) -> tuple[AnyField, str]:
    """Parses FIELD=TEXT.

    Raises:
        QueryError: no such field.
    """
    from engine.audio.fields import Field, field_named

    names = [*(field.value for field in Field), "user.NAME"]
    name, sign, value = text.partition("=")
    field = field_named(name) if sign else None
    if field is None:
        raise QueryError(
            f"{option} {text!r} names a field that does not exist",
            advice=f"Write FIELD=TEXT; fields: {', '.join(names)}.",
        )
    return field, value


def _rule(options: argparse.Namespace) -> BatchRule | None:
    """The rule that the options make, or None.

    Raises:
        QueryError: no such field or case, or an unreadable table.
    """
    from engine.features.metadata_edits.batch_rules import BatchKind, BatchRule, LetterCase
    from engine.features.metadata_edits.batch_table import read_batch_table

    for kind, text in (
        (BatchKind.FILL, options.fill),
        (BatchKind.APPEND, options.append),
        (BatchKind.PREPEND, options.prepend),
    ):
        if text is not None:
            return BatchRule(kind, *_of_field(f"--{kind}", text), first=options.first)
    if options.replace is not None:
        name, old, new = options.replace
        field, _ = _of_field("--replace", f"{name}=")
        return BatchRule(BatchKind.REPLACE, field, old, new, options.match_case)
    if options.case is not None:
        field, case = _of_field("--case", options.case)
        if case not in list(LetterCase):
            raise QueryError(f"--case {case!r} is no case", advice=f"Use one of these: {', '.join(LetterCase)}.")
        return BatchRule(BatchKind.CASE, field, case=LetterCase(case))
    if options.from_name is not None:
        return BatchRule(BatchKind.FROM_NAME, text=options.from_name)
    return None if options.table is None else BatchRule(BatchKind.FROM_TABLE, table=read_batch_table(options.table))


def _by_rule(path: FilePath, rule: BatchRule | None, place: int, edit: Edit) -> Edit:
    """The edit of one file: the rule's, overridden by what applies to all files."""
    from engine.audio.metadata import read_metadata
    from engine.base.io_timeout import asked

    if rule is None:
        return edit
    try:
        return edit.over(rule.edit(path, asked(read_metadata, path), place))
    except AudioError:  # writing or previewing hits it again, and names the file
        return edit


def _show(paths: list[FilePath], options: argparse.Namespace) -> int:
    from engine.base.io_timeout import asked
    from engine.features.metadata_edits.file_facts import read_facts

    failed = 0
    for path in paths:
        try:
            facts = asked(read_facts, path)
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


def _preview(changes: list[tuple[FilePath, Edit]], options: argparse.Namespace) -> int:
    from engine.audio.metadata import read_metadata
    from engine.base.io_timeout import asked
    from engine.features.metadata_edits.edit import differences

    failed = 0
    for path, edit in changes:
        try:
            found = differences(asked(read_metadata, path), edit)
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
    return status(failed, len(changes))
