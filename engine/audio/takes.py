"""Keeps microphone recordings: trims them to their sound and writes WAVs into the library's `takes` folder.

A take is a reference for searches, not a sound of the library. Nothing here records or searches.
"""

from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.audio.decode import open_audio
from engine.base.errors import AudioError, EmptyAudio, LibraryError, StorageFull
from engine.base.file_messages import FileAdvice, FileFault, system_words, trouble
from engine.base.lazy_import import later
from engine.base.library_messages import LibraryAdvice, LibraryFault
from engine.base.messages import told
from engine.base.partial_files import partial_in
from engine.base.private_files import make_part
from engine.base.types import FilePath

if TYPE_CHECKING:
    import soundfile
else:
    soundfile = later("soundfile")

FOLDER = "takes"
_BLOCK_S = 0.01
_UNHEARD_DBFS = -60.0
"""A take whose loudest block stays under this is silent: a muted or unplugged microphone."""
_RANGE_DB = 35.0
"""Anything this far under the loudest block is the room, not the sound."""
_BEFORE_S = 0.03
_AFTER_S = 0.1
"""Margins around the sound, so that neither its attack nor its tail is cut."""
_NO_SPACE = (28, 122)  # ENOSPC, EDQUOT


class Recording(Struct, frozen=True):
    """One kept recording."""

    path: FilePath
    duration_s: float
    recorded_s: float
    """Unix time."""


def trimmed(samples: NDArray[np.float32], rate_hz: int) -> NDArray[np.float32]:
    """Returns the stretch with sound in it: float32 [T] in, float32 [U] out, U <= T.

    Raises:
        EmptyAudio: there is no sound in it.
    """
    width = max(1, round(_BLOCK_S * rate_hz))
    whole = len(samples) // width
    power = np.mean(np.square(samples[: whole * width].reshape(whole, width), dtype=np.float64), axis=1)
    levels = 10.0 * np.log10(np.maximum(power, 1e-20))
    if not whole or levels.max() < _UNHEARD_DBFS:
        raise EmptyAudio(trouble(FileFault.SILENCE, FileAdvice.CHECK_MICROPHONE))
    heard = np.flatnonzero(levels > max(levels.max() - _RANGE_DB, _UNHEARD_DBFS - 10.0))
    first = max(0, int(heard[0]) * width - round(_BEFORE_S * rate_hz))
    end = (int(heard[-1]) + 1) * width + round(_AFTER_S * rate_hz)
    return samples[first:end]


def keep_take(folder: Path, samples: NDArray[np.float32], rate_hz: int, when: datetime) -> Recording:
    """Trims a recording and writes it as a 24-bit WAV, named after its time.

    Args:
        folder: the library's folder.
        samples: float32 [T], mono, within [-1, 1].
        rate_hz: its sample rate.
        when: the time of the recording.

    Raises:
        EmptyAudio: no sound in it; nothing is written.
        StorageFull: no room for it.
        LibraryError: it cannot be written there.
    """
    sound = trimmed(samples, rate_hz)
    takes_folder = folder / FOLDER
    stem = f"Take {when:%Y-%m-%d %H.%M.%S}"
    place, number = takes_folder / f"{stem}.wav", 2
    while place.exists():
        place, number = takes_folder / f"{stem} ({number}).wav", number + 1
    partial = partial_in(takes_folder)
    try:
        make_part(takes_folder)
        soundfile.write(partial, sound, rate_hz, subtype="PCM_24", format="WAV")
        partial.replace(place)
    except (OSError, soundfile.LibsndfileError) as err:
        if isinstance(err, OSError) and err.errno in _NO_SPACE:
            raise StorageFull(told(LibraryFault.NO_SPACE_TO_WRITE, place), advice=LibraryAdvice.FREE_SPACE) from err
        raise LibraryError(
            told(LibraryFault.CANNOT_WRITE, place, str(err)), advice=LibraryAdvice.CHECK_LIBRARY_FOLDER
        ) from err
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
    return Recording(FilePath.of(place), len(sound) / rate_hz, when.timestamp())


def kept_takes(folder: Path) -> tuple[Recording, ...]:
    """The takes in a library's folder, newest first; unreadable files are left out."""
    found = []
    for place in (folder / FOLDER).glob("*.wav"):
        with suppress(OSError, AudioError), open_audio(place) as stream:
            found.append(Recording(FilePath.of(place), stream.info.duration_s, place.stat().st_mtime))
    return tuple(sorted(found, key=lambda take: (-take.recorded_s, take.path.raw)))


def remove_take(folder: Path, take: Recording) -> None:
    """Deletes a take's file; a missing one is no error.

    Raises:
        LibraryError: it lies outside the library's takes, or cannot be deleted.
    """
    place = take.path.native
    if place.parent != (folder / FOLDER).absolute():
        raise LibraryError(told(LibraryFault.NO_RECORDING, place), advice=LibraryAdvice.DELETE_YOURSELF)
    try:
        place.unlink(missing_ok=True)
    except OSError as err:
        raise LibraryError(
            told(LibraryFault.CANNOT_DELETE, place, system_words(err)), advice=LibraryAdvice.CLOSE_HOLDERS
        ) from err
