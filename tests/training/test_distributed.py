"""Two processes with half a batch each learn what one process with the whole batch learns."""

import os
from datetime import timedelta
from pathlib import Path

import pytest
import torch
from torch import Tensor, nn
from torch.nn.parallel import DistributedDataParallel

from training.objectives.distillation import stage_two_loss
from training.objectives.ntxent import identity_of, positives_of
from training.runs.distributed import (
    gather_names,
    gather_plain,
    gather_with_gradient,
    own_share,
    rank,
    world_size,
)

IDS = ["rain", "dog", "sea", "rain", "door", "bell"]
"""Of a batch of six: the first sound of the first process is the first of the second too."""


class Pair(nn.Module):
    """Two small towers and a trained temperature."""

    def __init__(self) -> None:
        super().__init__()
        torch.manual_seed(3)
        self.audio = nn.Sequential(nn.Linear(5, 7), nn.GELU(), nn.Linear(7, 4))
        self.text = nn.Linear(3, 4)
        self.tau = nn.Parameter(torch.tensor(0.2))
        self.double()

    def forward(self, sounds: Tensor, words: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        audio, text = (nn.functional.normalize(v, dim=1) for v in (self.audio(sounds), self.text(words)))
        return audio, text, self.tau


def learn(model: nn.Module, mine: slice) -> Tensor:
    """One backward of the part of the batch that is this process's."""
    draw = torch.Generator().manual_seed(5)
    sounds, words = (torch.randn(6, width, generator=draw, dtype=torch.float64) for width in (5, 3))
    teachers = torch.rand(6, 6, generator=draw, dtype=torch.float64)
    audio, text, tau = model(sounds[mine], words[mine])
    weights = positives_of(gather_plain(identity_of(IDS[mine]))).double()
    similarity = gather_with_gradient(audio) @ gather_with_gradient(text).T
    loss = stage_two_loss(similarity, weights, teachers, temperature=0.1, student_temperature=tau)
    loss.backward()  # type: ignore[no-untyped-call]
    return loss.detach()


def half(number: int, folder: Path) -> None:
    """What each of the two processes does; what it found is left in the folder."""
    torch.set_num_threads(1)
    os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo")
    torch.distributed.init_process_group(
        "gloo", init_method=f"file://{folder}/meeting", rank=number, world_size=2, timeout=timedelta(seconds=120)
    )
    model = DistributedDataParallel(Pair())
    share = own_share(6)
    loss = learn(model, slice(rank() * share, (rank() + 1) * share))
    found = {"loss": loss, "names": gather_names(IDS[rank() * share :][:share])}
    torch.save(found | {"gradients": [p.grad for p in model.parameters()]}, folder / f"{number}.pt")
    torch.distributed.destroy_process_group()


def test_two_processes_learn_what_one_learns(tmp_path: Path) -> None:
    torch.multiprocessing.spawn(half, args=(tmp_path,), nprocs=2)
    whole = Pair()
    loss = learn(whole, slice(0, 6))
    first, second = (torch.load(tmp_path / f"{number}.pt") for number in (0, 1))
    assert first["loss"].item() == pytest.approx(loss.item(), rel=1e-12)
    assert second["loss"].item() == pytest.approx(loss.item(), rel=1e-12)
    expected = [p.grad for p in whole.parameters()]
    torch.testing.assert_close(first["gradients"], expected, rtol=1e-10, atol=1e-14)
    torch.testing.assert_close(second["gradients"], expected, rtol=1e-10, atol=1e-14)
    assert first["names"] == second["names"] == IDS


def test_alone_nothing_is_gathered() -> None:
    rows = torch.randn(3, 2, requires_grad=True)
    assert gather_with_gradient(rows) is rows
    assert (world_size(), rank(), own_share(7), gather_names(["a"])) == (1, 0, 7, ["a"])
