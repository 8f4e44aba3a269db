"""The names of a map's regions."""

from pathlib import Path

import numpy as np
import pytest

from engine.base.types import PackId
from engine.features.map.layout import Places
from engine.features.map.map_data import load_map
from engine.features.map.map_file import names_file
from engine.features.map.regions import Region, _terms_of, keep_regions, read_regions, regions_of
from engine.search.ranking import good_ids
from tests.engine.features.map.test_map import made
from tests.helpers.hits import listing_of, ranking_of
from tests.helpers.synthetic_library import fill
from tests.helpers.tiny_pack import make_tiny_pack


def _two_heaps() -> tuple[Places, list[dict[str, float]]]:
    """Twelve doors on the left, twelve sounds of rain on the right; all are outdoors."""
    rng = np.random.default_rng(3)
    left = rng.normal((-1.0, 0.0), 0.05, (12, 2))
    right = rng.normal((1.0, 0.0), 0.05, (12, 2))
    places = np.concatenate([left, right]).astype(np.float32)
    return places, [{"door": 1.0, "outdoors": 1.0}] * 12 + [{"rain": 1.0, "outdoors": 1.0}] * 12


def test_a_region_is_named_by_what_its_sounds_share_and_others_do_not() -> None:
    regions = regions_of(*_two_heaps())
    names = {region.name: region for region in regions if region.level == 0}
    assert set(names) == {"Door", "Rain"}  # what all sounds share tells nothing
    assert names["Door"].x < -0.8
    assert names["Rain"].x > 0.8


def test_a_name_needs_more_than_one_sound() -> None:
    places, _ = _two_heaps()
    assert regions_of(places, [{f"word{chr(97 + row)}": 1.0} for row in range(len(places))]) == ()


def test_a_region_is_not_named_after_what_recorders_call_files() -> None:
    for name in ("ZOOM0007", "DR0001", "TASCAM_0012", "STE-001", "rec 4", "untitled audio file", "Track 01"):
        assert _terms_of(name, "") == {}
    assert set(_terms_of("ZOOM0007 creaking door", "")) == {"creaking", "door"}


def test_a_few_sounds_or_none_have_no_names() -> None:
    assert regions_of(np.zeros((0, 2), np.float32), []) == ()
    assert regions_of(np.zeros((3, 2), np.float32), [{"door": 1.0}] * 3) == ()


def test_names_are_kept_beside_the_map_and_only_for_that_map(tmp_path: Path) -> None:
    ids = np.arange(3, dtype=np.int64)
    places = np.zeros((3, 2), np.float32)
    regions = (Region("Doors", 0.5, -0.25, 1, 4),)
    keep_regions(tmp_path / "a.json", ids, places, regions)
    assert read_regions(tmp_path / "a.json", ids, places) == regions
    assert read_regions(tmp_path / "a.json", ids, places + 1) is None
    (tmp_path / "a.json").write_text("{")
    assert read_regions(tmp_path / "a.json", ids, places) is None


def test_a_map_comes_with_the_names_of_its_regions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = make_tiny_pack(tmp_path / "pack")
    fill(tmp_path / "library", pack, 60)
    made(tmp_path / "library", pack)
    first = load_map(tmp_path / "library")
    assert first is not None
    (kept,) = (tmp_path / "library" / "map").glob("*.json")
    assert kept == names_file(tmp_path / "library", PackId(kept.stem + "0" * 16))
    monkeypatch.setattr("engine.features.map.map_data.name_regions", None)  # it is not called again
    again = load_map(tmp_path / "library")
    assert again is not None
    assert again.regions == first.regions


def test_what_answers_well_are_the_fair_rows_and_all_of_a_listing() -> None:
    # 1, 1/2, 1/3 against the threshold of 0.4.
    assert good_ids(ranking_of([7, 5, 9])).tolist() == [7, 5]
    assert good_ids(listing_of([7, 5, 9])).tolist() == [7, 5, 9]
