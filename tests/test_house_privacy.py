"""Nothing is written or looked up behind the user's back by what Earshot stands on."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[1]
_RUN_A_GRAPH = """
import {module}
import sys
import onnxruntime
from tests.helpers.tiny_pack import audio_model
onnxruntime.InferenceSession(audio_model().SerializeToString(), providers=["CPUExecutionProvider"])
"""


def _said_by(program: str, **environment: str) -> str:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ORT_", "HF_", "XDG_"))}
    command = [sys.executable, "-c", program]
    done = subprocess.run(
        command, cwd=REPOSITORY, env=kept | environment, check=True, capture_output=True, text=True, timeout=200
    )
    return done.stdout.strip()


@pytest.mark.skipif(find_spec("huggingface_hub") is None, reason="no hub's client here: the base install")
@pytest.mark.parametrize("module", ["training.cli.main", "training.towers"])
def test_the_hubs_client_counts_nobody_and_looks_for_no_update(module: str) -> None:
    program = f"""
import {module}
from huggingface_hub import constants
print(constants.HF_HUB_DISABLE_TELEMETRY, constants.HF_HUB_DISABLE_UPDATE_CHECK)
"""
    assert _said_by(program, HF_HUB_DISABLE_TELEMETRY="0") == "True True"


@pytest.mark.skipif(find_spec("huggingface_hub") is None, reason="no hub's client here: the base install")
def test_retraining_asks_the_hub_for_nothing() -> None:
    program = "import training.retrain.request; from huggingface_hub import constants; print(constants.HF_HUB_OFFLINE)"
    assert _said_by(program) == "True"


@pytest.mark.parametrize("module", ["engine", "engine.cli.main", "engine.ingest", "desktop.base.resources", "training"])
def test_the_runtime_leaves_nothing_in_the_home_folder(tmp_path: Path, module: str) -> None:
    home = tmp_path / "home"
    home.mkdir()
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("ORT_", "XDG_"))}
    environment |= {"HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", _RUN_A_GRAPH.format(module=module)]
    subprocess.run(command, cwd=REPOSITORY, env=environment, check=True, timeout=200)
    assert [path for path in home.rglob("*") if path.is_file()] == []
