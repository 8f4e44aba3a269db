from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from numpy.typing import NDArray
from onnx import TensorProto, helper

from engine.audio.segments import cut
from engine.base.errors import PackError
from engine.models.encoder import AudioEncoder, TextEncoder, check_canonical
from engine.models.pack import Pack, load_pack, write_pack
from tests.helpers.tiny_pack import (
    CALIBRATION,
    MAX_TOKENS,
    PLAN,
    RATE_HZ,
    SENTENCE_DIM,
    hear,
    model,
    noise,
    text_model,
    tone,
)


@pytest.fixture(scope="module")
def ears(tiny_folder: Path) -> AudioEncoder:
    return AudioEncoder(load_pack(tiny_folder), "cpu")


@pytest.fixture(scope="module")
def words(tiny_folder: Path) -> TextEncoder:
    return TextEncoder(load_pack(tiny_folder))


def _pack_with(folder: Path, source: Pack, **graphs: bytes) -> Pack:
    """The tiny pack with other graphs, every hash right."""
    files = {name: source.folder / name for name in source.info.files}
    write_pack(
        folder,
        name="odd",
        version="1",
        dim=16,
        sentence_dim=SENTENCE_DIM,
        plan=PLAN,
        max_tokens=MAX_TOKENS,
        calibration=CALIBRATION,
        licence="none",
        training_data="none",
        metrics={},
        files={**files, **{f"{name}.onnx": graph for name, graph in graphs.items()}},
    )
    return load_pack(folder)


def _constant_audio(value: float, dim: int = 16, wave_name: str = "waveform", vector_name: str = "vector") -> bytes:
    """A tower that gives the same number everywhere, whatever it hears."""
    constants: dict[str, NDArray[Any]] = {
        "axes": np.array([1], np.int64),
        "zero": np.zeros((1, 1), np.float32),
        "row": np.full((1, dim), value, np.float32),
    }
    nodes = [
        helper.make_node("ReduceSum", [wave_name, "axes"], ["sum"], keepdims=1),
        helper.make_node("Mul", ["sum", "zero"], ["nothing"]),
        helper.make_node("Add", ["nothing", "row"], [vector_name]),
    ]
    inputs = [helper.make_tensor_value_info(wave_name, TensorProto.FLOAT, ["B", "T"])]
    outputs = [helper.make_tensor_value_info(vector_name, TensorProto.FLOAT, ["B", dim])]
    return bytes(model(nodes, inputs, outputs, constants).SerializeToString())


def test_canonical_vectors_are_met_on_the_cpu(tiny: Pack) -> None:
    report = check_canonical(tiny)
    assert report.ok and report.device == "cpu"
    assert min(report.worst_audio_cosine, report.worst_text_cosine) > 0.99999  # they were worked out in numpy


def test_a_pack_that_answers_otherwise_than_when_it_was_made_is_told(tiny: Pack, tmp_path: Path) -> None:
    report = check_canonical(_pack_with(tmp_path / "odd", tiny, audio=_constant_audio(0.25)))
    assert not report.ok
    assert report.worst_audio_cosine < 0.9 < report.worst_text_cosine


def test_the_same_words_and_sounds_meet(ears: AudioEncoder, words: TextEncoder) -> None:
    sounds = ears.encode(np.stack([tone(100), tone(600), tone(4000), noise(), np.zeros(RATE_HZ, np.float32)]))
    texts = words.encode(["low hum", "Middle_Horn", "HIGH beep!", "wind", "silence"]).joint
    assert (texts @ sounds.T).argmax(axis=1).tolist() == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("seconds", PLAN.ladder_s)
def test_a_vector_does_not_depend_on_its_batch(tiny: Pack, seconds: float) -> None:
    waves = np.stack([noise(seconds, level=0.1 + 0.1 * seed, seed=seed) for seed in range(7)])
    together = AudioEncoder(tiny, "cpu", batch_size=7).encode(waves)
    alone = np.concatenate([AudioEncoder(tiny, "cpu", batch_size=1).encode(wave[None]) for wave in waves])
    assert np.sum(together * alone, axis=1).min() >= 0.99999


