"""Every setting of every recipe as one small table: `python -m tests.training.frozen_recipes` writes it anew.

Only settings that are not the defaults stand in it, a tower's being those of its own kind. For each its different
values are listed once; a recipe is a row of places in these lists, "." where it has the default. Write it anew only for
a change of a recipe that is meant.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from training.base.recipe import RECIPES
from training.export.card import changes
from training.papers.units.settings import UnitsConfig, load_units_config
from training.papers.words.settings import WordsConfig, load_words_config
from training.runs.config import Config, load_config

PATH = Path(__file__).with_name("frozen_recipes.json")
KINDS: dict[str, tuple[Any, Any]] = {
    "words": (load_words_config, WordsConfig()),
    "units": (load_units_config, UnitsConfig()),
}
"""What reads the recipes of a folder, and what they change; the others are runs of sounds."""
Settings = dict[str, Any]


def resolved() -> dict[str, Settings]:
    """Gives every recipe with the settings that are not the defaults, by "run.epochs"."""
    found = {}
    for path in sorted(RECIPES.rglob("*.toml")):
        load, default = KINDS.get(path.parent.name, (load_config, Config()))
        values = {".".join(keys): value for keys, value in changed(load(path), default)}
        found[path.relative_to(RECIPES).with_suffix("").as_posix()] = json.loads(json.dumps(values))
    return found


def changed(value: Any, default: Any) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Gives what differs; a new setting of a tower, at its default, changes no recipe that has this tower."""
    towers = [("model", name) for name in ("audio", "text") if isinstance(value, Config)]
    for place in towers:
        tower = getattr(value.model, place[1])
        yield (*place, "tower"), tower.tower
        yield from changes(tower, type(tower)(), place)
    yield from ((keys, own) for keys, own in changes(value, default) if keys[:2] not in towers)


def frozen() -> dict[str, Settings]:
    """Gives what the table says, in the form of `resolved`."""
    record = json.loads(PATH.read_text(encoding="utf-8"))
    columns = list(record["values"].items())
    return {
        name: {key: known[int(place)] for (key, known), place in zip(columns, row.split(), strict=True) if place != "."}
        for name, row in record["recipes"].items()
    }


def write(recipes: dict[str, Settings]) -> None:
    """Writes the table."""
    values: dict[str, list[Any]] = {key: [] for key in sorted({key for row in recipes.values() for key in row})}
    rows = {}
    for name, row in recipes.items():
        places = []
        for key, known in values.items():
            if key in row and row[key] not in known:
                known.append(row[key])
            places.append(str(known.index(row[key])) if key in row else ".")
        rows[name] = " ".join(places)

    def table(parts: dict[str, Any]) -> str:
        return "{\n" + ",\n".join(f"{json.dumps(key)}: {json.dumps(part)}" for key, part in parts.items()) + "\n}"

    PATH.write_text(f'{{"values": {table(values)},\n"recipes": {table(rows)}}}\n', encoding="utf-8")


if __name__ == "__main__":
    write(resolved())
