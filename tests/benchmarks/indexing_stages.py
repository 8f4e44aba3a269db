"""What indexing does to a file, each step alone: CPU time of every stage, over the very files of a job.

A file is processed in pieces, so that an hour needs no more memory than a minute: each piece is decoded, the result
mixed, that resampled, and so on. Nothing runs beside a stage, and nothing between two stages counts: queues, threads,
events. The sum is the minimum of any job, on one core.
"""

import contextlib
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from engine.audio.content import digest_of as digest_of_payload
from engine.audio.content import payload_spans, probe
from engine.audio.decode import mono_blocks, open_audio
from engine.audio.files import open_regular
from engine.audio.measures import Measurer
from engine.audio.metadata import read_metadata
from engine.audio.peaks import PeakBuilder
from engine.audio.resample import MonoResampler, mix_to_mono
from engine.audio.segments import Segment, Segmenter, SegmentPlan
from engine.audio.tempo_key import TempoKeyEstimator, heard
from engine.base.types import AudioInfo, FilePath, Measures, Peaks, SoundId, Waves
from engine.features.speech.detector import SpeechFinder
from engine.features.speech.listener import SpeechListener
from engine.features.speech.listeners import listeners_of
from engine.features.speech.speech_phase import digest_of
from engine.ingest.batches import RungBatcher
from engine.ingest.name_text import name_text
from engine.ingest.tally import Tally
from engine.ingest.worker import EmbeddedSound, Task, stamp_now
from engine.ingest.writer import Writer
from engine.models.encoder import AudioEncoder, TextEncoder
from engine.models.pack import load_pack
from engine.store.catalogue import Catalogue

_PIECE_BLOCKS = 48
"""More than a minute of a file at 48 kHz."""
_SPEECH_BLOCK_S = 30.0
_KEPT_AT_ONCE = 64
_ONCE = "opening packs and library"
"""The stage that a job runs once, however many files it has."""
BARE = ("decode", "mix to mono", "resample", "segments", "encode")
"""The stages of P1's original bound: what a vector needs."""


@dataclass(slots=True)
class Stages:
    """CPU seconds by stage, in a job's order."""

    seconds: dict[str, float] = field(default_factory=dict)
    audio_s: float = 0.0
    """Length of all files together."""

    @contextlib.contextmanager
    def timed(self, name: str) -> Iterator[None]:
        before_s = time.process_time()
        yield
        self.seconds[name] = self.seconds.get(name, 0.0) + time.process_time() - before_s

    @property
    def sum_s(self) -> float:
        return sum(self.seconds.values())

    def bound_s(self, workers: int) -> float:
        """Returns seconds of so many workers, each with a core, if all work could be shared."""
        return self.sum_s / workers

    def of_more(self, times: float) -> "Stages":
        """Returns the stages of so many times the files, at the same cost per file."""
        seconds = {name: each * (1.0 if name == _ONCE else times) for name, each in self.seconds.items()}
        return Stages(seconds, self.audio_s * times)

    @property
    def bare_s(self) -> float:
        """Sum of the stages that a vector needs."""
        return sum(self.seconds[name] for name in BARE)


@dataclass(slots=True)
class _Taken:
    info: AudioInfo
    peaks: Peaks
    measures: Measures
    segments: list[Segment]
    vectors: list[NDArray[np.float32]]


def time_stages(paths: Sequence[Path], folder: Path, pack_folder: Path, home: Path) -> Stages:
    """Runs every stage of an indexing job over some files, each alone.

    Args:
        home: for a temporary library.
    """
    stages = Stages()
    with tempfile.TemporaryDirectory(prefix="earshot-stages-", dir=home) as library:
        with stages.timed(_ONCE):
            pack = load_pack(pack_folder)
            encoder, texts = AudioEncoder(pack, "cpu", batch_size=32), TextEncoder(pack)
            catalogue = Catalogue.open(Path(library))
            listeners = listeners_of(Path(library), lambda *_: None)
        with catalogue:
            root_path = FilePath.of(folder)
            root = catalogue.roots.add(root_path)
            catalogue.packs.set_searched(pack.info.pack_id, pack.info.name)
            batcher = RungBatcher(encoder.encode, pack.info.sample_rate_hz, "cpu")
            ready: list[EmbeddedSound] = []
            taken: list[_Taken] = []
            for path in map(FilePath.of, paths):
                taken.append(_pass(stages, path, pack.info.plan, batcher))
                ready.append(_described(stages, path, Task(stamp_now(path), root, None), root_path, taken[-1], texts))
            with stages.timed("encode"):
                batcher.flush()
            ready = [replace(one, vectors=np.stack(heard.vectors)) for one, heard in zip(ready, taken, strict=True)]
            with stages.timed("catalogue and vectors"):
                writer = Writer(catalogue, pack, Tally(time.monotonic()), lambda *_: ("", np.zeros(0, np.float32)))
                for one in ready:
                    writer.add(one)
                    if writer.is_due:
                        writer.commit()
                writer.commit()
            _hear(stages, listeners, ready)
        for listener in listeners:
            listener.file.close()
    return stages


