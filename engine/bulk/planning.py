"""Makes a plan: walks folders as indexing does, looks at every file for its content id and length, cuts shards.

A file is opened and its header read, no more. Decoders run in processes of their own, so that one which a file brings
down names that file and ends nothing else.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from engine.audio import decoders
from engine.audio.content import content_id
from engine.audio.decode import open_audio
from engine.audio.files import AUDIO_SUFFIXES
from engine.bulk.plan import ShardPlan, UnreadFile, write_plan
from engine.bulk.shards import MOST_FILES, MOST_S, ShardFile, cut
from engine.errors import AudioError, NotAFile
from engine.ingest.scan import ScanProblem, walk
from engine.stopping import Cancel, check, never
from engine.trouble import FileAdvice, FileFault, trouble
from engine.types import FilePath, FileStamp

_CHUNK = 256
"""Files that are looked at before the next are listed."""


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
        threads: files looked at together.
        most_files: in a shard.
        most_s: seconds of sound in a shard.
        cancel: asked between some hundred files.
        count: told how many files were looked at.

    Raises:
        NotAFile: a root is not there.
        BulkError, LibraryError: the plan cannot be written there.
        StopRequested: it was cancelled; nothing is written.
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
    """Within, all sounds of this process are read by decoder processes.

    A thread needs two together, for samples and for texts, and one more always waits: fewer would be started anew for
    each file.

    Where decoder processes are in use already, those go on.
    """
    if decoders.in_use() is not None:
        yield
        return
    away = decoders.Decoders(spare=2 * threads + 1)
    decoders.use(away)
    try:
        yield
    finally:
        decoders.use(None)
        away.close()


_Found = tuple[int, FileStamp | ScanProblem]


def _found(roots: Sequence[FilePath]) -> Iterator[_Found]:
    """Every file and problem with the number of its root; what two roots hold belongs to the inner one."""
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
    """Where a file of a plan lies on this machine.

    Args:
        path: as it was planned.
        places: folders as they were planned, and as they are called here; the first that holds the file counts.
    """
    for planned, here in places:
        start = planned.raw.rstrip(b"/\\")
        if path.raw == start:
            return here
        if path.raw.startswith(start) and path.raw[len(start) :][:1] in (b"/", b"\\"):
            return FilePath(here.raw.rstrip(b"/\\") + path.raw[len(start) :])
    return path
