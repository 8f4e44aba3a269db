"""Jobs on metadata: read fields and differences, write, undo, rename. No widgets."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.features.metadata_edits.differences import PlannedChange
from engine.audio.field_text import TextPlacement, placed_text
from engine.audio.fields import AnyField, CustomField, Field, value_of
from engine.audio.metadata import read_metadata
from engine.base.cancellation import StopRequested
from engine.base.errors import AudioError, EngineError, QueryError, SoundGone
from engine.base.io_timeout import asked
from engine.base.types import FilePath, Sound, SoundId, SoundMetadata
from engine.features.metadata_edits.batch_rules import BatchRule
from engine.features.metadata_edits.catalogue_follower import CatalogueFollower
from engine.features.metadata_edits.edit import Edit, differences
from engine.features.metadata_edits.envelope_writer import WriteOptions, refuse_unwritable
from engine.features.metadata_edits.recovery import recover
from engine.features.metadata_edits.report import Report
from engine.features.metadata_edits.sessions import describe, rename, undo
from engine.features.metadata_edits.ucs_names import Proposal, UcsParts, propose
from engine.library.library import LibraryReader

Cancel = Callable[[], bool]
_BLOCK = 200
_REFRESH_S = 1.0
MOST_COMPARED = 1_000
"""Limit of sounds to compare for the form; a larger selection shows "multiple values"."""


class SelectedFields(Struct, frozen=True):
    """The form's content for a selection."""

    ids: tuple[SoundId, ...]
    values: Mapping[AnyField, str | None]
    """Text by field; None if the sounds differ."""
    first: Sound | None


def read_selected(library: Path, ids: Sequence[SoundId], custom: Sequence[CustomField]) -> SelectedFields:
    """Reads all fields of the selected sounds from the catalogue, including `custom`."""
    values: dict[AnyField, str | None] = {}
    fields: tuple[AnyField, ...] = (*Field, *custom)
    first: Sound | None = None
    with LibraryReader(library) as reader:
        if len(ids) > MOST_COMPARED:
            return SelectedFields(tuple(ids), dict.fromkeys(fields), reader.sound(ids[0]))
        for sound in _sounds(reader, ids):
            first = first or sound
            for field in fields:
                text = value_of(sound.metadata, field, sound.info.sample_rate_hz if sound.info else 0)
                values[field] = text if values.setdefault(field, text) == text else None
    return SelectedFields(tuple(ids), values, first)


def plan(library: Path, edits: Mapping[SoundId, Edit], cancel: Cancel) -> list[PlannedChange]:
    """Differences that saving these edits would make, by the files' current metadata."""
    planned: list[PlannedChange] = []
    with LibraryReader(library) as reader:
        for sound in _sounds(reader, list(edits)):
            if cancel():
                break
            try:
                found = differences(asked(read_metadata, sound.path, cancel), edits[sound.id])
                planned.append(PlannedChange(sound.id, sound.path, found))
            except StopRequested:
                break
            except AudioError as err:
                planned.append(PlannedChange(sound.id, sound.path, (), engine_words.error(err)[0]))
    return planned


class FileMetadata(Struct, frozen=True):
    """Current metadata of a file."""

    sound: SoundId
    path: FilePath
    metadata: SoundMetadata | None
    """None if unreadable."""
    problem: str = ""
    """Why it is unreadable."""


def read_files(
    library: Path, ids: Sequence[SoundId], advanced: Callable[[int], None], cancel: Cancel
) -> list[FileMetadata]:
    """Reads the files of these sounds, in order; fewer if cancelled."""
    found: list[FileMetadata] = []
    with LibraryReader(library) as reader:
        for sound in _sounds(reader, ids):
            if cancel():
                break
            try:
                found.append(FileMetadata(sound.id, sound.path, asked(read_metadata, sound.path, cancel)))
            except StopRequested:
                break
            except AudioError as err:
                found.append(FileMetadata(sound.id, sound.path, None, engine_words.error(err)[0]))
            advanced(len(found))
    return found


def plan_rule(files: Sequence[FileMetadata], rule: BatchRule, cancel: Cancel) -> list[PlannedChange]:
    """Differences that a rule would make."""
    planned: list[PlannedChange] = []
    for place, file in enumerate(files):
        if cancel():
            break
        if file.metadata is None:
            planned.append(PlannedChange(file.sound, file.path, (), file.problem))
            continue
        try:
            found = differences(file.metadata, rule.edit(file.path, file.metadata, place))
            planned.append(PlannedChange(file.sound, file.path, found))
        except QueryError as err:
            planned.append(PlannedChange(file.sound, file.path, (), engine_words.in_full(err)))
    return planned


