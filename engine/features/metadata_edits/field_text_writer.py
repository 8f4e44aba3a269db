"""Writes texts of other features, such as transcripts, into one field of many files, or says what would change."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.audio.field_text import FieldTextOptions, FieldTextResult, placed_text
from engine.audio.fields import value_of
from engine.audio.metadata import read_metadata
from engine.base.cancellation import Cancel, StopRequested
from engine.base.errors import AudioError, QueryError, WriteRefused
from engine.base.io_timeout import asked
from engine.base.types import FilePath
from engine.features.metadata_edits.catalogue_follower import CatalogueFollower
from engine.features.metadata_edits.edit import Edit
from engine.features.metadata_edits.envelope_writer import WriteOptions, refuse_unwritable
from engine.features.metadata_edits.recovery import recover
from engine.features.metadata_edits.sessions import describe
from engine.store.library_identity import refuse_missing


def write_field_texts(
    library: Path, texts: Iterable[tuple[FilePath, str]], options: FieldTextOptions, cancel: Cancel
) -> list[FieldTextResult]:
    """Writes texts as one session of the journal; a `WritesFieldTexts`."""
    if options.is_dry:
        return [result for result, _ in _planned(texts, options, cancel)]
    refuse_missing(library)
    recover(library)
    results: list[FieldTextResult] = []
    begun = 0

    def changes() -> Iterator[tuple[FilePath, Edit]]:
        nonlocal begun
        for result, edit in _planned(texts, options, cancel):
            if edit is not None:
                begun = len(results)
            results.append(result)
            if edit is not None:
                yield result.path, edit

    with CatalogueFollower(library) as upkeep:
        report = describe(
            library, changes(), follower=upkeep, options=WriteOptions(keep_time=options.keeps_time), cancel=cancel
        )
    if report.is_cancelled:  # the file that was next is as it was
        del results[begun:]
    failed = {failure.path: failure.error for failure in report.failures}
    return [FieldTextResult(one.path, error=failed[one.path]) if one.path in failed else one for one in results]


def _planned(
    texts: Iterable[tuple[FilePath, str]], options: FieldTextOptions, cancel: Cancel
) -> Iterator[tuple[FieldTextResult, Edit | None]]:
    """Yields what becomes of each file, by its metadata now, and the edit that does it; None if nothing changes."""
    for path, text in texts:
        if cancel():
            return
        try:
            yield _plan(path, text, options, cancel)
        except StopRequested:
            return
        except (AudioError, WriteRefused, QueryError) as err:
            yield FieldTextResult(path, error=err), None


def _plan(path: FilePath, text: str, options: FieldTextOptions, cancel: Cancel) -> tuple[FieldTextResult, Edit | None]:
    old = value_of(asked(read_metadata, path, cancel), options.field)
    placed = placed_text(old, text, options.placement, options.most)
    edit = Edit.of({options.field: placed.text})
    new = edit.values[options.field]
    result = FieldTextResult(path, old, new, placed.left_out, placed.is_kept)
    if old == new or placed.is_kept:
        return result, None
    asked(lambda there: refuse_unwritable(there, edit), path, cancel)
    return result, edit
