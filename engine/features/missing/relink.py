"""Missing files: where they were, and how the files that moved together are found from one of them.

The user shows where one file is now. The changed part of its path is replaced in the paths of all missing sounds, and
the files there are read to the last byte: only an equal payload is relinked, with tags, ratings and all user data.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from msgspec import Struct

from engine.audio.content import content_id, payload_digest
from engine.audio.files import stamp_of
from engine.base.cancellation import Cancel, StopRequested, check, never
from engine.base.errors import AudioError, NotAFile, SoundGone
from engine.base.file_messages import FileAdvice, FileFault, trouble
from engine.base.messages import Message
from engine.base.types import FilePath, RootId, SoundId
from engine.features.missing.messages import RelinkFault
from engine.store.catalogue import Catalogue
from engine.store.files import MissingRow as MissingRow
from engine.store.files import Move
from engine.store.lock import WriterLock
from engine.store.roots import Root

_BATCH = 1000
"""Most sounds relinked in one transaction."""
_READERS = 4


class MissingFolder(Struct, frozen=True):
    """A folder with missing sounds."""

    root: Root
    folder: FilePath
    rows: tuple[MissingRow, ...]


class OfflineRoot(Struct, frozen=True):
    """A root whose drive is away, with its number of sounds."""

    root: Root
    sounds: int


class MissingFiles(Struct, frozen=True):
    """Everything that is away from its place."""

    folders: tuple[MissingFolder, ...]
    """Sorted by path."""
    offline: tuple[OfflineRoot, ...]

    @property
    def sounds(self) -> int:
        """Number of missing sounds, without offline roots."""
        return sum(len(folder.rows) for folder in self.folders)


class Candidate(Struct, frozen=True):
    """A missing sound, and the file that may be it."""

    row: MissingRow
    path: FilePath


class RelinkProposal(Struct, frozen=True):
    """What will be relinked if the payloads are equal."""

    before: FilePath
    """The changed part of the paths, before."""
    after: FilePath
    """And after."""
    candidates: tuple[Candidate, ...]
    absent: tuple[MissingRow, ...]
    """Missing sounds of that folder that the new one lacks too."""


class UnmatchedSound(Struct, frozen=True):
    """A sound that was not relinked."""

    row: MissingRow
    path: FilePath
    reason: Message


class RelinkResult(Struct, frozen=True):
    """The result of a proposal."""

    sounds: int
    unmatched: tuple[UnmatchedSound, ...]
    is_cancelled: bool = False


def missing(catalogue: Catalogue) -> MissingFiles:
    """Lists missing sounds by folder, and roots whose drive is away."""
    roots = {root.id: root for root in catalogue.roots.all()}
    by_folder: dict[tuple[RootId, bytes], list[MissingRow]] = {}
    for row in catalogue.files.away(is_offline=False):
        by_folder.setdefault((row.root, row.path.folder.raw), []).append(row)
    counts = catalogue.roots.counts()
    return MissingFiles(
        tuple(MissingFolder(roots[root], FilePath(path), tuple(rows)) for (root, path), rows in by_folder.items()),
        tuple(OfflineRoot(root, counts.get(root.id, 0)) for root in roots.values() if root.is_offline),
    )


def locate(catalogue: Catalogue, sound: SoundId, path: FilePath) -> RelinkProposal:
    """Proposes what moved together with one sound, which is now at `path`.

    Raises:
        SoundGone: the sound is not missing.
        NotAFile: there is no file at `path`.
    """
    if not os.path.isfile(path.raw):  # noqa: PTH113 - bytes
        raise NotAFile(trouble(FileFault.MISSING_FILE, FileAdvice.CHOOSE_FILE), path.text)
    rows = list(catalogue.files.away())
    chosen = next((row for row in rows if row.id == sound), None)
    if chosen is None:
        raise SoundGone(sound)
    before, after = changed_part(chosen.path, path)
    if before == chosen.path:  # renamed: its neighbours may have moved too
        found = _proposal(before.folder, after.folder, [row for row in rows if row.id != sound])
        return RelinkProposal(found.before, found.after, (Candidate(chosen, path), *found.candidates), found.absent)
    return _proposal(before, after, rows)


def locate_root(catalogue: Catalogue, root: RootId, folder: FilePath) -> RelinkProposal:
    """Proposes where the sounds of a moved root are.

    Raises:
        KeyError: there is no such root.
        NotAFile: there is no such folder.
    """
    if not os.path.isdir(folder.raw):  # noqa: PTH112 - bytes
        raise NotAFile(trouble(FileFault.MISSING_FOLDER, FileAdvice.CHOOSE_FOLDER), folder.text)
    known = {known.id: known for known in catalogue.roots.all()}[root]
    return _proposal(known.path, folder, list(catalogue.files.away(root=root)))


def locate_below(catalogue: Catalogue, before: FilePath, after: FilePath) -> RelinkProposal:
    """Proposes where the sounds of a moved folder or file are.

    Raises:
        NotAFile: there is nothing at `after`.
    """
    if not os.path.lexists(after.raw):
        raise NotAFile(trouble(FileFault.MISSING_BOTH, FileAdvice.CHECK_SPELLING), after.text)
    return _proposal(before, after, list(catalogue.files.away()))


def changed_part(before: FilePath, after: FilePath) -> tuple[FilePath, FilePath]:
    """Strips the common end of two paths.

    /a/b/c/x.wav and /z/c/x.wav give /a/b and /z. If even the names differ, the whole paths.
    """
    one, other = before.raw.split(before.separator), after.raw.split(after.separator)
    same = 0
    while same < min(len(one), len(other)) - 1 and one[-1 - same] == other[-1 - same]:
        same += 1
    if not same:
        return before, after
    return _joined(before, one[:-same]), _joined(after, other[:-same])


def _joined(like: FilePath, names: list[bytes]) -> FilePath:
    return FilePath(like.separator.join(names) or like.separator)


def relink(
    folder: Path,
    proposal: RelinkProposal,
    *,
    cancel: Cancel = never,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> RelinkResult:
    """Reads every candidate and relinks those with an equal payload, a thousand per transaction.

    A cancelled run keeps what it relinked.

    Args:
        progress: receives the candidates done and their total.

    Raises:
        LibraryBusy: the library is being indexed.
        LibraryError, StorageFull: the library cannot be written.
    """
    unmatched = [
        UnmatchedSound(row, _mapped(row.path, proposal), Message(RelinkFault.NO_SUCH_FILE)) for row in proposal.absent
    ]
    left = {candidate.row.id for candidate in proposal.candidates} | {row.id for row in proposal.absent}
    total, count = len(left), len(proposal.candidates)
    with WriterLock(folder), Catalogue.open(folder, makes=False) as catalogue, ThreadPoolExecutor(_READERS) as pool:
        homes = _RootFinder(catalogue, proposal)
        for start in range(0, count, _BATCH):
            batch = proposal.candidates[start : start + _BATCH]
            asked = [pool.submit(_reason_against, candidate, cancel) for candidate in batch]
            good: list[Candidate] = []
            try:
                for number, (candidate, answer) in enumerate(zip(batch, asked, strict=True), start=start + 1):
                    reason = answer.result()
                    if reason is not None:
                        unmatched.append(UnmatchedSound(candidate.row, candidate.path, reason))
                    else:
                        good.append(candidate)
                    progress(number, count)
            except StopRequested:
                pool.shutdown(cancel_futures=True)
            left -= _relink(catalogue, homes, good)
            if cancel():
                break
        homes.tidy(sorted(left))
    return RelinkResult(total - len(left), tuple(unmatched), is_cancelled=cancel())


def _relink(catalogue: Catalogue, homes: "_RootFinder", good: Sequence[Candidate]) -> set[SoundId]:
    """Relinks confirmed candidates, skipping files that vanished since. Returns the sounds it relinked."""
    moves: list[Move] = []
    taken: set[bytes] = set()
    for candidate in good:
        try:
            status = candidate.path.native.stat()
        except OSError:
            continue
        if candidate.path.raw in taken:
            continue
        taken.add(candidate.path.raw)
        moves.append(Move(candidate.row.id, stamp_of(candidate.path, status), homes.of(candidate)))
    if moves:
        catalogue.files.relink_all(moves)
    return {move.id for move in moves}


class _RootFinder:
    """Finds the root of a relinked sound: an existing one, its own at a new place, or a new one."""

    def __init__(self, catalogue: Catalogue, proposal: RelinkProposal) -> None:
        self._catalogue = catalogue
        self._proposal = proposal
        self._roots = {root.id: root.path for root in catalogue.roots.all()}
        self._old = dict(self._roots)
        self._left: set[RootId] = set()

    def of(self, candidate: Candidate) -> RootId:
        """Returns the root for a candidate, adding or moving one if necessary."""
        own = candidate.row.root
        around = [id for id, path in self._roots.items() if _is_in(candidate.path, path)]
        if around:
            self._left.add(own)
            return max(around, key=lambda id: len(self._roots[id].raw))
        moved = _mapped(self._old[own], self._proposal)
        came_along = _is_in(self._old[own], self._proposal.before) and _is_in(candidate.path, moved)
        if came_along and not os.path.lexists(self._old[own].raw):
            self._catalogue.roots.set_path(own, moved)
            self._roots[own] = moved
            return own
        together = [other.path for other in self._proposal.candidates if other.row.root == own]
        folder = _common_folder(together)
        id = self._catalogue.roots.add(folder)
        self._roots[id] = folder
        return id

    def tidy(self, left: Sequence[SoundId]) -> None:
        """Marks sounds left behind by a moved root as missing, and drops empty roots that no longer exist."""
        moved = {id for id, path in self._roots.items() if self._old.get(id, path) != path}
        if moved and left:
            self._catalogue.files.mark_gone(left)
        counts = self._catalogue.roots.counts()
        for root in self._left - moved:
            if not counts.get(root) and not os.path.lexists(self._old[root].raw):
                self._catalogue.roots.remove(root)


def _reason_against(candidate: Candidate, cancel: Cancel) -> Message | None:
    """Why a file is not the sound; None if it is, to the last byte."""
    check(cancel)
    row = candidate.row
    if not row.payload_digest:
        return Message(RelinkFault.HAS_NO_CHECKSUM)
    try:
        if content_id(candidate.path) != row.content_id:
            return Message(RelinkFault.OTHER_SOUND)
        is_same = payload_digest(candidate.path, between=lambda: check(cancel)) == row.payload_digest
    except AudioError as err:
        return err.what
    return None if is_same else Message(RelinkFault.OTHER_SOUND)


def _proposal(before: FilePath, after: FilePath, rows: Iterable[MissingRow]) -> RelinkProposal:
    """Pairs the missing sounds below `before` with files of the same names below `after`."""
    candidates: list[Candidate] = []
    absent: list[MissingRow] = []
    for row in rows:
        if not _is_in(row.path, before):
            continue
        path = _moved(row.path, before, after)
        if path == row.path or not os.path.isfile(path.raw):  # noqa: PTH113 - bytes
            absent.append(row)
        else:
            candidates.append(Candidate(row, path))
    return RelinkProposal(before, after, tuple(candidates), tuple(absent))


def _mapped(path: FilePath, proposal: RelinkProposal) -> FilePath:
    return _moved(path, proposal.before, proposal.after)


def _moved(path: FilePath, before: FilePath, after: FilePath) -> FilePath:
    """Replaces `before` at the start of a path by `after`."""
    rest = path.raw[len(before.raw.rstrip(before.separator)) :].replace(before.separator, after.separator)
    return FilePath((after.raw.rstrip(after.separator) + rest) or after.separator)


def _common_folder(paths: Sequence[FilePath]) -> FilePath:
    """The deepest common folder of several files; for one file the file itself, because a root may be one."""
    return FilePath(os.path.commonpath([path.raw for path in paths]))


def _is_in(path: FilePath, folder: FilePath) -> bool:
    inside = folder.raw.rstrip(folder.separator) + folder.separator
    return path == folder or path.raw.startswith(inside)
