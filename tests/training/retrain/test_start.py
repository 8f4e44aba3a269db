"""Where a retraining starts, and that it says so."""

import shutil
from pathlib import Path

import pytest
import torch

from engine.models.pack import default_pack, read_info
from tests.helpers.indexing import index
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_pack import make_tiny_pack
from training.retrain.journal import RetrainError
from training.retrain.material import SoundsSource
from training.retrain.start import pack_in_use, start_from


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack of another family than the compact one."""
    return make_tiny_pack(tmp_path_factory.mktemp("tiny") / "pack")


def test_the_starter_hears_as_its_weights_read_back_do() -> None:
    start = start_from(default_pack())
    assert (start.name, start.is_scratch, start.notes) == (read_info(default_pack()).name, False, ())
    plan = start.config.plan
    assert (plan.segment_s, plan.padding) == (read_info(default_pack()).segment_s, read_info(default_pack()).padding)
    with torch.inference_mode():
        heard = start.model.hear_waves(torch.zeros(1, 32_000))
    assert float(heard.norm()) == pytest.approx(1.0, abs=1e-5)


def test_a_pack_of_another_family_starts_from_the_starter_and_is_still_what_is_compared_with(tiny: Path) -> None:
    start = start_from(tiny)
    assert (start.name, start.before) == (read_info(default_pack()).name, tiny)
    assert start.info.pack_id == read_info(tiny).pack_id
    assert any("cannot be read back" in str(note) for note in start.notes)
    assert str(start.notes[-1]) == f"it starts from {start.name} instead of {read_info(tiny).name}"


def test_a_named_pack_comes_before_the_librarys_and_the_starter_last(tiny: Path, tmp_path: Path) -> None:
    assert pack_in_use(SoundsSource("library", tmp_path), tiny) == tiny
    assert pack_in_use(SoundsSource("folder", tmp_path), None) == default_pack()


def test_a_library_whose_pack_is_not_installed_is_told(tiny: Path, tmp_path: Path) -> None:
    write_tone(tmp_path / "sounds" / "a.wav", seconds=0.2)
    index(tmp_path / "library", tiny, tmp_path / "sounds")
    shutil.rmtree(tmp_path / "library" / "packs")
    with pytest.raises(RetrainError, match="is not installed"):
        pack_in_use(SoundsSource("library", tmp_path / "library"), None)
