r"""A run by waves that one number of processes begins and another goes on with: of FOLDER, and so many steps of it.

torchrun --rdzv-backend c10d --rdzv-endpoint 127.0.0.1:0 --local-addr 127.0.0.1 --nproc-per-node 2 \
    -m tests.training.resumed_ranks FOLDER 2

Its tower has no batch norm and no patchout, which look at each process's own half of a batch.
"""

import sys
from dataclasses import replace
from pathlib import Path

import torch

from training.data.corpus import read_corpus
from training.runs import distributed
from training.runs.checkpoint import Checkpoint
from training.runs.config import Config
from training.runs.material import gather
from training.runs.settings_file import from_mapping
from training.runs.sounds import fit
from training.runs.steps import fabric_of
from training.runs.tracking import Hooks

RECIPE = {
    "model": {
        "dim": 8,
        "temperature": 0.2,
        "temperature_rule": "plain",
        "audio": {"tower": "atst-frame", "width": 16, "heads": 2, "depth": 2, "segment_s": 1.0},
        "text_projection": {"kind": "linear"},
    },
    "objective": {"targets": "sounds"},
    "batch": {"feed": "waves", "size": 8, "workers": 0},
    "run": {
        "steps": 4, "warm_up_steps": 1, "validate_every": 1, "learning_rate": 1e-3, "average_decay": 0.9,
        "precision": "32", "weight_decay": 0.0,
    },
}  # fmt: skip
CONFIG = from_mapping(Config, RECIPE)


def go(folder: Path, most: int, processes: int, name: str = "run", config: Config = CONFIG) -> Checkpoint:
    """Begins a run of four steps, or goes on with it, and stops it after so many more."""
    torch.set_num_threads(1)
    config = replace(config, run=replace(config.run, devices=processes))
    asked = iter(range(most))  # it is asked before every step
    hooks = Hooks(stop=lambda: next(asked, None) is None)
    fabric = fabric_of(config.run)
    material = gather(read_corpus(folder / "data"), config, folder / f"cache-{distributed.rank()}", lambda _: None)
    return fit(material, config, folder / name, hooks, resume=True, fabric=fabric)


if __name__ == "__main__":
    go(Path(sys.argv[1]), int(sys.argv[2]), processes=2)
    torch.distributed.destroy_process_group()
