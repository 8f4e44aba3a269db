"""Makes a plan: walks folders as indexing does, reads every file's content id and length, and cuts shards.

Only headers are read. Decoders run in separate processes, so a file that crashes one is named and stops nothing else.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from engine.audio import decoder_pool
from engine.audio.content import content_id
from engine.audio.decode import open_audio
from engine.audio.files import AUDIO_SUFFIXES
from engine.base.cancellation import Cancel, check, never
from engine.base.errors import AudioError, NotAFile
from engine.base.file_messages import FileAdvice, FileFault, trouble
from engine.base.types import FilePath, FileStamp
from engine.features.bulk.plan import ShardPlan, UnreadFile, write_plan
from engine.features.bulk.shards import MOST_FILES, MOST_S, ShardFile, cut
from engine.ingest.scan import ScanProblem, walk

_CHUNK = 256


def make_plan(
    roots: Sequence[FilePath],
    out: Path,
    *,
    threads: int,
    most_files: int = MOST_FILES,
    most_s: float = MOST_S,
    cancel: Cancel = never,
    count: Callable[[int], None] = lambda files: None,
) -> ShardPlan:
    """Plans the embedding of all sounds below some folders, and writes the plan.

    Args:
        roots: folders or files.
        out: the plan's folder.
        threads: number of files examined in parallel.
        most_files: limit per shard.
        most_s: limit per shard, in seconds of sound.
        cancel: polled every few hundred files.
        count: called with the number of files examined.

    Raises:
        NotAFile: a root does not exist.
        BulkError, LibraryError: the plan cannot be written there.
        StopRequested: cancelled; nothing is written.
    """
    for root in roots:
        if not root.is_there:
            raise NotAFile(trouble(FileFault.MISSING_FOLDER, FileAdvice.CHECK_SPELLING_AND_DRIVE), root.text)
    files: list[ShardFile] = []
    unread: list[UnreadFile] = []
    with decoders_of(threads), ThreadPoolExecutor(threads, thread_name_prefix="plan") as readers:
        found = _found(roots)
        while some := list(islice(found, _CHUNK)):
            check(cancel)
            for one in readers.map(_look, some):
                (files if isinstance(one, ShardFile) else unread).append(one)  # type: ignore[arg-type]
            count(len(files) + len(unread))
    unread.sort(key=lambda one: one.path.raw)
    return write_plan(out, roots, cut(files, most_files=most_files, most_s=most_s), unread)


@contextmanager
def decoders_of(threads: int) -> Iterator[None]:
    """Routes all reading of sounds in this process through decoder processes, unless it already is.

    A thread uses two at a time, for samples and for texts, and one more is kept ready. With fewer, each file would
    start new processes.
    """
    if decoder_pool.in_use() is not None:
        yield
        return
    away = decoder_pool.DecoderPool(spare=2 * threads + 1)
    decoder_pool.use(away)
    try:
        yield
    finally:
        decoder_pool.use(None)
        away.close()


_Found = tuple[int, FileStamp | ScanProblem]


def _found(roots: Sequence[FilePath]) -> Iterator[_Found]:
    """Yields every file and problem with its root's number. Files under two roots belong to the inner one."""
    for number, root in enumerate(roots):
        if root in roots[:number]:
            continue
        inner = frozenset(other.raw for other in roots if other != root)
        for one in walk(root, AUDIO_SUFFIXES, without=inner):
            yield number, one


def _look(found: _Found) -> ShardFile | UnreadFile:
    root, one = found
    if isinstance(one, ScanProblem):
        return UnreadFile(one.path, root, 0, 0, one.trouble, is_lasting=False)
    try:
        identity = content_id(one.path)
        with open_audio(one.path) as stream:
            duration_s = stream.info.duration_s
    except AudioError as err:
        is_lasting = not isinstance(err, NotAFile) or one.path.is_there
        return UnreadFile(one.path, root, one.size_bytes, one.mtime_ns, err.trouble, is_lasting)
    return ShardFile(one.path, root, one.size_bytes, one.mtime_ns, identity, round(duration_s, 3))


def mapped(path: FilePath, places: Iterable[tuple[FilePath, FilePath]]) -> FilePath:
    """Returns where a planned file lies on this machine.

    Args:
        path: as planned.
        places: pairs of folders, as planned and as called here; the first that contains the file applies.
    """
    for planned, here in places:
        start = planned.raw.rstrip(b"/\\")
        if path.raw == start:
            return here
        if path.raw.startswith(start) and path.raw[len(start) :][:1] in (b"/", b"\\"):
            return FilePath(here.raw.rstrip(b"/\\") + path.raw[len(start) :])
    return path