def test_segments_of_mixed_lengths_come_back_in_order(ears: AudioEncoder) -> None:
    samples = np.concatenate([tone(100, 2.0), tone(600, 2.0), tone(4000, 0.4)])
    segments = [*cut(samples, PLAN), *cut(tone(1500, 0.3), PLAN), *cut(noise(0.9), PLAN)]
    vectors = ears.encode_segments(segments)
    expected = np.concatenate([hear(segment.wave[None]) for segment in segments])
    assert len({len(segment.wave) for segment in segments}) == 3
    assert np.sum(vectors * expected, axis=1).min() >= 0.99999


def test_threads_share_one_encoder(ears: AudioEncoder) -> None:
    waves = [noise(0.5, seed=seed)[None] for seed in range(64)]
    with ThreadPoolExecutor(4) as pool:
        threaded = np.concatenate(list(pool.map(ears.encode, waves)))
    assert np.array_equal(threaded, np.concatenate([ears.encode(wave) for wave in waves]))


def test_no_waves_give_no_vectors(ears: AudioEncoder) -> None:
    assert ears.encode_segments([]).shape == (0, 16)


@pytest.mark.parametrize(
    "waves",
    [np.zeros((1, 10)), np.zeros(10, np.float32), np.zeros((1, 0), np.float32), np.zeros((1, RATE_HZ * 9), np.float32)],
    ids=["float64", "flat", "empty", "too long"],
)
def test_what_is_no_batch_of_waves_is_our_own_fault(ears: AudioEncoder, waves: NDArray[Any]) -> None:
    with pytest.raises(ValueError, match="waves are"):
        ears.encode(waves)


def test_a_wave_with_nan_is_our_own_fault(ears: AudioEncoder) -> None:
    with pytest.raises(ValueError, match="finite"):
        ears.encode(np.full((1, 100), np.nan, np.float32))


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 0.0, 1.0])
def test_a_tower_that_gives_no_unit_vectors_is_refused(tiny: Pack, tmp_path: Path, value: float) -> None:
    encoder = AudioEncoder(_pack_with(tmp_path / "odd", tiny, audio=_constant_audio(value)), "cpu")
    with pytest.raises(PackError, match="expected 1"):
        encoder.encode(tone(100)[None])


@pytest.mark.parametrize(
    "graph",
    [
        lambda: _constant_audio(0.25, wave_name="audio"),
        lambda: _constant_audio(0.25, vector_name="embedding"),
        lambda: _constant_audio(0.25, dim=15),
    ],
    ids=["input name", "output name", "size"],
)
def test_a_tower_of_another_shape_is_refused(tiny: Pack, tmp_path: Path, graph: Callable[[], bytes]) -> None:
    with pytest.raises(PackError, match=r"audio\.onnx"):
        AudioEncoder(_pack_with(tmp_path / "odd", tiny, audio=graph()), "cpu")


def test_a_sound_tower_in_place_of_a_text_tower_is_refused(tiny: Pack, tmp_path: Path) -> None:
    with pytest.raises(PackError, match=r"text\.onnx"):
        TextEncoder(_pack_with(tmp_path / "odd", tiny, text=_constant_audio(0.25)))


def test_a_graph_the_runtime_does_not_take_is_refused(tiny: Pack, tmp_path: Path) -> None:
    nodes = [helper.make_node("Relu", ["nowhere"], ["vector"])]
    outputs = [helper.make_tensor_value_info("vector", TensorProto.FLOAT, ["B", 16])]
    graph = helper.make_model(helper.make_graph(nodes, "g", [], outputs), ir_version=8)
    with pytest.raises(PackError, match="refuses the graph"):
        AudioEncoder(_pack_with(tmp_path / "odd", tiny, audio=graph.SerializeToString()), "cpu")


