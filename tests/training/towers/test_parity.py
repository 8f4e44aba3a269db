"""The published networks on twenty real clips: our towers give what the authors' own files gave.

Needs EARSHOT_DATA, the corpus, and EARSHOT_PRETRAINED, a folder with golden.npz, efficientat/ and yamnet/.

mn04 is compared to 1e-4. The file of YAMNet is of whole bytes, also between its layers, and no network in float32 gives
its numbers: TensorFlow Lite's own two sets of kernels differ by up to 8 steps of the embedding and 0.086 of a score on
these clips. So the network is compared twice: as it is, and with what the file says is rounded rounded, where more than
half of the clips are the published bytes, one and all.
"""

import json
import os
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.audio import decode
from tests.helpers.recorded import corpus_folder
from training.towers.mels import PASST_MEL, MelPower
from training.towers.mobilenet import MobileNet
from training.towers.pictures import PasstPicture
from training.towers.published_checkpoints import open_checkpoint
from training.towers.tflite import StoredTensor, read_tflite
from training.towers.yamnet import CLASSES, Yamnet, YamnetConfig, YamnetEncoder, open_yamnet

DATA = corpus_folder() or Path()
PRETRAINED = Path(os.environ.get("EARSHOT_PRETRAINED", ""))
pytestmark = [
    pytest.mark.skipif(not (DATA / "meta.jsonl").is_file(), reason="EARSHOT_DATA names no corpus"),
    pytest.mark.skipif(
        not (PRETRAINED / "golden.npz").is_file(),
        reason="EARSHOT_PRETRAINED names no folder with golden.npz, efficientat and yamnet",
    ),
]


@cache
def golden() -> dict[str, NDArray[np.generic]]:
    with np.load(PRETRAINED / "golden.npz") as file:
        return {name: file[name] for name in file.files}


@cache
def paths() -> list[Path]:
    lines = (DATA / "meta.jsonl").read_text(encoding="utf-8").splitlines()
    file_of = {row["id"]: row["file"] for row in map(json.loads, lines)}
    return [DATA / file_of[str(name)] for name in golden()["ids"]]


def test_mn04_gives_the_published_logits_and_layers() -> None:
    network = MobileNet(0.4, classes=527).eval()
    network.load_state_dict(open_checkpoint(str(PRETRAINED / "efficientat" / "mn04_as_mAP_432.pt"), "mn04").state)
    ear = MelPower(PASST_MEL).eval()
    logits, pooled = list[Tensor](), list[Tensor]()
    with torch.inference_mode():
        for path in paths():
            picture = PasstPicture().eval()(ear(_repeated(path, 32_000)))
            logits.append(network.classify(picture)[0])
            pooled.append(network(picture)[0])
            assert torch.allclose(network.deep(picture)[0, :384], pooled[-1])
    assert np.abs(torch.stack(logits).numpy() - golden()["mn04_logits"]).max() < 1e-4
    assert np.abs(torch.stack(pooled).numpy() - golden()["mn04_pooled"]).max() < 1e-4


def test_yamnet_hears_what_the_published_file_hears() -> None:
    encoder, network, stored = yamnet()
    mean = stored["tower0/network/layer28/reduce_mean"]
    # The golden embedding is of whole bytes as they lie in the file.
    published = (golden()["yamnet_embedding"] - mean.zero_point[0]) * mean.scale[0]
    assert np.array_equal(encoder.filters.T[:, ::2].numpy(), stored["mel_spectrogram"].values)
    with torch.inference_mode():
        pictures = torch.cat([picture_of(encoder, path) for path in paths()])
        vectors = network(pictures.unsqueeze(1))
        scores = network.classify(vectors).numpy()
    assert np.abs(scores - golden()["yamnet_scores"]).max() < 0.06
    cosines = torch.cosine_similarity(vectors, torch.from_numpy(published).float())
    assert float(cosines.min()) > 0.9985

    rounded = rounded_as_published(encoder, network, stored)
    same = np.abs(rounded - golden()["yamnet_scores"]).max(axis=1) < 1e-4
    assert int(same.sum()) >= 11


def yamnet() -> tuple[YamnetEncoder, Yamnet, dict[str, StoredTensor]]:
    path = PRETRAINED / "yamnet" / "yamnet.tflite"
    network = Yamnet(YamnetConfig().rows, CLASSES).eval()
    network.load_state_dict(open_yamnet(path).state)
    return YamnetConfig().build().eval(), network, {tensor.name: tensor for tensor in read_tflite(path)}


def picture_of(encoder: YamnetEncoder, path: Path) -> Tensor:
    """The first patch of a sound, float32 [1, 96, 64]."""
    samples, _ = decode.read(path, 16_000)
    wave = np.zeros((1, 15_600), np.float32)
    wave[0, : len(samples)] = samples[:15_600]
    return torch.log(torch.sqrt(encoder.power(torch.from_numpy(wave))[:, :96]) + 0.001)


def rounded_as_published(
    encoder: YamnetEncoder, network: Yamnet, stored: dict[str, StoredTensor]
) -> NDArray[np.float32]:
    """Scores, float32 [20, 521], with all that the file keeps in whole bytes rounded to them."""
    relus = [tensor for name, tensor in stored.items() if name.split(";")[0].endswith("/Relu6")]
    hooks = [
        layer.register_forward_hook(lambda _module, _given, maps, kept=kept: as_bytes(maps, kept))
        for layer, kept in zip(network.layers, relus, strict=True)
    ]
    with torch.inference_mode():
        pictures = torch.cat([as_bytes(picture_of(encoder, path), stored["tfl.quantize"]) for path in paths()])
        vectors = as_bytes(network(pictures.unsqueeze(1)), stored["tower0/network/layer28/reduce_mean"])
        logits = network.classifier(vectors)
        kept = next(tensor for name, tensor in stored.items() if name.endswith("fc/BiasAdd"))
        scores = as_bytes(torch.sigmoid(as_bytes(logits, kept)), stored["tower0/network/layer32/final_output1"])
    for hook in hooks:
        hook.remove()
    return np.asarray(scores.numpy())


def as_bytes(values: Tensor, kept: StoredTensor) -> Tensor:
    scale, zero = float(kept.scale[0]), int(kept.zero_point[0])
    return ((torch.round(values / scale) + zero).clamp(-128, 127) - zero) * scale


def _repeated(path: Path, rate_hz: int) -> Tensor:
    """At most 10 s, repeated up to 1 s, float32 [1, T]."""
    samples, _ = decode.read(path, rate_hz)
    samples = samples[: 10 * rate_hz]
    if len(samples) < rate_hz:
        samples = np.tile(samples, -(-rate_hz // len(samples)))[:rate_hz]
    return torch.from_numpy(samples)[None]
