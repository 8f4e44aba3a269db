"""Makes a units pack from checkpoints of codes and an inverter: graphs compared with torch, figures, card.

`speech.units_model` computes a sound's codes: that module hears the canonical wave at the end and must agree
with torch.
"""

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from engine.features.speech.features import SpeechConfig
from engine.features.speech.units_model import MOST_CODES, STRIDE, UnitsModel, UnitsSettings
from engine.models.speech_pack import SpeechPackInfo, write_speech_pack
from training.export.graphs import export_graph
from training.papers.units.checkpoint import UnitsCheckpoint
from training.papers.units.inference import codes_of
from training.papers.units.inverter import Inverter
from training.papers.units.vqvae import VqVae
from training.runs.settings_file import ConfigError

_WORST = 1e-3
"""Largest difference of a magnitude from torch's, relative to the loudest."""
_SECONDS = 3.0
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


def export_units(
    folder: Path,
    codes: UnitsCheckpoint,
    inverter: UnitsCheckpoint,
    *,
    name: str,
    version: str,
    licence: str,
    training_data: str,
    metrics: Mapping[str, float],
    fair: float = 0.5,
    strong: float = 0.65,
    more: str = "",
) -> SpeechPackInfo:
    """Writes the pack and tries it in the engine.

    Args:
        folder: folder of the pack; its parent is created.
        codes: checkpoint of the codes.
        inverter: checkpoint of the inverter of these codes.
        name: what users see.
        training_data: one sentence.
        metrics: figures by name, for pack.json and the card.
        more: Markdown for the card that explains the figures.

    Raises:
        ConfigError: the checkpoints do not belong together, or no pack can hold the codes.
        CheckpointError: there is no trained inverter.
        PackError: the engine refuses the pack.
    """
    config = codes.config
    if config.model.codes > MOST_CODES:
        raise ConfigError(f"{config.model.codes} codes", advice=f"A pack holds {MOST_CODES} codes at most.")
    model, drawing = codes.model(), inverter.inverting()
    if not torch.equal(model.codebook.vectors, inverter.model().codebook.vectors):
        raise ConfigError("the inverter was learnt from other codes", advice="Learn one: earshot-train units invert")
    settings = UnitsSettings(
        features=config.features,
        codes=config.model.codes,
        window=_window(config.features, config.codes_run.crop_s, inverter.config.inverter_run.crop_s),
        margin=4,
        rounds=min(40, inverter.config.inverter.rounds),
        fair=fair,
        strong=strong,
    )
    samples = _canonical_wave(config.features.sample_rate_hz)
    arrays = {
        "codebook": model.codebook.vectors.numpy(),
        "shares": (model.codebook.counts / model.codebook.counts.sum()).numpy(),
        "samples": samples,
        "codes": np.zeros(0, np.uint8),
    }
    files = {
        "encoder.onnx": export_encoder(model, settings.window * STRIDE, config.features.width),
        "inverter.onnx": export_inverter(drawing, model, settings.window),
        "canonical.npz": _npz(arrays),
        "MODEL_CARD.md": b"",
    }
    told = {
        "kind": "units", "name": name, "version": version, "sample_rate_hz": config.features.sample_rate_hz,
        "licence": licence, "training_data": training_data, "settings": settings.record(),
    }  # fmt: skip
    write_speech_pack(folder, metrics=metrics, files=files, **told)  # type: ignore[arg-type]
    heard = UnitsModel.load(folder)
    arrays["codes"], _ = heard.hear(samples)
    parity = _parity(heard, model, drawing, arrays["codes"])
    figures = {**metrics, **parity}
    files["canonical.npz"] = _npz(arrays)
    files["MODEL_CARD.md"] = card(codes, inverter, settings, told, figures, files, more).encode()
    return write_speech_pack(folder, metrics=figures, files=files, **told)  # type: ignore[arg-type]


def _window(features: SpeechConfig, *crops_s: float) -> int:
    """Codes that both networks saw at once in training, at most 2 s."""
    longest = min((*crops_s, 2.0)) * features.sample_rate_hz / features.hop / STRIDE
    return max(12, int(longest))


def _parity(heard: UnitsModel, model: VqVae, inverter: Inverter, codes: NDArray[np.uint8]) -> dict[str, float]:
    """Compares both graphs with torch: the worst difference of magnitudes and the share of equal codes."""
    rng = np.random.default_rng(0)
    width = heard.settings.features.width
    alike = []
    for frames in (STRIDE, heard.settings.window * STRIDE):
        mean, spread = model.mean.numpy(), model.spread.numpy()
        features = (mean + spread * rng.standard_normal((frames, width))).astype(np.float32)
        alike.append(np.mean(heard.codes_of_features(features) == codes_of(model, [features])[0]))
    drawn = heard.magnitudes(codes[: heard.settings.window])
    with torch.inference_mode():
        vectors = model.codebook.vectors[torch.from_numpy(codes[: heard.settings.window].astype(np.int64))]
        wanted = inverter.magnitudes(vectors).numpy()
    worst = float(np.abs(drawn - wanted).max() / max(1e-9, float(wanted.max())))
    if worst > _WORST or min(alike) < 1.0 - 0.02:
        raise ConfigError(
            f"the graphs differ from torch: magnitudes by {worst:.1e}, codes equal {min(alike):.1%}",
            advice="Export with another version of torch, or report it.",
        )
    return {"parity_magnitudes": worst, "parity_codes": float(min(alike))}


