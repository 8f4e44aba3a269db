"""Writes a sound or a part of it to a WAV of its own, to be dragged into another program.

Rate, channels, depth and every sample between the fades stay those of the source, unless effects are on; then integers
are dithered. Lossy sources become 24-bit. The source is never touched.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.audio.decode import AudioStream, stream_from, wide_blocks
from engine.audio.effects import NO_EFFECTS, Effects, affected_blocks
from engine.audio.files import as_file_path, open_regular
from engine.audio.region_chunks import channel_mask, region_texts
from engine.audio.wav_writer import WavForm, WavWriter
from engine.base.cancellation import Cancel, never
from engine.base.errors import EmptyAudio, LibraryError, StorageFull
from engine.base.file_messages import FileAdvice, FileFault, FileProblem, place, trouble
from engine.base.library_messages import LibraryAdvice, LibraryFault
from engine.base.messages import Message, told
from engine.base.partial_files import partial_in
from engine.base.types import AudioInfo, FilePath

_NO_SPACE = (28, 122)  # ENOSPC, EDQUOT
_WIDE = ("PCM_32", "ALAC_32", "DOUBLE")
"""Codecs that float32 cannot represent exactly."""

_TO_THE_END = 1 << 62
"""A frame past any end: headers may state less than the file holds."""

Block = NDArray[np.floating]


def render_region(
    path: FilePath | Path,
    destination: Path,
    start_s: float = 0.0,
    end_s: float | None = None,
    effects: Effects = NO_EFFECTS,
    *,
    fade_ms: float = 5.0,
    seed: int = 0,
    cancel: Cancel = never,
    progress: Callable[[float], object] = lambda share: None,
) -> Path | None:
    """Writes the stretch from `start_s` to `end_s`, fading the cuts so that they do not click.

    The sound's own start and end are not faded: the attack of a one-shot stays as it is. The file is written beside its
    place and renamed, so that nobody sees a half-written one. bext, iXML, LIST/INFO and ID3 go along: see
    `region_chunks`. A stretch past the end stops with the sound.

    Args:
        path: the source.
        destination: the WAV to write, in an existing folder; an older one is replaced.
        start_s: start of the stretch.
        end_s: its end; None for the end of the sound.
        effects: applied as in the audition.
        fade_ms: length of each fade; at most half of the result is faded. 0 for none.
        seed: of the dither.
        cancel: polled before every block.
        progress: receives the share written, 0 to 1.

    Returns:
        `destination`, or None when cancelled; then no file is left behind.

    Raises:
        AudioError: the source cannot be read, or has nothing in that stretch.
        StorageFull: no room for the file.
        LibraryError: the file cannot be written there.
    """
    exact = as_file_path(path)
    with open_regular(exact) as file, stream_from(file, exact.text) as stream:
        info = stream.info
        rate = info.sample_rate_hz
        length = max(1, round(info.duration_s * rate))
        first = max(0, round(start_s * rate))
        end = _TO_THE_END if end_s is None else round(end_s * rate)
        expected = max(0, round((min(end, length) - first) / effects.speed))
        form = form_of(info, effects, channel_mask(file))
        before, after = region_texts(file, exact, first, rate)
        fade = max(0, min(round(fade_ms * rate / 1000.0), expected // 2))
        cut_start, cut_end = (fade if first > 0 else 0), (fade if end < length else 0)
        rises, falls = (cut_end, cut_start) if effects.is_reversed else (cut_start, cut_end)
        partial = partial_in(destination.parent)  # another thread may make the same file
        try:
            with partial.open("wb") as out:
                dither = None if effects.is_neutral or form.bits > 24 else np.random.default_rng(seed)
                writer = WavWriter(out, form, dither=dither)
                writer.begin(expected, before)
                for block in faded(region_blocks(stream, exact, effects, first, end), rises, falls):
                    if cancel():
                        return None
                    writer.write(block)
                    progress(min(1.0, writer.frames / max(1, expected)))
                writer.finish(after)
            if writer.frames == 0:
                raise EmptyAudio(_nothing(start_s, end_s, info.duration_s), exact.text)
            partial.replace(destination)
        except OSError as err:
            raise _unwritable(destination, err) from err
        finally:
            with suppress(OSError):
                partial.unlink(missing_ok=True)
    return destination


def _nothing(start_s: float, end_s: float | None, duration_s: float) -> FileProblem:
    inside = Message(FileAdvice.INSIDE, (place(duration_s),))
    if end_s is None:
        return trouble(FileFault.NOTHING_FROM, inside, place(start_s))
    return trouble(FileFault.NOTHING_BETWEEN, inside, place(start_s), place(end_s))


def region_blocks(stream: AudioStream, path: FilePath, effects: Effects, first: int, end: int) -> Iterator[Block]:
    """Yields the stretch in writing order, float [T, C]."""
    if effects.is_neutral and stream.info.codec in _WIDE:
        yield from wide_blocks(path, first, end)
    else:
        yield from affected_blocks(stream, effects, first, end)


def faded(blocks: Iterator[Block], rises: int, falls: int) -> Iterator[Block]:
    """Fades the first `rises` and the last `falls` frames; holds back `falls` frames until the end is known."""
    at = 0
    held: Block | None = None
    for block in blocks:
        if at < rises:
            ramp = np.minimum(1.0, (at + np.arange(len(block))) / rises).astype(block.dtype)
            block = block * ramp[:, None]
        at += len(block)
        held = block if held is None else np.concatenate([held, block])
        ready = max(0, len(held) - falls)
        yield held[:ready]
        held = held[ready:]
    if held is not None and len(held):
        ramp = np.linspace(1.0, 0.0, len(held)).astype(held.dtype)
        yield held * ramp[:, None]


def form_of(info: AudioInfo, effects: Effects, mask: int | None) -> WavForm:
    """The format for a part of a sound: the sound's own, 24 bits for lossy ones."""
    is_float = info.codec in ("FLOAT", "DOUBLE") or info.codec.startswith("PCM_F")  # FFmpeg's names: PCM_F32LE
    if is_float:
        bits = 64 if info.bit_depth == 64 else 32
    else:
        bits = info.bit_depth if info.bit_depth in (8, 16, 24, 32) else 24
    picked = len(effects.channels)
    return WavForm(info.sample_rate_hz, picked or info.channels, bits, is_float, None if picked else mask)


def _unwritable(destination: Path, err: OSError) -> LibraryError:
    if err.errno in _NO_SPACE:
        return StorageFull(told(LibraryFault.NO_SPACE_TO_WRITE, destination), advice=LibraryAdvice.FREE_SPACE)
    return LibraryError(told(LibraryFault.CANNOT_WRITE, destination, str(err)), advice=LibraryAdvice.WRITABLE_FOLDER)
