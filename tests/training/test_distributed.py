"""Two processes with half a batch each learn what one process with the whole batch learns."""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import torch

from tests.training.two_ranks import Pair, backward, learn, write_table
from training.runs.distributed import gather_names, gather_with_gradient, own_share, rank, world_size


@pytest.fixture(scope="module")
def ranks(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Mapping[str, Any]]]:
    """The folder two processes under torchrun worked in, and what each found."""
    folder = tmp_path_factory.mktemp("ranks")
    write_table(folder / "teacher")
    # By itself torchrun meets at the host's name, and waits for minutes where no name server knows it.
    meet = ["--rdzv-backend", "c10d", "--rdzv-endpoint", "127.0.0.1:0", "--local-addr", "127.0.0.1"]
    words = ["-m", "torch.distributed.run", *meet, "--nproc-per-node", "2"]
    command = [sys.executable, *words, "-m", "tests.training.two_ranks", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stderr[-2000:]
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


def test_alone_nothing_is_gathered() -> None:
    rows = torch.randn(3, 2, requires_grad=True)
    assert gather_with_gradient(rows) is rows
    assert (world_size(), rank(), own_share(7), gather_names(["a"])) == (1, 0, 7, ["a"])
