"""Experiments run for real on tiny recipes: every seed once, gone on with after a stop, and told with a verdict."""

import json
import shutil
from pathlib import Path

import pytest
import torch

from tests.training.corpora import make_corpus
from tests.training.papers.units.small import make_fsdd
from tests.training.papers.units.test_units_command import write_recipe
from tests.training.test_heads import RECIPE, WHOLE
from tests.training.test_pretrained import folder as folder
from training.cli.main import main
from training.papers.experiments.plan import find_plan
from training.papers.experiments.runner import run_experiment
from training.papers.experiments.sound_legs import SoundLegs
from training.runs.checkpoint import load_checkpoint
from training.runs.teachers import read_teacher
from training.runs.tracking import Hooks

PLAN = """\
title = "Tiny"
claim = "Teachers help."
paper = "A paper"
place = "Table 1"
family = "{family}"
measure = "{measure}"
scaled = "everything"
"""
SOUNDS = (
    PLAN.format(family="sounds", measure="map10")
    + """\
[[leg]]
name = "heads"
title = "heads"
recipe = "heads"
further = false
[[leg]]
name = "further"
title = "and the further folder"
recipe = "heads"
against = "heads"
[[leg]]
name = "both"
title = "both together"
members = ["heads", "further"]
against = "further"
[[leg]]
name = "student"
title = "their student"
recipe = "heads"
teachers = ["heads", "further"]
against = "further"
published = "+4 points"
[leg.changes.augment]
mix_share = 0.0
[[leg]]
name = "whole"
title = "the whole, from the student"
recipe = "whole"
start = "student"
"""
)
UNITS = (
    PLAN.format(family="units", measure="across")
    + """\
better = "lower"
[[leg]]
name = "plain"
title = "K = 16"
recipe = "small"
[[leg]]
name = "fewer"
title = "K = 4"
recipe = "small"
against = "plain"
[leg.changes.model]
codes = 4
"""
)
WORDS = (
    PLAN.format(family="words", measure="speakers_cross_view")
    + """\
[[leg]]
name = "one"
title = "N = 1"
recipe = "tiny"
[[leg]]
name = "two"
title = "N = 2"
recipe = "tiny"
against = "one"
[leg.changes.model.phonemes]
layers = 2
"""
)


@pytest.fixture(autouse=True)
def threads() -> object:
    """Leaves the number of threads as it was."""
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


@pytest.fixture
def sounds(tmp_path: Path) -> Path:
    """A plan of sounds with its recipes; a corpus and a further folder beside it."""
    (tmp_path / "heads.toml").write_text(RECIPE, encoding="utf-8")
    (tmp_path / "whole.toml").write_text(WHOLE.replace("class_weight = 0.5", "class_weight = 0.0"), encoding="utf-8")
    (tmp_path / "tiny-sounds.toml").write_text(SOUNDS, encoding="utf-8")
    make_corpus(tmp_path / "data")
    further = make_corpus(tmp_path / "more", takes=1)
    listed = (further / "meta.jsonl").read_text(encoding="utf-8").replace("train-", "further-")
    for path in sorted((further / "audio" / "made").glob("train-*")):
        path.rename(path.with_name(path.name.replace("train-", "further-")))
    (further / "meta.jsonl").write_text(
        "".join(f"{line}\n" for line in listed.splitlines() if json.loads(line)["split"] == "train"), encoding="utf-8"
    )
    return tmp_path / "tiny-sounds.toml"


def asked(sounds: Path, pretrained: Path) -> list[str]:
    place = sounds.parent
    data = ["--data", str(place / "data"), "--data", str(place / "more"), "--pretrained", str(pretrained)]
    return ["experiment", str(sounds), *data, "--out", str(place / "out")]


