"""Trained models write down what they make of a training set, and a student's run finds it there."""

from dataclasses import replace
from pathlib import Path

import pytest
import torch

from engine.audio import decode
from tests.training.corpora import make_corpus
from training.cli.main import main
from training.data.corpus import only, read_corpus
from training.runs.checkpoint import Checkpoint, save_checkpoint
from training.runs.config import Config
from training.runs.teachers import TeacherTable
from training.towers.compact import CompactConfig
from training.towers.dual_encoder import DualEncoder, ModelConfig, frozen_text


def checkpoint(path: Path, seed: int, dim: int, *, is_fed_waves: bool = False) -> DualEncoder:
    """An untrained small model, saved; teachers need not be good for their table to be right."""
    torch.manual_seed(seed)
    tower = CompactConfig(stem=4, widths=(8, 8), blocks=(1, 1), hidden=16)
    config = Config(name=path.stem, model=ModelConfig(audio=tower, dim=dim))
    config = replace(config, cut=replace(config.cut, segment_s=1.0, hop_s=0.5, ladder_s=(0.5, 1.0)))
    if is_fed_waves:
        batch, objective = replace(config.batch, feed="waves"), replace(config.objective, targets="sounds")
        config = replace(config, batch=batch, objective=objective)
    model = DualEncoder(config.model).eval()
    save_checkpoint(path, Checkpoint(config, "", 1, 0.1, (), model.state_dict()))
    return model


def test_two_teachers_say_what_they_think_of_a_corpus(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, out = make_corpus(tmp_path / "data"), tmp_path / "teachers"
    (data / "audio" / "made" / "train-hiss-1.wav").write_bytes(b"RIFF of nothing")
    models = [checkpoint(tmp_path / f"{name}.pt", seed, dim) for seed, (name, dim) in enumerate([("a", 8), ("b", 12)])]
    words = ["teach", "--checkpoint", str(tmp_path / "a.pt"), "--checkpoint", str(tmp_path / "b.pt")]
    words += ["--data", str(data), "--out", str(out), "--cache", str(tmp_path / "cache")]
    assert main(words) == 0
    assert "9 sounds and 13 captions" in capsys.readouterr().err
    clips = only(read_corpus(data), "train")
    captions = sorted({caption for clip in clips for caption in clip.captions})
    table = TeacherTable.load([out])
    table.check([clip.id for clip in clips], captions)
    assert [(teacher.facts.name, teacher.facts.dim) for teacher in table.teachers] == [("a", 8), ("b", 12)]
    # Captions, worked out here: MiniLM's vectors through each model's projection, as float16
    encoder = frozen_text(models[0].config.text)
    with torch.inference_mode():
        for teacher, model in zip(table.teachers, models, strict=True):
            expected = model.embed_text(encoder(*encoder.tokens(captions)))
            rows = [teacher.text_rows[caption] for caption in captions]
            torch.testing.assert_close(torch.from_numpy(teacher.text[rows]).float(), expected, atol=2e-3, rtol=2e-3)
            # A sound of half a second is one window: the wave through tower and projection
            wave, _ = decode.read(clips[0].path, model.audio.sample_rate_hz)
            whole = model.embed_power(model.audio.power(torch.from_numpy(wave)[None]))[0]
            heard = torch.from_numpy(teacher.audio[teacher.audio_rows[clips[0].id]].astype("float32"))
            assert torch.cosine_similarity(heard, whole, dim=0) > 0.9999
            assert heard.norm().item() == pytest.approx(whole.norm().item(), rel=0.01)
    assert main(words) == 0
    assert capsys.readouterr().err.count("knows all of this already") == 2


def test_the_table_of_a_shared_checkpoint_is_not_taken_for_that_of_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, shared = make_corpus(tmp_path / "data"), tmp_path / "shared"
    words = ["teach", "--checkpoint", str(shared), "--data", str(data), "--out", str(tmp_path / "teachers")]
    said = []
    for seed in (1, 1, 2):
        checkpoint(tmp_path / "last.pt", seed, 8)
        assert (
            main(["share", str(tmp_path / "last.pt"), "--out", str(shared), "--licence", "cc-by-4.0", "--replace"]) == 0
        )
        capsys.readouterr()
        assert main([*words, "--replace"]) == 0
        said.append("knows all of this already" in capsys.readouterr().err)
    assert said == [False, True, False]
