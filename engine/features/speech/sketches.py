"""Sketches of a library's sounds, as waves and as files.

A sketch file lies in `sketches` in the library's folder, named after the sound, with metadata that says what it is. The
newest are kept. No sound of the library is read here.
"""

import contextlib
import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from engine.audio.decode import open_audio
from engine.base.atomic_files import unwritable
from engine.base.cancellation import Cancel, never
from engine.base.errors import EngineError, LibraryError
from engine.base.lazy_import import later
from engine.base.library_messages import LibraryFault
from engine.base.messages import told
from engine.base.partial_files import partial_in
from engine.base.private_files import make_part
from engine.base.types import FilePath, PackId, SoundId, Waves
from engine.features.speech.messages import SpokenAdvice, SpokenFault
from engine.features.speech.sketch import sketch
from engine.features.speech.units_model import UnitsModel
from engine.features.speech.units_store import UnitsFile, UnitString
from engine.models.speech_pack import read_speech_info, speech_pack_for

if TYPE_CHECKING:
    import soundfile
else:
    soundfile = later("soundfile")

FOLDER = "sketches"
"""In the library's folder; its files can be drawn again."""
_MOST_FILES = 50


class NoSketch(EngineError):
    """There are no units to draw a sketch from."""


class SketchFile(Struct, frozen=True):
    """A sketch on disk."""

    path: FilePath
    duration_s: float


class Sketches:
    """Draws sketches for one library. One thread owns it."""

    def __init__(self, library: Path) -> None:
        self._library = library
        self._model: UnitsModel | None = None

    def has(self, sound: SoundId) -> bool:
        store = UnitsFile.at(self._library)
        if store is None:
            return False
        with contextlib.closing(store):
            return store.get(sound) is not None

    def draw(self, sound: SoundId, *, cancel: Cancel = never) -> tuple[Waves, int]:
        """Returns the sketch of a sound, float32 [T], and its sample rate.

        Raises:
            NoSketch: the sound has no units, or the pack that found them is not installed.
            PackError: the pack is damaged.
            StopRequested: `cancel` returned True.
        """
        units, pack_id = self._units(sound)
        model = self._model_of(pack_id)
        return sketch(model, units.codes, units.levels, cancel=cancel), model.sample_rate_hz

    def file(self, sound: SoundId, *, cancel: Cancel = never) -> SketchFile:
        """Returns the sketch of a sound as a WAV in the library's folder, drawing it if needed.

        Raises:
            NoSketch, PackError, Stopped: as for `draw`.
            LibraryError: it cannot be written.
        """
        units, pack_id = self._units(sound)
        key = hashlib.blake2b(pack_id.encode() + units.codes.tobytes() + units.levels.tobytes(), digest_size=8)
        path = self._library / FOLDER / f"{int(sound)}-{key.hexdigest()}.wav"
        if not path.is_file():
            model = self._model_of(pack_id)
            write_sketch(path, sketch(model, units.codes, units.levels, cancel=cancel), model.sample_rate_hz)
            _tidy(path.parent)
        with open_audio(path) as stream:
            return SketchFile(FilePath.of(path), stream.info.duration_s)

    def _units(self, sound: SoundId) -> tuple[UnitString, PackId]:
        store = UnitsFile.at(self._library)
        if store is None:
            raise NoSketch(SpokenFault.NO_SKETCHES, advice=SpokenAdvice.INDEX_WITH_UNITS)
        with contextlib.closing(store):
            units, pack_id = store.get(sound), store.pack_id()
        if units is None:
            raise NoSketch(SpokenFault.NO_SKETCH, advice=SpokenAdvice.INDEX_WITH_UNITS)
        return units, pack_id

    def _model_of(self, pack_id: PackId) -> UnitsModel:
        if self._model is None or self._model.pack_id != pack_id:
            folder = speech_pack_for("units", self._library)
            if folder is None or read_speech_info(folder).pack_id != pack_id:
                raise NoSketch(SpokenFault.NO_UNITS_PACK, advice=SpokenAdvice.UNITS_PACK_AGAIN)
            self._model = UnitsModel.load(folder)
        return self._model


def write_sketch(path: Path, wave: Waves, sample_rate_hz: int, title: str = "") -> None:
    """Writes a sketch as a 16-bit WAV whose metadata says what it is; whole or not at all.

    Raises:
        LibraryError, StorageFull: it cannot be written.
    """
    partial = partial_in(path.parent)
    try:
        make_part(path.parent)
        with soundfile.SoundFile(partial, "w", sample_rate_hz, 1, "PCM_16", format="WAV") as file:
            file.title = f"Sketch of {title}" if title else "Sketch"
            file.comment = "A sketch that Earshot drew of a sound; not the sound."
            file.write(np.asarray(wave, np.float32))
        partial.replace(path)
    except OSError as err:
        raise unwritable(path, err) from err
    except soundfile.LibsndfileError as err:
        raise LibraryError(told(LibraryFault.CANNOT_WRITE, path, str(err)), advice=SpokenAdvice.OTHER_PLACE) from err
    finally:
        with contextlib.suppress(OSError):  # the folder may be gone or read-only by now
            partial.unlink(missing_ok=True)


def _tidy(folder: Path) -> None:
    files = sorted(folder.glob("*.wav"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in files[_MOST_FILES:]:
        path.unlink(missing_ok=True)
