"""Two processes with half a batch each learn what one process with the whole batch learns."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import torch

from tests.training.two_ranks import Pair, backward, learn, write_table
from training.runs.distributed import gather_names, gather_with_gradient, own_share, rank, shared_by_first, world_size


def run_two(module: str, folder: Path) -> None:
    """Runs a module in two processes under torchrun."""
    # By itself torchrun meets at the host's name, and waits for minutes where no name server knows it.
    meet = ["--rdzv-backend", "c10d", "--rdzv-endpoint", "127.0.0.1:0", "--local-addr", "127.0.0.1"]
    words = ["-m", "torch.distributed.run", *meet, "--nproc-per-node", "2"]
    command = [sys.executable, *words, "-m", module, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.fixture(scope="module")
def ranks(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Mapping[str, Any]]]:
    """The folder two processes under torchrun worked in, and what each found."""
    folder = tmp_path_factory.mktemp("ranks")
    write_table(folder / "teacher")
    run_two("tests.training.two_ranks", folder)
    return folder, [torch.load(folder / f"{number}.pt") for number in (0, 1)]


def test_two_halves_have_the_loss_and_gradients_of_the_whole(ranks: tuple[Path, list[Mapping[str, Any]]]) -> None:
    whole = backward(Pair())
    first, second = ranks[1]
    assert [first["loss"], second["loss"]] == pytest.approx([whole["loss"]] * 2, rel=1e-12)
    torch.testing.assert_close(first["gradients"], whole["gradients"], rtol=1e-10, atol=1e-14)
    torch.testing.assert_close(second["gradients"], whole["gradients"], rtol=1e-10, atol=1e-14)


def test_a_distilling_run_under_torchrun_learns_what_one_process_learns(
    ranks: tuple[Path, list[Mapping[str, Any]]],
) -> None:
    whole = learn(ranks[0], devices=1)
    first, second = ranks[1]
    assert first["losses"] == pytest.approx(whole["losses"], rel=1e-5)
    torch.testing.assert_close(first["weights"], whole["weights"], rtol=1e-4, atol=1e-5)
    torch.testing.assert_close(second["weights"], first["weights"], rtol=0.0, atol=0.0)


def test_other_processes_wait_for_a_look_longer_than_for_gradients(tmp_path: Path) -> None:
    """The look ends in the first process alone, half as long again after the others' patience with gradients has."""
    run_two("tests.training.waiting_ranks", tmp_path)
    first, second = (json.loads((tmp_path / f"{number}.json").read_text(encoding="utf-8")) for number in (0, 1))
    looks = [[(one["step"], one["near"]) for one in found["history"]] for found in (first, second)]
    # LineTask's second look is its best; both processes know both, and end there together.
    assert looks[0] == looks[1] == [(2.0, -1.0), (4.0, 0.0)]
    assert first["step"] == second["step"] == 4


def test_alone_nothing_is_gathered() -> None:
    assert shared_by_first(3) == 3
    rows = torch.randn(3, 2, requires_grad=True)
    assert gather_with_gradient(rows) is rows
    assert (world_size(), rank(), own_share(7), gather_names(["a"])) == (1, 0, 7, ["a"])
