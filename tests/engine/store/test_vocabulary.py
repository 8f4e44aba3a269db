"""Counted words, endings, categories and folders, and when they are counted again."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from engine.base.types import FilePath, SoundMetadata
from engine.store.catalogue import Catalogue
from engine.store.vocabulary import CachedCount, Words, cat_ids, folder_names, suffixes, words
from tests.helpers.libraries import EMPTY, a_sound

WORDS = Words(["bell", "door", "doorbell", "doors", "wind"], np.array([3, 1, 5, 5, 2]))


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Catalogue]:
    """Four sounds and one that failed, in and below two roots."""
    with Catalogue.open(tmp_path) as opened:
        one, other = opened.roots.add(FilePath(b"/lib/Foley")), opened.roots.add(FilePath(b"/more/Foley"))
        opened.sounds.reserve_ids(5, 10)
        places = (b"/lib/Foley/a.wav", b"/lib/Foley/Doors/b2 x.wav", b"/lib/Foley/Doors/Wood/c.flac")
        made = [a_sound(n, root=one, first_segment=2 * n - 1) for n in range(1, 4)]
        made.append(a_sound(4, root=other, first_segment=7, metadata=SoundMetadata(ucs_id="DOORWood")))
        where = (*places, b"/more/Foley/Doors/door creak.wav")
        opened.sounds.store(
            [
                replace(sound, stamp=replace(sound.stamp, path=FilePath(raw)))
                for sound, raw in zip(made, where, strict=True)
            ],
            [],
        )
        opened.files.note_failed(replace(made[0].stamp, path=FilePath(b"/lib/Foley/broken.mp3")), EMPTY, root=one)
        yield opened


def test_words_that_begin_alike_come_by_their_sounds_and_then_by_their_letters() -> None:
    assert WORDS.begin_with("door", 9) == [("doorbell", 5), ("doors", 5), ("door", 1)]
    assert WORDS.begin_with("door", 3) == [("doorbell", 5), ("doors", 5), ("door", 1)]
    assert WORDS.begin_with("door", 2) == [("doorbell", 5), ("doors", 5)]
    assert WORDS.begin_with("z", 2) == []


@pytest.mark.parametrize(
    ("word", "is_there"), [("bell", True), ("wind", True), ("doo", False), ("zoo", False), ("a", False)]
)
def test_a_word_is_there_or_not(word: str, is_there: bool) -> None:
    assert (word in WORDS) is is_there


def test_a_cheap_count_follows_every_change_and_a_dear_one_waits(catalogue: Catalogue) -> None:
    now_s = sequence = counted = 0.0
    takes_s = 0.01

    def count(_: Catalogue) -> float:
        nonlocal now_s, counted
        now_s, counted = now_s + takes_s, counted + 1
        return counted

    kept = CachedCount(count, catalogue, sequence=lambda: sequence, clock=lambda: now_s)
    assert (kept(), kept()) == (1, 1)
    sequence = 1
    assert (kept(), kept()) == (2, 2)
    takes_s, sequence = 0.03, 2
    assert kept() == 3
    sequence, now_s = 3, now_s + 2.9  # 0.03 s and what it took: a hundred times that are not over
    assert kept() == 3
    now_s += 0.2
    assert kept() == 4
    now_s += 100.0  # nothing changed since
    assert kept() == 4


def test_a_librarys_words_endings_categories_and_folders_are_counted(catalogue: Catalogue) -> None:
    found = words(catalogue)
    counts = dict(zip(found.words, found.sounds.tolist(), strict=True))
    assert (counts["foley"], counts["doors"], counts["creak"]) == (4, 3, 1)
    assert {"a", "b2", "x", "doorwood", "broken"}.isdisjoint(found.words)
    assert list(suffixes(catalogue).items()) == [("wav", 3), ("flac", 1)]
    assert cat_ids(catalogue) == {"doorwood": 1}


def test_a_folder_counts_the_sounds_below_it_once_for_each_name(catalogue: Catalogue) -> None:
    assert folder_names(catalogue) == {"Foley": 4, "Doors": 3, "Wood": 1}
