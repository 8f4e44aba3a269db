"""Quality of codes: ABX within and across speakers beside raw features, and bits per second."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from training.measures.abx import Abx, PhoneItem, abx, bitrate
from training.measures.seeds import half_width
from training.papers.units.batches import Frames
from training.papers.units.inference import codes_of, one_hot_of, vectors_of
from training.papers.units.recordings import FrameRecording
from training.papers.units.settings import STRIDE, UnitsConfig
from training.papers.units.vqvae import VqVae


@dataclass(frozen=True, slots=True)
class UnitsFigures:
    """One model's figures; errors as shares of 1, None where there is no triple."""

    within: float | None
    """ABX of code vectors by angle, all of one speaker."""
    across: float | None
    one_hot_within: float | None
    """ABX of the codes themselves, which are either equal or not."""
    one_hot_across: float | None
    raw_within: float | None
    """ABX of all frames of the encoder's standardised features: the bound of what codes can keep."""
    raw_across: float | None
    bits_per_s: float
    codes_used: int
    codes: int
    """K."""
    sounds: int
    items: int
    seconds: float

    def record(self) -> dict[str, float | None]:
        return asdict(self)


def measure(
    model: VqVae,
    config: UnitsConfig,
    sounds: Sequence[FrameRecording],
    items: Sequence[PhoneItem],
    *,
    about: frozenset[str] | None = None,
    seed: int = 0,
) -> UnitsFigures:
    """Measures a model on some sounds.

    Args:
        model: in eval mode.
        sounds: exactly those named by the items.
        items: what ABX compares.
        about: speakers to measure: ABX counts only triples in which they take part, and the bitrate only their sounds;
            None: all.
        seed: of the draws from large groups.

    Raises:
        ItemsError: there is no triple.
    """
    names = [each.recording.id for each in sounds]
    codes = codes_of(model, [each.features for each in sounds])
    raw = raw_of(model, sounds)
    rate, code_rate = config.codes_per_s * STRIDE, config.codes_per_s

    def found(frames: Sequence[Frames], per_s: float) -> Abx:
        return abx(items, dict(zip(names, frames, strict=True)), per_s, seed=seed, about=about)

    by_vector = found(vectors_of(model, codes), code_rate)
    by_code = found(one_hot_of(codes, config.model.codes), code_rate)
    by_frame = found(raw, rate)
    counted = [row for row, each in enumerate(sounds) if about is None or each.recording.speaker in about]
    seconds = sum(sounds[row].seconds for row in counted)
    bits = bitrate([codes[row].tolist() for row in counted], seconds)
    return UnitsFigures(
        by_vector.within,
        by_vector.across,
        by_code.within,
        by_code.across,
        by_frame.within,
        by_frame.across,
        bits.bits_per_s,
        bits.used,
        config.model.codes,
        len(counted),
        by_vector.items,
        seconds,
    )


def raw_of(model: VqVae, sounds: Sequence[FrameRecording]) -> list[Frames]:
    """Returns the features as the encoder takes them: standardised by the training set."""
    mean, spread = model.mean.cpu().numpy(), model.spread.cpu().numpy()
    return [np.asarray((each.features - mean) / spread, dtype=np.float32) for each in sounds]


def pooled(folds: Sequence[UnitsFigures]) -> Mapping[str, tuple[float, float, float]]:
    """Returns the mean of each figure over folds with its 95 % interval: name to (mean, low, high).

    Student's t over the folds, each with other speakers left out; NaN ends for a single fold.
    """
    rows = [fold.record() for fold in folds]
    out = {}
    for name in rows[0]:
        values = np.array([row[name] for row in rows if row[name] is not None], dtype=np.float64)
        if not len(values):
            continue
        half = half_width(values)
        out[name] = (float(values.mean()), float(values.mean() - half), float(values.mean() + half))
    return out
