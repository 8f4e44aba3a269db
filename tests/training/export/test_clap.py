"""import-clap: a pack of a CLAP checkpoint gives what transformers gives, and is searched by the engine."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import soundfile
import torch
from numpy.typing import NDArray
from transformers import AutoTokenizer, ClapFeatureExtractor, ClapModel, ClapProcessor

from engine.audio.segments import fit_to_rung
from engine.models.encoder import AudioEncoder, TextEncoder
from engine.models.pack import load_pack
from tests.training.export.checkpoints import SENTENCES, make_clap, read_json
from training.cli.main import main
from training.export.clap import clap_system
from training.export.clap_audio import ClapError
from training.export.pipeline import pack_of
from training.export.probe import PackProbe
from training.export.system import GraphPrecision
from training.measures.caption_queries import CaptionQuery

RATE_HZ = 48_000
Waves = NDArray[np.float32]


def _sound(seconds: float, seed: int) -> Waves:
    """A sweep over coloured noise that dies away, rounded to 16 bits as a recording is, float32 [T]."""
    rng = np.random.default_rng(seed)
    time = np.arange(round(RATE_HZ * seconds)) / RATE_HZ
    noise = np.convolve(rng.normal(0.0, 0.1, len(time)), np.ones(5) / 5, "same")
    wave = 0.4 * np.sin(2 * np.pi * (150.0 + 40.0 * seed + 900.0 * time) * time) + noise * np.exp(-time)
    return np.asarray(np.round(wave * 32_767) / 32_768, dtype=np.float32)


SOUNDS = (_sound(0.7, 1), _sound(3.3, 2), _sound(10.0, 3))
PROBE = PackProbe(
    "three sounds", False, tuple((sound,) for sound in SOUNDS), SENTENCES[:3],
    tuple(CaptionQuery(text, frozenset({row})) for row, text in enumerate(SENTENCES[:3])),
)  # fmt: skip


@pytest.fixture(scope="module", params=[False, True], ids=["unfused", "fused"])
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A checkpoint folder and its pack."""
    folder, out = tmp_path_factory.mktemp("clap") / "clap-tiny", tmp_path_factory.mktemp("packs") / "clap-tiny"
    make_clap(folder, fused=request.param)
    pack_of(clap_system(folder), out, kept=GraphPrecision(), clips={}, report=lambda line: None, probe=PROBE)
    return folder, out


def _expected(folder: Path, sound: Waves) -> Waves:
    """What transformers gives for one sound by itself."""
    processor = ClapProcessor(ClapFeatureExtractor.from_pretrained(folder), AutoTokenizer.from_pretrained(folder))
    inputs = processor(audio=sound, sampling_rate=RATE_HZ, return_tensors="pt")
    with torch.inference_mode():
        vectors: Waves = ClapModel.from_pretrained(folder).eval().get_audio_features(**inputs).pooler_output.numpy()
    return vectors


@pytest.mark.parametrize("sound", SOUNDS, ids=["0.7 s", "3.3 s", "10 s"])
def test_the_pack_hears_as_transformers_does(made: tuple[Path, Path], sound: Waves) -> None:
    folder, out = made
    pack = load_pack(out)
    found = AudioEncoder(pack).encode(fit_to_rung(sound, pack.info.plan)[None])
    np.testing.assert_allclose(found, _expected(folder, sound), atol=1e-4)


def test_the_pack_reads_as_transformers_does(made: tuple[Path, Path]) -> None:
    folder, out = made
    texts = [*SENTENCES, "Glass, shattering!", "x"]
    inputs = AutoTokenizer.from_pretrained(folder)(texts, padding=True, return_tensors="pt")
    with torch.inference_mode():
        expected = ClapModel.from_pretrained(folder).eval().get_text_features(
            input_ids=inputs["input_ids"], attention_mask=inputs["attention_mask"]
        )  # fmt: skip
    np.testing.assert_allclose(TextEncoder(load_pack(out)).encode(texts).joint, expected.pooler_output, atol=1e-4)


def test_a_sounds_vector_does_not_depend_on_its_neighbours(made: tuple[Path, Path]) -> None:
    _, out = made
    pack = load_pack(out)
    waves = np.stack([fit_to_rung(sound, pack.info.plan) for sound in SOUNDS])
    encoder = AudioEncoder(pack)
    alone = np.concatenate([encoder.encode(wave[None]) for wave in waves])
    assert np.sum(alone * encoder.encode(waves), axis=1).min() >= 0.99999


