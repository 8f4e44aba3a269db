"""A sound as an audio output wants it: along its route, with its effects, folded to the output's channels and rate."""

from collections.abc import Iterator

import numpy as np

from engine.audio.effects import NO_EFFECTS, Block, EffectChain, Effects
from engine.audio.fold import fold_matrix
from engine.audio.route import RouteReader


def played_blocks(
    reader: RouteReader,
    *,
    channels: int,
    sample_rate_hz: int,
    effects: Effects = NO_EFFECTS,
    level_db: float = 0.0,
) -> Iterator[Block]:
    """Yields float32 [T, channels] at `sample_rate_hz` along the reader's route, clipped to [-1, 1].

    Args:
        reader: what is played, and which way; `effects.is_reversed` is not looked at again.
        channels: the output's.
        sample_rate_hz: the output's.
        effects: as heard.
        level_db: a further gain, of the listening alone.

    Raises:
        AudioError: the sound could not be read on.
        ValueError: a picked channel is not there.
    """
    info = reader.info
    level = np.float32(10.0 ** (level_db / 20.0))
    picked = len(effects.channels)
    fold = fold_matrix(picked, channels) if picked else fold_matrix(info.channels, channels, info.layout)
    chain = EffectChain(
        effects,
        channels=info.channels,
        sample_rate_hz=info.sample_rate_hz,
        to_hz=sample_rate_hz,
        fold=fold * level,
    )
    for block in reader.blocks():
        ready = chain.push(block)
        if len(ready):
            yield np.clip(ready, -1.0, 1.0)
    rest = chain.finish()
    if len(rest):
        yield np.clip(rest, -1.0, 1.0)
