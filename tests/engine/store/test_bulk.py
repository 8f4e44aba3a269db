"""Columns read in bulk are those read row by row."""

from pathlib import Path

import numpy as np

from engine.base.types import SoundId
from engine.library.user_data import UserData
from engine.store import columns
from engine.store.catalogue import Catalogue
from tests.helpers.libraries import ROOT, a_sound


def library(folder: Path) -> Catalogue:
    """Three sounds, the middle one gone again; names with what might part them."""
    catalogue = Catalogue.open(folder)
    root = catalogue.roots.add(ROOT)
    catalogue.sounds.reserve_ids(3, 6)
    names = ("Tür, 1.wav", "gone.wav", 'a "b"\n2.wav')
    catalogue.sounds.store(
        [a_sound(number, root=root, first_segment=2 * number - 1, name=name) for number, name in enumerate(names, 1)],
        [],
    )
    catalogue.sounds.remove([SoundId(2)])
    return catalogue


def test_numbers_texts_and_names_come_with_their_sounds(tmp_path: Path) -> None:
    with library(tmp_path) as catalogue:
        connection = catalogue.database.connection
        assert columns.ids(connection).tolist() == [1, 3]
        assert columns.numbers(connection, ["duration_s", "NULL"]).tolist()[0][:2] == [1.0, 3.0]
        assert np.isnan(columns.numbers(connection, ["NULL"])[:, 1]).all()
        ids, texts = columns.names(connection)
        assert ids.tolist() == [1, 3]
        assert texts.letters.tobytes().decode() == 'Tür, 1.wava "b"\n2.wav'
        assert texts.lengths.tolist() == [11, 11]  # ü is two bytes
        assert columns.texts(connection, "nullif(format, 'WAV')")[1].lengths.tolist() == [0, 0]


def test_segments_come_with_their_bounds_and_only_those_that_are_new(tmp_path: Path) -> None:
    with library(tmp_path) as catalogue:
        every = columns.segments(catalogue.database.connection, -1)
        assert every.sounds.tolist() == [1, 3]
        assert every.ranges.tolist() == [[1, 2], [5, 2]]
        # a_sound: two windows of two seconds, a second apart.
        assert every.bounds.tolist() == [[0.0, 2.0], [1.0, 3.0]] * 2
        assert len(columns.segments(catalogue.database.connection, catalogue.database.sequence()).sounds) == 0


def test_tags_of_a_sound_stand_in_their_order_without_the_favourite_mark(tmp_path: Path) -> None:
    with library(tmp_path) as catalogue:
        keeping = UserData(catalogue)
        keeping.add_tags([SoundId(3)], ["wood", "Door"])
        keeping.set_favourite([SoundId(1), SoundId(3)], True)
        ids, texts = catalogue.columns.tags()
        assert (ids.tolist(), texts.letters.tobytes(), texts.lengths.tolist()) == ([3], b"Door wood", [9])
        assert catalogue.columns.living().tolist() == [1, 3]
