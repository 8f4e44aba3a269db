"""Reads a sound once and derives everything from that pass: segments, peaks, events, measures; metadata and content id.

Memory is bounded by some two minutes of sound, whatever its length. Vectors are made elsewhere.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import FileIO

from msgspec.structs import replace

from engine.audio.content import content_id_of, digest_of, payload_spans, probe
from engine.audio.decode import AudioStream, stream_from
from engine.audio.event_windows import SoundWindows
from engine.audio.files import open_regular
from engine.audio.measures import Measurer
from engine.audio.metadata import loops_by, metadata_of
from engine.audio.peaks import PeakBuilder
from engine.audio.resample import MonoResampler, mix_to_mono
from engine.audio.segments import Segment, SegmentPlan
from engine.audio.stated_music import stated
from engine.audio.tempo_key import TempoKeyEstimator, heard
from engine.base.types import NO_EVENTS, AudioInfo, ContentId, FilePath, Measures, Peaks, SoundMetadata


class Analysis:
    """One pass over one sound, opened by `analysis`.

    Attributes:
        content_id: identity of the audio payload, known from the start.
        metadata: tags and names, known from the start.
        info: the header's values until `segments` has ended, then those read.
        peaks: the overview; complete, with events, once `segments` has ended.
        measures: complete once `segments` has ended.
    """

    def __init__(self, file: FileIO, stream: AudioStream, path: FilePath, plan: SegmentPlan) -> None:
        self._file = file
        self._stream = stream
        self._path = path
        self._plan = plan
        self._payload = payload_spans(file)
        self.content_id: ContentId = probe(file, self._payload)
        self.metadata: SoundMetadata = metadata_of(file, path)
        self.info: AudioInfo = stream.info
        self.measures = Measures()
        self._peaks = PeakBuilder(self.info.sample_rate_hz, self.info.channels)
        self._events = NO_EVENTS

    @property
    def peaks(self) -> Peaks:
        return replace(self._peaks.finish(), events=self._events)

    def payload_digest(self, between: Callable[[], None]) -> bytes:
        """Returns the digest of the whole payload; `between` as in `content.payload_digest`."""
        return digest_of(self._file, self._payload, between=between)

    def segments(self) -> Iterator[Segment]:
        """Yields the windows while the sound is decoded, see `SoundWindows`. Call it once."""
        info = self.info
        measurer = Measurer(info.sample_rate_hz, info.channels, info.layout)
        resampler = MonoResampler(info.sample_rate_hz, self._plan.sample_rate_hz)
        windows = SoundWindows(self._plan)
        listener = TempoKeyEstimator(self._plan.sample_rate_hz)
        for block in self._stream.blocks():
            mono = mix_to_mono(block)
            self._peaks.add(block)
            measurer.add(block, mono)
            wave = resampler.push(mono[:, None])
            listener.add(wave)
            yield from windows.push(wave)
        wave = resampler.finish()
        listener.add(wave)
        yield from windows.push(wave)
        yield from windows.finish()
        self._events = windows.events
        self.info = self._stream.info
        measures = measurer.finish()
        says = loops_by(self.metadata)
        if says is not None:
            measures = replace(measures, is_loop=says)
        self.measures = stated(heard(measures, listener), self.metadata, self._path)


@contextmanager
def analysis(path: FilePath, plan: SegmentPlan) -> Iterator[Analysis]:
    """Opens a sound for one pass.

    Raises:
        NotAFile: missing, unreadable, a folder, a pipe or a device.
        EmptyAudio: no samples.
        DamagedAudio: nothing can be decoded.
        UnsupportedAudio: no decoder knows it, or its channels or rate are out of bounds.
    """
    with open_regular(path) as file, stream_from(file, path.text) as stream:
        # The decoder shares the file's position; other readers restore it.
        yield Analysis(file, stream, path, plan)


@contextmanager
def listening(path: FilePath, plan: SegmentPlan) -> Iterator[tuple[ContentId, Iterator[Segment]]]:
    """Opens a sound measured before, for its windows alone; they equal those of `analysis`.

    Raises:
        AudioError: as `analysis`.
    """
    with open_regular(path) as file, stream_from(file, path.text) as stream:
        yield content_id_of(file), _windows(stream, plan)


def _windows(stream: AudioStream, plan: SegmentPlan) -> Iterator[Segment]:
    resampler = MonoResampler(stream.info.sample_rate_hz, plan.sample_rate_hz)
    windows = SoundWindows(plan)
    for block in stream.blocks():
        yield from windows.push(resampler.push(mix_to_mono(block)[:, None]))
    yield from windows.push(resampler.finish())
    yield from windows.finish()
