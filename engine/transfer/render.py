"""Makes the files of one plan: reads the sound once, and once more for each prior measurement.

Samples pass in blocks of float64, so that memory does not grow with the sound. Unchanged samples stay bit-identical and
are not dithered.
"""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.audio.decode import open_audio
from engine.audio.files import open_regular
from engine.audio.loudness import LoudnessMeter
from engine.audio.region_chunks import channel_mask
from engine.audio.region_render import faded, region_blocks
from engine.audio.true_peak import TruePeakMeter
from engine.audio.wav_writer import TextChunk
from engine.base.atomic_files import unwritable
from engine.base.cancellation import Cancel, check, never
from engine.base.errors import EmptyAudio
from engine.base.file_messages import FileAdvice, FileFault, FileProblem, place, trouble
from engine.base.lazy_import import later
from engine.base.messages import Amount, Message, Unit, told
from engine.transfer.messages import TransferNote
from engine.transfer.metadata_texts import ChunkTarget, tags_of, wave_chunks
from engine.transfer.profile import LevelRule
from engine.transfer.sinks import FileSink, SinkForm, open_sink
from engine.transfer.transfer_plan import TransferPlan

if TYPE_CHECKING:
    import soxr
else:
    soxr = later("soxr")

_QUALITY = "VHQ"
_CEILING_DBTP = -1.0
"""A gain for loudness lifts no true peak above this: EBU R 128."""
_LEAST_S = 0.5
"""Shorter sounds are padded with silence for measuring: BS.1770 measures blocks of 0.4 s."""
_HEARD_DB = 0.05

Block = NDArray[np.floating]


class _Level(Struct, frozen=True):
    gain_db: float = 0.0
    notes: tuple[Message, ...] = ()


def render(
    made: TransferPlan,
    places: Sequence[Path],
    *,
    channel: int | None = None,
    cancel: Cancel = never,
    progress: Callable[[float], object] = lambda share: None,
) -> tuple[Message, ...]:
    """Writes the files of a plan; returns notes on them.

    Args:
        made: the plan; not a copy.
        places: a new file for each name of the plan. None of them remains after an error.
        channel: the only output channel to write, into one file; None for all.
        cancel: polled before every block.
        progress: receives the share done, 0 to 1.

    Raises:
        AudioError: the sound cannot be read, or has nothing in that stretch.
        TransferError: the encoder refuses it.
        StorageFull, LibraryError: a file cannot be written.
        StopRequested: it was cancelled.
    """
    passes = _Passes(made, cancel, progress)
    offset = passes.offset() if made.profile.is_dc_removed else None
    level = passes.level(offset) if made.profile.level.rule is not LevelRule.AS_IS else _Level()
    sinks: list[FileSink] = []
    try:
        for number, form in enumerate(_forms(made, len(places), is_single=len(places) > 1 or channel is not None)):
            dither = np.random.default_rng(number) if made.is_processed and not made.is_float else None
            sinks.append(open_sink(places[number], form, made.expected_frames, dither))
        clipped = passes.write(sinks, offset, level.gain_db, channel)
        for sink in sinks:
            sink.finish()
    except BaseException as err:
        for sink in sinks:
            sink.close()
        for one in places:
            with contextlib.suppress(OSError):
                one.unlink(missing_ok=True)
        if isinstance(err, OSError):
            raise unwritable(places[0], err) from err
        raise
    notes = list(level.notes)
    if clipped:
        notes.append(told(TransferNote.CLIPPED, clipped))
    if made.profile.rate_hz is None and made.rate_hz != made.info.sample_rate_hz:
        notes.append(told(TransferNote.RATE_LOWERED, Amount(made.rate_hz, Unit.HERTZ)))
    return tuple(notes)


