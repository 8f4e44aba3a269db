"""Where something is said, on vectors made by hand: three words are three axes."""

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from engine.base.types import PackId, SoundId
from engine.features.speech.detector import SpeechRegion
from engine.features.speech.words_file import SpeechStretches, WordsFile, packed, unpacked
from engine.features.speech.words_listener import agreeing, stretches, trimmed
from engine.features.speech.words_search import apart, both, find_spoken, in_order, with_itself

OPEN, THE, DOOR = np.eye(3, dtype=np.float32)


def spoken(*said: tuple[float, float, np.ndarray]) -> SpeechStretches:
    starts, ends, vectors = zip(*said, strict=True)
    ones = np.ones(len(said))
    return SpeechStretches(1.0, np.array(starts), np.array(ends), np.stack(vectors).astype(np.float32), ones, ones)


@pytest.fixture
def heard(tmp_path: Path) -> WordsFile:
    """Sound 1 says "open the door", sound 2 the same words in another order, sound 3 "door" alone."""
    file = WordsFile.for_pack(tmp_path, PackId("p"))
    file.keep(SoundId(1), b"a", spoken((1.0, 1.4, OPEN), (1.4, 1.6, THE), (1.6, 2.0, DOOR), (3.0, 3.4, OPEN)))
    file.keep(SoundId(2), b"b", spoken((1.0, 1.4, DOOR), (1.4, 1.6, THE), (1.6, 2.0, OPEN)))
    file.keep(SoundId(3), b"c", spoken((0.5, 0.9, DOOR)))
    return file


def test_a_word_is_found_where_it_is_said(heard: WordsFile) -> None:
    found = find_spoken(heard, [DOOR], None, lambda: None, 10.0)
    assert found.ids.tolist() == [1, 2, 3]
    assert found.best == pytest.approx([1.0, 1.0, 1.0], abs=1e-3)
    firsts = found.bounds[:-1]
    assert found.starts_s[firsts].tolist() == [1.6, 1.0, 0.5]


def test_the_stretch_that_was_asked_about_is_sure_and_first(heard: WordsFile) -> None:
    near = (OPEN + np.float32(0.6) * THE) / np.float32(np.sqrt(1.36))
    found = find_spoken(heard, [near], None, lambda: None, 10.0)
    assert found.best.max() < 0.9
    sure = with_itself(found, 1, 2.9, 3.5)
    assert sure.ids.tolist() == found.ids.tolist() and sure.bounds.tolist() == found.bounds.tolist()
    assert (sure.starts_s[0], sure.ends_s[0], sure.cosines[0], sure.best[0]) == (3.0, 3.4, 1.0, 1.0)
    assert sorted(sure.starts_s[: sure.bounds[1]]) == sorted(found.starts_s[: found.bounds[1]])
    assert sure.best[1:].tolist() == found.best[1:].tolist()
    assert with_itself(found, 7, 2.9, 3.5) is found and with_itself(found, 1, 7.0, 8.0) is found


def test_a_phrase_is_its_words_in_their_order(heard: WordsFile) -> None:
    whole = (OPEN + THE + DOOR) / np.float32(np.sqrt(3.0))
    found = find_spoken(heard, [whole, OPEN, THE, DOOR], None, lambda: None, 10.0)
    assert found.best[0] == pytest.approx(1.0, abs=1e-3)
    assert found.best[1] < 0.7 and found.best[2] < 0.7
    first = found.bounds[0]
    assert (found.starts_s[first], found.ends_s[first]) == (1.0, 2.0)


def test_words_too_far_apart_are_no_phrase() -> None:
    cosines = np.array([[1.0, 0.0], [0.0, 1.0]])
    near = in_order(np.array([0.0, 0.5]), np.array([0.4, 0.9]), cosines)
    far = in_order(np.array([0.0, 2.0]), np.array([0.4, 2.4]), cosines)
    assert near[2].max(initial=-1.0) == 1.0
    assert far[2].max(initial=-1.0) == -1.0


