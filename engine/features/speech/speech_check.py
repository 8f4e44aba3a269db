"""Compares a speech pack's output on this machine with its output where the pack was made."""

import io
from pathlib import Path

import numpy as np

from engine.base.errors import broken_pack
from engine.base.npz import read_arrays
from engine.base.pack_messages import PackAdvice
from engine.base.types import PackId, Vectors
from engine.features.speech.results_file import ListenerFile
from engine.features.speech.units_model import UnitsModel
from engine.features.speech.words_model import KIND as WORDS
from engine.features.speech.words_model import WordsModel
from engine.models.pack_kinds import PackCheck, PackKind
from engine.models.speech_pack import load_speech_pack

LEAST_COSINE = 0.999
LEAST_SHARE = 0.98
"""Share of codes that must be equal: rounding may tip a sound between two codes to either."""


class SpeechPacks(PackKind):
    """The packs that listen for words and units."""

    kinds = (WORDS, "units")

    def check(self, folder: Path) -> PackCheck:
        return _words(folder) if load_speech_pack(folder).info.kind == WORDS else _units(folder)

    def known_sounds(self, library: Path, kind: str, pack_id: PackId) -> int:
        return ListenerFile.heard_by(library, f"{kind}.db", pack_id)


def _words(folder: Path) -> PackCheck:
    model = WordsModel(folder)
    try:
        arrays = read_arrays(io.BytesIO(model.canonical()), ("features", "lengths", "heard", "phonemes", "read"))
    except ValueError as err:
        raise broken_pack(f"canonical.npz cannot be read: {err}", PackAdvice.INSTALL_AGAIN) from err
    features = [row[:length] for row, length in zip(arrays["features"], arrays["lengths"].tolist(), strict=True)]
    heard = _worst(model.hear_features(features), arrays["heard"])
    read = _worst(model.read(arrays["phonemes"]), arrays["read"])
    detail = f"listens for words; worst cosine {heard:.6f} for stretches, {read:.6f} for phonemes"
    return PackCheck(min(heard, read) >= LEAST_COSINE, detail)


def _units(folder: Path) -> PackCheck:
    model = UnitsModel.load(folder)
    codes, _ = model.hear(model.canonical["samples"])
    wanted = model.canonical["codes"]
    same = float((codes == wanted).mean()) if codes.shape == wanted.shape else 0.0
    return PackCheck(same >= LEAST_SHARE, f"listens for units; {same:.1%} of the codes are the same")


def _worst(found: Vectors, wanted: Vectors) -> float:
    if found.shape != wanted.shape:
        raise broken_pack("canonical.npz holds vectors of another pack", PackAdvice.INSTALL_AGAIN)
    return float(np.einsum("nd,nd->n", found, wanted).min())
