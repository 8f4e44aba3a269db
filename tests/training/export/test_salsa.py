"""import-salsa: a pack of a released checkpoint gives what the authors' own modules give, whichever year names it.

The checkpoint is made here with the authors' parts (hear21passt's PaSST and mel front end, transformers' RoBERTa) in a
fraction of their size, under the names of their three repositories.
"""

import contextlib
import io
import string
import warnings
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from torch import Tensor, nn
from transformers import RobertaConfig, RobertaModel

from engine.models.encoder import AudioEncoder, TextEncoder
from engine.models.pack import load_pack
from tests.training.export.checkpoints import SENTENCES, byte_tokenizer, scatter
from tests.training.export.models import roberta_folder, small_passt
from training.cli.main import main
from training.export.pipeline import pack_of
from training.export.probe import PackProbe
from training.export.salsa import salsa_system
from training.export.system import ExportError, GraphPrecision
from training.measures.caption_queries import CaptionQuery
from training.towers.published_checkpoints import PublishedError

GENERATIONS = {
    2023: ("audio_embedding_model.model.", "sentence_embedding_model.", "project_audio.0.", "project_sentence.0."),
    2024: (
        "audio_embedding_model.model.model.",
        "sentence_embedding_model.",
        "project_audio.0.",
        "project_sentence.0.",
    ),
    2025: ("audio_embedding_model.model.model.", "text_embedding_model.", "audio_projection.", "text_projection."),
}
WORDS = byte_tokenizer().get_vocab_size()


class Parts:
    """The authors' model, put together from the parts they used."""

    def __init__(self) -> None:
        from hear21passt.models.preprocess import AugmentMelSTFT

        self.passt = small_passt(width=64, heads=1)
        with contextlib.redirect_stdout(io.StringIO()):
            self.mel = AugmentMelSTFT(
                n_mels=128, sr=32_000, win_length=800, hopsize=320, n_fft=1024, freqm=0, timem=0, htk=False, fmin=0.0,
                fmax=None, norm=1, fmin_aug_range=10, fmax_aug_range=2000,
            ).eval()  # fmt: skip
        size = RobertaConfig(
            vocab_size=WORDS, hidden_size=64, num_hidden_layers=2, num_attention_heads=1, intermediate_size=96,
            max_position_embeddings=66, type_vocab_size=1, pad_token_id=1, layer_norm_eps=1e-5,
        )  # fmt: skip
        self.roberta = RobertaModel(size, add_pooling_layer=False).eval()
        self.audio, self.text = nn.Linear(64, 32), nn.Linear(64, 32)
        for seed, part in enumerate((self.roberta, self.audio, self.text)):
            scatter(part, seed)

    def state(self, year: int) -> dict[str, Tensor]:
        """Under the names of a year's repository, with what else those checkpoints hold."""
        passt, text, audio_projection, text_projection = GENERATIONS[year]
        parts = {passt: self.passt, text: self.roberta, audio_projection: self.audio, text_projection: self.text}
        state = {prefix + key: value for prefix, part in parts.items() for key, value in part.state_dict().items()}
        mel = passt if year < 2025 else "audio_embedding_model.model."
        state |= {f"{mel}mel.{key}": value for key, value in self.mel.state_dict().items()}
        state["tau"] = torch.tensor([0.05])
        if year == 2024:
            state |= {"timing_tau": torch.tensor([0.05]), "audio_token": torch.zeros(1, 1, 768)}
            state |= {"posencode.pe": torch.zeros(1, 192, 768)}
        return state

    def hear(self, wave: Tensor) -> Tensor:
        """One segment's vector, in the order of the authors' forward."""
        with torch.no_grad(), contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what hear21passt asks of torch has newer names
            features = self.passt(self.mel(wave)[:, None])[-1]
            return nn.functional.normalize(self.audio(features), dim=1)

    def read(self, text: str) -> Tensor:
        """One text's vector: lower-cased, without punctuation, token 0."""
        words = text.lower().translate(str.maketrans("", "", string.punctuation))
        with torch.no_grad():
            states = self.roberta(torch.tensor([byte_tokenizer().encode(words).ids])).last_hidden_state
            return nn.functional.normalize(self.text(states[:, 0]), dim=1)


@pytest.fixture(scope="module")
def parts() -> Parts:
    return Parts()


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(roberta_folder(tmp_path_factory.mktemp("tokenizer")))


def _saved(path: Path, state: dict[str, Tensor]) -> Path:
    """A file as Lightning leaves it: settings beside the arrays, of a class that is not there when it is read."""
    torch.save({"state_dict": state, "epoch": 3, "hyper_parameters": SimpleNamespace(seed=1)}, path)
    return path


