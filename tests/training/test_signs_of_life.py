"""Each command of `earshot-train` has been tried for what it tells, and docs/progress.md shows it."""

import re
from pathlib import Path

from tests.helpers.tiny_library import REPOSITORY
from tests.training.signs_of_life import commands
from tests.training.signs_trials import NOT_TRIED, trials


def test_a_new_command_is_tried_too(tmp_path: Path) -> None:
    with trials(tmp_path) as tried:
        assert sorted({*tried} | {*NOT_TRIED}) == sorted(commands())
        assert not {*tried} & {*NOT_TRIED}


def test_the_page_has_every_command_and_what_each_says_when_it_is_stopped() -> None:
    page = (REPOSITORY / "docs" / "progress.md").read_text(encoding="utf-8")
    rows = {row[0]: row[1:] for row in re.findall(r"^\| `([^`]+)` \| (.*) \| (.*) \| (.*) \|$", page, re.MULTILINE)}
    assert sorted(rows) == sorted(commands())
    silent = [name for name, row in rows.items() if not row[1] and not row[0].startswith(("not tried", "nothing:"))]
    unsaid = [name for name, (_, line, stopped) in rows.items() if line and not stopped.startswith("stopped. ")]
    assert (silent, unsaid) == ([], [])
