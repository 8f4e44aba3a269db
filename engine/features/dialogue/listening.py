"""Transcribes a library in a child process of low priority, a batch of sounds at a time.

Each batch's transcripts are kept as it ends, so the pass can be ended at any moment, and the next one continues. A
child that dies, hangs or takes too much memory is started again, and its sounds are read one by one; the one that ends
a child alone is recorded as failed and left out.
"""

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct

from engine.base.cancellation import Cancel, StopRequested, never
from engine.base.child_processes import child_environment
from engine.base.errors import DialogueError
from engine.base.file_messages import FileFault
from engine.base.messages import told
from engine.base.types import FilePath, SoundId, SpokenWord
from engine.base.write_hold import refuse_held
from engine.features.dialogue.folder_languages import AUTO, FolderLanguages, folder_languages
from engine.features.dialogue.messages import DialogueAdvice, DialogueFault
from engine.features.dialogue.packs import DialoguePack, check_language, dialogue_pack
from engine.features.dialogue.recogniser import require_installed
from engine.features.dialogue.transcripts import SpokenLanguage, Transcript, TranscriptFile
from engine.features.speech.speech_phase import digest_of
from engine.store.catalogue import Catalogue
from engine.store.files import KnownPayload

BATCH_S = 300.0
"""Seconds of sound in a batch, at most; longer sounds are alone."""
_BATCH_SOUNDS = 64
PATIENCE_S = 180.0
"""A child silent for so long hangs; a window takes seconds."""
_STARTS = 2
"""Times that a child may end before it has loaded the model."""
_LOOK_S = 0.2


class ListeningStep(Struct, frozen=True):
    """Progress of the pass."""

    done: int
    total: int
    spoken: int
    """Sounds of this pass in which something is said."""
    failed: int
    done_s: float
    """Seconds of sound read."""
    total_s: float


class _Task(Struct, frozen=True):
    id: SoundId
    path: FilePath
    digest: bytes
    duration_s: float
    language: str
    """The code that the user gave; empty lets the pack decide."""


def lacking(library: Path) -> int:
    """Counts the sounds at hand that have no transcript yet; 0 without a pack.

    Raises:
        LibraryError: the library cannot be read.
        DialogueError: the pack cannot be read.
    """
    pack = dialogue_pack(library)
    if pack is None:
        return 0
    with Catalogue.open(library, read_only=True) as catalogue:
        file = TranscriptFile.at(library)
        if file is None:
            return sum(not payload.is_away for payload in catalogue.files.payloads())
        try:
            is_ours = file.pack_id() == pack.pack_id
            known, languages = (file.known(), file.languages()) if is_ours else ({}, {})
        finally:
            file.close()
        return len(_tasks(catalogue, known, languages, folder_languages(library)))


def listen(
    library: Path,
    progress: Callable[[ListeningStep], None],
    *,
    language: str = "",
    cancel: Cancel = never,
    command: Sequence[str] = (),
    patience_s: float = PATIENCE_S,
) -> ListeningStep:
    """Transcribes every sound at hand that has no transcript by the library's pack.

    Args:
        library: the library's folder.
        progress: told after each batch.
        language: of what is spoken in folders without a language of their own (`folder_languages`), a code of
            `packs.LANGUAGES`; empty lets the model decide.
        cancel: polled all the time; what was kept remains.
        command: in place of the process that transcribes.
        patience_s: after which a silent child hangs.

    Raises:
        DialogueError: there is no pack or it does not know a language, packages are missing, or it is damaged.
        LibraryError: the transcripts cannot be written, or the library is held.
        StopRequested: it was cancelled.
    """
    pack = dialogue_pack(library)
    if pack is None:
        raise DialogueError(DialogueFault.NO_DIALOGUE_PACK, advice=DialogueAdvice.GET_DIALOGUE_PACK)
    check_language(pack, language)
    by_folder = folder_languages(library)
    for asked in sorted(set(by_folder.languages.values()) - {AUTO}):
        check_language(pack, asked)
    if not command:
        require_installed()
        command = (sys.executable, "-P", "-m", "engine.features.dialogue.process", os.fspath(library))
    refuse_held(library)
    file = TranscriptFile.for_pack(library, pack.pack_id)
    try:
        with Catalogue.open(library, read_only=True) as catalogue:
            known = file.known()
            there = {one.id: digest_of(one.content_id, one.payload_digest) for one in catalogue.files.payloads()}
            file.forget([id for id, digest in known.items() if there.get(id) != digest])
            tasks = _tasks(catalogue, known, file.languages(), by_folder, language)
        return _Pass(pack, file, tasks, progress, cancel, tuple(command), patience_s).run()
    finally:
        file.close()


def _tasks(
    catalogue: Catalogue,
    known: dict[SoundId, bytes],
    languages: dict[SoundId, SpokenLanguage],
    by_folder: FolderLanguages,
    language: str = "",
) -> list[_Task]:
    """The sounds to transcribe, short ones first, so that much can be searched soon.

    A sound is transcribed again if its folder has another language now; one without such a folder is not.
    """

    def is_known(one: KnownPayload, asked: str | None) -> bool:
        before = languages[one.id].asked if one.id in languages else ""
        return known.get(one.id) == digest_of(one.content_id, one.payload_digest) and asked in (None, before)

    lacking = [
        (one, digest_of(one.content_id, one.payload_digest))
        for one in catalogue.files.payloads()
        if not one.is_away and not is_known(one, by_folder.of(one.path))
    ]
    ids = np.array([one.id for one, _ in lacking], np.int64)
    durations_s = np.nan_to_num(catalogue.sounds.numbers(ids, ["duration_s"])[:, 0]) if len(ids) else ids
    tasks = [
        _Task(one.id, one.path, digest, float(duration_s), _either(by_folder.of(one.path), language))
        for (one, digest), duration_s in zip(lacking, durations_s, strict=True)
    ]
    return sorted(tasks, key=lambda task: task.duration_s)