class _Passes:
    def __init__(self, made: TransferPlan, cancel: Cancel, progress: Callable[[float], object]) -> None:
        self._made, self._cancel, self._progress = made, cancel, progress
        profile = made.profile
        self._count = 1 + profile.is_dc_removed + (profile.level.rule is not LevelRule.AS_IS)
        self._done = 0

    def offset(self) -> NDArray[np.float64]:
        """The mean of each channel, float64 [C]."""
        total, frames = np.zeros(self._made.channels), 0
        for block in self._told(self._channels()):
            total += block.sum(axis=0, dtype=np.float64)
            frames += len(block)
        return total / max(1, frames)

    def level(self, offset: NDArray[np.float64] | None) -> _Level:
        """Measures the stretch as it will be written."""
        made, wanted = self._made, self._made.profile.level
        meter = LoudnessMeter(made.rate_hz, made.channels, made.layout)
        true_peak = TruePeakMeter(made.channels)
        highest, frames = 0.0, 0
        for block in self._told(self._chain(offset)):
            highest = max(highest, float(np.abs(block).max(initial=0.0)))
            frames += len(block)
            if wanted.rule is not LevelRule.PEAK:
                planar = np.ascontiguousarray(block.T, dtype=np.float32)
                true_peak.add(planar)
                meter.add(planar)
        between = max(highest, true_peak.finish())
        if wanted.rule is LevelRule.LOUDNESS:
            short = round(_LEAST_S * made.rate_hz) - frames
            if short > 0:
                meter.add(np.zeros((made.channels, short), np.float32))
            loudness = meter.finish()
            if loudness is None:
                return _Level(0.0, (told(TransferNote.NOT_MEASURED),))
            return _held(wanted.value_db - loudness, between, is_free=made.holds_any_level)
        peak = highest if wanted.rule is LevelRule.PEAK else between
        if peak == 0.0:
            return _Level(0.0, (told(TransferNote.NOT_MEASURED),))
        return _Level(wanted.value_db - 20.0 * float(np.log10(peak)))

    def write(
        self, sinks: Sequence[FileSink], offset: NDArray[np.float64] | None, gain_db: float, only: int | None
    ) -> int:
        """Writes all channels into one file, or each into its own; returns the number of clipped samples."""
        made = self._made
        gain = 10.0 ** (gain_db / 20.0)
        limit = 1.0 + 2.0 ** (1 - min(made.bits, 24))
        clipped, frames = 0, 0
        for block in self._told(self._chain(offset)):
            if gain != 1.0:
                block = block * gain
            if only is not None:
                block = block[:, only : only + 1]
            if not made.holds_any_level:
                clipped += int(np.count_nonzero(np.abs(block) > limit))
            frames += len(block)
            if len(sinks) == 1:
                sinks[0].write(block)
                continue
            for channel, sink in enumerate(sinks):
                sink.write(block[:, channel : channel + 1])
        if frames == 0:
            raise EmptyAudio(_nothing(made), made.piece.path.text)
        return clipped

    def _told(self, blocks: Iterator[Block]) -> Iterator[Block]:
        expected, frames = max(1, self._made.expected_frames), 0
        for block in blocks:
            check(self._cancel)
            yield block
            frames += len(block)
            self._progress((self._done + min(1.0, frames / expected)) / self._count)
        self._done += 1

    def _channels(self) -> Iterator[Block]:
        """The stretch with its effects, in output channels."""
        made = self._made
        with open_audio(made.piece.path) as stream:
            blocks = region_blocks(stream, made.piece.path, made.piece.effects, made.first, made.end)
            for block in blocks:
                yield block if made.matrix is None else block.astype(np.float64) @ made.matrix

    def _chain(self, offset: NDArray[np.float64] | None) -> Iterator[Block]:
        made = self._made
        blocks: Iterator[Block] = self._channels()
        if offset is not None:
            blocks = (block - offset for block in blocks)
        if made.rate_hz != made.info.sample_rate_hz:
            blocks = _resampled(blocks, made.info.sample_rate_hz, made.rate_hz, made.channels)
        half = made.expected_frames // 2
        rises, falls = (min(half, round(fade_s * made.rate_hz)) for fade_s in (made.fade_in_s, made.fade_out_s))
        return faded(blocks, rises, falls) if rises or falls else blocks


def _resampled(blocks: Iterator[Block], from_hz: int, to_hz: int, channels: int) -> Iterator[Block]:
    """Resamples the blocks, by soxr at VHQ: float64 [T, C]."""
    stream = soxr.ResampleStream(from_hz, to_hz, channels, dtype="float64", quality=_QUALITY)
    for block in blocks:
        ready = stream.resample_chunk(np.ascontiguousarray(block, dtype=np.float64))
        if len(ready):
            yield ready
    rest = stream.resample_chunk(np.zeros((0, channels)), last=True)
    if len(rest):
        yield rest


def _held(gain_db: float, true_peak: float, *, is_free: bool) -> _Level:
    """The gain for a loudness, limited where peaks would clip; a float WAV needs no limit."""
    if is_free or true_peak == 0.0:
        return _Level(gain_db)
    most_db = max(min(gain_db, 0.0), _CEILING_DBTP - 20.0 * float(np.log10(true_peak)))
    if gain_db <= most_db:
        return _Level(gain_db)
    short = gain_db - most_db
    notes = (told(TransferNote.QUIETER_THAN_ASKED, f"{short:.1f} dB"),) if short > _HEARD_DB else ()
    return _Level(most_db, notes)


def _forms(made: TransferPlan, count: int, *, is_single: bool) -> list[SinkForm]:
    profile, info, piece = made.profile, made.info, made.piece
    channels = 1 if is_single else made.channels
    before: list[TextChunk] = []
    after: list[TextChunk] = []
    mask = None
    if profile.container.is_wave:
        is_other = (is_single and made.channels > 1) or made.matrix is not None or bool(piece.effects.channels)
        wave = ChunkTarget(made.first, info.sample_rate_hz, made.rate_hz, made.bits, is_other, made.project_frame)
        with open_regular(piece.path) as file:
            before, after = wave_chunks(file, piece.path, piece.metadata, wave, profile)
            mask = None if is_other else channel_mask(file)
    form = SinkForm(
        profile.container,
        made.rate_hz,
        channels,
        made.bits,
        made.is_float,
        "" if is_single else made.layout,
        mask,
        before,
        after,
        tags_of(piece.metadata, profile),
    )
    return [form] * count


def _nothing(made: TransferPlan) -> FileProblem:
    return trouble(
        FileFault.NOTHING_FROM, Message(FileAdvice.INSIDE, (place(made.info.duration_s),)), place(made.start_s)
    )
