"""Decodes sounds on many threads and feeds their windows to one tower, for bench_gpu and bench_cost: the bare parts
of indexing; and runs the whole job beside them.
"""

import queue
import tempfile
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path

import numpy as np

from engine.audio.decode import mono_blocks, open_audio
from engine.audio.segments import Segment, Segmenter, SegmentPlan
from engine.base.events import Event, Finished
from engine.base.types import FilePath, Waves
from engine.ingest.control import Control
from engine.ingest.job import run_job
from engine.ingest.spec import JobSpec
from engine.models.encoder import AudioEncoder

_AHEAD = 256
"""Most windows waiting for the tower."""


def decode_all(paths: list[Path], plan: SegmentPlan, workers: int, take: Callable[[Segment], object]) -> None:
    """Decodes and cuts every file in as many threads; each thread passes its windows to `take`."""
    waiting = deque(paths)
    broken: list[Exception] = []

    def work() -> None:
        while waiting and not broken:
            try:
                path = waiting.popleft()
                segmenter = Segmenter(plan)
                with open_audio(path) as stream:
                    for block in mono_blocks(stream, plan.sample_rate_hz):
                        for segment in segmenter.push(block):
                            take(segment)
                for segment in segmenter.finish():
                    take(segment)
            except IndexError:
                return
            except Exception as err:
                broken.append(err)

    threads = [threading.Thread(target=work) for _ in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if broken:
        raise broken[0]


def feed(paths: list[Path], plan: SegmentPlan, workers: int, encoder: AudioEncoder) -> int:
    """Decodes like `decode_all` while this thread encodes all windows; returns their number."""
    ready: queue.Queue[Segment | None] = queue.Queue(_AHEAD)

    def decode() -> None:
        try:
            decode_all(paths, plan, workers, ready.put)
        finally:
            ready.put(None)

    decoding = threading.Thread(target=decode)
    decoding.start()
    batches: dict[int, list[Waves]] = {}
    heard = 0
    while (segment := ready.get()) is not None:
        batch = batches.setdefault(len(segment.wave), [])
        batch.append(segment.wave)
        if len(batch) == encoder.rows_at_once(len(segment.wave)):
            heard += len(encoder.encode(np.stack(batch)))
            batch.clear()
    heard += sum(len(encoder.encode(np.stack(batch))) for batch in batches.values() if batch)
    decoding.join()
    return heard


def index_all(sounds: Path, pack: Path, workers: int, device: str) -> Finished:
    """Runs a whole job over a folder into a temporary library; returns its end."""
    events: list[Event] = []
    with tempfile.TemporaryDirectory(prefix="earshot-bench-", dir=sounds.parent) as library:
        spec = JobSpec(
            Path(library), (FilePath.of(sounds),), pack=pack, device=device, workers=workers, makes_library=True
        )
        return run_job(spec, Control(), events.append)
