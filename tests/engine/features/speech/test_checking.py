"""`earshot pack verify` runs what listens for speech, and not only its checksums."""

import io
from pathlib import Path

import numpy as np
import pytest
from msgspec import structs

from engine.features.speech.speech_check import SpeechPacks
from engine.models.speech_pack import FILES, load_speech_pack, speech_pack_for, write_speech_pack


def other(folder: Path, **changed: np.ndarray) -> Path:
    """A whole pack whose canonical.npz is of something else."""
    kind = folder.name
    shipped = speech_pack_for(kind, None)
    assert shipped is not None
    pack = load_speech_pack(shipped, kind)
    files = {name: pack.take(name) for name in FILES[kind]}
    with np.load(io.BytesIO(files["canonical.npz"])) as kept:
        arrays = {**kept, **changed}
    out = io.BytesIO()
    np.savez(out, **arrays)
    facts = {each.name: getattr(pack.info, each.name) for each in structs.fields(pack.info)}
    for name in ("format", "pack_id", "files"):
        del facts[name]
    write_speech_pack(folder, **facts, files={**files, "canonical.npz": out.getvalue()})
    return folder


@pytest.mark.parametrize("kind", ["words", "units"])
def test_the_packs_of_earshot_hear_here_what_they_heard_where_they_were_made(kind: str) -> None:
    folder = speech_pack_for(kind, None)
    assert folder is not None
    found = SpeechPacks().check(folder)
    assert found.ok, found.detail
    assert kind in found.detail


def test_a_pack_that_hears_something_else_is_told(tmp_path: Path) -> None:
    words = load_speech_pack(speech_pack_for("words", None) or tmp_path, "words")
    with np.load(io.BytesIO(words.take("canonical.npz"))) as kept:
        heard = kept["heard"]
    assert not SpeechPacks().check(other(tmp_path / "words", heard=heard[::-1].copy())).ok
    silence = np.zeros(16_000, np.float32)
    assert not SpeechPacks().check(other(tmp_path / "units", samples=silence)).ok
