"""A real model pack of a few hundred kilobytes, made by `onnx` alone in under a second, the same every time.

Its audio tower is a bank of band energies, its text tower looks words up in a table, and the two agree: "low hum"
lies where a 100 Hz tone does, "high beep" at 4 kHz, "hiss" at white noise, "silence" at nothing. Words of the same
meaning share a sentence vector ("puppy" and "dog"). An unknown word is spelt in letters and says almost nothing about
sound.

Expected vectors are computed here in numpy, not by the graphs.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from msgspec.structs import replace
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from engine.audio.segments import SegmentPlan
from engine.models.calibration import Calibration, FittedCurves
from engine.models.canonical import Canonical, canonical_bytes
from engine.models.pack import write_pack

RATE_HZ = 16_000
PLAN = SegmentPlan(sample_rate_hz=RATE_HZ, segment_s=2.0, hop_s=1.0, ladder_s=(0.5, 1.0, 2.0), padding="zeros")
MAX_TOKENS = 32
SENTENCE_DIM = 32
CALIBRATION = Calibration(
    sound_midpoint=0.7, sound_slope=12.0, meaning_midpoint=0.6, meaning_slope=12.0, fair=0.4, strong=0.75
)
GUESS = replace(CALIBRATION, fair=0.3, strong=0.75, fitted=FittedCurves(sound=False, name=False))
"""An export's calibration where neither curve could be fitted."""

_FRAME = 256
_BINS = 128
_QUIET = 0.02
"""Weight of the dimension for silence, which remains when no band has energy."""

TONES_HZ: dict[str, float] = {
    "rumble": 60.0,
    "low": 100.0,
    "hum": 100.0,
    "drone": 100.0,
    "bass": 100.0,
    "middle": 600.0,
    "mid": 600.0,
    "horn": 600.0,
    "bell": 1500.0,
    "ring": 1500.0,
    "high": 4000.0,
    "beep": 4000.0,
    "whistle": 4000.0,
    "squeak": 6500.0,
}
"""Word to the tone that gives its vector."""
NOISES = ("noise", "hiss", "wind", "rain", "static")
SILENCES = ("silence", "quiet", "silent")
MEANINGS: tuple[tuple[str, ...], ...] = (
    ("dog", "puppy", "bark", "hound", "woof"),
    ("cat", "kitten", "meow"),
    ("door", "gate", "knock"),
    ("car", "engine", "vehicle", "motor"),
    ("bird", "chirp", "tweet"),
    ("rain", "drizzle", "shower"),
    ("wind", "breeze", "gust"),
    ("noise", "hiss", "static"),
    ("hum", "drone", "rumble"),
    ("beep", "bleep", "whistle"),
    ("bell", "ring", "chime"),
    ("low", "bass", "deep"),
    ("high", "treble", "shrill"),
    ("middle", "mid"),
    ("tone", "sine"),
    ("silence", "quiet", "silent"),
    ("horn",),
    ("squeak",),
)
"""Words in one row share one sentence vector."""


def tone(hz: float, seconds: float = 1.0, level: float = 0.5) -> NDArray[np.float32]:
    """Returns float32 [T] at the pack's rate."""
    return (level * np.sin(2 * np.pi * hz * np.arange(round(seconds * RATE_HZ)) / RATE_HZ)).astype(np.float32)


def noise(seconds: float = 1.0, level: float = 0.3, seed: int = 7) -> NDArray[np.float32]:
    """Returns white noise, float32 [T]."""
    return (level * np.random.default_rng(seed).standard_normal(round(seconds * RATE_HZ))).astype(np.float32)