def test_what_is_hardly_speech_counts_for_less(tmp_path: Path) -> None:
    file = WordsFile.for_pack(tmp_path, PackId("p"))
    for number, chance in enumerate((0.98, 0.5, 0.15), start=1):
        sure = spoken((0.5, 0.9, DOOR))
        file.keep(SoundId(number), b"d", replace(sure, chances=np.array([chance])))
    found = find_spoken(file, [DOOR], None, lambda: None, 20.0)
    # The odds of speech multiply those of the word: 49, 1 and 3 to 17, over the 49 of sure speech.
    odds = np.array([1.0, 1.0 / 49.0, 3.0 / 17.0 / 49.0])
    assert found.best == pytest.approx(1.0 + np.log(odds) / 20.0, abs=2e-3)


def test_what_only_one_of_several_windows_hears_counts_for_less(tmp_path: Path) -> None:
    starts_s, ends_s = np.array([0.0, 0.1, 0.2, 3.0]), np.array([0.5, 0.6, 0.7, 3.5])
    # The first shares 0.4 of 0.6 s with the second and 0.3 of 0.7 s with the third; the last is alone.
    vectors, lengths = agreeing(starts_s, ends_s, np.stack([DOOR, DOOR, OPEN, DOOR]))
    assert lengths == pytest.approx([1.0, np.hypot(0.9, 0.1), np.hypot(0.15, 0.85), 1.0], abs=1e-6)
    file = WordsFile.for_pack(tmp_path, PackId("p"))
    file.keep(SoundId(1), b"a", SpeechStretches(1.0, starts_s, ends_s, vectors, np.ones(4), lengths))
    found = find_spoken(file, [OPEN], None, lambda: None, 10.0)
    assert found.best == pytest.approx([0.85], abs=0.01)


def test_only_sounds_that_may_answer_do(heard: WordsFile) -> None:
    assert find_spoken(heard, [DOOR], np.array([2, 3]), lambda: None, 10.0).ids.tolist() == [2, 3]


def test_both_words_have_to_be_said(heard: WordsFile) -> None:
    doors, opens = (find_spoken(heard, [word], None, lambda: None, 10.0) for word in (DOOR, OPEN))
    found = both(doors, opens)
    assert found.ids.tolist() == [1, 2, 3]
    assert found.best[2] == pytest.approx(0.0, abs=1e-6)


def test_of_places_that_overlap_the_best_stays() -> None:
    kept = apart(np.array([0.0, 0.1, 1.0]), np.array([0.5, 0.6, 1.5]), np.array([0.8, 0.9, 0.7]))
    assert kept == [(0.1, 0.6, 0.9), (1.0, 1.5, 0.7)]


def test_what_is_gone_or_of_another_pack_is_forgotten(tmp_path: Path, heard: WordsFile) -> None:
    heard.forget([SoundId(1)])
    assert set(heard.known()) == {2, 3}
    assert find_spoken(heard, [DOOR], None, lambda: None, 10.0).ids.tolist() == [2, 3]
    heard.close()
    assert WordsFile.for_pack(tmp_path, PackId("another")).known() == {}


def test_a_damaged_file_is_made_anew(tmp_path: Path, heard: WordsFile) -> None:
    heard.close()
    (tmp_path / "words.db").write_bytes(b"no database" * 1000)
    assert WordsFile.at(tmp_path) is None
    assert WordsFile.for_pack(tmp_path, PackId("p")).known() == {}


def test_vectors_of_a_byte_a_number_keep_their_cosines() -> None:
    vectors = np.random.default_rng(1).standard_normal((50, 128)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    assert np.abs(unpacked(packed(vectors)) @ vectors.T - vectors @ vectors.T).max() < 0.01


def test_a_short_region_is_heard_whole_and_by_windows() -> None:
    samples = np.zeros(8000, np.float32)
    samples[2400:4800] = 0.5
    found = list(stretches(SpeechRegion(0.2, 0.8, 1.0), samples, 8000, (0.25, 0.5), 0.1, 1.0))
    assert found[0] == (2400 - 160, 4800 + 160)
    assert {end - start for start, end in found[1:]} == {2000, 4000}
    assert all(start >= 1600 and end <= 6400 for start, end in found)
    assert trimmed(np.zeros(100, np.float32), 8000) == (0, 100)
