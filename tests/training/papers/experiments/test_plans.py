"""Plans of experiments: those that come with Earshot hold together, and a wrong one is refused in words."""

from pathlib import Path

import pytest

from training.cli.main import main
from training.papers.experiments.plan import PlanError, find_plan, known_plans, read_plan, settings_of
from training.papers.units.settings import UnitsConfig
from training.papers.words.settings import WordsConfig
from training.runs.config import Config
from training.runs.settings_file import from_mapping

HEAD = """\
title = "A title"
claim = "A claim."
paper = "A paper"
place = "Table 1"
family = "sounds"
measure = "map10"
"""
TWO = '[[leg]]\nname = "one"\ntitle = "One"\nrecipe = "here/heads-mn04"\n[[leg]]\nname = "two"\ntitle = "Two"\n'
CONFIGS = {"sounds": Config, "units": UnitsConfig, "words": WordsConfig}


@pytest.mark.parametrize("name", [plan.name for plan in known_plans()])
def test_every_leg_of_every_plan_is_a_recipe_that_can_be_read(name: str) -> None:
    plan = find_plan(name)
    assert plan.claim and plan.paper and plan.place and plan.scaled and len(plan.seeds) >= 3
    trained = [leg for leg in plan.legs if leg.recipe]
    assert plan.name.startswith("row-") or (len(trained) > 1 and plan.minutes <= 60)
    for leg in trained:
        values = settings_of(plan, leg)
        if leg.changes.get("captions"):
            values = {**values, "captions": {**values["captions"], "variants": "given.jsonl"}}
        from_mapping(CONFIGS[plan.family], values)


def test_they_are_listed_with_their_claims(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["experiment"]) == 0
    told = capsys.readouterr().out
    assert {plan.name for plan in known_plans()} >= {"ablation", "captions", "units", "words"}
    assert all(f"{plan.name}: {plan.title}" in told and plan.claim in told for plan in known_plans())


def test_changes_are_merged_into_the_recipe_and_its_base(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('base = "here/heads-mn04"\n[heads]\nsize = 7\n', encoding="utf-8")
    path = tmp_path / "plan.toml"
    legs = '[[leg]]\nname = "one"\ntitle = "One"\nrecipe = "own"\n[leg.changes.heads]\npasses = 3\n'
    path.write_text(HEAD + legs, encoding="utf-8")
    plan = find_plan(str(path))
    config = from_mapping(Config, settings_of(plan, plan.legs[0]))
    assert (config.heads.size, config.heads.passes) == (7, 3)
    assert config.model.audio.tower == "mn04"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("title = ", "experiment"),
        (HEAD + "seeds = [1, 2]\n" + TWO + 'recipe = "x"', "2 seeds; at least 3"),
        (HEAD + "seeds = [1, 1, 2]\n" + TWO + 'recipe = "x"', "2 seeds; at least 3"),
        (HEAD, "it has no leg"),
        (HEAD + TWO, "either a recipe or members"),
        (HEAD + TWO + 'recipe = "x"\nmembers = ["one"]', "either a recipe or members"),
        (HEAD + TWO + 'recipe = "x"\nagainst = "three"', "names three, which is no leg above it"),
        (HEAD + TWO + 'recipe = "x"\nteachers = ["two"]', "names two, which is no leg above it"),
        (HEAD + TWO.replace('"two"', '"one"') + 'recipe = "x"', "two legs are called one"),
        (HEAD + TWO + 'members = ["one"]\nstart = "one"', "an ensemble trains nothing"),
        (HEAD.replace("sounds", "units") + TWO + 'members = ["one"]', "are of sounds"),
    ],
)
def test_a_plan_that_does_not_hold_together_is_refused(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PlanError, match=says):
        read_plan(path)


def test_an_unknown_experiment_and_missing_data_are_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["experiment", "nothing"]) == 1
    assert "Known: ablation" in capsys.readouterr().err
    assert main(["experiment", "units"]) == 1
    assert "Give --data" in capsys.readouterr().err


def test_a_row_on_other_data_keeps_the_papers_recipe() -> None:
    rows = [plan for plan in known_plans() if plan.name.startswith("row-")]
    assert {plan.family for plan in rows} == {"units", "words"}
    for plan in rows:
        [leg] = plan.legs
        changed = {(table, key) for table, keys in leg.changes.items() for key in keys}
        of_data = {("features", key) for key in ("sample_rate_hz", "points", "mels")}
        of_data |= {("parts", key) for key in ("train", "target", "test", "trim")}
        assert changed <= of_data | {("codes_run", "steps"), ("codes_run", "look_every")}
        assert plan.scaled and not leg.published, "nothing published stands beside another corpus"
