"""What describing does off the GUI thread: reading fields and differences, writing, undoing, renaming. No widgets."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from desktop import engine_words
from desktop.metadata.differences import Planned
from engine.audio.metadata import read_metadata
from engine.errors import AudioError, QueryError, SoundGone
from engine.library import LibraryReader
from engine.metadata.batch import BatchRule
from engine.metadata.describe import describe, rename, undo
from engine.metadata.edit import AnyField, CustomField, Edit, Field, differences, value_of
from engine.metadata.recover import recover
from engine.metadata.renaming import Proposal, UcsParts, propose
from engine.metadata.replace import Options
from engine.metadata.report import Report
from engine.metadata.upkeep import Upkeep
from engine.patience import asked
from engine.stopping import StopRequested
from engine.types import FilePath, Sound, SoundId, SoundMetadata

Cancel = Callable[[], bool]
_BLOCK = 200
_REFRESH_S = 1.0
MOST_COMPARED = 1_000
"""Sounds whose fields are compared for the form; of a larger selection it says "several" without looking."""


@dataclass(frozen=True, slots=True)
class Selected:
    """What the form shows of a selection."""

    ids: tuple[SoundId, ...]
    values: Mapping[AnyField, str | None]
    """Text by field; None where the sounds differ."""
    first: Sound | None


def read_selected(library: Path, ids: Sequence[SoundId], custom: Sequence[CustomField]) -> Selected:
    """What the catalogue says of the selected sounds, field by field, `custom` among them."""
    values: dict[AnyField, str | None] = {}
    fields: tuple[AnyField, ...] = (*Field, *custom)
    first: Sound | None = None
    with LibraryReader(library) as reader:
        if len(ids) > MOST_COMPARED:
            return Selected(tuple(ids), dict.fromkeys(fields), reader.sound(ids[0]))
        for sound in _sounds(reader, ids):
            first = first or sound
            for field in fields:
                text = value_of(sound.metadata, field, sound.info.sample_rate_hz if sound.info else 0)
                values[field] = text if values.setdefault(field, text) == text else None
    return Selected(tuple(ids), values, first)


def plan(library: Path, edits: Mapping[SoundId, Edit], cancel: Cancel) -> list[Planned]:
    """What saving these edits would change, by what the files themselves say now."""
    planned: list[Planned] = []
    with LibraryReader(library) as reader:
        for sound in _sounds(reader, list(edits)):
            if cancel():
                break
            try:
                found = differences(asked(read_metadata, sound.path, cancel), edits[sound.id])
                planned.append(Planned(sound.id, sound.path, found))
            except StopRequested:
                break
            except AudioError as err:
                planned.append(Planned(sound.id, sound.path, (), engine_words.error(err)[0]))
    return planned


@dataclass(frozen=True, slots=True)
class ReadFile:
    """What one file says now."""

    sound: SoundId
    path: FilePath
    metadata: SoundMetadata | None
    """None where it cannot be read."""
    problem: str = ""
    """Why it cannot be."""


def read_files(
    library: Path, ids: Sequence[SoundId], advanced: Callable[[int], None], cancel: Cancel
) -> list[ReadFile]:
    """What the files of these sounds say now, in their order; fewer where it was cancelled."""
    found: list[ReadFile] = []
    with LibraryReader(library) as reader:
        for sound in _sounds(reader, ids):
            if cancel():
                break
            try:
                found.append(ReadFile(sound.id, sound.path, asked(read_metadata, sound.path, cancel)))
            except StopRequested:
                break
            except AudioError as err:
                found.append(ReadFile(sound.id, sound.path, None, engine_words.error(err)[0]))
            advanced(len(found))
    return found


def plan_rule(files: Sequence[ReadFile], rule: BatchRule, cancel: Cancel) -> list[Planned]:
    """What a rule would change in files."""
    planned: list[Planned] = []
    for place, file in enumerate(files):
        if cancel():
            break
        if file.metadata is None:
            planned.append(Planned(file.sound, file.path, (), file.problem))
            continue
        try:
            found = differences(file.metadata, rule.edit(file.path, file.metadata, place))
            planned.append(Planned(file.sound, file.path, found))
        except QueryError as err:
            planned.append(Planned(file.sound, file.path, (), engine_words.in_full(err)))
    return planned


def propose_names(library: Path, ids: Sequence[SoundId], parts: UcsParts) -> list[Proposal]:
    """The UCS names of these sounds."""
    with LibraryReader(library) as reader:
        return propose(((sound.path, sound.metadata) for sound in _sounds(reader, ids)), parts)


class TagWriter:
    """Writes, renames and undoes for one library, and keeps its catalogue up. Any thread, one call at a time.

    Args:
        library: its folder.
        pack: the pack that was asked for at the start, None for the library's own.
        refreshed: called, not too often, once rows of the catalogue are up to date.
        advanced: called with the number of files that are finished.
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
        """Writes edits."""
        with self._upkeep() as upkeep:
            return describe(
                self._library,
                ((path, edit) for _, path, edit in changes),
                follower=upkeep,
                options=Options(keep_time=keep_time),
                progress=self._advanced,
                cancel=cancel,
            )

    def rename(self, pairs: Sequence[tuple[FilePath, FilePath]], cancel: Cancel) -> Report:
        """Gives files other names."""
        with self._upkeep() as upkeep:
            return rename(self._library, pairs, follower=upkeep, progress=self._advanced, cancel=cancel)

    def undo(self, session: int | None, cancel: Cancel) -> Report:
        """Takes a session back, None for the newest."""
        with self._upkeep() as upkeep:
            return undo(self._library, session, follower=upkeep, progress=self._advanced, cancel=cancel)

    def recover(self) -> tuple[FilePath, ...]:
        """Puts right what a crash left; brings the rows of those files up to date."""
        found = recover(self._library)
        with self._upkeep() as upkeep:
            for path in found:
                upkeep.changed(path)
            upkeep.flush()
        return found

    def _upkeep(self) -> Upkeep:
        return Upkeep(self._library, pack=self._pack, told=self._tell)

    def _tell(self) -> None:
        now = time.monotonic()
        if now - self._told_s >= _REFRESH_S:
            self._told_s = now
            self._refreshed()


def _sounds(reader: LibraryReader, ids: Sequence[SoundId]) -> Iterator[Sound]:
    """The sounds of these ids that are still there, block by block."""
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
