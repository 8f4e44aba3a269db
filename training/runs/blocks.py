"""What a run may do with the blocks of its towers: run them again on the way back, or have torch compile them.

PaSST and ATST-Frame have such blocks, and the transformers that read texts. Compiled one by one they take seconds where
a whole tower takes minutes, and one compilation serves all blocks of a shape. Texts are not compiled: their dropout
would draw other numbers than it does elsewhere.
"""

import torch

from engine.errors import DeviceError
from training.run_settings import RunConfig
from training.settings_file import ConfigError
from training.towers.dual_encoder import DualEncoder

_WITH_BLOCKS = "passt-n, -s, -l, -s20, -s30 and atst-frame have some"


def prepare_blocks(model: DualEncoder, run: RunConfig, *, is_by_threads: bool) -> None:
    """Does what `run.recompute` and `run.compile` ask for.

    Args:
        model: changed in place; its weights and their names stay.
        run: says what.
        is_by_threads: threads of a CPU learn it side by side, see `training.runs.learners.ReplicaLearner`.

    Raises:
        ConfigError: its towers have no blocks, or threads learn it.
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
    """Compiles a small thing before anything is learnt, as torch would fail in the first step instead."""

    def small(rows: torch.Tensor) -> torch.Tensor:
        return (rows + 1.0).sin()

    try:
        torch.compile(small)(torch.ones(4, device=device))
    except Exception as err:  # its backends raise what they like
        first = str(err).strip().splitlines()[0] if str(err).strip() else type(err).__name__
        raise DeviceError(
            f"torch cannot compile here: {first}",
            advice="Install a C++ compiler (for a GPU triton as well), or leave run.compile (--compile) out.",
        ) from err
