"""Figures of a row on the disk: found again, never taken for another's, and never half written."""

from pathlib import Path

import pytest

from training.runs.figures_store import FiguresStore, FiguresStoreError


def test_what_was_measured_is_found_again_by_what_it_depends_on(tmp_path: Path) -> None:
    kept = FiguresStore(tmp_path / "row" / "figures.json", {"steps": 3, "parts": ("a", "b")})
    assert kept.read() is None
    kept.write({"figures": {"ap": 0.5}, "minutes": 1.5})
    found = kept.read()
    assert found is not None and found["figures"] == {"ap": 0.5} and found["minutes"] == 1.5
    assert [path.name for path in kept.path.parent.iterdir()] == ["figures.json"]
    other = FiguresStore(kept.path, {"steps": 4, "parts": ("a", "b")})
    with pytest.raises(FiguresStoreError, match="another recipe"):
        other.read()


@pytest.mark.parametrize("text", ["", "[1]", "{}", '{"asked": '])
def test_what_cannot_be_read_is_said_and_left_where_it_is(tmp_path: Path, text: str) -> None:
    path = tmp_path / "figures.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FiguresStoreError, match="cannot be read"):
        FiguresStore(path, 1).read()
    assert path.read_text(encoding="utf-8") == text


def test_figures_of_rows_that_were_reproduced_earlier_are_known(tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    path.write_text('{"format": 1, "recipe": "00ff", "figures": {"last": {}}}', encoding="utf-8")
    found = FiguresStore(path, "00ff").read()
    assert found is not None and found["figures"] == {"last": {}}
    with pytest.raises(FiguresStoreError, match="another recipe"):
        FiguresStore(path, "00fe").read()
