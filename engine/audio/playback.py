"""Prepares a sound for an audio output: route, effects, folding to the output's channels, resampling to its rate."""

from collections.abc import Iterator

import numpy as np

from engine.audio.downmix import fold_matrix
from engine.audio.effects import NO_EFFECTS, Block, EffectChain, Effects
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
        reader: the sound and its route, which already includes `effects.is_reversed`.
        channels: of the output.
        sample_rate_hz: of the output.
        effects: of the audition.
        level_db: a further gain, for listening alone.

    Raises:
        AudioError: reading failed.
        ValueError: a picked channel does not exist.
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