def make_tiny_pack(folder: Path, dim: int = 16, plan: SegmentPlan = PLAN, *, is_random: bool = False) -> Path:
    """Writes the pack to `folder` and returns that.

    Args:
        folder: the pack's own folder, made or replaced.
        dim: size of the joint vectors, at least 8: dim - 2 bands, silence, and "unknown".
        is_random: draws the weights of both sides of words at random, with an export's calibration for such a pack.
    """
    words, joint, sentence = _tables(dim)
    if is_random:
        draw = np.random.default_rng(41)
        joint = draw.standard_normal(joint.shape).astype(np.float32)
        sentence = draw.standard_normal(sentence.shape).astype(np.float32)
    tones = [tone(hz, 0.1) for hz in (100, 600, 4000)]
    waves = np.stack([*tones, tone(4000, 0.1, level=0.01), noise(0.1), np.zeros(RATE_HZ // 10, np.float32)])
    texts = ("low hum", "high beep", "wind and rain", "a puppy barks", "")
    expected = [_text_vectors(text, words, joint, sentence) for text in texts]
    canonical = Canonical(
        waveform=waves.astype(np.float32),
        audio_vector=hear(waves, dim),
        texts=texts,
        joint=np.stack([pair[0] for pair in expected]),
        sentence=np.stack([pair[1] for pair in expected]),
    )
    write_pack(
        folder,
        name=f"tiny {dim}",
        version="1",
        dim=dim,
        sentence_dim=SENTENCE_DIM,
        plan=plan,
        max_tokens=MAX_TOKENS,
        calibration=GUESS if is_random else CALIBRATION,
        licence="GPL-3.0-or-later",
        training_data="none: worked out by hand",
        metrics={},
        files={
            "audio.onnx": audio_model(dim).SerializeToString(),
            "text.onnx": text_model(joint, sentence).SerializeToString(),
            "tokenizer.json": _tokenizer(words).encode(),
            "canonical.npz": canonical_bytes(canonical),
            "MODEL_CARD.md": b"# Tiny pack\n\nFor tests: bands of energy and a table of words.\n",
        },
    )
    return folder


def hear(waves: NDArray[np.float32], dim: int = 16) -> NDArray[np.float32]:
    """Computes the audio tower in numpy: float32 [B, T] to [B, dim]."""
    frames = waves[:, : waves.shape[1] // _FRAME * _FRAME].reshape(len(waves), -1, _FRAME) * np.hanning(_FRAME)
    power = np.abs(np.fft.rfft(frames.astype(np.float64), axis=2)[:, :, :_BINS]) ** 2
    bands = np.sqrt(power.mean(axis=1) @ _bands(dim)) / _FRAME
    raw = np.concatenate([bands, np.full((len(waves), 1), _QUIET), np.zeros((len(waves), 1))], axis=1)
    return np.asarray(raw / np.linalg.norm(raw, axis=1, keepdims=True), dtype=np.float32)


def audio_model(dim: int = 16) -> onnx.ModelProto:
    """Maps waveform [B, T] to vector [B, dim]: windowed DFT as one convolution, energies, bands, root, unit length."""
    window, times = np.hanning(_FRAME), np.arange(_FRAME)
    angles = 2 * np.pi * np.arange(_BINS)[:, None] * times[None, :] / _FRAME
    kernels = np.concatenate([np.cos(angles) * window, np.sin(angles) * window])[:, None, :]
    constants = {
        "kernels": kernels.astype(np.float32),
        "bands": (_bands(dim) / _FRAME**2).astype(np.float32),
        "lift": np.concatenate([np.eye(dim - 2), np.zeros((dim - 2, 2))], axis=1).astype(np.float32),
        "quiet": np.eye(dim)[dim - 2].astype(np.float32) * np.float32(_QUIET),
        "one": np.array([1], np.int64),
        "halves": np.array([0, 2, _BINS, -1], np.int64),
    }
    nodes = [
        helper.make_node("Unsqueeze", ["waveform", "one"], ["channel"]),
        helper.make_node("Conv", ["channel", "kernels"], ["spectrum"], strides=[_FRAME]),
        helper.make_node("Mul", ["spectrum", "spectrum"], ["squares"]),
        helper.make_node("Reshape", ["squares", "halves"], ["parts"]),
        helper.make_node("ReduceSum", ["parts", "one"], ["power"], keepdims=0),
        helper.make_node("ReduceMean", ["power"], ["mean"], axes=[2], keepdims=0),
        helper.make_node("MatMul", ["mean", "bands"], ["energies"]),
        helper.make_node("Sqrt", ["energies"], ["levels"]),
        helper.make_node("MatMul", ["levels", "lift"], ["lifted"]),
        helper.make_node("Add", ["lifted", "quiet"], ["raw"]),
        helper.make_node("LpNormalization", ["raw"], ["vector"], axis=1, p=2),
    ]
    inputs = [helper.make_tensor_value_info("waveform", TensorProto.FLOAT, ["B", "T"])]
    outputs = [helper.make_tensor_value_info("vector", TensorProto.FLOAT, ["B", dim])]
    return model(nodes, inputs, outputs, constants)


def text_model(joint: NDArray[np.float32], sentence: NDArray[np.float32]) -> onnx.ModelProto:
    """Maps ids, mask [B, S] to joint and sentence: rows of the tables, summed where the mask is 1, at unit length."""
    nodes = [
        helper.make_node("Cast", ["mask"], ["weights"], to=TensorProto.FLOAT),
        helper.make_node("Unsqueeze", ["weights", "last"], ["column"]),
    ]
    constants: dict[str, NDArray[Any]] = {"last": np.array([-1], np.int64), "one": np.array([1], np.int64)}
    outputs = []
    for name, table in (("joint", joint), ("sentence", sentence)):
        size = table.shape[1]
        constants[f"{name}_table"] = table
        constants[f"{name}_nothing"] = (np.eye(size)[size - 1] * 1e-3).astype(np.float32)
        nodes += [
            helper.make_node("Gather", [f"{name}_table", "ids"], [f"{name}_rows"]),
            helper.make_node("Mul", [f"{name}_rows", "column"], [f"{name}_kept"]),
            helper.make_node("ReduceSum", [f"{name}_kept", "one"], [f"{name}_sum"], keepdims=0),
            helper.make_node("Add", [f"{name}_sum", f"{name}_nothing"], [f"{name}_raw"]),
            helper.make_node("LpNormalization", [f"{name}_raw"], [name], axis=1, p=2),
        ]
        outputs.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, ["B", size]))
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, ["B", "S"]) for name in ("ids", "mask")]
    return model(nodes, inputs, outputs, constants)


