"""A units pack of a checkpoint of codes and one of an inverter: graphs compared with torch, figures, card.

What the pack knows a sound by is `engine.speech.units_model`'s: that module hears the canonical wave at the end, and
must hear what torch did.
"""

import io
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from engine.models.speech_pack import SpeechPackInfo, write_speech_pack
from engine.speech.features import SpeechConfig
from engine.speech.units_model import MOST_CODES, STRIDE, UnitsModel, UnitsSettings
from training.config import ConfigError
from training.export.units_card import card
from training.export.units_graphs import export_encoder, export_inverter
from training.units.checkpoint import UnitsCheckpoint
from training.units.hearing import codes_of
from training.units.inverter import Inverter
from training.units.vqvae import VqVae

_WORST = 1e-3
"""The largest difference of a magnitude from torch's, of the loudest; and the share of codes that may fall to another
where two vectors are as near."""
_SECONDS = 3.0


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
    """Writes the pack and tries it through the engine.

    Args:
        folder: of the pack; its parent is made.
        codes: where the codes were learnt.
        inverter: where the inverter of these codes was learnt.
        name: what users see.
        version: of the pack.
        licence: of the weights.
        training_data: in a sentence.
        metrics: name to figure; they go into pack.json and the card.
        fair: see `UnitsSettings`.
        strong: see `UnitsSettings`.
        more: of the card, Markdown: what the figures are of.

    Raises:
        ConfigError: checkpoints that do not belong together, or codes that no pack can hold.
        CheckpointError: no inverter was learnt.
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
    """Codes that both networks saw at once when they learnt, 2 s at most."""
    longest = min((*crops_s, 2.0)) * features.sample_rate_hz / features.hop / STRIDE
    return max(12, int(longest))


def _parity(heard: UnitsModel, model: VqVae, inverter: Inverter, codes: NDArray[np.uint8]) -> dict[str, float]:
    """Compares both graphs with torch; gives the worst difference of magnitudes and the share of equal codes."""
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
    """Says what both networks learnt from."""

    def told(parts: Sequence[str]) -> str:
        return ", ".join(parts)

    target = inverter.config.parts.target
    return f"codes: {told(codes.config.parts.train)}; inverter: {told(target) or inverter.voice}"
