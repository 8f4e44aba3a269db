"""Where else a run's numbers go, beside metrics.csv and TensorBoard: Weights & Biases and MLflow, for whoever has them.

Neither is needed, installed or locked by Earshot. Both stay on this machine unless their own settings say otherwise:
W&B writes RUN/wandb until WANDB_MODE says online, MLflow RUN/mlruns until MLFLOW_TRACKING_URI names a server. What is
told is TensorBoard's curves, the folder's name, seed, device, precision and versions, to which W&B adds
the packages that are installed; no code, no output, no command line, no machine's name.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from engine.errors import EngineError

WANDB, MLFLOW = "wandb", "mlflow"
_PACKAGES = {WANDB: "wandb", MLFLOW: "mlflow-skinny"}
_PROJECT = "earshot"
_TOLD = ("seed", "step", "device", "precision", "processes", "versions")
"""What of a start is told."""


class LoggerMissing(EngineError):
    """A logger that is not installed."""


class RunLogger(Protocol):
    """Takes a run's numbers."""

    def scalars(self, step: int, values: Mapping[str, float]) -> None:
        """Takes what TensorBoard takes at a step, by its names."""

    def close(self) -> None:
        """Ends it."""


def check_loggers(names: Sequence[str]) -> None:
    """Makes sure that they are installed, before anything is read.

    Raises:
        LoggerMissing: one is not.
    """
    for name in names:
        if find_spec(name) is None:
            raise LoggerMissing(
                f"--log {name} needs {_PACKAGES[name]}, which is not installed",
                advice=f"Install it (.venv/bin/uv pip install --python .venv/bin/python {_PACKAGES[name]}), or leave"
                " --log out: metrics.csv and TensorBoard's files are written anyway.",
            )


def open_loggers(names: Sequence[str], folder: Path, start: Mapping[str, Any]) -> list[RunLogger]:
    """Begins a run of each, named after the folder.

    Args:
        names: wandb and mlflow, of which those are installed.
        folder: of the run.
        start: as environment.json has it.
    """
    about = {name: start[name] for name in _TOLD if name in start}
    kinds: dict[str, Callable[[Path, Mapping[str, Any]], RunLogger]] = {WANDB: _Wandb, MLFLOW: _Mlflow}
    return [kinds[name](folder, about) for name in names]


class _Wandb:
    def __init__(self, folder: Path, about: Mapping[str, Any]) -> None:
        import wandb

        quiet = wandb.Settings(
            console="off",
            silent=True,
            host=_PROJECT,  # not the machine's name
            disable_git=True,
            save_code=False,
            x_disable_meta=True,
            x_disable_stats=True,
        )
        self._run: Any = wandb.init(
            project=_PROJECT,
            name=folder.name,
            dir=str(folder),
            config=dict(about),
            mode=os.environ.get("WANDB_MODE", "offline"),
            settings=quiet,
        )

    def scalars(self, step: int, values: Mapping[str, float]) -> None:
        self._run.log(dict(values), step=step)

    def close(self) -> None:
        self._run.finish()


class _Mlflow:
    def __init__(self, folder: Path, about: Mapping[str, Any]) -> None:
        # MLflow 3 refuses a folder without this; the database that it wants instead needs more packages of its own.
        os.environ.setdefault("MLFLOW_ALLOW_FILE_STORE", "true")
        from mlflow import MlflowClient

        place = os.environ.get("MLFLOW_TRACKING_URI") or (folder / "mlruns").absolute().as_uri()
        self._client: Any = MlflowClient(tracking_uri=place)
        known = self._client.get_experiment_by_name(_PROJECT)
        experiment = known.experiment_id if known else self._client.create_experiment(_PROJECT)
        self._run: str = self._client.create_run(experiment, run_name=folder.name).info.run_id
        for name, value in about.items():
            self._client.log_param(self._run, name, value)

    def scalars(self, step: int, values: Mapping[str, float]) -> None:
        for name, value in values.items():
            self._client.log_metric(self._run, name, value, step=step)

    def close(self) -> None:
        self._client.set_terminated(self._run)