def _canonical_wave(rate_hz: int) -> NDArray[np.float32]:
    """Something like speech, float32 [T]: a gliding buzz through two moving resonances, and hiss."""
    rng = np.random.default_rng(7)
    time_s = np.arange(round(_SECONDS * rate_hz)) / rate_hz
    phase = 2.0 * np.pi * np.cumsum(120.0 + 30.0 * np.sin(2.0 * np.pi * 0.7 * time_s)) / rate_hz
    wave = np.zeros(len(time_s))
    for number in range(1, 24):
        hz = 120.0 * number
        first, second = 500.0 + 250.0 * np.sin(4.0 * time_s), 1_500.0 + 600.0 * np.sin(2.6 * time_s + 1.0)
        gain = np.exp(-(((hz - first) / 180.0) ** 2)) + 0.5 * np.exp(-(((hz - second) / 260.0) ** 2))
        wave += gain * np.sin(number * phase)
    loud = np.maximum(0.0, np.sin(2.0 * np.pi * 1.9 * time_s))
    return (0.2 * loud * wave + 0.02 * (1.0 - loud) * rng.standard_normal(len(time_s))).astype(np.float32)


def _npz(arrays: Mapping[str, NDArray[np.generic]]) -> bytes:
    kept = io.BytesIO()
    np.savez_compressed(kept, **arrays)  # type: ignore[arg-type]
    return kept.getvalue()


def learnt_from(codes: UnitsCheckpoint, inverter: UnitsCheckpoint) -> str:
    """Describes the training data of both networks."""

    def told(parts: Sequence[str]) -> str:
        return ", ".join(parts)

    target = inverter.config.parts.target
    return f"codes: {told(codes.config.parts.train)}; inverter: {told(target) or inverter.voice}"


class EncoderGraph(nn.Module):
    """The content of encoder.onnx: float32 [B, F, D] features, F a multiple of 4, to int64 [B, F / 4] codes."""

    def __init__(self, model: VqVae) -> None:
        super().__init__()
        self.model = model

    def forward(self, features: Tensor) -> Tensor:
        mask = torch.ones_like(features[..., 0], dtype=torch.bool)
        found: Tensor = self.model.encoder(self.model.standardised(features), mask)
        # |z - e|^2 less |z|^2, which is the same for every code.
        book = self.model.codebook.vectors
        return (book.square().sum(1) - 2.0 * found @ book.T).argmin(-1)


class InverterGraph(nn.Module):
    """The content of inverter.onnx: int64 [B, C] codes to float32 [B, 4 C, bins] linear magnitudes."""

    def __init__(self, inverter: Inverter, model: VqVae) -> None:
        super().__init__()
        self.inverter = inverter
        self.register_buffer("book", model.codebook.vectors.clone())

    def forward(self, codes: Tensor) -> Tensor:
        book: Tensor = self.book  # type: ignore[assignment]
        counts = torch.full_like(codes[:, 0], 1) * codes.shape[1]
        drawn: Tensor = self.inverter(book[codes], counts) * self.inverter.loudness
        return drawn ** (1.0 / self.inverter.config.power)


def export_encoder(model: VqVae, frames: int, width: int) -> bytes:
    """Exports encoder.onnx, traced with `frames` features of `width` numbers."""
    axes = {"features": {0: "batch", 1: "frames"}}
    return export_graph(
        EncoderGraph(model), (torch.zeros(2, frames, width),), axes, {"codes": {0: "batch", 1: "codes"}}
    )


def export_inverter(inverter: Inverter, model: VqVae, codes: int) -> bytes:
    """Exports inverter.onnx, traced with `codes` codes."""
    traced = torch.zeros(2, codes, dtype=torch.int64)
    axes = {"codes": {0: "batch", 1: "codes"}}
    return export_graph(InverterGraph(inverter, model), (traced,), axes, {"magnitudes": {0: "batch", 1: "frames"}})


def card(
    codes: UnitsCheckpoint,
    inverter: UnitsCheckpoint,
    settings: UnitsSettings,
    told: Mapping[str, Any],
    metrics: Mapping[str, float],
    files: Mapping[str, bytes],
    more: str = "",
) -> str:
    """Returns MODEL_CARD.md; `more` explains the figures."""
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
