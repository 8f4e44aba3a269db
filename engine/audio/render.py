"""Writes a moment of a sound to a WAV of its own, to be dragged into another program.

Rate, channels and depth stay those of the source. Nothing else of Earshot writes sound.
"""

from contextlib import suppress
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

from engine.audio.decode import open_audio
from engine.errors import EmptyAudio, LibraryError, StorageFull
from engine.types import AudioInfo, FilePath

_FRAMES = 65536
_NO_SPACE = (28, 122)  # ENOSPC, EDQUOT


def write_moment(path: FilePath | Path, destination: Path, start_s: float, end_s: float, fade_ms: float = 5.0) -> Path:
    """Writes the stretch from `start_s` to `end_s`, faded in and out so that it does not click.

    It is written beside its place and renamed, so that a half-written file is never seen. Lossy sources become
    24-bit. Where the stretch reaches past the end it ends with the sound.

    Args:
        path: the source.
        destination: the WAV to write; an older one is replaced.
        start_s: where the moment starts.
        end_s: where it ends.
        fade_ms: length of each fade; at most half the moment is faded. 0 for none.

    Returns:
        `destination`.

    Raises:
        AudioError: the source cannot be read, or has nothing in that stretch.
        StorageFull: there is no room for the file.
        LibraryError: the file cannot be written there.
    """
    with open_audio(path) as stream:
        info = stream.info
        rate = info.sample_rate_hz
        first, end = max(0, round(start_s * rate)), round(end_s * rate)
        if first:
            stream.seek(first / rate)
        wanted = max(0, end - first)
        fade = max(0, min(round(fade_ms * rate / 1000.0), wanted // 2))
        partial = destination.with_name(destination.name + ".part")
        held = np.zeros((0, info.channels), dtype=np.float32)
        at = 0
        try:
            destination.parent.mkdir(parents=True, exist_ok=True)
            with soundfile.SoundFile(
                partial, "w", rate, info.channels, _subtype(info), format=_container(info, wanted)
            ) as out:
                # The last stretch is held back until it is known to be the last: it carries the fade-out.
                for block in stream.blocks(_FRAMES):
                    part = _faded_in(block[: wanted - at], at, fade)
                    at += len(part)
                    held = np.concatenate([held, part])
                    ready = max(0, len(held) - fade)
                    out.write(held[:ready])
                    held = held[ready:]
                    if at >= wanted:
                        break
                if fade and len(held):
                    held = held * np.linspace(1.0, 0.0, len(held), dtype=np.float32)[:, None]
                out.write(held)
            if at == 0:
                raise EmptyAudio(
                    f"there is nothing between {start_s:.2f} s and {end_s:.2f} s",
                    advice=f"Choose a stretch inside its {info.duration_s:.2f} s.",
                )
            partial.replace(destination)
        except (OSError, soundfile.LibsndfileError) as err:
            raise _unwritable(destination, err) from err
        finally:
            with suppress(OSError):
                partial.unlink(missing_ok=True)
    return destination


def _faded_in(block: NDArray[np.float32], at: int, fade: int) -> NDArray[np.float32]:
    if at >= fade:
        return block
    ramp = np.minimum(1.0, (at + np.arange(len(block), dtype=np.float32)) / np.float32(fade))
    return np.asarray(block * ramp[:, None], dtype=np.float32)


def _subtype(info: AudioInfo) -> str:
    if info.codec in ("FLOAT", "DOUBLE", "PCM_U8"):
        return info.codec
    if info.codec.startswith("PCM_F"):  # FFmpeg's names: PCM_F32LE
        return "FLOAT"
    return {8: "PCM_U8", 16: "PCM_16", 24: "PCM_24", 32: "PCM_32"}.get(info.bit_depth or 24, "PCM_24")


def _container(info: AudioInfo, frames: int) -> str:
    """A plain WAV cannot hold 4 GiB; RF64 can and is read by the same programs."""
    return "RF64" if frames * info.channels * (info.bit_depth or 24) // 8 > 0xFFF0_0000 else "WAV"


def _unwritable(destination: Path, err: OSError | soundfile.LibsndfileError) -> LibraryError:
    if isinstance(err, OSError) and err.errno in _NO_SPACE:
        return StorageFull(f"no space left to write {destination}", advice="Free some space and try again.")
    return LibraryError(f"{destination} cannot be written: {err}", advice="Choose a folder you may write to.")
