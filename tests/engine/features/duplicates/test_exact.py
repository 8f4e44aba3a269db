"""Exact copies: the payload decides, not the name, and nothing that plays differently is a copy."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from msgspec import structs

from engine.base.cancellation import StopRequested
from engine.base.types import ContentId, FilePath, FileStamp, RootId, SoundId
from engine.features.duplicates.exact import find_exact
from engine.features.duplicates.groups import Duplicates, Keep, proposal
from engine.store.catalogue import Catalogue
from tests.helpers.libraries import PACK, ROOT, a_sound


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Catalogue]:
    with Catalogue.open(tmp_path / "library") as opened:
        opened.packs.set_searched(PACK, "test")
        yield opened


def store(catalogue: Catalogue, number: int, name: str, payload: bytes, *, size: int = 100, mtime: int = 50) -> None:
    """Stores a sound with this payload, whose content id tells payloads apart by their first letter only."""
    root = catalogue.roots.add(ROOT)
    sound = a_sound(number, root=root, first_segment=2 * number, payload_digest=payload)
    stamp = FileStamp(FilePath(ROOT.raw + b"/" + name.encode()), size, mtime)
    catalogue.sounds.store([structs.replace(sound, stamp=stamp, content_id=ContentId(payload[:1] * 16))], [])


def groups(catalogue: Catalogue, found: Duplicates) -> list[list[str]]:
    return [[sound.path.name for sound in catalogue.sounds.many(found.group(number))] for number in range(len(found))]


def test_a_copy_with_another_name_is_found_and_what_plays_faster_is_not(catalogue: Catalogue) -> None:
    found = find_exact(catalogue)
    assert [sorted(group) for group in groups(catalogue, found)] == [["knock copy.wav", "knock.wav"]]
    assert found.spare_bytes == catalogue.sounds.one(SoundId(int(found.ids[1]))).size_bytes


def test_one_content_id_is_not_enough(empty: Catalogue) -> None:
    store(empty, 1, "a.wav", b"A" * 32)
    store(empty, 2, "b.wav", b"A" * 31 + b"!")
    assert len(find_exact(empty)) == 0


def test_missing_and_offline_sounds_are_left_out(empty: Catalogue) -> None:
    for number in (1, 2, 3):
        store(empty, number, f"{number}.wav", b"A" * 32)
    empty.files.mark_gone([SoundId(2)])
    assert find_exact(empty).ids.tolist() == [1, 3]
    empty.roots.set_offline(RootId(1), True)
    assert len(find_exact(empty)) == 0


def test_the_group_that_saves_most_comes_first_and_its_older_file_leads(empty: Catalogue) -> None:
    store(empty, 1, "small.wav", b"A" * 32, size=10)
    store(empty, 2, "small copy.wav", b"A" * 32, size=10)
    store(empty, 3, "large copy.wav", b"B" * 32, size=900, mtime=70)
    store(empty, 4, "large.wav", b"B" * 32, size=900, mtime=20)
    found = find_exact(empty)
    assert groups(empty, found) == [["large.wav", "large copy.wav"], ["small copy.wav", "small.wav"]]
    assert (found.starts.tolist(), found.spare_bytes) == ([0, 2, 4], 910)
    assert found.group_of.tolist() == [0, 0, 1, 1]


def test_rules_keep_the_best_the_oldest_or_those_of_a_folder(empty: Catalogue) -> None:
    store(empty, 1, "Keep/a.wav", b"A" * 32, mtime=9)
    store(empty, 2, "a.wav", b"A" * 32, mtime=5)
    store(empty, 3, "Keepsake/b.wav", b"B" * 32, mtime=1)
    store(empty, 4, "b.wav", b"B" * 32, mtime=8)
    found = find_exact(empty)
    assert found.ids.tolist() == [2, 1, 3, 4]
    assert proposal(empty, found, Keep.BEST).tolist() == [False, True, False, True]
    assert proposal(empty, found, Keep.OLDEST).tolist() == [False, True, False, True]
    kept = proposal(empty, found, Keep.FOLDER, FilePath(ROOT.raw + b"/Keep"))
    assert kept.tolist() == [True, False, False, False]  # nothing of the second group is in there
    with pytest.raises(ValueError, match="needs a folder"):
        proposal(empty, found, Keep.FOLDER)


def test_a_search_for_copies_can_be_cancelled(catalogue: Catalogue) -> None:
    with pytest.raises(StopRequested):
        find_exact(catalogue, cancel=lambda: True)


def test_an_empty_library_has_no_duplicates(empty: Catalogue) -> None:
    found = find_exact(empty)
    assert (len(found), found.spare_bytes, len(found.group_of)) == (0, 0, 0)
    assert np.array_equal(proposal(empty, found, Keep.BEST), np.zeros(0, bool))


def test_groups_without_some_sounds_lose_those_of_one(empty: Catalogue) -> None:
    for number, payload in enumerate((b"A", b"A", b"A", b"B", b"B"), start=1):
        store(empty, number, f"{number}.wav", payload * 32, size=10 * number)
    found = find_exact(empty)
    left = found.without(np.array([2, 5]))
    assert (left.ids.tolist(), left.starts.tolist(), left.spare_bytes) == ([1, 3], [0, 2], 30)
    assert len(left.without(np.array([1]))) == 0
    assert len(left.without(np.array([1])).without(np.array([3]))) == 0
