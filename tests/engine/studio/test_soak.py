"""The short version of `python -m tests.studio`: a few seconds of what that does for ten minutes."""

from pathlib import Path

import pytest

from tests.studio.soak import soak


@pytest.mark.shows("studio-soak")
def test_many_edit_at_once_through_kills_and_a_cut_network(tmp_path: Path) -> None:
    done = soak(tmp_path, seconds=6.0, clients=3)
    assert done.verdict.faults == []
    assert min(done.server_kills, done.client_kills, done.cuts) >= 1
    assert done.verdict.acknowledged and done.verdict.notes and done.verdict.conflicts
