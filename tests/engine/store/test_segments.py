"""Which segments are whose, as the catalogue's own table has it."""

from pathlib import Path

import numpy as np
import pytest

from engine.base.types import PackId, SoundId
from engine.store.catalogue import Catalogue
from engine.store.segments import spread
from tests.helpers.libraries import PACK, ROOT, a_sound

NOTHING = np.empty(0, np.int64)


def test_a_library_without_segments_knows_none_and_says_so(tmp_path: Path) -> None:
    with Catalogue.open(tmp_path) as catalogue:
        catalogue.packs.set_searched(PACK, "test")
        assert catalogue.segments.of(np.array([1])).tolist() == []
        rows = catalogue.segments.rows(np.array([1, 2]))
        assert (rows.sound_id.tolist(), rows.start_s.tolist(), rows.end_s.tolist()) == ([0, 0], [0, 0], [0, 0])


def test_sounds_have_their_segments_and_none_has_none(tmp_path: Path) -> None:
    with Catalogue.open(tmp_path) as catalogue:
        catalogue.packs.set_searched(PACK, "test")
        root = catalogue.roots.add(ROOT)
        catalogue.sounds.reserve_ids(3, 6)
        catalogue.sounds.store([a_sound(n, root=root, first_segment=2 * n - 1) for n in (3, 1, 2)], [])
        assert catalogue.segments.of(NOTHING).tolist() == []
        assert catalogue.segments.of(np.array([3, 1])).tolist() == [1, 2, 5, 6]
        assert catalogue.segments.of(np.array([2, 99])).tolist() == [3, 4]
        rows = catalogue.segments.rows(np.array([6, 1, 99]))
        assert (rows.sound_id.tolist(), rows.start_s.tolist()[:2]) == ([3, 1, 0], [1.0, 0.0])
        catalogue.sounds.remove([SoundId(2)])
        assert catalogue.segments.of(np.array([1, 2, 3])).tolist() == [1, 2, 5, 6]


@pytest.mark.parametrize(("ranges", "ids"), [([], []), ([(5, 2)], [5, 6]), ([(5, 2), (1, 3), (9, 0)], [5, 6, 1, 2, 3])])
def test_ranges_are_spread_in_their_order(ranges: list[tuple[int, int]], ids: list[int]) -> None:
    assert spread(ranges).tolist() == ids


def test_what_another_pack_made_of_a_sound_is_there_when_that_pack_is_searched_again(tmp_path: Path) -> None:
    with Catalogue.open(tmp_path) as catalogue:
        catalogue.packs.set_searched(PACK, "test")
        root = catalogue.roots.add(ROOT)
        catalogue.sounds.reserve_ids(2, 8)
        first = [a_sound(n, root=root, first_segment=2 * n - 1, payload_digest=b"%d" % n * 16) for n in (1, 2)]
        catalogue.sounds.store(first, [])
        catalogue.packs.set_searched(PackId("second"), "newer")
        again = [a_sound(n, root=root, first_segment=2 * n + 3, payload_digest=b"%d" % n * 16) for n in (1, 2)]
        catalogue.sounds.store(again, [])
        assert catalogue.segments.of(np.array([1, 2])).tolist() == [5, 6, 7, 8]
        catalogue.packs.set_searched(PACK, "test")
        assert catalogue.segments.of(np.array([1, 2])).tolist() == [1, 2, 3, 4]
        assert catalogue.packs.stale_sounds().tolist() == []
