"""What a training computes on: chosen, said at once, and refused before anything is read."""

from pathlib import Path

import onnxruntime
import pytest
import torch

from training.base.device import DeviceMissing, DeviceReason, check_device, choose_device, device_words, gpus
from training.base.recipe import RECIPES
from training.cli import main
from training.runs.run_settings import RunConfig

COMMANDS = {
    "train": ["train", str(RECIPES / "here/starter-third.toml"), "--data", "nowhere", "--out", "OUT"],
    "reproduce": ["reproduce", "--row", "n1-h4-avg", "--data", "made=nowhere", "--runs", "OUT"],
    "words train": ["words", "train", str(RECIPES / "words/small.toml"), "--data", "made=nowhere", "--out", "OUT"],
    "words tables": ["words", "tables", "--data", "made=nowhere", "--out", "OUT"],
    "words digits": ["words", "digits", "--data", "digits=nowhere", "--out", "OUT"],
    "units train": [
        "units", "train", str(RECIPES / "units/small-digits.toml"), "--data", "fsdd=nowhere", "--out", "OUT",
    ],
    "units sweep": [
        "units", "sweep", str(RECIPES / "units/small-digits.toml"), "--data", "fsdd=nowhere", "--out", "OUT",
    ],
    "units tables": ["units", "tables", "--row", "trf-mfcc-k64", "--data", "zerospeech2019=nowhere", "--out", "OUT"],
    "units measure": ["units", "measure", "nowhere.pt", "--data", "fsdd=nowhere"],
    "units respeak": ["units", "respeak", "nowhere.pt", "--data", "fsdd=nowhere", "--out", "OUT"],
    "words evaluate": ["words", "evaluate", "--checkpoint", "nowhere.pt", "--data", "digits=nowhere"],
    "challenge submit": ["challenge", "submit", "nowhere.pt", "--data", "zerospeech2019=nowhere", "--out", "OUT"],
    "experiment": ["experiment", "units", "--data", "fsdd=nowhere", "--out", "OUT"],
    "starter": ["starter", "--data", "nowhere", "--runs", "OUT", "--out", "OUT"],
    "starter --whole": ["starter", "--whole", "--data", "nowhere", "--runs", "OUT", "--out", "OUT"],
    "starter --taught": ["starter", "--taught", "--data", "nowhere", "--runs", "OUT", "--out", "OUT"],
    "teach": ["teach", "--checkpoint", "nowhere.pt", "--data", "nowhere", "--out", "OUT"],
    "retrain": ["retrain", "--folder", "nowhere", "--run", "OUT"],
    "evaluate a checkpoint": ["evaluate", "--data", "nowhere", "--checkpoint", "nowhere.pt"],
    "evaluate-left-out of a checkpoint": ["evaluate-left-out", "--data", "nowhere", "--checkpoint", "nowhere.pt"],
}  # fmt: skip
OF_PACKS = (
    "evaluate", "evaluate-left-out", "evaluate-pack", "evaluate-languages", "evaluate-queries", "filtered", "honesty",
    "mixed",
    "moments", "owner", "rankings", "refining", "robustness", "spotting",
)  # fmt: skip
"""Evaluations of a pack, which the engine computes."""


@pytest.fixture
def no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without a GPU."""
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)


@pytest.mark.usefixtures("no_gpu")
@pytest.mark.parametrize("name", COMMANDS)
def test_a_device_that_is_not_here_is_refused_before_anything_is_read(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The data do not exist either: what is told of is the device, and no folder is made."""
    words = [str(tmp_path / "run") if word == "OUT" else word for word in COMMANDS[name]]
    assert main.main([*words, "--device", "cuda"]) == 1
    told = capsys.readouterr().err
    assert "cuda was asked for and is not here: 0 GPUs" in told
    assert "Take --device auto or cpu" in told and "nowhere" not in told
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("asked", ["cuda", "cuda:1", "mps"])
@pytest.mark.parametrize("name", OF_PACKS)
def test_an_evaluation_of_a_pack_refuses_a_device_that_the_engine_has_not(
    name: str, asked: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(onnxruntime, "get_available_providers", lambda: ["CPUExecutionProvider"])
    assert main.main([name, "--data", "nowhere", "--device", asked]) == 1
    told = capsys.readouterr().err
    assert (asked in told and "--device auto, cpu or cuda" in told) or "built without it" in told
    assert "nowhere" not in told


@pytest.mark.parametrize("name", OF_PACKS)
def test_an_evaluation_of_a_pack_says_at_once_what_it_computes_on(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(onnxruntime, "get_available_providers", lambda: ["CPUExecutionProvider"])
    assert main.main([name, "--data", "nowhere", "--device", "auto"]) == 1  # the data are not there
    assert capsys.readouterr().err.splitlines()[0] == "computes on the processor: no GPU was found"


@pytest.mark.usefixtures("no_gpu")
def test_the_choice_is_said_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [*COMMANDS["units train"][:-1], str(tmp_path / "run")]
    assert main.main([*words, "--device", "auto"]) == 1  # the data are not there
    told = capsys.readouterr().err.splitlines()
    assert told[0] == "computes on the processor: no GPU was found"


@pytest.mark.usefixtures("no_gpu")
def test_half_precision_without_a_gpu_is_refused() -> None:
    with pytest.raises(DeviceMissing, match="precision 16 needs a GPU"):
        choose_device("auto", "16")


def test_of_several_gpus_one_can_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    chosen = {asked: choose_device(asked) for asked in ("auto", "cuda", "cuda:1", "cpu")}
    assert {asked: (one.name, one.why) for asked, one in chosen.items()} == {
        "auto": ("cuda", DeviceReason.FOUND),
        "cuda": ("cuda", DeviceReason.ASKED),
        "cuda:1": ("cuda:1", DeviceReason.ASKED),
        "cpu": ("cpu", DeviceReason.ASKED),
    }
    assert device_words(chosen["cuda:1"]) == "computes on cuda:1: as asked for"
    with pytest.raises(DeviceMissing, match="cuda:2 was asked for and is not here: 2 GPUs"):
        choose_device("cuda:2")


@pytest.mark.parametrize("name", ["gpu", "cuda:", "cuda:x", "CPU", ""])
def test_what_is_no_device_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="a device is auto, cpu, cuda"):
        check_device(name)
    with pytest.raises(ValueError, match="a device is auto"):
        RunConfig(accelerator=name)


def test_one_named_gpu_is_not_several() -> None:
    with pytest.raises(ValueError, match="is one device"):
        RunConfig(accelerator="cuda:1", devices=2)


def test_the_driver_and_torch_agree_on_gpus() -> None:
    assert gpus() == (torch.cuda.device_count() if torch.cuda.is_available() else 0)
