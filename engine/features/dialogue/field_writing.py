"""Transcripts as texts of files: `earshot dialogue write`, which shows every difference before it writes."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from engine.audio.field_text import FieldTextOptions, TextPlacement
from engine.audio.fields import CustomField, Field, field_named
from engine.base.errors import DialogueError
from engine.base.feature import parts
from engine.base.messages import told
from engine.cli.shell import DONE, SOME_SKIPPED, WORLDS_FAULT
from engine.cli.shell.options import library_folder
from engine.cli.shell.output import counted, json_line, printable, say
from engine.features.dialogue.export import field_text
from engine.features.dialogue.messages import DialogueAdvice, DialogueFault

if TYPE_CHECKING:
    from engine.audio.field_text import FieldTextResult, WritesFieldTexts
    from engine.audio.fields import AnyField
    from engine.base.types import FilePath

FIELDS = (Field.DESCRIPTION, Field.COMMENT)
"""Fields of files in which a transcript can stand; besides them those of the user's own."""


def write(options: argparse.Namespace) -> int:
    """Shows or writes the transcripts of a query's sounds; 3 if some files cannot be written, 1 if none can."""
    from engine.cli.shell.jobs import cancelled_by_signals
    from engine.ingest.control import Control

    how = FieldTextOptions(
        _field(options.field),
        TextPlacement(options.placement),
        options.most,
        is_dry=not options.apply,
        keeps_time=options.keep_time,
    )
    writer: WritesFieldTexts | None = next(parts(lambda feature: feature.field_text_writer), None)
    if writer is None:
        raise DialogueError(DialogueFault.NO_METADATA_EDITS, advice=DialogueAdvice.EXPORT_INSTEAD)
    folder = library_folder(options)
    texts, silent = _texts(options)
    control = Control()
    with cancelled_by_signals(control):
        results = writer(folder, texts, how, lambda: control.is_cancelled)
    for result in results:
        _show(result, how.field, options)
    changed = sum(one.old != one.new for one in results)
    failed = sum(one.error is not None for one in results)
    kept = sum(one.is_kept for one in results)
    same = len(results) - changed - failed - kept
    _sum_up(changed, same, kept, failed, silent, is_dry=how.is_dry)
    if not failed:
        return DONE
    return WORLDS_FAULT if failed == len(results) else SOME_SKIPPED


def _field(name: str) -> AnyField:
    field = field_named(name)
    if field not in FIELDS and not isinstance(field, CustomField):
        names = ", ".join((*FIELDS, "user.NAME"))
        raise DialogueError(told(DialogueFault.NO_TRANSCRIPT_FIELD, name), advice=names)
    return field


def _texts(options: argparse.Namespace) -> tuple[list[tuple[FilePath, str]], int]:
    """The files of a query with what is said in them, and how many say nothing."""
    from engine.features.dialogue.query_transcripts import query_transcripts

    said = [(path, field_text(transcript)) for path, transcript in query_transcripts(options)]
    texts = [(path, text) for path, text in said if text]
    return texts, len(said) - len(texts)


def _show(result: FieldTextResult, field: AnyField, options: argparse.Namespace) -> None:
    path = result.path.text
    if result.error is not None:
        if options.json:
            json_line({"path": path, "error": str(result.error), "advice": result.error.advice})
        say(f"{printable(str(result.error))}\n  {result.error.advice}")
    elif options.json:
        texts = {"old": result.old, "new": result.new}
        json_line({"path": path, "field": field.value, **texts, "left_out": result.left_out, "kept": result.is_kept})
    elif result.is_kept:
        print(f"{printable(path)}: {field.value}: stays {printable(result.old)!r}")
    elif result.old != result.new:
        print(f"{printable(path)}: {field.value}: {printable(result.old)!r} -> {printable(result.new)!r}")
    if result.left_out:
        say(f"  {counted(result.left_out, 'letter', 'letters')} of the transcript left out: --most N takes more")


def _sum_up(changed: int, same: int, kept: int, failed: int, silent: int, *, is_dry: bool) -> None:
    files = counted(changed, "file", "files")
    end = f"{files} would change; --apply writes" if is_dry else f"{files} written; `earshot undo` restores them"
    say(end if changed else "nothing was written")
    for number, what in (
        (same, "have this text already"),
        (kept, "have another text: --placement append or replace"),
        (failed, "cannot be written"),
    ):
        if number:
            say(f"{counted(number, 'file', 'files')}: {what}")
    if silent:
        say(f"{counted(silent, 'sound', 'sounds')} without words or without a transcript")
