"""From ten sounds to a pack the engine searches with, on a CPU in seconds; and the pack that comes with Earshot."""

from argparse import Namespace
from pathlib import Path

import pytest

from engine.models.encoder import check_canonical
from engine.models.manifest import FILES
from engine.models.pack import MANIFEST, Pack, default_pack, installed_packs, load_pack
from engine.models.shared_files import SHAREABLE
from tests.training.corpora import make_corpus
from training.cli.commands.starter import WholePlan, make_whole
from training.cli.main import main
from training.data.corpus import read_corpus
from training.data.manifest import read_manifest, source_facts
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


def test_all_of_it_is_made_by_one_command_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    data, runs, out = make_corpus(tmp_path / "data", takes=4), tmp_path / "runs", tmp_path / "pack"
    parts = '[data]\ntrain = ["earshot:train", "synthesis", "edits"]\n'
    variants = '[captions]\nswap = 0.3\nvariants = "elsewhere.jsonl"\n'
    legs = []
    for name, text in (("first", TINY), ("second", TINY.replace("[model]", f"{parts}{variants}[model]", 1))):
        legs.append(tmp_path / f"{name}.toml")
        legs[-1].write_text(text.replace("= 40", "= 4"), encoding="utf-8")
    made = runs / "synthesis"
    assert main(["synthesise", "--out", str(made), "--count", "4", "--only", "beeps", "--only", "morse"]) == 0
    before = {path: path.stat().st_mtime_ns for path in made.rglob("*.*")}
    (runs / "edits-unfinished" / "rest").mkdir(parents=True)
    plan = WholePlan(("--count=9",), ("--count=2",), tuple(legs), workers=1)
    assert make_whole(Namespace(data=[str(data)], runs=runs, out=out, device=None), plan) == 0
    assert len(before) == 5 and before == {path: path.stat().st_mtime_ns for path in made.rglob("*.*")}
    assert load_checkpoint(runs / "second" / "last.pt").config.captions.variants == str(runs / "variants.jsonl")
    edited = len(read_corpus(runs / "edits"))
    assert edited and f"{24 + edited} openly licensed clips" in load_pack(out).info.training_data
    card = (out / "MODEL_CARD.md").read_text(encoding="utf-8")
    assert "| earshot-synthesis | 4 | 0 | 0 | CC0-1.0 | made by `earshot-train synthesise` |" in card
    assert f"| made (edited) | {edited} | 0 | 0 | CC0 | - |" in card
    assert "4 of the train clips were made by formula" in card and "By generator: beeps 2, morse 2." in card
    assert "rows marked edited: " in card and "--data synthesis=DIR --data edits=DIR" in card


def test_a_part_whose_place_is_not_said_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recipe = tmp_path / "tiny.toml"
    recipe.write_text('[data]\ntrain = ["earshot:train", "edits"]\n', encoding="utf-8")
    words = ["starter", "--config", str(recipe), "--runs", str(tmp_path / "runs"), "--out", str(tmp_path / "pack")]
    assert main([*words, "--data", str(make_corpus(tmp_path / "data"))]) == 1
    assert "--data edits=DIR" in capsys.readouterr().err


def test_the_starter_pack_is_whole_and_small_enough() -> None:
    pack = load_pack(default_pack())
    assert _size(pack) <= 50e6
    assert check_canonical(pack).ok
    assert pack.info.metrics["test_map10"] >= 0.12


@pytest.mark.parametrize("folder", installed_packs(None), ids=lambda folder: folder.name)
def test_every_pack_that_comes_with_earshot_is_whole(folder: Path) -> None:
    assert check_canonical(load_pack(folder)).ok


def test_the_smaller_size_is_small_and_what_both_sizes_have_lies_once() -> None:
    folder = default_pack().with_name("starter-tiny")
    if not folder.is_dir():
        pytest.skip("this checkout has no starter-tiny; `earshot-train tiny --data DIR` makes it")
    tiny, starter = load_pack(folder), load_pack(default_pack())
    assert _size(tiny) <= 28e6  # with the words' side, 23 MB, which the starter has too
    assert sum(tiny.place_of(name).stat().st_size for name in ("audio.onnx", "canonical.npz")) <= 5e6
    for name in SHAREABLE:
        is_one = tiny.info.files[name] == starter.info.files[name]
        assert (tiny.place_of(name) == starter.place_of(name)) == is_one, name
    assert tiny.place_of("tokenizer.json") == starter.place_of("tokenizer.json")


def test_the_packs_that_come_with_earshot_take_little_space() -> None:
    sizes = [path.stat().st_size for path in default_pack().parent.rglob("*") if path.is_file()]
    assert max(sizes) <= 50 * 2**20
    assert sum(sizes) <= 120 * 2**20


def _size(pack: Pack) -> int:
    """Bytes of a pack with all its files, wherever they lie."""
    return sum(pack.place_of(name).stat().st_size for name in (MANIFEST, *FILES))


def test_the_starters_card_names_every_source_with_its_licence() -> None:
    card = (default_pack() / "MODEL_CARD.md").read_text(encoding="utf-8")
    # It learnt from the corpus alone, not from the folder that adds to it.
    learnt = {entry.source for entry in read_manifest() if entry.folder == 1}
    assert len(learnt) == 58
    rows = {line.split(" | ")[0].removeprefix("| "): line for line in card.splitlines()}
    unnamed = [
        name
        for name, of in source_facts().items()
        if name in learnt and not rows.get(name, "").endswith(f"| {of.licence} | {of.repository} at {of.commit} |")
    ]
    assert not unnamed
