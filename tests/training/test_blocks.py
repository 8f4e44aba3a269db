"""Blocks that are run again or compiled, and bf16: the loss stays, what stands in the way is said, ranks may change."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from transformers import BertConfig, BertModel

from engine.base.errors import DeviceError
from tests.training.corpora import make_corpus
from tests.training.resumed_ranks import CONFIG, go
from tests.training.test_train import RECIPE as SMALL
from tests.training.towers.test_training import passt
from training.cli.main import main
from training.runs.checkpoint import load_checkpoint
from training.towers.transformer import TransformerConfig, TransformerEncoder

# While it compiles torch looks at gradients of what has none, and warns of itself; and it deprecates parts of its own.
OF_TORCH = pytest.mark.filterwarnings("ignore:The .grad attribute of a Tensor", "ignore::DeprecationWarning:torch")


@pytest.fixture(autouse=True)
def threads() -> object:
    """Leaves the number of threads as it was."""
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[float]]:
    """The folder of a run of four steps, and their losses."""
    folder = tmp_path_factory.mktemp("plain")
    make_corpus(folder / "data")
    return folder, losses(folder, 5)


def losses(folder: Path, most: int, name: str = "run", **run: object) -> list[float]:
    kept = go(folder, most, 1, name, replace(CONFIG, run=replace(CONFIG.run, **run)))
    return [look["loss"] for look in kept.history]


def test_blocks_that_are_run_again_have_the_same_losses(plain: tuple[Path, list[float]]) -> None:
    again = losses(plain[0], 2, "again", recompute=True)
    assert again == pytest.approx(plain[1][:2], rel=1e-5)


@OF_TORCH
def test_compiled_blocks_have_the_same_losses(plain: tuple[Path, list[float]]) -> None:
    compiled = losses(plain[0], 2, "compiled", compile=True, recompute=True)
    assert compiled == pytest.approx(plain[1][:2], rel=1e-4)


def test_bf16_has_nearly_the_same_losses(plain: tuple[Path, list[float]]) -> None:
    # bf16 keeps 8 bits: a cosine is off by 1/256, a logit by that over the temperature 0.2, their difference by twice
    # of it, which is .04. The first step, that is: Adam makes a whole step of every gradient that changes its sign.
    (half,) = losses(plain[0], 1, "half", precision="bf16")
    assert half == pytest.approx(plain[1][0], abs=0.06) and half != plain[1][0]


@OF_TORCH
@pytest.mark.parametrize("change", ["recompute_blocks", "compile_blocks"])
def test_a_passt_with_patchout_hears_the_same(change: str) -> None:
    tower, waves = passt().train(), torch.randn(2, 12_000, generator=torch.Generator().manual_seed(1))

    def gradients() -> list[torch.Tensor]:
        torch.manual_seed(4)
        tower.zero_grad()
        tower(waves).square().mean().backward()
        return [weights.grad.clone() for weights in tower.parameters() if weights.grad is not None]

    before = gradients()
    assert getattr(tower, change)()
    after = gradients()
    assert len(before) == len(after) > 10
    assert all(torch.allclose(one, two, atol=1e-5) for one, two in zip(before, after, strict=True))


def test_a_text_transformer_run_again_learns_the_same_with_its_dropout() -> None:
    torch.manual_seed(2)
    sizes = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32}
    model = BertModel(BertConfig(vocab_size=40, max_position_embeddings=8, **sizes), add_pooling_layer=False)
    tower = TransformerEncoder(TransformerConfig(name="bert-small"), model, None)  # type: ignore[arg-type]
    ids = torch.arange(12).reshape(2, 6)

    def gradient() -> torch.Tensor:
        torch.manual_seed(4)
        tower.zero_grad()
        tower(ids, torch.ones_like(ids)).square().mean().backward()
        found = model.embeddings.word_embeddings.weight.grad
        assert found is not None
        return found.clone()

    before = gradient()
    assert tower.recompute_blocks()
    kept = list[torch.Size]()
    with torch.autograd.graph.saved_tensors_hooks(lambda one: (kept.append(one.shape), one)[1], lambda one: one):
        after = tower(ids, torch.ones_like(ids))
    assert not any(shape == (2, 2, 6, 6) for shape in kept)  # no block's attention of two heads is kept
    assert after.requires_grad and torch.allclose(gradient(), before, atol=1e-6)


def test_a_frozen_text_tower_has_nothing_to_run_again() -> None:
    sizes = {"hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 1, "intermediate_size": 8}
    model = BertModel(BertConfig(vocab_size=9, **sizes), add_pooling_layer=False)
    tower = TransformerEncoder(TransformerConfig(name="bert-small", frozen=True), model, None)  # type: ignore[arg-type]
    assert not tower.recompute_blocks()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--recompute"], "no tower of this recipe has blocks"),
        (["--compile"], "learnt by threads side by side"),
        (["--devices", "2"], "cached pictures are for one device"),
    ],
)
def test_what_a_recipe_does_not_permit_is_refused_with_its_reason(
    words: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recipe = tmp_path / "small.toml"
    recipe.write_text(SMALL, encoding="utf-8")
    data = make_corpus(tmp_path / "data")
    assert main(["train", str(recipe), "--data", str(data), "--out", str(tmp_path / "run"), *words]) == 1
    assert why in capsys.readouterr().err
    assert not (tmp_path / "run" / "last.pt").exists()


def test_where_torch_cannot_compile_it_is_said_before_the_first_step(
    plain: tuple[Path, list[float]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_: Callable[..., object]) -> Callable[..., object]:
        def no(*_: object) -> object:
            raise RuntimeError("No working C++ compiler found")

        return no

    monkeypatch.setattr(torch, "compile", fails)
    with pytest.raises(DeviceError, match="No working C") as caught:
        losses(plain[0], 1, "nowhere", compile=True)
    assert "--compile" in caught.value.advice


def test_a_run_of_two_processes_goes_on_in_one_as_if_it_had_always_been_one(plain: tuple[Path, list[float]]) -> None:
    folder, expected = plain
    (folder / "run").rename(folder / "whole")
    # By itself torchrun meets at the host's name, and waits for minutes where no name server knows it.
    meet = ["--rdzv-backend", "c10d", "--rdzv-endpoint", "127.0.0.1:0", "--local-addr", "127.0.0.1"]
    two = [sys.executable, "-m", "torch.distributed.run", *meet, "--nproc-per-node", "2"]
    done = subprocess.run(
        [*two, "-m", "tests.training.resumed_ranks", str(folder), "2"], capture_output=True, text=True, timeout=280
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert load_checkpoint(folder / "run" / "last.pt").step == 2
    # The batch of a step, and its share for each process, hang on the run's seed and the step's number alone.
    kept = go(folder, 4, 1)  # of which two are left
    whole = load_checkpoint(folder / "whole" / "last.pt")
    assert [look["loss"] for look in kept.history] == pytest.approx(expected, rel=1e-4)
    torch.testing.assert_close(kept.weights, whole.weights, rtol=1e-3, atol=1e-4)