def table(stages: Stages, job_s: float) -> None:
    """Prints the cost of every stage, and its share of a job's CPU time, `job_s`."""
    for name, seconds in stages.seconds.items():
        print(f"   {name:<28} {1000 * seconds / stages.audio_s:7.3f} ms a second of sound {seconds / job_s:7.1%}")
    print(f"   {'the job, beside its stages':<28} {1000 * (job_s - stages.sum_s) / stages.audio_s:7.3f} ms", flush=True)


def _pass(stages: Stages, path: FilePath, plan: SegmentPlan, batcher: RungBatcher) -> _Taken:
    """Decodes a file and does everything that needs its samples."""
    with stages.timed("decode"):
        stream = open_audio(path)
    with stream:
        info = stream.info
        measurer = Measurer(info.sample_rate_hz, info.channels, info.layout)
        builder = PeakBuilder(info.sample_rate_hz, info.channels)
        resampler = MonoResampler(info.sample_rate_hz, plan.sample_rate_hz)
        segmenter, music = Segmenter(plan), TempoKeyEstimator(plan.sample_rate_hz)
        segments: list[Segment] = []
        vectors: list[NDArray[np.float32]] = []
        blocks = stream.blocks()
        is_last = False
        while not is_last:
            with stages.timed("decode"):
                piece = list(islice(blocks, _PIECE_BLOCKS))
            is_last = len(piece) < _PIECE_BLOCKS
            with stages.timed("mix to mono"):
                mono = [mix_to_mono(block) for block in piece]
            with stages.timed("peaks"):
                for block in piece:
                    builder.add(block)
            with stages.timed("loudness, level, brightness"):
                for block, mixed in zip(piece, mono, strict=True):
                    measurer.add(block, mixed)
            with stages.timed("resample"):
                waves = [resampler.push(mixed[:, None]) for mixed in mono]
                waves += [resampler.finish()] if is_last else []
            with stages.timed("tempo and key"):
                for wave in waves:
                    music.add(wave)
            with stages.timed("segments"):
                found = [segment for wave in waves for segment in segmenter.push(wave)]
                found += segmenter.finish() if is_last else []
            with stages.timed("encode"):
                for segment in found:
                    batcher.add(segment.wave, vectors.append)
            segments += [Segment(one.start_s, one.end_s, np.zeros(0, np.float32)) for one in found]
        info = stream.info
    with stages.timed("peaks"):
        peaks = builder.finish()
    with stages.timed("loudness, level, brightness"):
        measures = measurer.finish()
    with stages.timed("tempo and key"):
        measures = heard(measures, music)
    stages.audio_s += info.duration_s
    return _Taken(info, peaks, measures, segments, vectors)


def _described(
    stages: Stages, path: FilePath, task: Task, root: FilePath, taken: _Taken, texts: TextEncoder
) -> EmbeddedSound:
    """Reads a file's metadata and its content's identity."""
    with stages.timed("metadata"):
        metadata = read_metadata(path)
    with stages.timed("content id and digest"), open_regular(path) as file:
        payload = payload_spans(file)
        identity, digest = probe(file, payload), digest_of_payload(file, payload)
    with stages.timed("vector of the name"):
        name = name_text(path, root, metadata)
        name_vector = texts.encode([name]).sentence[0]
    return EmbeddedSound(
        task,
        taken.info,
        taken.measures,
        metadata,
        taken.peaks,
        identity,
        digest,
        tuple((one.start_s, one.end_s) for one in taken.segments),
        np.zeros((0, 0), np.float32),
        name,
        name_vector,
    )


def _hear(stages: Stages, listeners: Sequence[SpeechListener], ready: Sequence[EmbeddedSound]) -> None:
    """Runs the speech phase, words and units, that follows the embedding."""
    if not listeners:
        return
    rate = max(listener.ears.sample_rate_hz for listener in listeners)
    for first in range(0, len(ready), _KEPT_AT_ONCE):
        results: list[tuple[SpeechListener, SoundId, bytes, Any]] = []
        for number, one in enumerate(ready[first : first + _KEPT_AT_ONCE], start=first + 1):
            with stages.timed("decode again, for speech"), open_audio(one.task.stamp.path) as stream:
                blocks = list(mono_blocks(stream, rate, _SPEECH_BLOCK_S))
            finder = SpeechFinder()
            for listener in listeners:
                is_slower = listener.ears.sample_rate_hz != rate
                with stages.timed(f"{listener.kind} in speech"):
                    ear = listener.ears.ear(finder)
                    for block in _slower(blocks, rate, listener.ears.sample_rate_hz) if is_slower else blocks:
                        ear.take(block)
                    heard_there = ear.end()
                results.append((listener, SoundId(number), digest_of(one.content_id, one.payload_digest), heard_there))
        with stages.timed("words.db and units.db"), contextlib.ExitStack() as changes:
            for listener in listeners:
                changes.enter_context(listener.file.change())
            for listener, id, digest, result in results:
                listener.file.keep(id, digest, result)


def _slower(blocks: Sequence[Waves], from_hz: int, to_hz: int) -> Iterator[Waves]:
    resampler = MonoResampler(from_hz, to_hz)
    for block in blocks:
        yield resampler.push(block[:, None])
    yield resampler.finish()
