"""Optional loggers of a run beside metrics.csv and TensorBoard: Weights & Biases and MLflow.

Earshot neither needs, installs nor locks them. Both stay on this machine by default: W&B writes RUN/wandb until
WANDB_MODE is online, MLflow RUN/mlruns until MLFLOW_TRACKING_URI names a server. They receive TensorBoard's curves, the
folder's name, seed, device, precision and versions; W&B adds the installed packages. No code, output, command line or
host name is sent.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from engine.base.errors import EngineError

WANDB, MLFLOW = "wandb", "mlflow"
_PACKAGES = {WANDB: "wandb", MLFLOW: "mlflow-skinny"}
_PROJECT = "earshot"
_TOLD = ("seed", "step", "device", "precision", "processes", "versions")
"""Facts of a start that are logged."""


class LoggerMissingError(EngineError):
    """A logger is not installed."""


class RunLogger(Protocol):
    """Receives a run's numbers."""

    def scalars(self, step: int, values: Mapping[str, float]) -> None:
        """Logs the same names and values as TensorBoard at a step."""

    def close(self) -> None: ...


def check_loggers(names: Sequence[str]) -> None:
    """Checks that loggers are installed, before anything is read.

    Raises:
        LoggerMissingError: one is not.
    """
    for name in names:
        if find_spec(name) is None:
            raise LoggerMissingError(
                f"--log {name} needs {_PACKAGES[name]}, which is not installed",
                advice=f"Install it (.venv/bin/uv pip install --python .venv/bin/python {_PACKAGES[name]}), or leave"
                " --log out: metrics.csv and TensorBoard's files are written anyway.",
            )


def open_loggers(names: Sequence[str], folder: Path, start: Mapping[str, Any]) -> list[RunLogger]:
    """Starts a run in each logger, named after the folder.

    Args:
        names: installed loggers among wandb and mlflow.
        start: the start in environment.json.
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
            host=_PROJECT,  # hides the machine's name
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
        # MLflow 3 refuses a folder without this; the database it prefers needs further packages.
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
