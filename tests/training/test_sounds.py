"""A training run: repeatable where it says so, stopped and taken up again, and looked at to its last step."""

import csv
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from engine.base.errors import DeviceError
from tests.training.boards import COMMON, board
from tests.training.corpora import make_corpus
from training.data.corpus import read_corpus
from training.data.variants import Variant, VariantFile
from training.runs.checkpoint import Checkpoint, CheckpointError, load_checkpoint
from training.runs.config import Config
from training.runs.items import PictureFeed
from training.runs.material import RunMaterial, gather
from training.runs.precision import taken
from training.runs.run import DivergedError
from training.runs.settings_file import ConfigError, from_mapping
from training.runs.sounds import fit
from training.runs.teachers import TeacherError, TeacherFacts, write_teacher
from training.runs.tracking import Hooks

RECIPE = {
    "model": {
        "dim": 16,
        "audio": {"stem": 8, "widths": [16, 24], "blocks": [1, 1], "hidden": 32},
        "text_projection": {"kind": "residual", "hidden": 32, "dropout": 0.2},
    },
    "batch": {"size": 6, "lengths_s": [0.5]},
    "run": {"seed": 3, "steps": 6, "validate_every": 4, "threads": 1, "warm_up_steps": 1},
}
CONFIG = from_mapping(Config, RECIPE)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("loop")
    make_corpus(folder / "data")
    return folder


@pytest.fixture(scope="module")
def material(place: Path) -> RunMaterial:
    return gather(read_corpus(place / "data"), CONFIG, place / "cache", print)


@pytest.fixture(scope="module")
def whole(place: Path, material: RunMaterial) -> Checkpoint:
    return fit(material, CONFIG, place / "whole")


def after(steps: int) -> Hooks:
    """Hooks that stop a run after so many steps."""
    asked = iter(range(1_000))
    return Hooks(stop=lambda: next(asked) >= steps)


def differing(left: Checkpoint, right: Checkpoint) -> list[str]:
    assert left.weights.keys() == right.weights.keys()
    return [name for name in left.weights if not torch.equal(left.weights[name], right.weights[name])]


def test_a_run_on_one_thread_is_repeatable_to_the_bit(place: Path, material: RunMaterial, whole: Checkpoint) -> None:
    fit(material, CONFIG, place / "again")
    assert differing(whole, load_checkpoint(place / "again" / "last.pt")) == []


def test_a_run_that_was_stopped_ends_as_if_it_had_not_been(
    place: Path, material: RunMaterial, whole: Checkpoint
) -> None:
    folder = place / "stopped"
    assert fit(material, CONFIG, folder, after(3)).step == 3
    ended = fit(material, CONFIG, folder, resume=True)
    assert (ended.step, differing(whole, ended)) == (6, [])
    learnt = (load_checkpoint(place / run / "last.pt").state for run in ("whole", "stopped"))
    first, second = (state["task"]["model"] for state in learnt if state is not None)
    assert [name for name in first if not torch.equal(first[name], second[name])] == []


def test_the_last_step_is_looked_at_though_it_is_no_round_one(whole: Checkpoint) -> None:
    assert [look["step"] for look in whole.history] == [4.0, 6.0]
    assert all(0.0 <= look["val_map10"] <= 1.0 for look in whole.history)


def test_a_checkpoint_says_what_made_it(whole: Checkpoint) -> None:
    # The recipe leaves the precision to the machine; the checkpoint says which it was.
    assert (whole.config, whole.step) == (replace(CONFIG, run=taken(CONFIG.run).run), 6)
    assert whole.config.run.precision in ("32", "bf16")
    assert len(whole.commit.removesuffix("+")) in (0, 40)


def test_another_recipe_does_not_go_on_with_a_run(place: Path, material: RunMaterial, whole: Checkpoint) -> None:
    other = replace(CONFIG, name="other")
    with pytest.raises(CheckpointError, match="another recipe"):
        fit(material, other, place / "whole", resume=True)


