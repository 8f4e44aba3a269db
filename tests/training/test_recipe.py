"""A recipe with a base: what it says holds over what the base says; a base that cannot be is refused with a way out."""

from pathlib import Path

import pytest

from training.base.recipe import RECIPES, BaseError, RecipeError, merged, read_recipe
from training.papers.passt.rows import read_rows
from training.runs.config import load_config
from training.runs.settings_file import ConfigError
from training.towers.mobilenet import MobileNetConfig


def write(folder: Path, **texts: str) -> Path:
    """Recipes by their names; the first is given back."""
    paths = [folder / f"{name}.toml" for name in texts]
    for path, text in zip(paths, texts.values(), strict=True):
        path.write_text(text, encoding="utf-8")
    return paths[0]


def test_a_recipe_shows_only_what_it_changes(tmp_path: Path) -> None:
    below = 'name = "below"\n[run]\nsteps = 7\nseed = 5\n[batch]\nlengths_s = [1.0, 2.0]\n'
    above = 'name = "above"\nbase = "below"\n[run]\nseed = 6\n[batch]\nlengths_s = [4.0]\n'
    config = load_config(write(tmp_path, above=above, below=below))
    assert (config.name, config.run.seed, config.run.steps) == ("above", 6, 7)
    assert config.batch.lengths_s == (4.0,), "a list is replaced, never lengthened"


def test_a_base_may_have_a_base(tmp_path: Path) -> None:
    one = write(tmp_path, one='base = "two"\n', two='base = "three"\n[run]\nsteps = 8\n', three="[run]\nseed = 9\n")
    assert read_recipe(one) == {"run": {"seed": 9, "steps": 8}}


def test_another_tower_takes_nothing_of_the_bases_tower(tmp_path: Path) -> None:
    below = "[model.audio]\nwidths = [8, 8]\nblocks = [1, 1]\n[model]\ndim = 32\n"
    above = 'base = "below"\n[model.audio]\ntower = "mn04"\nmel_jitter = false\n'
    model = load_config(write(tmp_path, above=above, below=below)).model
    assert isinstance(model.audio, MobileNetConfig)
    assert model.dim == 32


def test_a_tower_that_is_named_again_keeps_the_bases_settings() -> None:
    below = {"audio": {"tower": "mn04", "middle": True}}
    assert merged(below, {"audio": {"tower": "mn04", "checkpoint": "hub"}}) == {
        "audio": {"tower": "mn04", "middle": True, "checkpoint": "hub"}
    }


def test_a_recipe_of_ones_own_names_one_that_comes_with_earshot(tmp_path: Path) -> None:
    own = load_config(write(tmp_path, own='base = "here/starter-3"\n[run]\nsteps = 10\n'))
    shipped = load_config(RECIPES / "here" / "starter-3.toml")
    assert (own.run.steps, own.model, own.objective) == (10, shipped.model, shipped.objective)


def test_a_file_beside_the_recipe_comes_before_a_shipped_one_of_that_name(tmp_path: Path) -> None:
    own = write(tmp_path, own='base = "passt-n-bert-base"\n', **{"passt-n-bert-base": "[run]\nsteps = 3\n"})
    assert read_recipe(own) == {"run": {"steps": 3}}


def test_a_recipe_of_ones_own_may_be_called_as_the_one_it_changes(tmp_path: Path) -> None:
    own = write(tmp_path, **{"passt-n-bert-base": 'base = "passt-n-bert-base"\n[batch]\nsize = 8\n'})
    config = load_config(own)
    assert (config.batch.size, config.run.epochs) == (8, 16)


def test_published_figures_are_of_one_row_alone(tmp_path: Path) -> None:
    own = load_config(write(tmp_path, own='base = "passt-n-bert-base"\n'))
    assert read_rows()["passt-n-bert-base"].paper.map10 == 35.22
    assert (own.paper.map10, own.paper.paper) == (None, "")


@pytest.mark.parametrize(
    ("base", "why", "advice"),
    [
        ('"nowhere"', "there is no base 'nowhere'", "nowhere.toml beside it"),
        ('"starter-3"', "there is no base 'starter-3'", "Did you mean here/starter-3"),
        ('"../own"', "no name of a recipe", "beside the recipe"),
        ('"/etc/own"', "no name of a recipe", "beside the recipe"),
        ('"C:own"', "no name of a recipe", "beside the recipe"),
        ('"below.toml"', "no name of a recipe", "without .toml"),
        ("3", "base is 3", "name of a recipe"),
        ('["below"]', "base is", "name of a recipe"),
        ('"own"', "leads back to itself: own > own", "circle"),
        ('"round"', "leads back to itself: own > round > own", "circle"),
    ],
)
def test_a_base_that_cannot_be_is_refused_with_a_way_out(tmp_path: Path, base: str, why: str, advice: str) -> None:
    own = write(tmp_path, own=f"base = {base}\n", round='base = "own"\n', below="")
    with pytest.raises(BaseError, match=why) as refused:
        read_recipe(own)
    assert advice in refused.value.advice


def test_a_base_that_is_broken_is_named(tmp_path: Path) -> None:
    own = write(tmp_path, own='base = "below"\n', below="[run\n")
    with pytest.raises(RecipeError, match=r"below\.toml"):
        read_recipe(own)


def test_base_is_no_setting_of_a_table(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"run\.base"):
        load_config(write(tmp_path, own='[run]\nbase = "below"\n'))
