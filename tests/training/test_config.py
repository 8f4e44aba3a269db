"""Settings of a run: what a TOML file may change, and what is refused."""

from dataclasses import asdict
from pathlib import Path

import pytest

from training.base.recipe import RecipeError
from training.runs.config import Config, load_config
from training.runs.settings_file import ConfigError, from_mapping
from training.towers.mobilenet import MobileNetConfig
from training.towers.registry import TowerError

SOUNDS = '[objective]\ntargets = "sounds"\n'


def written(folder: Path, text: str) -> Path:
    path = folder / "run.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_without_a_file_the_recipe_is_the_starters() -> None:
    assert load_config(None) == Config()


def test_a_file_changes_only_what_it_names(tmp_path: Path) -> None:
    config = load_config(
        written(tmp_path, "[model.audio]\nwidths = [16, 32, 48]\n[run]\nsteps = 7\nlearning_rate = 1\n")
    )
    assert config.model.audio.widths == (16, 32, 48)
    assert config.run.steps == 7
    assert config.run.learning_rate == 1.0
    assert config.batch == Config().batch


def test_an_unknown_key_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"run\.stepz"):
        load_config(written(tmp_path, "[run]\nstepz = 7\n"))


def test_a_word_where_a_number_belongs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"run\.steps"):
        load_config(written(tmp_path, '[run]\nsteps = "many"\n'))


def test_a_value_the_part_refuses_says_which_part(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="padding"):
        load_config(written(tmp_path, '[batch]\npadding = "mirror"\n'))


def test_a_run_of_no_time_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="minutes must be more than 0"):
        load_config(written(tmp_path, "[run]\nminutes = 0\n"))


def test_the_towers_name_decides_which_settings_it_has(tmp_path: Path) -> None:
    config = load_config(
        written(tmp_path, '[model.audio]\ntower = "mn04"\nmel_jitter = false\n[model.text]\ntower = "minilm"\n')
    )
    assert isinstance(config.model.audio, MobileNetConfig)
    assert config.sample_rate_hz == 32_000
    with pytest.raises(ConfigError, match=r"unknown setting model\.audio\.widths"):
        load_config(written(tmp_path, '[model.audio]\ntower = "mn04"\nwidths = [8]\n'))


def test_a_tower_nobody_knows_is_refused_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(TowerError, match="no audio tower is called 'vggish'") as refused:
        load_config(written(tmp_path, '[model.audio]\ntower = "vggish"\n'))
    assert "compact" in refused.value.advice


def test_a_word_that_is_no_choice_names_the_choices(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"run\.precision") as refused:
        load_config(written(tmp_path, '[run]\nprecision = "64"\n'))
    assert "'bf16'" in refused.value.advice


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('[model.audio]\ntower = "mn04"\n', "mel_jitter"),
        ('[batch]\nfeed = "waves"\n', "goes with"),
        ('[objective]\nteachers = ["here"]\n', "no mixtures"),
        ('[model.text]\ntower = "transformer"\n', "frozen"),
        ("[run]\ndevices = 2\n", "one device"),
        ('[run]\nprecision = "16"\n', "on a CPU"),
        ("[objective]\nsupervised_weight = 0.0\n", "nothing else"),
        (SOUNDS + '[batch]\nfeed = "waves"\nfill = "crop"\ncrop_s = 10.0\n[mixing]\nshare = 0.5\n', "longest_s"),
    ],
)
def test_parts_that_do_not_go_together_are_refused_with_a_way_out(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(ConfigError, match=why):
        load_config(written(tmp_path, text))


def test_broken_toml_is_the_files_fault(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match=r"run\.toml"):
        load_config(written(tmp_path, "[run\n"))


def test_settings_survive_a_checkpoint() -> None:
    tower = {"tower": "mn04", "mel_jitter": False}
    config = from_mapping(Config, {"run": {"minutes": 2.5, "seed": 9}, "model": {"audio": tower}})
    assert from_mapping(Config, asdict(config)) == config
