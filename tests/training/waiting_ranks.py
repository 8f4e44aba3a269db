r"""A run of two processes whose looks outlast the patience of the group that gradients go through.

torchrun --rdzv-backend c10d --rdzv-endpoint 127.0.0.1:0 --local-addr 127.0.0.1 --nproc-per-node 2 \
    -m tests.training.waiting_ranks FOLDER
"""

import json
import sys
import time
from datetime import timedelta
from pathlib import Path

import torch
from torch import Tensor

from tests.training.test_run import LineTask, Points
from training.runs import distributed
from training.runs.run import Run, Settings
from training.runs.task import LookResult, Say
from training.runs.tracking import Hooks

PATIENCE_S = 4.0


class SlowLooks(LineTask):
    """Its second look is the last, and each takes longer than anybody waits for gradients."""

    def __init__(self) -> None:
        super().__init__(over_after=2)

    def learn(self, batch: Tensor, rate: float, step: int) -> float:
        distributed.gather_plain(torch.ones(1))  # as every step of a shared batch does
        return super().learn(batch, rate, step)

    def look(self, say: Say) -> LookResult:
        time.sleep(1.5 * PATIENCE_S)
        return super().look(say)


if __name__ == "__main__":
    torch.set_num_threads(1)
    torch.distributed.init_process_group("gloo", timeout=timedelta(seconds=PATIENCE_S))
    folder = Path(sys.argv[1])
    settings = Settings(seed=1, steps=100, advice="", look_every=2, keep="best")
    kept = Run(SlowLooks(), Points(), settings, folder / "run", Hooks()).go()
    found = {"history": kept.history, "step": kept.step}
    (folder / f"{distributed.rank()}.json").write_text(json.dumps(found), encoding="utf-8")
    torch.distributed.destroy_process_group()
