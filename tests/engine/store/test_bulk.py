"""Columns read in bulk are those read row by row."""

from pathlib import Path

import numpy as np

from engine.store import bulk
from engine.store.catalogue import Catalogue
from engine.types import SoundId
from tests.helpers.libraries import ROOT, a_sound


def library(folder: Path) -> Catalogue:
    """Three sounds, the middle one gone again; names with what might part them."""
    catalogue = Catalogue.open(folder)
    root = catalogue.add_root(ROOT)
    catalogue.reserve_ids(3, 6)
    names = ("Tür, 1.wav", "gone.wav", 'a "b"\n2.wav')
    catalogue.store(
        [a_sound(number, root=root, first_segment=2 * number - 1, name=name) for number, name in enumerate(names, 1)],
        [],
    )
    catalogue.remove([SoundId(2)])
    return catalogue


def test_numbers_texts_and_names_come_with_their_sounds(tmp_path: Path) -> None:
    with library(tmp_path) as catalogue:
        connection = catalogue._connection
        assert bulk.ids(connection).tolist() == [1, 3]
        assert bulk.numbers(connection, ["duration_s", "NULL"]).tolist()[0][:2] == [1.0, 3.0]
        assert np.isnan(bulk.numbers(connection, ["NULL"])[:, 1]).all()
        ids, texts = bulk.names(connection)
        assert ids.tolist() == [1, 3]
        assert texts.letters.tobytes().decode() == 'Tür, 1.wava "b"\n2.wav'
        assert texts.lengths.tolist() == [11, 11]  # ü is two bytes
        assert bulk.texts(connection, "nullif(format, 'WAV')")[1].lengths.tolist() == [0, 0]


def test_segments_come_with_their_bounds_and_only_those_that_are_new(tmp_path: Path) -> None:
    with library(tmp_path) as catalogue:
        every = bulk.segments(catalogue._connection, -1)
        assert every.sounds.tolist() == [1, 3]
        assert every.ranges.tolist() == [[1, 2], [5, 2]]
        # a_sound: two windows of two seconds, a second apart.
        assert every.bounds.tolist() == [[0.0, 2.0], [1.0, 3.0]] * 2
        assert len(bulk.segments(catalogue._connection, catalogue.sequence()).sounds) == 0


def test_what_a_query_finds_is_ascending_and_may_be_nothing(tmp_path: Path) -> None:
    with library(tmp_path) as catalogue:
        assert bulk.ids_of(catalogue._connection, "SELECT id FROM sound ORDER BY id DESC").tolist() == [1, 3]
        assert bulk.ids_of(catalogue._connection, "SELECT id FROM sound WHERE id > ?", (5,)).tolist() == []
