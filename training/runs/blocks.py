"""Recomputes or compiles the blocks of a run's towers.

PaSST, ATST-Frame and the text transformers have such blocks. Compiled one by one they take seconds where a whole tower
takes minutes, and one compilation serves all blocks of a shape. Text blocks are not compiled: their dropout would draw
other numbers.
"""

import torch

from engine.base.errors import DeviceError
from training.runs.run_settings import RunConfig
from training.runs.settings_file import ConfigError
from training.towers.dual_encoder import DualEncoder

_WITH_BLOCKS = "passt-n, -s, -l, -s20, -s30 and atst-frame have some"


def prepare_blocks(model: DualEncoder, run: RunConfig, *, is_by_threads: bool) -> None:
    """Applies `run.recompute` and `run.compile`.

    Args:
        model: changed in place; weights and their names stay.
        is_by_threads: whether CPU threads train it in parallel; see `training.runs.learners.ReplicaLearner`.

    Raises:
        ConfigError: its towers have no blocks, or threads train it.
        DeviceError: torch cannot compile here.
    """
    if run.recompute:
        hears, reads = model.audio.recompute_blocks(), model.text is not None and model.text.recompute_blocks()
        if not (hears or reads):
            raise ConfigError(
                f"no tower of this recipe has blocks that could be run again: {_WITH_BLOCKS}",
                advice="Leave run.recompute (--recompute) out; a smaller batch.size takes less memory too.",
            )
    if run.compile:
        if is_by_threads:
            raise ConfigError(
                "cached pictures are learnt by threads side by side on a CPU, and torch compiles for one at a time",
                advice='Leave run.compile (--compile) out, feed waves (batch.feed = "waves"), or take a GPU.',
            )
        if not model.audio.compile_blocks():
            raise ConfigError(
                f"the audio tower of this recipe has no blocks to compile: {_WITH_BLOCKS}",
                advice="Leave run.compile (--compile) out.",
            )
        _check_compiling(next(model.parameters()).device)


def _check_compiling(device: torch.device) -> None:
    """Compiles something small first, because torch would otherwise fail in the first step."""

    def small(rows: torch.Tensor) -> torch.Tensor:
        return (rows + 1.0).sin()

    try:
        torch.compile(small)(torch.ones(4, device=device))
    except Exception as err:  # torch's backends raise anything
        first = str(err).strip().splitlines()[0] if str(err).strip() else type(err).__name__
        raise DeviceError(
            f"torch cannot compile here: {first}",
            advice="Install a C++ compiler (for a GPU triton as well), or leave run.compile (--compile) out.",
        ) from err