def _waves(seconds: float) -> Tensor:
    rng = np.random.default_rng(8)
    time = np.arange(round(32_000 * seconds)) / 32_000
    wave = 0.3 * np.sin(2 * np.pi * 300 * time * (1 + time)) + rng.normal(0, 0.05, len(time)) * np.exp(-time)
    return torch.from_numpy(wave.astype(np.float32))[None]


@pytest.mark.parametrize("year", sorted(GENERATIONS))
def test_each_years_names_are_understood(parts: Parts, tokenizer: str, tmp_path: Path, year: int) -> None:
    path = _saved(tmp_path / "passt_roberta.ckpt", parts.state(year))
    system = salsa_system(path, tokenizer=tokenizer, licence="told by the authors")
    wave = _waves(2.0)
    with torch.inference_mode():
        heard = system.audio(wave)
        read, _ = system.text(*system.tokens(["A dog, barking: twice!"]))
    assert float((heard * parts.hear(wave)).sum()) >= 0.99999
    assert float((read * parts.read("A dog, barking: twice!")).sum()) >= 0.99999


def test_the_pack_hears_and_reads_as_the_authors_modules_do(parts: Parts, tokenizer: str, tmp_path: Path) -> None:
    path = _saved(tmp_path / "passt_roberta.ckpt", parts.state(2024))
    system = salsa_system(path, tokenizer=tokenizer, licence="told by the authors")
    sounds = tuple((_waves(10.0)[0].numpy() * level,) for level in (1.0, 0.1))
    queries = tuple(CaptionQuery(text, frozenset({row})) for row, text in enumerate(SENTENCES[:2]))
    probe = PackProbe("two sounds", False, sounds, SENTENCES[:2], queries)
    pack_of(system, tmp_path / "pack", kept=GraphPrecision(), clips={}, report=lambda line: None, probe=probe)
    pack = load_pack(tmp_path / "pack")
    assert (pack.info.sample_rate_hz, pack.info.segment_s, pack.info.ladder_s) == (32_000, 10.0, (10.0,))
    assert (pack.info.padding, pack.info.max_tokens, pack.info.dim) == ("zeros", 32, 32)
    # A sound of 4 s: the authors fill it up with silence, as the plan of the pack does.
    wave = nn.functional.pad(_waves(4.0), (0, 6 * 32_000))
    heard = AudioEncoder(pack).encode(wave.numpy())
    read = TextEncoder(pack).encode(["Rain, on a TIN-roof..."]).joint
    assert float((torch.from_numpy(heard) * parts.hear(wave)).sum()) >= 0.99999
    assert float((torch.from_numpy(read) * parts.read("Rain, on a TIN-roof...")).sum()) >= 0.99999
    card = (tmp_path / "pack" / "MODEL_CARD.md").read_text(encoding="utf-8")
    assert "passt-n" in card and "RoBERTa, width 64" in card and "told by the authors" in card


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda state: state.pop("tau"), "no temperature"),
        (lambda state: state.pop("project_audio.0.bias"), "lacks 'project_audio.0.bias'"),
        (lambda state: state.update({"audio_sequence.0.norm1.weight": torch.ones(4)}), "transformer over the tokens"),
        (lambda state: state.update({"decoder.weight": torch.ones(4)}), "nobody knows, first decoder.weight"),
    ],
    ids=["no temperature", "no bias", "a sequence model", "something else"],
)
def test_what_is_no_released_checkpoint_says_why(
    parts: Parts, tokenizer: str, tmp_path: Path, change: Callable[[dict[str, Tensor]], object], message: str
) -> None:
    state = parts.state(2024)
    change(state)
    path = _saved(tmp_path / "other.ckpt", state)
    with pytest.raises(ExportError, match=message) as caught:
        salsa_system(path, tokenizer=tokenizer, licence="x")
    assert caught.value.advice


def test_an_array_that_is_missing_is_named(parts: Parts, tokenizer: str, tmp_path: Path) -> None:
    state = parts.state(2024)
    del state["audio_embedding_model.model.model.norm.weight"]
    with pytest.raises(PublishedError, match=r"norm\.weight"):
        salsa_system(_saved(tmp_path / "cut.ckpt", state), tokenizer=tokenizer, licence="x")


def test_the_command_asks_for_the_tokenizer_and_the_licence_it_cannot_know(
    parts: Parts, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _saved(tmp_path / "passt_roberta.ckpt", parts.state(2024))
    words = ["import-salsa", str(path), "--out", str(tmp_path / "pack")]
    assert main(words) == 1
    assert "--licence" in capsys.readouterr().err
    assert main([*words, "--licence", "x"]) == 1
    assert "--tokenizer" in capsys.readouterr().err
