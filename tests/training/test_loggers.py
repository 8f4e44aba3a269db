"""W&B and MLflow take a run's curves, offline; where they are not installed it is said before anything is read."""

import importlib.util
import socket
import sys
from pathlib import Path

import pytest

from tests.training.test_train import words as words  # the command line of a small run
from training.cli.main import main

THEIRS = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::UserWarning")


@pytest.mark.parametrize(("name", "package"), [("wandb", "wandb"), ("mlflow", "mlflow-skinny")])
def test_a_logger_that_is_not_installed_is_told_before_anything_is_read(
    name: str, package: str, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setattr("training.runs.loggers.find_spec", lambda _: None)
    assert main([*words, "--log", name]) == 1
    told = capsys.readouterr().err
    assert f"needs {package}, which is not installed" in told and "uv pip install" in told
    assert not (tmp_path / "run").exists()


@THEIRS
@pytest.mark.skipif(importlib.util.find_spec("wandb") is None, reason="wandb is not installed")
def test_wandb_has_the_curves_in_the_folder_of_the_run(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("WANDB_MODE", raising=False)
    monkeypatch.setattr(socket, "gethostname", lambda: "hostmark")
    monkeypatch.setattr(sys, "argv", ["earshot-train", "--data", "somebody's sounds"])
    assert main([*words, "--log", "wandb"]) == 0
    (kept,) = (tmp_path / "run" / "wandb").glob("offline-run-*/*.wandb")
    content = kept.read_bytes()
    assert b"val/map10" in content and b"train/loss" in content
    assert b"somebody" not in content and b"hostmark" not in content


@THEIRS
@pytest.mark.skipif(importlib.util.find_spec("mlflow") is None, reason="mlflow is not installed")
def test_mlflow_has_the_curves_in_the_folder_of_the_run(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MLFLOW_TRACKING_URI", raising=False)
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    assert main([*words, "--log", "mlflow"]) == 0
    from mlflow import MlflowClient

    client = MlflowClient(tracking_uri=(tmp_path / "run" / "mlruns").as_uri())
    (run,) = client.search_runs([client.get_experiment_by_name("earshot").experiment_id])
    assert [point.step for point in client.get_metric_history(run.info.run_id, "val/map10")] == [2, 4]
    assert run.data.params["seed"] == "1" and run.info.status == "FINISHED"
