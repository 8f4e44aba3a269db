"""YAMNet: the published file is read, the ear is TensorFlow's, patches are its own, and a graph hears the same."""

from pathlib import Path

import numpy as np
import pytest
import torch
import torchaudio
from torch import nn

from tests.training.towers.signals import noise, through_onnx
from tests.training.towers.tflite_file import Given, write_tflite, yamnet_tensors
from training.towers.published_checkpoints import PublishedError
from training.towers.tflite import read_tflite
from training.towers.yamnet import Yamnet, YamnetConfig, YamnetEncoder, _ConvRelu6, open_yamnet

NARROW = (8, 8, 8, 8, 8, 16, 16, 16, 16, 16, 16, 24, 24)


@pytest.fixture
def published(tmp_path: Path) -> Path:
    """A file with the published names, narrower, its weights random."""
    return write_tflite(tmp_path / "yamnet.tflite", yamnet_tensors(NARROW))


def test_a_published_file_becomes_the_network(published: Path) -> None:
    state = open_yamnet(published).state
    given = {tensor.name: tensor for tensor in yamnet_tensors(NARROW)}
    # Rows of TensorFlow's kernels: [out, height, width, in] and, of the depthwise ones, [1, height, width, channels].
    first = given["tower0/network/layer1/conv/Conv2D"].meant
    assert torch.equal(state["layers.0.convolution.weight"], torch.from_numpy(first).permute(0, 3, 1, 2))
    second = next(tensor.meant for name, tensor in given.items() if "layer2/sepconv/depthwise" in name)
    assert torch.equal(state["layers.1.convolution.weight"][:, 0], torch.from_numpy(second[0]).permute(2, 0, 1))
    network = Yamnet(NARROW, classes=521)
    network.load_state_dict(state)
    scores = network.classify(network(torch.zeros(2, 1, 96, 64)))
    assert scores.shape == (2, 521) and bool(((scores >= 0) & (scores <= 1)).all())


def test_a_tower_begins_with_a_published_file_and_learns(published: Path) -> None:
    encoder = YamnetConfig(checkpoint=str(published), rows=NARROW).build().train()
    power = encoder.power(noise(2, 16_000))
    assert power.shape == (2, 100, 64) and not power.requires_grad
    features = encoder.features(power)
    assert features.shape == (2, 2, 24)
    features.sum().backward()
    assert all(weights.grad is not None for weights in encoder.parameters())


def test_a_file_of_another_width_is_refused(published: Path) -> None:
    with pytest.raises(PublishedError, match="does not fit Yamnet"):
        YamnetConfig(checkpoint=str(published)).build()


@pytest.mark.parametrize("content", [b"", b"readme", b"\x20\x00\x00\x00TFL3", b"\xff\xff\xff\xffTFL3" + bytes(64)])
def test_a_file_that_is_none_of_tensorflow_lite_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "yamnet.tflite"
    path.write_bytes(content)
    with pytest.raises(PublishedError, match=r"yamnet\.tflite"):
        read_tflite(path)


def test_whole_bytes_are_what_they_stand_for(tmp_path: Path) -> None:
    whole = np.array([[-127, 0], [64, 127]], np.int8)
    path = write_tflite(
        tmp_path / "two.tflite",
        [Given("rows", whole, [0.5, 0.25]), Given("columns", whole, [0.5, 0.25], 1), Given("all", whole, [2.0])],
    )
    rows, columns, every = (tensor.values for tensor in read_tflite(path))
    assert np.array_equal(rows, [[-63.5, 0.0], [16.0, 31.75]])
    assert np.array_equal(columns, [[-63.5, 0.0], [32.0, 31.75]])
    assert np.array_equal(every, [[-254.0, 0.0], [128.0, 254.0]])


def test_the_ear_is_tensorflows() -> None:
    encoder = YamnetConfig(rows=NARROW).build().eval()
    waves = noise(2, 15_600)
    # tf.signal.stft: frames of 400 from the start on, a periodic Hann window, 512 points, magnitudes.
    frames = waves.unfold(1, 400, 160) * torch.hann_window(400)
    magnitudes = torch.fft.rfft(frames, n=512).abs()
    # Triangles straight in mel, peaks near 1; Kaldi's have no weight for the highest bin, as 8 kHz lies above 7.5 kHz.
    banks, _ = torchaudio.compliance.kaldi.get_mel_banks(64, 512, 16_000.0, 125.0, 7_500.0, 100.0, -500.0, 1.0)
    expected = magnitudes[..., :256] @ banks.T
    assert torch.allclose(torch.sqrt(encoder.power(waves))[:, :96], expected, atol=1e-3, rtol=1e-4)


def test_sounds_are_cut_into_patches_of_096_s_every_048_s() -> None:
    picture = torch.arange(300.0)[None, :, None].expand(1, 300, 64)
    assert YamnetEncoder.patches(picture[:, :20]).shape == (1, 1, 96, 64)
    assert YamnetEncoder.patches(picture[:, :96]).shape == (1, 1, 96, 64)
    assert YamnetEncoder.patches(picture[:, :97]).shape == (1, 2, 96, 64)
    cut = YamnetEncoder.patches(picture)
    assert cut.shape == (1, 6, 96, 64) and cut[0, 1, 0, 0] == 48.0 and cut[0, 5, 59, 0] == 299.0
    # ln 0.001: silence behind the end.
    assert cut[0, 5, 60, 0] == pytest.approx(-6.9078, abs=1e-4)


def test_odd_ends_are_filled_up_behind_as_tensorflow_does() -> None:
    layer = _ConvRelu6(1, 1, 3, 2)
    nn.init.constant_(layer.convolution.weight, 0.5)
    found = layer(torch.ones(1, 1, 4, 4))
    # Of the nine cells of a kernel at (0, 0) all lie within, at an edge six, in the corner four; each gives a half.
    assert found[0, 0].tolist() == [[4.5, 3.0], [3.0, 2.0]]


def test_encoder_exports_with_free_batch_and_length(published: Path) -> None:
    encoder = YamnetConfig(checkpoint=str(published), rows=NARROW).build().eval()
    waves = [noise(2, 7_000), noise(3, 15_600), noise(1, 40_123)]
    for found, wave in zip(through_onnx(encoder, noise(2, 32_000), *waves), waves, strict=True):
        with torch.no_grad():
            assert np.allclose(found, encoder(wave), atol=1e-3)
