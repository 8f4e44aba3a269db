"""What broke a parser once breaks none any more: every input of the corpus gives an answer or a typed error."""

import json
import subprocess
import sys

import pytest

from tests.fuzz.harness import CORPUS
from tests.fuzz.registry import HARNESSES


@pytest.fixture(scope="module")
def replayed() -> tuple[list[dict[str, str]], str]:
    """A line for each input, and what the process that read them said at its end."""
    done = subprocess.run([sys.executable, "-m", "tests.fuzz.replay"], capture_output=True, text=True, check=False)
    return [json.loads(line) for line in done.stdout.splitlines()], f"{done.returncode} {done.stderr[-2000:]}"


@pytest.mark.parametrize("name", HARNESSES)
def test_bytes_nobody_would_write_are_read_or_refused(name: str, replayed: tuple[list[dict[str, str]], str]) -> None:
    lines, end = replayed
    own = [line for line in lines if line["harness"] == name]
    assert len(own) >= len(list(HARNESSES[name].corpus.glob("*"))) + 1, f"the process died: {end}"
    assert [line for line in own if line["raised"]] == []


def test_the_corpus_is_small_and_every_folder_has_its_harness() -> None:
    files = [path for path in CORPUS.glob("*/*") if path.is_file()]
    assert {path.parent.name for path in files} <= {*HARNESSES}
    assert max((path.stat().st_size for path in files), default=0) <= 16_384
    assert sum(path.stat().st_size for path in files) <= 1_000_000
