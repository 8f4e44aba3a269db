"""A card says the settings of its run so that the same run can be asked for."""

from pathlib import Path

from training.export.card import changed_settings
from training.runs.config import Config, load_config


def test_a_recipe_is_read_again_as_it_was(tmp_path: Path) -> None:
    recipe = tmp_path / "own.toml"
    recipe.write_text(
        'name = "own"\n[model]\ndim = 128\n[model.audio]\nwidths = [32, 64]\nblocks = [1, 1]\n[run]\nminutes = 7.5\n',
        encoding="utf-8",
    )
    config = load_config(recipe)
    told = changed_settings(config)
    assert told.splitlines()[0] == 'name = "own"'
    assert "[model.audio]\nwidths = [32, 64]\nblocks = [1, 1]" in told
    recipe.write_text(told, encoding="utf-8")
    assert load_config(recipe) == config


def test_of_another_tower_all_is_told(tmp_path: Path) -> None:
    recipe = Path(__file__).parents[2] / "training/recipes/here/teacher-mn04.toml"
    config = load_config(recipe)
    again = tmp_path / "again.toml"
    again.write_text(changed_settings(config), encoding="utf-8")
    assert load_config(again) == config


def test_the_defaults_need_no_words() -> None:
    assert changed_settings(Config()) == ""
