"""Embeds a library with another pack while the former one keeps answering, then switches.

It shares the library with indexing jobs: they write vectors of the searched pack, this one those of the next. It ends
by checking what changed meanwhile, and switches only while no job writes. It can be killed at any moment: committed
work stands, and the next run continues from there.
"""

import logging
import threading
import time
from collections.abc import Callable
from functools import partial

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from engine.base.errors import LibraryBusy, PackError
from engine.base.events import (
    Event,
    FileFailed,
    FileRemark,
    FilesReading,
    Finished,
    ReembeddingFinished,
    ReembeddingProgress,
    Started,
)
from engine.base.file_messages import THE_FILE
from engine.base.pack_messages import PackAdvice, PackFault
from engine.base.types import FilePath, Ids, SoundId
from engine.ingest.backup_schedule import back_up_before_writing
from engine.ingest.batches import MOST_ROWS
from engine.ingest.control import Control
from engine.ingest.index_step import build_bases
from engine.ingest.job import LEFT_S, reading_now, run_job
from engine.ingest.loop import PauseClock, cores, in_turns, read_all
from engine.ingest.pack_install import keep_pack
from engine.ingest.pack_trial import try_pack
from engine.ingest.reembedding import ReembeddingWorker, ReembeddingWriter, ReembedTask
from engine.ingest.remote_readers import RemoteWorker, WorkerSetup, is_worth, memory_of_each
from engine.ingest.scan_areas import has_entries
from engine.ingest.spec import JobSpec
from engine.ingest.tally import Tally
from engine.ingest.worker import SoundFailure, WorkerContext
from engine.models.encoder import AudioEncoder, TextEncoder
from engine.models.pack import Pack, installed_packs, load_pack, load_pack_of
from engine.store.catalogue import Catalogue
from engine.store.library_identity import refuse_other
from engine.store.lock import ReembeddingLock, WriterLock
from engine.store.repair import repair

_log = logging.getLogger(__name__)

_BUSY_S = 30.0
"""How long to wait for an indexing job before embedding what it has added."""
_TICK_S = 0.2
_NAMES = 256


def run_learning(spec: JobSpec, control: Control, emit: Callable[[Event], None]) -> Finished:
    """Embeds every sound that a pack does not know, and switches the library to the pack.

    If sounds are on drives that are away, it switches only if the spec allows it; the last event but one reports that.

    Args:
        spec: what to do.
        control: pauses and cancels; checked between windows of every sound.
        emit: gets every event. Any thread of the job may call it, one at a time.

    Raises:
        LibraryBusy: another process is embedding the library, or writes it for long.
        StorageFull: no space left; committed work stands.
        LibraryDamaged: the catalogue failed its check; nothing was written.
        PackError, DeviceError: nothing was read.
        LibraryError: the library cannot be read or written.
        DecoderStalled: a decoder hangs; the process must exit.
        ReaderDied: a reading process died; this one must end the same way.
    """
    wait_s = LEFT_S if spec.library_id else 0.0
    with ReembeddingLock(spec.library, wait_s=wait_s), Catalogue.open(spec.library, makes=False) as catalogue:
        refuse_other(spec.library, catalogue.id, spec.library_id)
        back_up_before_writing(spec.library, cancel=lambda: control.is_cancelled)
        job = _Learner(catalogue, _chosen(catalogue, spec), spec, control, emit)
        finished = job.run()
    if finished.cancelled or not job.odd:
        return finished
    return _looked_at_again(job, spec, control, emit, finished)


def _chosen(catalogue: Catalogue, spec: JobSpec) -> Pack:
    if spec.pack is not None:
        return load_pack(spec.pack)
    under_way = catalogue.packs.next()
    if under_way is None:
        raise PackError(PackFault.NO_CHANGE_UNDER_WAY, advice=PackAdvice.NAME_PACK)
    return load_pack_of(catalogue.folder, under_way)


def _looked_at_again(
    job: "_Learner", spec: JobSpec, control: Control, emit: Callable[[Event], None], finished: Finished
) -> Finished:
    """Runs an indexing job over the sounds that differed from the catalogue, now that the pack is searched."""

    def pass_on(event: Event) -> None:
        if isinstance(event, FilesReading | FileFailed | FileRemark):
            emit(event)

    again = JobSpec(
        spec.library,
        (),
        only=tuple(job.odd.values()),
        device=spec.device,
        library_id=spec.library_id,
        workers=spec.workers,
        memory_bytes=spec.memory_bytes,
        give_up_s=spec.give_up_s,
        suspects=spec.suspects,
        blamed=spec.blamed,
    )
    _log.info("%d sounds that differ from the index are read again", len(job.odd))
    read = run_job(again, control, pass_on)
    return replace(
        finished,
        changed=finished.changed + read.changed,
        removed=read.removed,
        failed=read.failed,
        seconds=round(finished.seconds + read.seconds, 3),
    )


