"""What doctor finds, on this machine and on a library that is ill."""

import shutil
from pathlib import Path

import pytest

from engine.base.types import PackId
from engine.cli.main import main
from engine.features.doctor import doctor
from engine.features.doctor.doctor import Check, examine
from engine.store.catalogue import Catalogue
from engine.store.connection import FILE_NAME
from tests.helpers.tiny_library import TinyLibrary


def found(library: Path) -> dict[str, Check]:
    return {check.name: check for check in examine(library)}


def test_the_pack_ran_on_the_cpu_and_gave_the_vectors_it_was_made_with(tiny_library: TinyLibrary) -> None:
    packs = [check for name, check in found(tiny_library.folder).items() if name.startswith("pack ")]
    assert packs
    assert all(check.status == "ok" and "ran on cpu" in check.detail for check in packs)


def test_the_library_is_counted(tiny_library: TinyLibrary) -> None:
    assert "6 sounds" in found(tiny_library.folder)["library"].detail


def test_the_model_is_named_and_how_far_the_next_one_is(tiny_library: TinyLibrary, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(tiny_library.folder, tmp_path / "library"))
    assert "searches use tiny 16" in found(folder)["model"].detail
    with Catalogue.open(folder) as catalogue:
        catalogue.learning.aim_at(PackId("f" * 32), "deeper")
    assert found(folder)["model"].detail.endswith("learning deeper: 0 of 6 sounds")
    assert "none yet" in found(tmp_path)["model"].detail


@pytest.mark.shows("true-peak")
def test_sounds_that_an_earlier_version_read_are_counted_with_what_to_do(
    tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(tiny_library.folder, tmp_path / "library"))
    assert found(folder)["readings"].status == "ok"
    with Catalogue.open(folder) as catalogue, catalogue.database.change():
        catalogue.database.run("UPDATE sound SET true_peak_dbtp = NULL WHERE id <= 2")
    check = found(folder)["readings"]
    assert (check.status, check.detail) == ("warn", "2 of 6 sounds were read by an earlier Earshot: no true peak")
    assert "index --reread" in check.advice and "Read again" in check.advice


def test_every_finding_that_is_not_well_says_what_to_do(tmp_path: Path) -> None:
    assert all(check.advice for check in examine(tmp_path) if check.status != "ok")


def test_two_onnx_runtimes_are_a_failure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(doctor.metadata, "version", lambda name: "1.0")
    assert found(tmp_path)["ONNX Runtime"].status == "fail"


def test_a_damaged_catalogue_is_a_failure_and_exit_status_1(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"not a database at all, but long enough to look like one" * 100)
    assert found(tmp_path)["library"].status == "fail"
    assert main(["doctor", "--json", "--library", str(tmp_path)]) == 1


@pytest.mark.parametrize("becomes", ["gone", "a folder", "newer"])
def test_a_catalogue_that_is_refused_is_a_failure_of_the_library(
    tiny_library: TinyLibrary, tmp_path: Path, becomes: str
) -> None:
    folder = Path(shutil.copytree(tiny_library.folder, tmp_path / "library"))
    catalogue = folder / FILE_NAME
    raw = bytearray(catalogue.read_bytes())
    catalogue.unlink()
    if becomes == "a folder":
        catalogue.mkdir()
    elif becomes == "newer":
        raw[60:64] = (999).to_bytes(4, "big")
        catalogue.write_bytes(raw)
    checks = found(folder)
    assert checks["library"].status == "fail" and checks["library"].advice
    assert {"free disk", "library", "model"} <= set(checks)


def test_a_damaged_pack_of_the_library_is_a_failure(tmp_path: Path) -> None:
    folder = tmp_path / "packs" / "bad"
    folder.mkdir(parents=True)
    (folder / "pack.json").write_text("{}")
    assert found(tmp_path)["pack bad"].status == "fail"
