"""From ten sounds to a pack the engine searches with, on a CPU in seconds; and the pack that comes with Earshot."""

from pathlib import Path

import pytest

from engine.models.encoder import check_canonical
from engine.models.pack import default_pack, load_pack
from tests.training.corpora import make_corpus
from training.cli import main
from training.data.manifest import source_facts
from training.runs.checkpoint import load_checkpoint

TINY = """\
name = "tiny"
[model]
dim = 16
[model.audio]
stem = 8
widths = [16, 24]
blocks = [1, 1]
hidden = 32
[model.text_projection]
kind = "residual"
hidden = 32
dropout = 0.2
[batch]
size = 10
lengths_s = [0.5]
[augment]
mix_share = 0.0
[run]
steps = 40
warm_up_steps = 5
validate_every = 40
average_decay = 0.9
threads = 2
precision = "32"
"""


def test_ten_sounds_become_a_pack_that_finds_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, runs, out = make_corpus(tmp_path / "data"), tmp_path / "runs", tmp_path / "packs" / "tiny"
    recipe = tmp_path / "tiny.toml"
    recipe.write_text(TINY, encoding="utf-8")
    words = ["starter", "--data", str(data), "--runs", str(runs), "--config", str(recipe), "--out", str(out)]
    assert main(words) == 0
    pack = load_pack(out)
    assert check_canonical(pack).ok
    # Ten clips of five kinds: a random ranking gives about 0.3, five clean tones are easily told apart.
    assert pack.info.metrics["test_map10"] > 0.7 > 0.5 > pack.info.metrics["test_random_map10"]
    checkpoint = load_checkpoint(runs / "starter" / "last.pt")
    assert (checkpoint.step, checkpoint.config.name, checkpoint.config.run.seed) == (40, "tiny", 1)
    card = (out / "MODEL_CARD.md").read_text(encoding="utf-8")
    assert "| made | 10 | 10 | 10 | CC0 | - |" in card
    assert [look["step"] for look in checkpoint.history] == [40.0]
    assert "{" not in card
    capsys.readouterr()
    assert main(["evaluate", "--data", str(data), "--pack", str(out), "--split", "test"]) == 0
    assert f"mAP@10 {pack.info.metrics['test_map10']:.4f}" in capsys.readouterr().out


def test_the_starter_pack_is_whole_and_small_enough() -> None:
    folder = default_pack()
    sizes = {path.name: path.stat().st_size for path in folder.iterdir()}
    assert max(sizes.values()) <= 50 * 2**20
    assert sum(sizes.values()) <= 60 * 2**20
    pack = load_pack(folder)
    assert check_canonical(pack).ok
    assert pack.info.metrics["test_map10"] >= 0.12


def test_the_starters_card_names_every_source_with_its_licence() -> None:
    card = (default_pack() / "MODEL_CARD.md").read_text(encoding="utf-8")
    facts = source_facts()
    assert len(facts) == 58
    rows = {line.split(" | ")[0].removeprefix("| "): line for line in card.splitlines()}
    unnamed = [
        name
        for name, of in facts.items()
        if not rows.get(name, "").endswith(f"| {of.licence} | {of.repository} at {of.commit} |")
    ]
    assert not unnamed
