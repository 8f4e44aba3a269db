"""Sounds sorted by every column."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.base.types import (
    AudioInfo,
    Colour,
    ContentId,
    FilePath,
    FileStamp,
    Ids,
    Measures,
    SegmentId,
    SoundId,
    SoundMetadata,
)
from engine.library.library import Library, LibraryReader
from engine.library.user_data import UserData
from engine.models.calibration import Calibration
from engine.search.aspects import ReferenceMeasures
from engine.search.ranking import Ranking, RowScores, Windows
from engine.search.score_rule import CandidateParts
from engine.search.sorting import SortKey
from engine.store.catalogue import Catalogue
from engine.store.sound_rows import IndexedSound

ROOT = FilePath(b"/s")


def sound(number: int, path: str, info: AudioInfo, measures: Measures, metadata: SoundMetadata) -> IndexedSound:
    return IndexedSound(
        id=SoundId(number),
        first_segment=SegmentId(number),
        stamp=FileStamp(FilePath(path.encode()), 100 * number, 10**18 - number * 10**9),
        content_id=ContentId(bytes([number]) * 16),
        root=1,  # type: ignore[arg-type]
        info=info,
        measures=measures,
        metadata=metadata,
        peaks=b"",
        segments=(),
        name_text="",
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Catalogue.open(tmp_path) as catalogue:
        catalogue.roots.add(ROOT)
        catalogue.sounds.reserve_ids(3, 0)
        catalogue.sounds.store(
            [
                sound(
                    1,
                    "/s/B/take 10.wav",
                    AudioInfo("WAV", "PCM_24", 48_000, 2, 24, 3.0),
                    Measures(-20.0, -1.0, 0.0, 500.0, None, 120.0, 0.9, "A minor", 0.9, 0.5),
                    SoundMetadata("wind", ("leaves",), "Gust", "Zoe", "Winds", ucs_id="WINDGust"),
                ),
                sound(
                    2,
                    "/s/A/Take 2.flac",
                    AudioInfo("FLAC", "PCM_16", 96_000, 1, 16, 1.0),
                    Measures(-30.0, -3.0, 0.0, 900.0, None, 90.0, 0.9, "C major", 0.9, -0.8),
                    SoundMetadata("door", ("bang",), "Bang", "Ann", "Doors", ucs_id="DOORWood"),
                ),
                sound(
                    3,
                    "/s/C/zed.mp3",
                    AudioInfo("MP3", "MP3", 44_100, 6, None, 2.0),
                    # A tempo that is guessed is none.
                    Measures(None, None, None, None, None, 150.0, 0.2, None, None),
                    SoundMetadata(),
                ),
            ],
            [],
        )
        keeping = UserData(catalogue)
        keeping.set_rating([SoundId(1)], 5)
        keeping.set_rating([SoundId(2)], 2)
        keeping.set_colour([SoundId(2)], Colour.RED)
        keeping.set_colour([SoundId(1)], Colour.BLUE)
        keeping.add_tags([SoundId(1)], ["zoo"])
        keeping.add_tags([SoundId(2)], ["car"])
        keeping.set_note(SoundId(1), "to be cut")
        keeping.set_note(SoundId(2), "nice")
        keeping.played(SoundId(1))
        keeping.played(SoundId(1))
        keeping.played(SoundId(2))
        keeping.used([SoundId(1)])
        keeping.used([SoundId(1)])
        keeping.used([SoundId(2)])
    return tmp_path


@pytest.fixture
def reader(folder: Path) -> Iterator[LibraryReader]:
    with LibraryReader(folder) as opened:
        yield opened


def ids(*numbers: int) -> Ids:
    return np.array(numbers, np.int64)


# Of sound 3 nothing is known in the columns where it comes last both ways.
UPWARDS = {
    SortKey.NAME: [2, 1, 3],
    SortKey.FOLDER: [2, 1, 3],
    SortKey.LENGTH: [2, 3, 1],
    SortKey.FORMAT: [2, 3, 1],
    SortKey.RATE: [3, 1, 2],
    SortKey.CHANNELS: [2, 1, 3],
    SortKey.TECHNICAL: [3, 1, 2],
    SortKey.DATE: [3, 2, 1],
    SortKey.SIZE: [1, 2, 3],
}
LAST_UNKNOWN = {
    SortKey.DEPTH: [2, 1],
    SortKey.LOUDNESS: [2, 1],
    SortKey.PEAK: [2, 1],
    SortKey.TRUE_PEAK: [2, 1],
    SortKey.BRIGHTNESS: [1, 2],
    SortKey.TEMPO: [2, 1],
    SortKey.KEY: [1, 2],
    SortKey.RATING: [2, 1],
    SortKey.COLOUR: [2, 1],
    SortKey.TAGS: [2, 1],
    SortKey.CATEGORY: [2, 1],
    SortKey.TITLE: [2, 1],
    SortKey.DESCRIPTION: [2, 1],
    SortKey.KEYWORDS: [2, 1],
    SortKey.LIBRARY: [2, 1],
    SortKey.DESIGNER: [2, 1],
    SortKey.NOTE: [2, 1],
    SortKey.PLAYS: [2, 1],
    SortKey.USES: [2, 1],
}


@pytest.mark.parametrize(("key", "wanted"), UPWARDS.items())
def test_a_column_sorts_both_ways(reader: LibraryReader, key: SortKey, wanted: list[int]) -> None:
    asked = ids(3, 1, 2)
    assert asked[reader.order(asked, key)].tolist() == wanted
    assert asked[reader.order(asked, key, descending=True)].tolist() == wanted[::-1]


@pytest.mark.parametrize(("key", "wanted"), LAST_UNKNOWN.items())
def test_what_is_not_known_comes_last_both_ways(reader: LibraryReader, key: SortKey, wanted: list[int]) -> None:
    asked = ids(3, 1, 2)
    assert asked[reader.order(asked, key)].tolist() == [*wanted, 3]
    assert asked[reader.order(asked, key, descending=True)].tolist() == [*wanted[::-1], 3]


def test_equals_stay_in_the_order_of_the_ranking(reader: LibraryReader) -> None:
    asked = ids(3, 1, 99, 2)
    assert reader.order(asked, SortKey.SCORE).tolist() == [0, 1, 2, 3]
    # Nothing is known of a sound that was removed, nor of the tempo of 3: they keep their places behind the others.
    assert asked[reader.order(asked, SortKey.TEMPO)].tolist() == [2, 1, 3, 99]


def test_a_new_rating_is_seen_at_once(reader: LibraryReader, folder: Path) -> None:
    asked = ids(1, 2, 3)
    assert asked[reader.order(asked, SortKey.RATING, True)].tolist() == [1, 2, 3]
    with Library.open(folder) as library:
        library.keeping.set_rating([SoundId(1)], 1)
    assert asked[reader.order(asked, SortKey.RATING, True)].tolist() == [2, 1, 3]


def test_an_empty_library_sorts_nothing(tmp_path: Path) -> None:
    with Catalogue.open(tmp_path):
        pass
    with LibraryReader(tmp_path) as reader:
        assert [len(reader.order(ids(), key)) for key in SortKey] == [0] * len(SortKey)


def test_a_find_similar_sorts_by_each_aspect_of_likeness(reader: LibraryReader) -> None:
    # The reference is sound 1 itself: 500 Hz, -20 LUFS, 3 s, 120 BPM. Sound 2 has 900 Hz, -30 LUFS, 1 s and 90 BPM; of
    # sound 3 only the length of 2 s is known.
    calibration = Calibration(0.3, 10.0, 0.3, 10.0, 0.4, 0.7)
    windows = Windows(np.zeros(4, np.int64), np.empty(0), np.empty(0), np.empty(0))
    cosines = np.array([0.2, 0.9, 0.5])
    asked, zeros = ids(3, 1, 2), np.zeros(3, np.int64)
    scored = RowScores(
        scores=np.array([0.9, 0.5, 0.2]),
        parts=CandidateParts(cosines, None, None),
        segments=zeros,
        sides=zeros,
        joint=np.ones((1, 2), np.float32),
        words=(None,),
        windows=windows,
        calibration=calibration,
        compared=ReferenceMeasures(500.0, -20.0, 3.0, 120.0),
    )
    ranking = Ranking(asked, "exact", 3, scored=scored)

    def falling(key: SortKey) -> list[int]:
        return [int(id) for id in asked[reader.order_of(ranking, key, True)]]

    assert falling(SortKey.LIKE_SOUND) == [1, 2, 3]
    assert falling(SortKey.LIKE_NAME) == [3, 1, 2], "no names were compared: all stay as they are"
    assert falling(SortKey.LIKE_LENGTH) == [1, 3, 2]
    for key in (SortKey.LIKE_BRIGHTNESS, SortKey.LIKE_LOUDNESS, SortKey.LIKE_TEMPO):
        assert falling(key) == [1, 2, 3]
    hits = reader.hits(ranking, [1, 2, 0])
    assert hits[0].why.brightness == hits[0].why.length == hits[0].why.tempo == 1.0
    assert hits[1].why.loudness == pytest.approx(2 ** (-10 / 6))
    assert (hits[2].why.brightness, hits[2].why.tempo) == (None, None)