def test_a_damaged_tokenizer_with_the_right_hash_is_refused(tiny: Pack, tmp_path: Path) -> None:
    pack = _pack_with(tmp_path / "odd", tiny)
    pack.take("tokenizer.json")
    pack._held["tokenizer.json"] = b'{"version": "1.0", "model": 3}'
    with pytest.raises(PackError, match="tokenizer"):
        TextEncoder(pack)


def test_a_tokenizer_of_another_tower_is_refused_when_it_speaks(tiny: Pack, tmp_path: Path) -> None:
    short = text_model(np.eye(4, 16, dtype=np.float32), np.eye(4, SENTENCE_DIM, dtype=np.float32))
    encoder = TextEncoder(_pack_with(tmp_path / "odd", tiny, text=short.SerializeToString()))
    with pytest.raises(PackError, match="fails while it runs"):
        encoder.encode(["dog"])


@pytest.mark.parametrize(
    "text",
    ["", " ", "\x00", "дверь", "犬が吠える", "🔊🔊", "e\u0301", "\udcff", "!" * 50, "a" * 1_000_000, "dog " * 300_000],
)
def test_any_text_has_a_vector(words: TextEncoder, text: str) -> None:
    vectors = words.encode([text])
    assert np.linalg.norm(vectors.joint) == pytest.approx(1, abs=1e-5)
    assert np.linalg.norm(vectors.sentence) == pytest.approx(1, abs=1e-5)


def test_a_text_does_not_depend_on_its_neighbours(words: TextEncoder) -> None:
    texts = ["low hum", "", "a long story of a puppy and a kitten in the rain", "wind", "x" * 90] * 9
    together = words.encode(texts)
    alone = [words.encode([text]) for text in texts]
    assert min(float((a.joint[0] * b).sum()) for a, b in zip(alone, together.joint, strict=True)) >= 0.99999
    assert min(float((a.sentence[0] * b).sum()) for a, b in zip(alone, together.sentence, strict=True)) >= 0.99999


def test_a_tower_that_rounds_by_its_whole_batch_gives_each_text_its_own_vector(tiny: Pack, tmp_path: Path) -> None:
    leaky = onnx.load_from_string((tiny.folder / "text.onnx").read_bytes())
    nodes = [node for node in leaky.graph.node if node.output[0] != "joint"]
    nodes += [
        # A text's own sum plus the mean over the batch, much as the scales of int8 couple a batch.
        helper.make_node("ReduceMean", ["joint_raw"], ["mean"], axes=[0]),
        helper.make_node("Add", ["joint_raw", "mean"], ["leaked"]),
        helper.make_node("LpNormalization", ["leaked"], ["joint"], axis=1, p=2),
    ]
    del leaky.graph.node[:]
    leaky.graph.node.extend(nodes)
    encoder = TextEncoder(_pack_with(tmp_path / "odd", tiny, text=leaky.SerializeToString()))
    together = encoder.encode(["low hum", "high beep"]).joint
    alone = [encoder.encode([text]).joint[0] for text in ("low hum", "high beep")]
    assert np.array_equal(together, np.stack(alone))


def test_text_beyond_the_limit_changes_nothing(words: TextEncoder) -> None:
    within = words.encode(["dog " * MAX_TOKENS])
    beyond = words.encode(["dog " * MAX_TOKENS + "cat " * 1000])
    assert np.array_equal(within.sentence, beyond.sentence)


def test_synonyms_meet_in_meaning(words: TextEncoder) -> None:
    dog, puppy, car = words.encode(["dog bark", "puppy", "car"]).sentence
    assert dog @ puppy > 0.99 > 0.3 > dog @ car


def test_a_changed_answer_does_not_change_what_is_remembered(words: TextEncoder) -> None:
    first = words.encode(["remember me"])
    kept = first.joint.copy()
    first.joint[:] = 0
    assert np.array_equal(words.encode(["remember me"]).joint, kept)


def test_no_texts_give_no_vectors(words: TextEncoder) -> None:
    vectors = words.encode([])
    assert vectors.joint.shape == (0, 16) and vectors.sentence.shape == (0, SENTENCE_DIM)