@pytest.mark.parametrize("made", [True], indirect=True, ids=["fused"], scope="module")
def test_the_engine_indexes_and_searches_with_the_pack(made: tuple[Path, Path], tmp_path: Path) -> None:
    folder, out = made
    sounds = tmp_path / "sounds"
    sounds.mkdir()
    for row, sound in enumerate(SOUNDS):
        soundfile.write(sounds / f"{row}.wav", sound, RATE_HZ, subtype="PCM_16")
    _engine(tmp_path, "index", sounds, "--pack", out, "--json")
    hits = [
        json.loads(line) for line in _engine(tmp_path, "search", SENTENCES[0], "--sound-only", "--json").splitlines()
    ]
    text = TextEncoder(load_pack(out)).encode([SENTENCES[0]]).joint[0]
    best = sorted(range(3), key=lambda row: -float(_expected(folder, SOUNDS[row])[0] @ text))
    assert [Path(hit["path"]).name for hit in hits] == [f"{row}.wav" for row in best]


@pytest.mark.shows("unrated-pack")
def test_a_checkpoint_of_random_weights_rates_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_clap(tmp_path / "clap-tiny")
    pack = tmp_path / "pack"
    assert main(["import-clap", str(tmp_path / "clap-tiny"), "--out", str(pack)]) == 0  # tried on the demo library
    assert "the curve of sounds was not fitted" in capsys.readouterr().err
    assert json.loads((pack / "pack.json").read_bytes())["calibration"]["fitted"]["sound"] is False
    assert "none is called strong, fair or weak" in (pack / "MODEL_CARD.md").read_text()
    (tmp_path / "sounds").mkdir()
    for row, sound in enumerate(SOUNDS):
        soundfile.write(tmp_path / "sounds" / f"glass {row}.wav", sound, RATE_HZ, subtype="PCM_16")
    _engine(tmp_path, "index", tmp_path / "sounds", "--pack", pack, "--json")
    for words in (["glass"], [SENTENCES[0], "--sound-only"]):
        hits = [json.loads(line) for line in _engine(tmp_path, "search", *words, "--json").splitlines()]
        assert len(hits) == 3 and {hit["confidence"] for hit in hits} == {None}


def _engine(tmp_path: Path, *words: object) -> str:
    command = [sys.executable, "-m", "engine.cli.main", "--library", str(tmp_path / "library"), *map(str, words)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_the_command_makes_a_smaller_pack_and_says_what_it_cost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, out = tmp_path / "clap-tiny", tmp_path / "pack"
    make_clap(folder)
    monkeypatch.setattr("training.export.pipeline.demo_probe", lambda plan: PROBE)
    assert main(["import-clap", str(folder), "--out", str(out), "--precision", "fp16"]) == 0
    told = capsys.readouterr().err
    assert "audio.onnx in fp16: cosine with float32" in told and "mAP@10" in told
    card = (out / "MODEL_CARD.md").read_text(encoding="utf-8")
    assert "Licence of the weights: apache-2.0." in card and "(fp16)" in card


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda folder: (folder / "README.md").unlink(), "under which licence"),
        (lambda folder: (folder / "model.safetensors").unlink(), "neither model.safetensors nor"),
        (lambda folder: (folder / "model.safetensors").write_bytes(b"{}"), "cannot be read"),
        (lambda folder: (folder / "preprocessor_config.json").unlink(), "preprocessor_config.json cannot be used"),
        (lambda folder: _change(folder / "preprocessor_config.json", fft_window_size=2048), "fft_window_size 2048"),
        (lambda folder: (folder / "tokenizer.json").write_text("{", encoding="utf-8"), "tokenizer cannot be read"),
    ],
    ids=["no licence", "no weights", "damaged weights", "no extractor", "another transform", "damaged tokenizer"],
)
def test_a_folder_that_cannot_be_used_says_why(tmp_path: Path, spoil: Callable[[Path], None], message: str) -> None:
    make_clap(tmp_path / "clap")
    spoil(tmp_path / "clap")
    with pytest.raises(ClapError, match=message) as caught:
        clap_system(tmp_path / "clap")
    assert caught.value.advice


def _change(path: Path, **values: object) -> None:
    path.write_text(json.dumps(read_json(path) | values), encoding="utf-8")


def test_a_bin_of_arrays_is_read_and_one_with_code_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "clap"
    model = make_clap(folder)
    (folder / "model.safetensors").unlink()
    torch.save(model.state_dict(), folder / "pytorch_model.bin")
    wave = torch.from_numpy(SOUNDS[0])[None]
    with torch.inference_mode():
        found = clap_system(folder).audio(wave).numpy()
    make_clap(tmp_path / "safe")
    with torch.inference_mode():
        np.testing.assert_allclose(found, clap_system(tmp_path / "safe").audio(wave).numpy(), atol=1e-6)
    torch.save({"weights": _Code()}, folder / "pytorch_model.bin")
    with pytest.raises(ClapError, match="something else than arrays"):
        clap_system(folder)


class _Code:
    """Something that a pickle would have to run code for."""
