"""Every recipe resolves to the settings it had when all of them were written out in full."""

from tests.training.frozen_recipes import frozen, resolved


def test_every_recipe_has_the_settings_it_always_had() -> None:
    before, now = frozen(), resolved()
    assert sorted(now) == sorted(before), "a recipe came or went: python -m tests.training.frozen_recipes"
    differing = [
        f"{name}: {key} is {now[name].get(key, 'the default')!r}, it was {row.get(key, 'the default')!r}"
        for name, row in before.items()
        for key in sorted(row.keys() | now[name].keys())
        if row.get(key, "\0") != now[name].get(key, "\0")
    ]
    assert differing == []
