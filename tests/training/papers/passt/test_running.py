"""Rows run from data to figures: a first stage, its distillation and an ensemble, on a few sounds with tiny towers."""

import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import soundfile
import torch
from transformers import BertConfig, BertModel

from tests.training.data.layouts import CLOTHO_FACTS, CLOTHO_HEAD, write_csv
from training.cli import main
from training.data.corpora.clotho import read_clotho
from training.data.variants import Variant, VariantFile
from training.papers.passt import needs
from training.papers.passt.needs import needs_of
from training.papers.passt.rows import read_rows
from training.papers.passt.runner import settled
from training.papers.passt.status import MachinePlaces
from training.runs.checkpoint import load_checkpoint, save_checkpoint
from training.runs.run import BEST, LAST

PARTS = {"development": 4, "validation": 2, "evaluation": 3}
STAGE = """
name = "{name}"
[paper]
paper = "passt"
tables = ["3"]
row = "{what}"
map10 = 35.22
recall1 = 23.07
{paper}
[data]
train = ["clotho:development"]
val = ["clotho:validation"]
test = ["clotho:evaluation"]
[model]
dim = 16
temperature_rule = "plain"
[model.audio]
tower = "compact"
stem = 4
widths = [4, 8]
blocks = [1, 1]
hidden = 8
[model.text]
tower = "transformer"
name = ""
checkpoint = "{text}"
tokenizer = "installed"
[model.text_projection]
kind = "linear"
dropout = 0.0
[batch]
feed = "waves"
size = 8
crop_s = 1.0
workers = 0
[objective]
targets = "sounds"
{more}
[run]
epochs = 2
warm_up_epochs = 0.5
flat_from_epoch = 2
precision = "32"
average_decay = 0.0
validate_every = 0
keep = "best"
"""
SECOND = """
name = "second"
base = "first"
[paper]
paper = "passt"
tables = ["3"]
row = "tiny distilled"
map10 = 35.22
recall1 = 23.07
start = "first"
[mixing]
share = 0.0
[captions]
swap = 0.5
[captions.eda]
share = 0.0
[objective]
teachers = ["first"]
"""
ENSEMBLE = """
name = "both"
[paper]
paper = "passt"
tables = ["3"]
row = "both together"
members = ["first", "second"]
"""


def mini_clotho(folder: Path) -> Path:
    """Nine sounds in the published layout, each with five captions."""
    rng = np.random.default_rng(0)
    for part, count in PARTS.items():
        names = [f"{part} {number}.wav" for number in range(count)]
        captions = [
            [name, *(f"noise {place} of {name[:-4]} {take}" for take in range(5))] for place, name in enumerate(names)
        ]
        write_csv(folder / f"clotho_captions_{part}.csv", CLOTHO_HEAD, captions)
        facts = [[name, "noise;test", str(number), "", "", "someone", "CC0"] for number, name in enumerate(names)]
        write_csv(folder / f"clotho_metadata_{part}.csv", CLOTHO_FACTS, facts, encoding="ISO-8859-1")
        (folder / part).mkdir()
        for name in names:
            samples = 0.2 * rng.standard_normal(int(44_100 * rng.uniform(0.4, 1.2))).astype(np.float32)
            soundfile.write(folder / part / name, samples, 44_100)
    judged = [
        ["one of two", "['evaluation 0.wav', 'evaluation 2.wav']"],
        ["all", str([f"evaluation {n}.wav" for n in range(3)])],
    ]
    write_csv(folder / "metadata_eval.csv", ["query", "audio_filenames"], judged)
    return folder


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the corpus, a tiny BERT and three recipes."""
    root = tmp_path_factory.mktemp("reproduction")
    mini_clotho(root / "clotho")
    sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 32}
    BertModel(BertConfig(vocab_size=30_522, max_position_embeddings=40, **sizes)).save_pretrained(root / "bert")
    (root / "recipes").mkdir()
    more = "[mixing]\nshare = 0.5\n[captions.eda]\nshare = 0.5"
    first = STAGE.format(name="first", what="tiny first stage", paper="map16 = 40.59", more=more, text=root / "bert")
    (root / "recipes" / "first.toml").write_text(first, encoding="utf-8")
    (root / "recipes" / "second.toml").write_text(SECOND, encoding="utf-8")
    (root / "recipes" / "both.toml").write_text(ENSEMBLE, encoding="utf-8")
    captions = [clip.captions[0] for clip in read_clotho(root / "clotho", "development").clips]
    with VariantFile(root / "variants.jsonl") as file:
        for caption in captions:
            file.append(
                Variant(caption, caption, ("noise", "test"), "none", (f"{caption} again", f"once more {caption}"))
            )
    return root


@pytest.fixture
def one_thread() -> Iterator[None]:
    """Tiny layers on several threads wait for each other more than they compute."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def words(root: Path, *more: str) -> list[str]:
    places = ["--recipes", str(root / "recipes"), "--runs", str(root / "runs")]
    data = ["--data", f"clotho={root / 'clotho'}", "--data", f"dcase2025={root / 'clotho'}"]
    return ["reproduce", *places, *data, "--variants", str(root / "variants.jsonl"), *more]