def test_the_table_of_a_run_has_a_row_for_each_look(place: Path, whole: Checkpoint) -> None:
    with (place / "whole" / "metrics.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["step"] for row in rows] == ["4", "6"]
    assert float(rows[-1]["val_map10"]) == pytest.approx(whole.history[-1]["val_map10"])
    assert board(place / "whole") == COMMON | {"val/map10", "val/recall1", "val/recall5", "val/recall10"}


def test_who_watches_hears_of_the_begin_of_looks_and_of_a_stop(place: Path, material: RunMaterial) -> None:
    told: list[Mapping[str, object]] = []
    said: list[str] = []
    hooks = replace(after(5), event=told.append, report=said.append)
    first = replace(CONFIG, run=replace(CONFIG.run, validate_first=True))
    fit(material, first, place / "watched", hooks)
    assert [event["event"] for event in told if event["event"] != "step"] == ["begun", "looked", "looked", "stopped"]
    assert told[0]["steps"] == 6
    assert (told[0]["precision"], said[0]) == (taken(CONFIG.run).run.precision, taken(CONFIG.run).why)
    assert told[-1]["step"] == 5
    assert {"val_map10", "val_recall1", "val_recall10", "best"} <= told[1].keys()


def test_a_run_begins_with_the_weights_it_is_given(place: Path, material: RunMaterial, whole: Checkpoint) -> None:
    begun = fit(material, CONFIG, place / "warm", after(0), start=whole)
    assert differing(whole, begun) == []


def test_a_run_of_minutes_ends_in_time_and_says_how_many_steps_it_took(place: Path, material: RunMaterial) -> None:
    hurried = replace(CONFIG, run=replace(CONFIG.run, minutes=0.01))
    assert 0 < fit(material, hurried, place / "hurried").step < 1_000


def test_a_run_that_diverges_ends_and_keeps_the_weights_of_the_look_before(place: Path, material: RunMaterial) -> None:
    wild = replace(CONFIG.run, learning_rate=1e30, validate_first=True, validate_every=100, steps=50)
    with pytest.raises(DivergedError, match="diverged"):
        fit(material, replace(CONFIG, run=wild), place / "wild")
    kept = load_checkpoint(place / "wild" / "last.pt")
    assert kept.step == 0
    assert all(torch.isfinite(value).all() for value in kept.weights.values())


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU, which has precision 16")
def test_half_precision_without_a_gpu_is_refused_and_not_replaced(place: Path, material: RunMaterial) -> None:
    halves = replace(CONFIG.run, precision="16", accelerator="auto")
    with pytest.raises(DeviceError, match="precision 16"):
        fit(material, replace(CONFIG, run=halves), place / "halves")


def test_a_student_is_taught_by_a_table_and_refuses_one_with_gaps(place: Path, material: RunMaterial) -> None:
    taught = from_mapping(
        Config, {**RECIPE, "objective": {"teachers": [str(place / "taught")]}, "augment": {"mix_share": 0.0}}
    )
    ids, texts = [clip.id for clip in material.train_clips], list(material.texts)
    facts = TeacherFacts("made", "none.pt", "", 4)
    sounds, words = torch.randn(len(ids), 4).numpy(), torch.randn(len(texts), 4).numpy()
    write_teacher(place / "taught", facts, ids, sounds, texts, words)
    with_teacher = fit(material, taught, place / "student")
    alone = replace(taught, objective=replace(taught.objective, teachers=()))
    assert differing(with_teacher, fit(material, alone, place / "lone")) != []
    write_teacher(place / "taught", facts, ids[1:], sounds[1:], texts, words)
    with pytest.raises(TeacherError, match="lacks 1 of 10 sounds"):
        fit(material, taught, place / "gap")


def test_variants_and_joined_captions_are_learnt_and_repeatable_to_the_bit(place: Path) -> None:
    with VariantFile(place / "variants.jsonl") as file:
        file.append(Variant("k", "a low electric hum", ("hum",), "m", ("an engine idles", "mains hum")))
    recipe = {
        **RECIPE,
        "captions": {"swap": 0.5, "variants": str(place / "variants.jsonl")},
        "joining": {"share": 0.5, "bank": 12, "shortest_s": 0.2},
    }
    config = from_mapping(Config, recipe)
    heard = gather(read_corpus(place / "data"), config, place / "cache", print)
    assert heard.pictures is not None
    assert heard.pictures.bank is not None
    assert {"an engine idles", "mains hum"} <= set(heard.texts)
    assert [heard.texts[row] for row in heard.pictures.bank.rows] == [one.text for one in heard.pictures.bank.entries]
    assert len(heard.sentences) == len(heard.texts)
    first, again = PictureFeed(heard, config, 1), PictureFeed(heard, config, 1)
    for (one,), (other,) in zip(first.steps(0, 6), again.steps(0, 6), strict=True):
        assert one.rows is not None
        assert other.rows is not None
        assert one.weights is not None
        assert one.sound.equal(other.sound)
        assert one.rows.equal(other.rows)
        assert one.weights.shape == (6, len(one.rows))
        assert one.weights.sum(dim=1).tolist() == pytest.approx([1.0] * 6)
    assert fit(heard, config, place / "varied").step == 6


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"captions": {"eda": {"share": 0.1}}}, "no captions.eda"),
        ({"joining": {"share": 0.1}, "objective": {"teachers": ["t"]}, "augment": {"mix_share": 0.0}}, "joining.share"),
        (
            {"joining": {"share": 0.1}, "batch": {"feed": "waves"}, "objective": {"targets": "sounds"}},
            "cached pictures",
        ),
    ],
)
def test_what_pictures_and_teachers_cannot_do_is_refused(changed: dict[str, object], reason: str) -> None:
    with pytest.raises(ConfigError, match=reason):
        from_mapping(Config, changed)
