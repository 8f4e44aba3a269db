"""What `auto` comes to: bf16 where it pays, float32 elsewhere, and a warning where bf16 was asked for and does not."""

import platform
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from tests.training.test_checkpoint import GOLDEN
from training.runs import precision
from training.runs.checkpoint import load_checkpoint, save_checkpoint
from training.runs.config import Config
from training.runs.precision import bf16_cost, taken
from training.runs.run_settings import RunConfig
from training.runs.settings_file import from_mapping
from training.runs.steps import fabric_of

HAS_NO_BF16 = platform.machine().lower() in ("x86_64", "amd64") and torch.backends.cpu.get_cpu_capability() in (
    "DEFAULT",
    "AVX2",
)
"""Every x86 instruction for bf16 (AVX-512 BF16, AMX) belongs to a processor with AVX-512."""


@pytest.fixture(params=[0.4, 1.1, 12.0])
def cost(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> float:
    """What bf16 costs: on AVX-512 BF16, on AVX-512 without it, on AVX2."""
    asked: float = request.param
    monkeypatch.setattr(precision, "bf16_cost", lambda: asked)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    return asked


def test_auto_takes_bf16_on_a_processor_only_where_it_pays(cost: float) -> None:
    found = taken(RunConfig())
    assert (RunConfig().precision, found.run.precision) == ("auto", "bf16" if cost < 1.0 else "32")
    assert f"{cost:.2g} times" in found.why and not found.is_slow


def test_bf16_that_was_asked_for_is_given_and_warned_of_where_it_costs_more(cost: float) -> None:
    found = taken(RunConfig(precision="bf16"))
    assert (found.run.precision, found.is_slow) == ("bf16", cost > 1.0)
    assert ('Set run.precision to "auto"' in found.why) == found.is_slow


def test_float32_is_as_asked_for_and_nothing_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precision, "bf16_cost", lambda: pytest.fail("measured"))
    assert taken(RunConfig(precision="32")).run.precision == "32"
    together = taken(RunConfig(devices=2))  # each would measure for itself, and they must take the same
    assert together.run.precision == "32" and "several processes" in together.why


def test_a_gpu_takes_bf16_without_measuring(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precision, "bf16_cost", lambda: pytest.fail("measured"))
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    assert taken(RunConfig(accelerator="auto")).run.precision == "bf16"
    assert taken(RunConfig(accelerator="cuda", precision="16")).run.precision == "16"


@pytest.mark.skipif(not HAS_NO_BF16, reason="this processor may have instructions for bf16")
def test_a_processor_without_instructions_for_bf16_is_found_out() -> None:
    assert bf16_cost() > 1.5
    assert taken(RunConfig()).run.precision == "32"
    assert fabric_of(RunConfig()).strategy.precision.precision == "32-true"


def test_measuring_touches_neither_the_random_numbers_nor_the_threads() -> None:
    bf16_cost.cache_clear()
    torch.manual_seed(5)
    expected, threads = torch.rand(3), torch.get_num_threads()
    torch.manual_seed(5)
    assert bf16_cost() > 0.0 and bf16_cost() == bf16_cost()
    assert torch.equal(torch.rand(3), expected) and torch.get_num_threads() == threads


@pytest.mark.parametrize("name", ["auto", "bf16", "32"])
def test_a_checkpoint_keeps_the_precision_of_its_recipe(tmp_path: Path, name: str) -> None:
    kept = load_checkpoint(GOLDEN / "checkpoint-2.pt")
    run = from_mapping(Config, {"run": {"precision": name}}).run
    save_checkpoint(tmp_path / "kept.pt", replace(kept, config=replace(kept.config, run=run)))
    assert load_checkpoint(tmp_path / "kept.pt").config.run.precision == name