@pytest.mark.usefixtures("one_thread")
def test_a_row_runs_with_all_it_builds_on_and_stands_beside_the_published_figures(
    made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.main(words(made, "--row", "second", "--row", "both")) == 0
    told = capsys.readouterr()
    second, both = told.out.split("both: both together")
    assert re.search(r"published +35\.22 +23\.07 +– +–", second)
    assert re.search(r"best on val +\d+\.\d\d \(", second)
    assert re.search(r"last weights \* +\d+\.\d\d \(", second)
    assert "15 captions, each ranking 3 sounds" in second
    assert re.search(r"ensemble +\d+\.\d\d \(", both)
    assert {path.name for path in (made / "runs").iterdir()} >= {"first", "second", "both"}

    (made / "runs/second/figures.json").unlink()  # as if it had been stopped before it was measured
    assert main.main(words(made, "--row", "second")) == 0
    assert capsys.readouterr().out == second

    assert main.main(words(made, "--row", "both")) == 0
    again = capsys.readouterr()
    assert again.out == "both: both together" + both  # nothing was trained or measured anew
    assert "step" not in again.err

    with (made / "recipes/first.toml").open("a", encoding="utf-8") as recipe:
        recipe.write("# a comment changes nothing\n")
    assert main.main(words(made, "--row", "first")) == 0
    first = capsys.readouterr().out
    # Three sounds, of which two and three are right: even the worst order has (1/2 + 2/3) / 2 and 1.
    assert re.search(r"mAP@16\n +published .* 40\.59\n", first)
    assert 79.0 < float(re.findall(r"last weights .* (\d+\.\d\d) \(\S+\)\n", first)[0]) <= 100.0
    with (made / "recipes/first.toml").open("a", encoding="utf-8") as recipe:
        recipe.write("seed = 7\n")
    assert main.main(words(made, "--row", "first")) == 1
    assert "is of another recipe or of other data" in capsys.readouterr().err


def test_a_dry_run_says_what_is_there_and_what_is_missing(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(words(made, "--row", "second", "--dry-run", "--runs", str(made / "none"))) == 0
    told = capsys.readouterr().out
    assert "builds on  first, which runs first" in told
    assert "2 rows: 0 run before, 2 ready, 0 lack something" in told
    shutil.move(made / "clotho/development", made / "clotho/elsewhere")
    try:
        assert main.main(words(made, "--row", "both", "--dry-run", "--runs", str(made / "none"))) == 0
        told = capsys.readouterr().out.split("\nboth: ")[1]
        assert "cannot run yet: first, which it builds on, lacks something" in told and "nothing is missing" not in told
    finally:
        shutil.move(made / "clotho/elsewhere", made / "clotho/development")
    shutil.move(made / "clotho/evaluation", made / "clotho/elsewhere")
    try:
        assert main.main(words(made, "--dry-run", "--runs", str(made / "none"))) == 0
        told = capsys.readouterr().out
        assert "MISSING    clotho:evaluation" in told
        assert "3 rows: 0 run before, 0 ready, 3 lack something or build on one that does" in told
    finally:
        shutil.move(made / "clotho/elsewhere", made / "clotho/evaluation")


def test_nothing_starts_while_something_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["reproduce", "--row", "distill-ensemble", "--runs", str(tmp_path / "runs")]) == 1
    told = capsys.readouterr().err
    assert "distill-mn40-1: weights of mn40: mn40_as_ext_mAP_487.pt" in told
    assert "distill-atst-1: weights of atst-frame: atstframe_base_as2M.ckpt, to be fetched by hand" in told
    assert "--data wavcaps=DIR" in told
    assert "Nothing has been started" in told
    assert not (tmp_path / "runs").exists()


def test_weights_in_the_folder_of_checkpoints_are_found_by_their_published_names(tmp_path: Path) -> None:
    (tmp_path / "mn40_as_ext_mAP_487.pt").touch()
    (tmp_path / "roberta-large").mkdir()
    (tmp_path / "roberta-large/config.json").write_text("{}", encoding="utf-8")
    row, places = read_rows()["distill-mn40-1"], MachinePlaces({}, checkpoints=tmp_path)
    found = needs_of(row, places)
    model = settled(row.config, found, places).model
    assert model.audio.checkpoint == str(tmp_path / "mn40_as_ext_mAP_487.pt")
    assert model.text.checkpoint == str(tmp_path / "roberta-large")
    assert not [what for what in found.missing if "weights" in what]


def test_fetching_is_named_when_it_is_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TORCH_HOME", str(tmp_path))
    found = needs_of(read_rows()["cnn10-bert-base"], MachinePlaces({}, may_fetch=True))
    assert found.fetched[0] == "https://zenodo.org/record/3987831/files/Cnn10_mAP%3D0.380.pth"
    assert not [what for what in found.missing if "weights" in what]


def test_steps_are_estimated_from_the_published_numbers_of_captions() -> None:
    found = needs_of(read_rows()["ablation-clotho"], MachinePlaces({}))
    # Clotho v2.1 has 3839 sounds with five captions; 16 epochs of 19195 // 64 = 299 full batches.
    assert (found.captions, found.steps) == (19_195, 16 * 299)


def test_half_precision_needs_a_gpu_unless_another_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(needs, "gpus", lambda: 0)
    row = read_rows()["ablation-clotho"]
    assert "a GPU, for precision 16 (or --precision auto)" in needs_of(row, MachinePlaces({})).missing
    found = needs_of(row, MachinePlaces({}, precision="bf16"))
    assert settled(row.config, found, MachinePlaces({}, precision="bf16")).run.precision == "bf16"
    assert not [what for what in found.missing if "GPU" in what]


def test_generated_captions_are_missing_until_a_file_is_named(tmp_path: Path) -> None:
    row = read_rows()["passt-n-roberta-large-finetuned-gpt"]
    assert [what for what in needs_of(row, MachinePlaces({})).missing if "--variants FILE" in what]
    (tmp_path / "variants.jsonl").touch()
    places = MachinePlaces({}, variants=tmp_path / "variants.jsonl")
    found = needs_of(row, places)
    assert settled(row.config, found, places).captions.variants == str(tmp_path / "variants.jsonl")
    assert not [what for what in found.missing if "captions" in what]


@pytest.mark.parametrize("which", ["best", "last"])
@pytest.mark.usefixtures("one_thread")
def test_a_row_starts_from_the_weights_that_its_recipe_names(made: Path, tmp_path: Path, which: str) -> None:
    """The first row's two checkpoints are made to differ by a number that a run of no rate leaves as it is."""
    shutil.copytree(made / "recipes", tmp_path / "recipes")
    tuned = SECOND.replace('start = "first"', f'start = "first"\nstart_weights = "{which}"').replace("second", "tuned")
    still = "[run]\nlearning_rate = 1e-30\nleast_rate = 1e-31\n"
    without = tuned.replace('teachers = ["first"]', "").replace("[captions]\nswap = 0.5\n", "") + still
    (tmp_path / "recipes/tuned.toml").write_text(without, encoding="utf-8")
    for name in ("second", "both"):
        (tmp_path / f"recipes/{name}.toml").unlink()
    places = ["--recipes", str(tmp_path / "recipes"), "--runs", str(tmp_path / "runs")]
    asked = [*words(made)[:1], *places, "--data", f"clotho={made / 'clotho'}", "--data", f"dcase2025={made / 'clotho'}"]
    assert main.main([*asked, "--row", "first"]) == 0
    runs = tmp_path / "runs"
    for number, file in enumerate((LAST, BEST), start=1):
        kept = load_checkpoint(runs / "first" / file)
        weights = {
            name: torch.full_like(value, number / 8) for name, value in kept.weights.items() if "project" in name
        }
        assert weights
        save_checkpoint(runs / "first" / file, replace(kept, weights=kept.weights | weights))
    assert main.main([*asked, "--row", "tuned"]) == 0
    found = load_checkpoint(runs / "tuned" / LAST).weights
    begun = {name: value for name, value in found.items() if "project" in name and value.dtype.is_floating_point}
    expected = 1 / 8 if which == "last" else 2 / 8
    for value in begun.values():
        torch.testing.assert_close(value, torch.full_like(value, expected))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--table", "9"], "Tables of it are: 1, 2, 3, 4"),
        (["--row", "passt-xl"], "there is no recipe passt-xl"),
        (["--recipes", "/nowhere"], "has no recipe"),
    ],
)
def test_what_is_not_there_is_said(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["reproduce", "--dry-run", *words]) == 1
    assert told in capsys.readouterr().err


def test_a_circle_of_recipes_is_refused(made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, other in (("one", "two"), ("two", "one")):
        text = STAGE.format(name=name, what="x", paper=f'start = "{other}"', more="", text=made / "bert")
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    assert main.main(["reproduce", "--dry-run", "--recipes", str(tmp_path)]) == 1
    assert "builds on itself" in capsys.readouterr().err
