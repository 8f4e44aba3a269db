"""Repairs after a crash: settles journal sessions that never ended.

At most one file is half done. If a copy was being built beside it, the file is unchanged and the copy is deleted. If it
was being patched in place, it gets its former bytes back; its sound was never touched.
"""

import contextlib
import logging
import os
from functools import partial
from pathlib import Path

from engine.audio.content import Payload, probe
from engine.audio.files import open_regular, size_of
from engine.base import read_only_mode
from engine.base.errors import EngineError, LibraryBusy
from engine.base.io_timeout import DriveHeartbeat, IoTimeout, in_use
from engine.base.text_forms import folded
from engine.base.types import FilePath
from engine.features.metadata_edits import journal
from engine.features.metadata_edits.envelope import Envelope, envelope_of
from engine.features.metadata_edits.envelope_writer import copy_name, patch, resolved, write_errors
from engine.features.metadata_edits.journal import FOLDER, SessionRecord
from engine.features.metadata_edits.journal_lines import ExchangeStep, RenameStep
from engine.store.lock import FileLock

_log = logging.getLogger(__name__)
_COPY_S = 2.0
"""How long a possibly hung drive gets to say whether a copy lies on it; after that it is left for the next time."""


def recover(library: Path) -> tuple[FilePath, ...]:
    """Ends the sessions of processes that died. Returns the files whose state had to be checked.

    Does nothing while a session is running. A session whose file is unreachable, because its drive is away, is left for
    the next time.

    Raises:
        LibraryError: the journal cannot be read or written.
    """
    if read_only_mode.is_given():  # ending another session may write to sounds, which the promise forbids
        return ()
    if not os.path.isdir(library / FOLDER):  # noqa: PTH112 - another place refuses a library it may not look into
        return ()
    seen: list[FilePath] = []
    try:
        with FileLock(library / FOLDER / "journal.lock"):
            for session in list(journal.sessions(library)):
                if not session.is_finished:
                    record = journal.read(library, session.id)
                    try:
                        is_done = _settle(record)
                    except EngineError as err:
                        _log.warning("what may be half written is looked at again the next time: %s", err)
                        continue
                    journal.finish(library, session.id, is_done)
                    seen += [step.path for step in (record.open_step,) if step is not None]
    except LibraryBusy:
        return ()
    return tuple(seen)


def _settle(record: SessionRecord) -> bool | None:
    """Repairs the open step. Returns whether it is done, or None without an open step.

    Raises:
        EngineError: its file cannot be reached or written.
        NotAnswering: its drive does not answer.
    """
    copies = record.left if record.last_copy is None else [*record.left, record.last_copy]
    for path in copies:
        IoTimeout(give_up_s=_COPY_S).wait(partial(_remove_copy, path), path)
    step = record.open_step
    if step is None:
        return None
    settle = partial(_settle_renaming, step) if isinstance(step, RenameStep) else partial(_settle_exchange, step)
    return in_use().run(lambda _: settle(), step.path)


def _remove_copy(path: FilePath, sign: DriveHeartbeat) -> None:
    with contextlib.suppress(OSError):
        copy_name(path).unlink(missing_ok=True)


def _settle_exchange(step: ExchangeStep) -> bool:
    target = resolved(step.path)
    with open_regular(target) as file:
        now = envelope_of(file, target)
        is_torn = now.digest not in (step.before.digest, step.after.digest)
        spans = Payload(step.before.spans, step.before.is_ogg)
        is_ours = not step.copy and probe(file, spans) == step.before.probe and _could_be(size_of(file), step)
    if not is_torn:
        return now.digest == step.after.digest
    if is_ours:
        with write_errors(target):
            patch(target, step.before, step.before)
    else:
        _log.warning("%s was changed by another program after a crash; it is left alone", step.path.text)
    return False


def _could_be(size_bytes: int, step: ExchangeStep) -> bool:
    sizes = (step.before.size_bytes, step.after.size_bytes)
    return _end_of_sound(step.before) <= size_bytes <= max(sizes)


def _end_of_sound(envelope: Envelope) -> int:
    return max((offset + size for offset, size in envelope.spans), default=0)


def _settle_renaming(step: RenameStep) -> bool:
    """Settles a renaming. If the new name was linked and the old one not yet removed, the new one goes."""
    old, new = step.path.native, step.new_path.native
    with contextlib.suppress(OSError):
        if old.exists() and new.exists() and old.samefile(new) and folded(old.name) != folded(new.name):
            new.unlink()
    between = copy_name(step.path)
    with write_errors(step.path):
        if not (old.exists() or new.exists() or between.exists()):
            old.parent.stat()  # missing with its folder, which may come back
        if between.exists() and not old.exists() and not new.exists():
            between.rename(old)
        return new.exists() and not old.exists()
