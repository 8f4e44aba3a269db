"""The quick half of a newcomer's half hour (tests/screens/newcomer.py): demo sounds, steps without a wait."""

import sys
from pathlib import Path

import pytest

from tests.helpers.pulse import missing_pulse_parts
from tests.helpers.qt import missing_x_programs
from tests.helpers.tiny_library import TinyLibrary
from tests.screens.newcomer import half_hour
from tests.screens.newcomer_sounds import make_sounds

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")
QUICK = (
    "First start",
    "A folder is dragged in",
    "A search while it listens",
    "Arrow keys",
    "A chip switched off",
    "Related words",
    "A filter that cannot be read",
    "Duplicates, then a search",
    "Model packs",
    "Preferences and German",
)


def test_a_newcomer_stumbles_over_nothing_in_the_first_minutes(tmp_path: Path, tiny_library: TinyLibrary) -> None:
    missing = missing_x_programs() + missing_pulse_parts()
    if missing:
        pytest.skip(f"a real window needs {', '.join(missing)}")
    sounds = make_sounds(tmp_path / "Sounds", None)
    outcomes = half_hour(tmp_path, sounds, only=QUICK, arguments=("--pack", tiny_library.pack))
    wrong = [f"{outcome.name}: {outcome.wrong} ({outcome.picture})" for outcome in outcomes if outcome.wrong]
    assert not wrong, "\n".join(wrong)
    assert len(outcomes) == len(QUICK)
    assert (tmp_path / "steps.md").read_text(encoding="utf-8").count("| ok |") == len(QUICK)