def _either(asked: str | None, language: str) -> str:
    return language if asked is None else asked


def _batches(tasks: Sequence[_Task]) -> Iterator[list[_Task]]:
    batch: list[_Task] = []
    length_s = 0.0
    for task in tasks:
        if batch and (len(batch) == _BATCH_SOUNDS or length_s + task.duration_s > BATCH_S):
            yield batch
            batch, length_s = [], 0.0
        batch.append(task)
        length_s += task.duration_s
    if batch:
        yield batch


class _Pass:
    """One pass over the tasks."""

    def __init__(
        self,
        pack: DialoguePack,
        file: TranscriptFile,
        tasks: list[_Task],
        progress: Callable[[ListeningStep], None],
        cancel: Cancel,
        command: tuple[str, ...],
        patience_s: float,
    ) -> None:
        self._pack, self._file, self._tasks, self._progress = pack, file, tasks, progress
        self._cancel, self._command, self._patience_s = cancel, command, patience_s
        self._done = self._spoken = self._failed = 0
        self._done_s, self._total_s = 0.0, sum(task.duration_s for task in tasks)
        self._child: _Child | None = None

    def run(self) -> ListeningStep:
        try:
            for batch in _batches(self._tasks):
                if not self._read(batch):
                    for task in batch:
                        if not self._read([task]):
                            self._file.keep_failed(task.id, task.digest, FileFault.UNEXPECTED.name, task.language)
                            self._failed += 1
                self._done += len(batch)
                self._done_s += sum(task.duration_s for task in batch)
                self._progress(self._step())
        finally:
            self._end_child()
        return self._step()

    def _step(self) -> ListeningStep:
        return ListeningStep(self._done, len(self._tasks), self._spoken, self._failed, self._done_s, self._total_s)

    def _read(self, batch: list[_Task]) -> bool:
        """Reads a batch and keeps it; False if the child ended instead."""
        child = self._child or self._started()
        sounds = [[task.id, task.path.raw.hex()] for task in batch]
        answers: list[dict[str, Any]] = []
        if not child.ask({"sounds": sounds, "languages": [task.language for task in batch]}):
            self._end_child()
            return False
        while (answer := child.answer(self._patience_s, self._cancel)) is not None:
            if "done" in answer:
                self._keep(batch, answers)
                return True
            if "sound" in answer:
                answers.append(answer)
        self._end_child()
        return False

    def _keep(self, batch: list[_Task], answers: list[dict[str, Any]]) -> None:
        by_id = {task.id: task for task in batch}
        with self._file.change():
            for answer in answers:
                task = by_id[SoundId(answer["sound"])]
                if "error" in answer:
                    self._file.keep_failed(task.id, task.digest, answer["error"], task.language)
                    self._failed += 1
                else:
                    transcript = _transcript(answer["stretches"])
                    code, confidence = str(answer.get("language", "")), float(answer.get("confidence", 1.0))
                    spoken = SpokenLanguage(task.language, code, confidence)
                    self._file.keep(task.id, task.digest, transcript, spoken)
                    self._spoken += bool(transcript)

    def _started(self) -> "_Child":
        """A child that has loaded the model. Raises DialogueError if it cannot."""
        ends = ""
        for _ in range(_STARTS):
            child = _Child(self._command)
            self._child = child
            answer = child.answer(self._patience_s, self._cancel)
            if answer is not None and "ready" in answer:
                return child
            if answer is not None and "refused" in answer:
                raise DialogueError(str(answer["refused"]), advice=str(answer["advice"]))
            self._end_child()
            ends = child.last_words()
        raise DialogueError(told(DialogueFault.RECOGNISER_ENDS, ends), advice=DialogueAdvice.GET_RECOGNISER_AGAIN)

    def _end_child(self) -> None:
        if self._child is not None:
            self._child.end()
            self._child = None


class _Child:
    """A running process; threads read what it writes."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            # The recogniser's libraries look nowhere else for what a pack lacks.
            env=child_environment() | {"HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1"},
        )
        self._answers: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._errors: list[str] = []
        self._threads = [
            threading.Thread(target=target, name="dialogue", daemon=True) for target in (self._hear, self._hear_errors)
        ]
        for thread in self._threads:
            thread.start()

    def ask(self, request: dict[str, Any]) -> bool:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
        except OSError:
            return False
        return True

    def answer(self, patience_s: float, cancel: Cancel) -> dict[str, Any] | None:
        """The next answer; None if the child ended or hangs. Raises StopRequested."""
        waited_s = 0.0
        while waited_s < patience_s:
            if cancel():
                raise StopRequested
            try:
                line = self._answers.get(timeout=_LOOK_S)
            except queue.Empty:
                waited_s += _LOOK_S
                continue
            try:
                return None if line is None else dict(json.loads(line))
            except ValueError:
                continue
        return None

    def last_words(self) -> str:
        return " ".join(line.strip() for line in self._errors[-1:]) or str(self._process.returncode)

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        for thread in self._threads:
            thread.join()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert stream is not None
            try:
                stream.close()
            except OSError:  # a request that it never read
                continue

    def _hear(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._answers.put(line)
        self._answers.put(None)

    def _hear_errors(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self._errors = [*self._errors[-20:], line]


def _transcript(stretches: list[list[tuple[str, float, float, float]]]) -> Transcript:
    return tuple(tuple(SpokenWord(*word) for word in stretch) for stretch in stretches)