def test_an_ablation_with_an_ensemble_and_its_student_is_told_and_not_run_again(
    sounds: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = sounds.parent / "out" / "tiny-sounds"
    assert main(asked(sounds, folder)) == 0
    table = capsys.readouterr().out
    assert "| their student |" in table and "| +4 points |" in table and "Smaller here: everything" in table
    assert (out / "experiment.md").read_text(encoding="utf-8") == table
    record = json.loads((out / "experiment.json").read_text(encoding="utf-8"))
    legs = {leg["name"]: leg for leg in record["legs"]}
    assert list(legs) == ["heads", "further", "both", "student", "whole"]
    for leg in legs.values():
        assert len(leg["reached"]["seeds"]) == 3 and leg["reached"]["low"] <= leg["reached"]["mean"]
        assert leg["reached"]["mean"] == pytest.approx(sum(leg["reached"]["seeds"]) / 3)
        (machine,) = leg["machines"]
        assert torch.__version__ in machine
    for name in ("further", "both", "student"):
        other = legs[legs[name]["against"]]["reached"]["seeds"]
        pairs = zip(legs[name]["reached"]["seeds"], other, strict=True)
        assert legs[name]["change"]["seeds"] == pytest.approx([new - old for new, old in pairs])
        assert legs[name]["verdict"] in ("helps", "harms", "no order")
    assert legs["heads"]["verdict"] is None and legs["whole"]["change"] is None

    learnt = {name: load_checkpoint(out / name / "seed-2" / "last.pt") for name in ("heads", "further", "student")}
    assert all(one.config.run.seed == 2 for one in learnt.values())
    # Ten clips of the corpus and five further ones, eight passes in batches of five.
    assert (learnt["heads"].step, learnt["further"].step) == (16, 24)
    assert not torch.equal(
        learnt["student"].weights["audio_projection.layers.4.weight"],
        learnt["further"].weights["audio_projection.layers.4.weight"],
    )
    tables = out / "student" / "seed-2" / "teachers"
    assert len(read_teacher(tables / "further").audio_rows) == 15
    assert not (out / "both" / "seed-2" / "last.pt").exists(), "an ensemble trains nothing"

    changed = {path: path.stat().st_mtime_ns for path in (sounds.parent / "out").rglob("*.pt")}
    assert main(asked(sounds, folder)) == 0
    again = capsys.readouterr()
    assert again.out == table and "seed" not in again.err
    assert {path: path.stat().st_mtime_ns for path in (sounds.parent / "out").rglob("*.pt")} == changed
    sounds.write_text(SOUNDS.replace('teachers = ["heads", "further"]', 'teachers = ["heads"]'), encoding="utf-8")
    assert main(asked(sounds, folder)) == 1
    assert "of another recipe or of other data" in capsys.readouterr().err


def test_a_stop_keeps_whole_seeds_and_the_same_call_ends_as_if_there_had_been_none(sounds: Path, folder: Path) -> None:
    place, plan = sounds.parent, find_plan(str(sounds))
    legs = SoundLegs((str(place / "data"), str(place / "more")), place / "cache", folder)
    whole = run_experiment(plan, legs, place / "whole", Hooks())
    # Each leg asks once, and each training before every step: 16 and 24 steps, so this is within seed 1's student.
    stops = iter([False] * 50 + [True] * 1000)
    parts = run_experiment(plan, legs, place / "parts", Hooks(stop=lambda: next(stops)))
    assert [one.leg.name for one in parts] == ["heads", "further", "both"]
    assert all(one.verdict is None or one.verdict.value == "too few seeds" for one in parts)
    assert parts[0].reached.mean == whole[0].reached.seeds[0] and parts[0].reached.low != parts[0].reached.low
    after = run_experiment(plan, legs, place / "parts", Hooks())
    assert [(one.reached, one.change, one.verdict) for one in after] == [
        (one.reached, one.change, one.verdict) for one in whole
    ]


def test_units_leave_every_speaker_out_with_every_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recipe = write_recipe(tmp_path / "small.toml", 3)
    recipe.write_text(recipe.read_text(encoding="utf-8").replace('"fsdd:-cid"', '"fsdd"'), encoding="utf-8")
    (tmp_path / "tiny-units.toml").write_text(UNITS, encoding="utf-8")
    words = ["experiment", str(tmp_path / "tiny-units.toml"), "--data", f"fsdd={make_fsdd(tmp_path / 'fsdd')}"]
    assert main([*words, "--out", str(tmp_path / "out"), "--json"]) == 0
    plain, fewer = json.loads(capsys.readouterr().out)["legs"]
    place = tmp_path / "out" / "tiny-units"
    own = json.loads((place / "plain" / "seed-1" / "figures.json").read_text(encoding="utf-8"))
    folds = [
        json.loads((place / "plain" / "seed-1" / name / "figures.json").read_text(encoding="utf-8"))["figures"]
        for name in ("ann", "bob", "cid")
    ]
    assert own["figures"]["across"]["parts"] == [fold["across"] for fold in folds]
    assert plain["reached"]["seeds"][0] == pytest.approx(sum(fold["across"] for fold in folds) / 3)
    assert fewer["verdict"] in ("helps", "harms", "no order")


def test_recordings_that_are_too_few_for_the_measure_are_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recipe = write_recipe(tmp_path / "small.toml", 3)
    recipe.write_text(recipe.read_text(encoding="utf-8").replace('"fsdd:-cid"', '"fsdd"'), encoding="utf-8")
    (tmp_path / "once.toml").write_text(UNITS.replace('"across"', '"within"'), encoding="utf-8")
    data = make_fsdd(tmp_path / "fsdd", takes=1)  # nobody says a word twice
    words = ["experiment", str(tmp_path / "once.toml"), "--data", f"fsdd={data}", "--out", str(tmp_path / "out")]
    assert main(words) == 1
    assert "leg plain: the data are too few for 'within'" in capsys.readouterr().err


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
def test_words_are_compared_on_the_same_utterances(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from tests.training.papers.words.test_command import RECIPE as TINY

    (tmp_path / "tiny.toml").write_text(TINY, encoding="utf-8")
    (tmp_path / "tiny-words.toml").write_text(WORDS, encoding="utf-8")
    (tmp_path / "words.txt").write_text("seven open door water glass", encoding="utf-8")
    made = ["words", "make", "--out", str(tmp_path / "made"), "--words", str(tmp_path / "words.txt")]
    assert main([*made, "--speakers", "3"]) == 0
    capsys.readouterr()
    words = ["experiment", str(tmp_path / "tiny-words.toml"), "--data", f"made={tmp_path / 'made'}"]
    assert main([*words, "--out", str(tmp_path / "out"), "--json"]) == 0
    told = capsys.readouterr()
    assert told.err.count("speakers: ") == 1, "the words are read once for all legs and seeds"
    one, two = json.loads(told.out)["legs"]
    assert one["reached"]["low"] <= one["reached"]["mean"] <= one["reached"]["high"]
    assert two["change"]["seeds"] == pytest.approx(
        [new - old for new, old in zip(two["reached"]["seeds"], one["reached"]["seeds"], strict=True)]
    )


def test_settings_that_do_not_go_together_are_refused_before_anything_is_run(
    sounds: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sounds.write_text(SOUNDS.replace("mix_share = 0.0", "mix_share = 0.1"), encoding="utf-8")
    assert main(asked(sounds, folder)) == 1
    told = capsys.readouterr().err
    assert "teachers know no mixtures" in told and "seed" not in told


def test_a_measure_that_there_is_not_is_refused_before_anything_is_run(
    sounds: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sounds.write_text(SOUNDS.replace('"map10"', '"map11"'), encoding="utf-8")
    assert main(asked(sounds, folder)) == 1
    assert "nothing measures 'map11'" in capsys.readouterr().err


def test_swapped_captions_want_their_variants(sounds: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    swapping = PLAN.format(family="sounds", measure="map10") + (
        '[[leg]]\nname = "own"\ntitle = "own"\nrecipe = "heads"\n'
        '[[leg]]\nname = "swapped"\ntitle = "swapped"\nrecipe = "heads"\nagainst = "own"\n'
        "[leg.changes.captions]\nswap = 1.0\n"
    )
    sounds.write_text(swapping, encoding="utf-8")
    assert main(asked(sounds, folder)) == 1
    assert "Name --variants FILE" in capsys.readouterr().err
    made = sounds.parent / "variants.jsonl"
    data = ["--data", str(sounds.parent / "data"), "--part", "earshot:train"]
    assert main(["synonyms", *data, "--out", str(made)]) == 0
    assert main([*asked(sounds, folder), "--variants", str(made)]) == 0
    out = sounds.parent / "out" / "tiny-sounds"
    learnt = [load_checkpoint(out / name / "seed-1" / "last.pt") for name in ("own", "swapped")]
    differ = [key for key in learnt[0].weights if not torch.equal(learnt[0].weights[key], learnt[1].weights[key])]
    assert {key.partition(".")[0] for key in differ} >= {"text_projection", "audio_projection"}
