"""A module that is loaded at its first use."""

import subprocess
import sys

import pytest

from engine.base.lazy_import import later
from tests.helpers.tiny_library import REPOSITORY


def test_a_module_is_loaded_when_it_is_used_and_not_before() -> None:
    code = (
        "import sys; from engine.base.lazy_import import later; colours = later('colorsys');"
        "assert 'colorsys' not in sys.modules; assert colours.rgb_to_hsv(0, 0, 0) == (0.0, 0.0, 0);"
        "assert 'colorsys' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, check=True, timeout=120)


def test_a_module_that_is_not_there_is_missed_where_it_is_used() -> None:
    nowhere = later("no_such_module_anywhere")
    with pytest.raises(ModuleNotFoundError):
        _ = nowhere.thing