def model(
    nodes: Sequence[onnx.NodeProto],
    inputs: Sequence[onnx.ValueInfoProto],
    outputs: Sequence[onnx.ValueInfoProto],
    constants: Mapping[str, NDArray[Any]],
) -> onnx.ModelProto:
    """Returns a checked model with its constants inside."""
    weights = [numpy_helper.from_array(array, name) for name, array in constants.items()]
    graph = helper.make_graph(list(nodes), "tiny", list(inputs), list(outputs), weights)
    made = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8, producer_name="tiny_pack"
    )
    onnx.checker.check_model(made)
    return made


def _bands(dim: int) -> NDArray[np.float64]:
    """Returns [bins, dim - 2], 0 or 1: bin to band, edges even in pitch from 150 Hz to 8 kHz, no DC bin."""
    edges_hz = np.concatenate([[1.0], np.geomspace(150, RATE_HZ / 2, dim - 2)])
    bins_hz = np.arange(_BINS) * RATE_HZ / _FRAME
    return ((bins_hz[:, None] >= edges_hz[None, :-1]) & (bins_hz[:, None] < edges_hz[None, 1:])).astype(np.float64)


def _tables(dim: int) -> tuple[list[str], NDArray[np.float32], NDArray[np.float32]]:
    """Returns vocabulary, joint [V, dim] and sentence [V, SENTENCE_DIM]; letters make every word spellable."""
    letters = [chr(code) for code in range(ord("a"), ord("z") + 1)] + [str(digit) for digit in range(10)]
    heard = dict.fromkeys([*TONES_HZ, *NOISES, *SILENCES])
    known = list(dict.fromkeys([*heard, *(word for row in MEANINGS for word in row)]))
    words = ["[PAD]", "[UNK]", *letters, *(f"##{letter}" for letter in letters), *known]
    joint = np.zeros((len(words), dim), dtype=np.float32)
    sentence = np.zeros((len(words), SENTENCE_DIM), dtype=np.float32)
    draw = np.random.default_rng(20)
    spelt = draw.standard_normal((len(letters), SENTENCE_DIM))
    spelt /= np.linalg.norm(spelt, axis=1, keepdims=True)
    for place in range(len(letters)):
        for row in (2 + place, 2 + len(letters) + place):
            joint[row, dim - 1] = 0.01
            sentence[row] = 0.2 * spelt[place]
    meanings, _ = np.linalg.qr(draw.standard_normal((SENTENCE_DIM, SENTENCE_DIM)))
    for number, row_of_words in enumerate(MEANINGS):
        for word in row_of_words:
            sentence[words.index(word)] = meanings[number]
    for word in known:
        joint[words.index(word)] = _sound_of(word, dim)
    return words, joint, sentence


def _sound_of(word: str, dim: int) -> NDArray[np.float32]:
    """Returns the audio tower's vector for this word's sound; the unknown direction for a word without one."""
    if word in TONES_HZ:
        wave = tone(TONES_HZ[word])
    elif word in NOISES:
        wave = noise()
    elif word in SILENCES:
        wave = np.zeros(RATE_HZ, np.float32)
    else:
        return np.asarray(np.eye(dim)[dim - 1] * 0.05, dtype=np.float32)
    return np.asarray(hear(wave[None], dim)[0], dtype=np.float32)


def _text_vectors(
    text: str, words: list[str], joint: NDArray[np.float32], sentence: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Computes the text tower: longest known pieces first, as in WordPiece."""
    rows: list[int] = []
    for word in text.split():
        start = 0
        while start < len(word):
            marks = "##" if start else ""
            end = next(stop for stop in range(len(word), start, -1) if marks + word[start:stop] in words)
            rows.append(words.index(marks + word[start:end]))
            start = end
    pairs = []
    for table in (joint, sentence):
        raw = table[rows].astype(np.float64).sum(axis=0) + np.eye(table.shape[1])[-1] * 1e-3
        pairs.append((raw / np.linalg.norm(raw)).astype(np.float32))
    return pairs[0], pairs[1]


def _tokenizer(words: list[str]) -> str:
    """tokenizer.json: lower case, punctuation and underscores apart, WordPiece."""
    tokenizer = Tokenizer(models.WordPiece({word: row for row, word in enumerate(words)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Sequence([normalizers.Replace("_", " "), normalizers.BertNormalizer()])
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return json.dumps(json.loads(tokenizer.to_str()), sort_keys=True)
