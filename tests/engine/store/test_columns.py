"""Columns of the whole catalogue, and what they depend on."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.keeping import Keeping
from engine.store.catalogue import Catalogue
from engine.types import SoundId
from tests.helpers.libraries import ROOT, a_sound


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Catalogue]:
    with Catalogue.open(tmp_path) as opened:
        root = opened.add_root(ROOT)
        opened.reserve_ids(3, 6)
        opened.store([a_sound(n, root=root, first_segment=2 * n - 1) for n in (1, 2, 3)], [])
        yield opened


def test_a_column_depends_on_what_was_kept_and_heard_only_where_it_says_so(catalogue: Catalogue) -> None:
    columns = catalogue.columns
    plain, kept, heard = columns.stamp(), columns.stamp(follows_keeping=True), columns.stamp(follows_hearing=True)
    Keeping(catalogue).set_rating([SoundId(1)], 4)
    after = columns.stamp(follows_keeping=True)
    assert columns.stamp() == plain
    assert after != kept
    assert columns.stamp(follows_hearing=True) == heard
    Keeping(catalogue).played(SoundId(1), now_s=5.0)
    assert columns.stamp() == plain
    assert columns.stamp(follows_keeping=True) == after
    assert columns.stamp(follows_hearing=True) != heard
    catalogue.remove([SoundId(3)])
    assert columns.stamp() != plain


def test_tags_of_a_sound_stand_in_their_order_without_the_favourite_mark(catalogue: Catalogue) -> None:
    keeping = Keeping(catalogue)
    keeping.add_tags([SoundId(2)], ["wood", "Door"])
    keeping.set_favourite([SoundId(1), SoundId(2)], True)
    ids, texts = catalogue.columns.tags()
    assert (ids.tolist(), texts.letters.tobytes(), texts.lengths.tolist()) == ([2], b"Door wood", [9])
    assert catalogue.columns.living().tolist() == [1, 2, 3]
