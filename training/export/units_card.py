"""The card of a units pack: what it is for, what it learnt from, what was measured, what it cannot do."""

from collections.abc import Mapping
from typing import Any

from engine.speech.units_model import UnitsSettings
from training.units.checkpoint import UnitsCheckpoint

_CARD = """\
# {name} {version}

A pack of the kind **units** for Earshot: it writes speech and repeating sounds down in codes, about {rate:.0f} a
second, each one of {codes}. Earshot finds the same phrase or pattern again by them, and plays a rough *sketch* of a
sound whose file is not at hand. It knows no words and says nothing of meaning.

## What is in it

| file | what | bytes |
|---|---|---|
{files}

Codes are of a {kind} encoder ({parameters:,} numbers) after Tjandra, Sakti and Nakamura 2020; the inverter has
{inverter_parameters:,}. Features: {features}, {sample_rate_hz} Hz, a frame each {hop_ms:.0f} ms. Windows of {window}
codes, {margin} at either end belong to the neighbour. Every sound is brought to -18 dBFS before it is heard; its own
level is kept beside the codes.

## What it learnt from

{training_data}

{minutes:.0f} and {inverter_minutes:.0f} minutes of training, {step} and {inverter_step} steps{commit}.

Licence of the weights: {licence}

## Measured

| figure | value |
|---|---|
{metrics}

{more}`parity_*`: graphs against torch. A sketch has the rhythm, the level and the rough timbre of a sound, and no more:
it is heard as the units' voice, and what the codes do not tell apart sounds alike. Music, wide noises and several
sounds at once are sketched poorly. Not for telling who speaks, nor for anything but finding and auditioning.
"""


def card(
    codes: UnitsCheckpoint,
    inverter: UnitsCheckpoint,
    settings: UnitsSettings,
    told: Mapping[str, Any],
    metrics: Mapping[str, float],
    files: Mapping[str, bytes],
    more: str = "",
) -> str:
    """Gives MODEL_CARD.md; `more` says what the figures are of."""
    features = settings.features
    said = {"encoder.onnx": "features to codes", "inverter.onnx": "codes to magnitudes",
            "canonical.npz": "codebook, shares of codes, a wave and its codes"}  # fmt: skip
    return _CARD.format(
        name=told["name"],
        version=told["version"],
        licence=told["licence"],
        training_data=told["training_data"],
        rate=features.sample_rate_hz / features.hop / 4,
        codes=settings.codes,
        files="\n".join(f"| {name} | {what} | {len(files[name]):,} |" for name, what in said.items()),
        kind=codes.config.model.kind,
        parameters=sum(value.numel() for key, value in codes.codes.items() if key.startswith("encoder.")),
        inverter_parameters=sum(value.numel() for value in (inverter.inverter or {}).values()),
        features=f"{features.kind} with {features.deltas} orders of differences, {features.width} numbers",
        sample_rate_hz=features.sample_rate_hz,
        hop_ms=1000.0 * features.hop / features.sample_rate_hz,
        window=settings.window,
        margin=settings.margin,
        minutes=codes.minutes,
        inverter_minutes=inverter.minutes,
        step=codes.step,
        inverter_step=inverter.step,
        commit=f", code {codes.commit[:12]}" if codes.commit else "",
        more=f"{more.strip()}\n\n" if more.strip() else "",
        metrics="\n".join(f"| {name} | {value:.4g} |" for name, value in metrics.items()),
    )