def plan_texts(
    files: Sequence[FileMetadata],
    texts: Mapping[SoundId, str],
    field: AnyField,
    placement: TextPlacement,
    cancel: Cancel,
) -> list[PlannedChange]:
    """Differences that texts of another feature would make in a field, and why some files stay as they are."""
    planned: list[PlannedChange] = []
    for file in files:
        if cancel():
            break
        try:
            planned.append(_plan_text(file, texts[file.sound], field, placement, cancel))
        except StopRequested:
            break
        except EngineError as err:
            planned.append(PlannedChange(file.sound, file.path, (), engine_words.error(err)[0]))
    return planned


def _plan_text(
    file: FileMetadata, text: str, field: AnyField, placement: TextPlacement, cancel: Cancel
) -> PlannedChange:
    if file.metadata is None:
        return PlannedChange(file.sound, file.path, (), file.problem)
    placed = placed_text(value_of(file.metadata, field), text, placement)
    if placed.is_kept:
        problem = translate("ProposedTexts", "%1 keeps the text that it has.", file.path.name)
        return PlannedChange(file.sound, file.path, (), problem)
    edit, problem = Edit.of({field: placed.text}), ""
    if placed.left_out:
        problem = translate("ProposedTexts", "%1: %n letter(s) at the end left out.", file.path.name, n=placed.left_out)
    asked(lambda path: refuse_unwritable(path, edit), file.path, cancel)
    return PlannedChange(file.sound, file.path, differences(file.metadata, edit), problem)


def propose_names(library: Path, ids: Sequence[SoundId], parts: UcsParts) -> list[Proposal]:
    """Proposes UCS names for these sounds."""
    with LibraryReader(library) as reader:
        return propose(((sound.path, sound.metadata) for sound in _sounds(reader, ids)), parts)


class TagWriter:
    """Writes, renames and undoes for one library, and updates its catalogue. Any thread, one call at a time.

    Args:
        library: the library's folder.
        pack: the pack requested at start, None for the library's own.
        refreshed: called, at a limited rate, after rows of the catalogue changed.
        advanced: called with the number of finished files.
    """

    def __init__(
        self, library: Path, pack: Path | None, refreshed: Callable[[], None], advanced: Callable[[int], None]
    ) -> None:
        self._library = library
        self._pack = pack
        self._refreshed = refreshed
        self._advanced = advanced
        self._told_s = 0.0

    def write(self, changes: Sequence[tuple[SoundId, FilePath, Edit]], keep_time: bool, cancel: Cancel) -> Report:
        with self._upkeep() as upkeep:
            return describe(
                self._library,
                ((path, edit) for _, path, edit in changes),
                follower=upkeep,
                options=WriteOptions(keep_time=keep_time),
                progress=self._advanced,
                cancel=cancel,
            )

    def rename(self, pairs: Sequence[tuple[FilePath, FilePath]], cancel: Cancel) -> Report:
        with self._upkeep() as upkeep:
            return rename(self._library, pairs, follower=upkeep, progress=self._advanced, cancel=cancel)

    def undo(self, session: int | None, cancel: Cancel) -> Report:
        """Undoes a session of the journal, None for the newest."""
        with self._upkeep() as upkeep:
            return undo(self._library, session, follower=upkeep, progress=self._advanced, cancel=cancel)

    def recover(self) -> tuple[FilePath, ...]:
        """Repairs what a crash left, and updates the rows of those files."""
        found = recover(self._library)
        with self._upkeep() as upkeep:
            for path in found:
                upkeep.changed(path)
            upkeep.flush()
        return found

    def _upkeep(self) -> CatalogueFollower:
        return CatalogueFollower(self._library, pack=self._pack, told=self._tell)

    def _tell(self) -> None:
        now = time.monotonic()
        if now - self._told_s >= _REFRESH_S:
            self._told_s = now
            self._refreshed()


def _sounds(reader: LibraryReader, ids: Sequence[SoundId]) -> Iterator[Sound]:
    """Yields the sounds that still exist, block by block."""
    for start in range(0, len(ids), _BLOCK):
        block = ids[start : start + _BLOCK]
        try:
            yield from reader.sounds(block)
        except SoundGone:
            for id in block:
                try:
                    yield reader.sound(id)
                except SoundGone:
                    continue
