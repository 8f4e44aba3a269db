"""What an answer depends on, and ids that a query gives."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.base.types import SoundId
from engine.library.user_data import UserData
from engine.store.catalogue import Catalogue
from tests.helpers.libraries import ROOT, a_sound


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Catalogue]:
    with Catalogue.open(tmp_path) as opened:
        root = opened.roots.add(ROOT)
        opened.sounds.reserve_ids(3, 6)
        opened.sounds.store([a_sound(n, root=root, first_segment=2 * n - 1) for n in (1, 2, 3)], [])
        yield opened


def test_an_answer_depends_on_what_was_kept_and_heard_only_where_it_says_so(catalogue: Catalogue) -> None:
    stamp = catalogue.database.stamp
    plain, kept, heard = stamp(), stamp(follows_keeping=True), stamp(follows_hearing=True)
    UserData(catalogue).set_rating([SoundId(1)], 4)
    after = stamp(follows_keeping=True)
    assert stamp() == plain
    assert after != kept
    assert stamp(follows_hearing=True) == heard
    UserData(catalogue).played(SoundId(1), now_s=5.0)
    assert stamp() == plain
    assert stamp(follows_keeping=True) == after
    assert stamp(follows_hearing=True) != heard
    catalogue.sounds.remove([SoundId(3)])
    assert stamp() != plain


def test_what_a_query_finds_is_ascending_and_may_be_nothing(catalogue: Catalogue) -> None:
    assert catalogue.database.ascending("SELECT id FROM sound ORDER BY id DESC").tolist() == [1, 2, 3]
    assert catalogue.database.ascending("SELECT id FROM sound WHERE id > ?", 5).tolist() == []
