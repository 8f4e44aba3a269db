"""Settings of a run: what a TOML file may change, and what is refused."""

from dataclasses import asdict
from pathlib import Path

import pytest

from training.config import Config, ConfigError, from_mapping, load_config


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


def test_towers_that_do_not_meet_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="must be equal"):
        load_config(written(tmp_path, "[model.audio]\ndim = 64\n"))


def test_broken_toml_is_the_files_fault(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"run\.toml"):
        load_config(written(tmp_path, "[run\n"))


def test_settings_survive_a_checkpoint() -> None:
    config = from_mapping(Config, {"run": {"minutes": 2.5, "seed": 9}})
    assert from_mapping(Config, asdict(config)) == config
