"""`earshot-train` on a machine without torch, and with a wrong command line."""

import subprocess
import sys

import pytest

from training import cli


def test_without_torch_it_names_the_command_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli, "NEEDED", ("torch_that_is_not_here",))
    assert cli.main(["corpus", "--data", "/nowhere"]) == 1
    assert "make setup-training" in capsys.readouterr().err


def test_the_command_starts_without_importing_torch() -> None:
    code = "import sys, training.cli; sys.exit('torch' in sys.modules or 'onnx' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_a_command_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        cli.main([])
    assert stopped.value.code == 2
    assert "COMMAND" in capsys.readouterr().err


def test_reading_a_corpus_needs_its_folder(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        cli.main(["corpus"])
    assert stopped.value.code == 2
    assert "--data" in capsys.readouterr().err
