"""Nothing is written or looked up behind the user's back by what Earshot stands on."""

import os
import subprocess
import sys
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


@pytest.mark.parametrize("module", ["engine", "engine.cli", "engine.ingest", "desktop.resources", "training"])
def test_the_runtime_leaves_nothing_in_the_home_folder(tmp_path: Path, module: str) -> None:
    home = tmp_path / "home"
    home.mkdir()
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("ORT_", "XDG_"))}
    environment |= {"HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", _RUN_A_GRAPH.format(module=module)]
    subprocess.run(command, cwd=REPOSITORY, env=environment, check=True, timeout=200)
    assert [path for path in home.rglob("*") if path.is_file()] == []