class _Learner:
    """One run. The job's main thread only."""

    def __init__(
        self,
        catalogue: Catalogue,
        pack: Pack,
        spec: JobSpec,
        control: Control,
        emit: Callable[[Event], None],
    ) -> None:
        self.odd: dict[SoundId, FilePath] = {}
        """Available sounds that could not be embedded as the catalogue knows them."""
        self._catalogue, self._pack, self._spec, self._control, self._emit = catalogue, pack, spec, control, emit
        self._searched = (catalogue.packs.searched() or ("", ""))[1]
        self._tally = Tally(time.monotonic())
        self._pauses = PauseClock(control, self._tally, emit)
        self._blamed = {path.raw for path, _ in spec.blamed}
        self._away: set[SoundId] = set()
        self._roots = {root.id: root.path for root in catalogue.roots.all()}
        self._hearing = ReembeddingWriter(catalogue, pack.info, self._tally, self._failed, emit, self._say)
        self._opening = threading.Lock()
        self._texts: TextEncoder | None = None
        self._audio: AudioEncoder | None = None
        self._has_bases = False
        self._known = self._total = self._offline = 0

    def run(self) -> Finished:
        catalogue, info = self._catalogue, self._pack.info
        searched = catalogue.packs.searched()
        if searched is not None and searched[0] == info.pack_id:
            _log.info("the library is searched with pack %s already", info.pack_id)
            catalogue.learning.aim_at_none()
            return self._end(is_searched=True)
        if self._pack.folder not in installed_packs(self._spec.library):
            try_pack(self._pack.folder)
        keep_pack(self._pack, self._spec.library)
        _log.info("embedding the library with pack %s %s", info.name, info.pack_id)
        catalogue.learning.aim_at(info.pack_id, info.name)
        repair(catalogue, info.pack_id, (info.dim, info.sentence_dim))
        while True:
            at_hand, missing, offline = catalogue.learning.to_hear(info.pack_id)
            self._total = catalogue.sounds.counts().sounds
            self._known = self._total - len(at_hand) - len(missing) - len(offline) - self._tally.changed
            self._offline = len(offline) + len(self._away)
            _log.info(
                "of %d sounds %d are to be heard, %d missing, %d offline",
                self._total,
                len(at_hand),
                len(missing),
                len(offline),
            )
            self._say()
            tasks = [
                ReembedTask(
                    one.stamp,
                    one.root,
                    one.id,
                    one.content_id,
                    one.payload_digest,
                    indexed=one.stamp,
                    name_text=one.name_text,
                )
                for one in at_hand
                if one.id not in self.odd and one.id not in self._away
            ]
            if tasks:
                self._hear(self._without_blamed(tasks))
            if not self._control.is_cancelled:
                self._learn_names()
            away = np.union1d(offline, np.array(sorted(self._away), dtype=np.int64))
            self._offline = len(away)
            if self._control.is_cancelled:
                return self._tally.finished(is_cancelled=True)
            if len(away) and not self._spec.without_offline:
                return self._end(is_searched=False)
            self._build_bases()
            without = np.concatenate([missing, away, np.array(list(self.odd), dtype=np.int64)])
            if not self._control.is_cancelled and self._switch(without):
                return self._end(is_searched=True)

    def _hear(self, tasks: list[ReembedTask]) -> None:
        workers = self._spec.workers or cores()
        if self._audio is None:
            self._audio = AudioEncoder(self._pack, self._spec.device, threads=1, batch_size=MOST_ROWS)
            folder = str(self._spec.library)
            self._emit(Started(folder, (), self._pack.info.name, self._audio.device))
        tools = WorkerContext(
            plan=self._pack.info.plan,
            device=self._audio.device,
            encode=self._audio.encode,
            sentence=self._sentence,
            roots=self._roots,
            control=self._control,
            reading=reading_now(self._spec, self._emit),
            came=lambda task, share, audio_s: None,  # progress counts sounds
        )
        self._tally.begin(tasks)
        memory_bytes = memory_of_each(self._spec.memory_bytes, workers)
        apart = WorkerSetup(self._pack.folder, self._roots, memory_bytes, self._pack.info.dim, is_learning=True)
        for part, threads in in_turns(tasks, self._spec.suspects, workers):
            if part and not self._control.is_cancelled:
                is_apart = is_worth(self._tally.left_s, threads, tools.device)
                make = partial(RemoteWorker, apart, tools) if is_apart else partial(ReembeddingWorker, tools)
                self._tally.readers = threads
                read_all(part, threads, make, self._hearing, self._pauses, tools.reading)

    def _without_blamed(self, tasks: list[ReembedTask]) -> list[ReembedTask]:
        """Leaves out files that killed a process; an indexing job will record them as failed."""
        for task in tasks:
            if task.stamp.path.raw in self._blamed and task.replaces is not None:
                self.odd[task.replaces] = task.stamp.path
        return [task for task in tasks if task.stamp.path.raw not in self._blamed]

    def _failed(self, failed: SoundFailure) -> None:
        id, path = failed.task.replaces, failed.task.stamp.path
        assert id is not None
        root = self._roots.get(failed.task.root)
        if not path.is_there and not (root is not None and has_entries(root.raw)):
            _log.info("a drive left while its sounds were heard")
            self._away.add(id)  # its drive left after the last check
            return
        self.odd[id] = path
        self._emit(FileRemark(path.text, failed.trouble.of(THE_FILE)))

    def _learn_names(self) -> None:
        """Embeds every name without a current vector, including those of sounds on drives that are away."""
        to_learn = self._catalogue.learning.names_to_learn
        while self._pauses.may_go_on() and (names := to_learn(self._pack.info.pack_id, _NAMES)):
            self._hearing.name(names, np.stack([self._sentence(text) for _, text in names]))

    def _build_bases(self) -> None:
        """Builds the next pack's indexes, once; later vectors are searched beside them."""
        if self._has_bases:
            return
        self._has_bases = True
        info = self._pack.info
        self._catalogue.learning.settle()
        segments = self._catalogue.packs.segments_known(info.pack_id)
        build_bases(self._catalogue, info, self._control, self._emit, has_changed=True, segments=segments)

    def _switch(self, without: Ids) -> bool:
        """Switches while no job writes. Returns False if one writes for too long, or added sounds to embed."""
        until_s = time.monotonic() + _BUSY_S
        while self._pauses.may_go_on():
            info, sequence = self._pack.info, self._catalogue.database.sequence()
            if not self._catalogue.learning.knows_all(info.pack_id, without):
                return False
            try:
                with WriterLock(self._spec.library):  # only for a moment: an indexing job that starts now waits for it
                    if self._catalogue.learning.switch(info.pack_id, info.name, sequence):
                        _log.info("the library is switched to pack %s", info.pack_id)
                        return True
            except LibraryBusy:
                _log.info("another job writes the library; the switch waits")
                self._say(is_waiting=True)
                while time.monotonic() < until_s and self._pauses.may_go_on() and self._is_busy():
                    time.sleep(_TICK_S)
            if time.monotonic() > until_s:
                return False
        return False

    def _is_busy(self) -> bool:
        """Returns whether a job writes. Takes the lock for an instant, which a starting job waits for."""
        try:
            with WriterLock(self._spec.library):
                return False
        except LibraryBusy:
            return True

    def _end(self, *, is_searched: bool) -> Finished:
        info = self._pack.info
        _log.info(
            "switched: %s; %d heard, %d odd, %d offline",
            is_searched,
            self._tally.changed,
            len(self.odd),
            self._offline,
        )
        by_name = len(self._catalogue.packs.stale_sounds()) if is_searched else 0
        self._emit(ReembeddingFinished(info.name, info.pack_id, is_searched, self._offline, by_name))
        if not is_searched:
            self._tally.failed += len(self.odd)
        return self._tally.finished(is_cancelled=False)

    def _say(self, *, is_waiting: bool = False) -> None:
        info, done = self._pack.info, self._known + self._tally.changed
        eta_s = self._tally.progress(0).eta_s
        self._emit(
            ReembeddingProgress(
                info.name, info.pack_id, self._searched, done, self._total, self._offline, eta_s, is_waiting
            )
        )

    def _sentence(self, text: str) -> NDArray[np.float32]:
        """Returns the vector of a name, float32 [E]. Any thread."""
        with self._opening:
            if self._texts is None:
                self._texts = TextEncoder(self._pack)
        vector: NDArray[np.float32] = self._texts.encode([text]).sentence[0]  # alone: a batch could round differently
        return vector
