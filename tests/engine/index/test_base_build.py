"""The child process that builds a base, watched by its parent."""

from pathlib import Path

from engine.base.library_messages import LibraryFault
from engine.base.types import PackId
from engine.index.base_build import BaseBuild
from engine.index.settings import IndexSettings


def test_asking_without_waiting_sees_the_end_of_a_build(tmp_path: Path) -> None:
    """A window that polls between searches must not say "building" for ever."""
    build = BaseBuild(tmp_path / "no library", PackId("0" * 32), "segments", IndexSettings())
    build._child.wait(60)
    result = build.result()
    assert result is not None
    assert (result.count, result.seconds) == (0, 0.0)
    assert result.error is not None and result.error.what is LibraryFault.NO_LIBRARY


def test_a_build_that_is_killed_says_with_which_status(tmp_path: Path) -> None:
    build = BaseBuild(tmp_path / "no library", PackId("0" * 32), "segments", IndexSettings())
    build._child.kill()
    result = build.result(60)
    assert result is not None and result.error is not None
    assert str(result.error) in ("the build failed with status -9", "the build failed with status 1")
