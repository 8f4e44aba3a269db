"""A library searched through its façade: real files, real catalogue, the tiny pack."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import apsw
import numpy as np
import pytest
from msgspec.structs import replace

from engine.audio.peaks import from_bytes, to_bytes
from engine.base.chips import UnreadReason
from engine.base.errors import EmptyAudio, LibraryError, NotAFile, PackError, QueryError
from engine.base.folders import default_folder
from engine.base.library_facts import IndexKind
from engine.base.messages import said
from engine.base.query_messages import QueryMessage
from engine.base.types import NO_EVENTS, Answer, Confidence, FilePath
from engine.library.library import CANCELLED, Library
from engine.library.reader import LibraryReader
from engine.models.pack import load_pack
from engine.search.question import Like, Question
from engine.search.ranking import alone
from engine.store.catalogue import Catalogue
from engine.store.connection import FILE_NAME
from engine.store.row_checks import add_row_digest
from tests.helpers.small_library import store_sounds
from tests.helpers.sounds import noise, tone, write, write_noise, write_tone, write_with_bext
from tests.helpers.tiny_pack import make_tiny_pack


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_pack(tmp_path_factory.mktemp("pack") / "tiny")


@pytest.fixture(scope="module")
def sounds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Nine sounds whose names do not always tell what they sound like."""
    root = tmp_path_factory.mktemp("sounds")
    write_tone(root / "Machines" / "fridge_01.wav", 100.0, 1.0)
    write_tone(root / "Machines" / "fridge_02.wav", 100.0, 0.9, level=0.4)
    write_tone(root / "Machines" / "alarm.flac", 4000.0, 1.0, channels=2)
    write_noise(root / "Weather" / "DSGN_storm.wav", 1.5)
    write_with_bext(root / "Weather" / "take7.wav", "Puppy at the gate", hz=600.0, seconds=0.6)
    write_tone(root / "odd" / "low_hum.wav", 4000.0, 0.7)
    write_tone(root / "odd" / "beep gate.wav", 100.0, 0.7)
    write(root / "odd" / "nothing.wav", np.zeros(16_000, np.float32))
    long = np.concatenate([noise(20.0), tone(4000.0, 3.0), noise(20.0), tone(4000.0, 3.0), noise(10.0)])
    write(root / "field" / "long_walk.wav", long)
    return root


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory, pack: Path, sounds: Path) -> Path:
    folder = tmp_path_factory.mktemp("library")
    store_sounds(folder, sounds, pack, sorted(sounds.rglob("*.*")))
    return folder


@pytest.fixture
def library(filled: Path, pack: Path) -> Iterator[Library]:
    with Library.open(filled, pack=pack, read_only=True) as opened:
        yield opened


def names(answer: Answer) -> list[str]:
    return [hit.sound.path.name for hit in answer.hits]


def test_a_sound_is_found_by_what_it_sounds_like(library: Library) -> None:
    assert set(names(library.answer(Question("low hum", sound_only=True)))[:3]) == {
        "fridge_01.wav",
        "fridge_02.wav",
        "beep gate.wav",
    }


def test_a_sound_is_found_by_the_meaning_of_its_description(library: Library) -> None:
    best = library.answer(Question("dog")).hits[0]
    assert best.sound.path.name == "take7.wav"
    assert best.why.name is not None
    assert best.why.name > 0.3
    assert best.why.words == ("dog",)  # by "puppy", a kind of dog


def test_sound_only_ignores_names_and_says_so(library: Library) -> None:
    answer = library.answer(Question("beep", sound_only=True))
    assert names(answer)[0] in {"alarm.flac", "low_hum.wav", "long_walk.wav"}
    assert names(answer).index("beep gate.wav") > 3
    assert (answer.hits[0].why.name, answer.hits[0].why.keyword) == (None, None)


def test_one_ranking_puts_a_sound_first_that_rings_and_is_named_so(library: Library) -> None:
    best = library.answer(Question("hum in the machines")).hits[0]
    assert best.sound.path.name in {"fridge_01.wav", "fridge_02.wav"}
    assert best.why.words == ("machines",)
    assert best.why.keyword == 0.5


def test_a_long_sound_answers_with_the_times_of_its_moments(library: Library) -> None:
    hit = next(hit for hit in library.answer(Question("high beep")).hits if hit.sound.path.name == "long_walk.wav")
    # The beeps last from 20 to 23 s and from 43 to 46 s; windows are 2 s long.
    starts = sorted(moment.start_s for moment in hit.moments[:2])
    assert starts[0] == pytest.approx(20.0, abs=1.01)
    assert starts[1] == pytest.approx(43.0, abs=1.01)
    assert hit.moments[0].similarity >= hit.moments[-1].similarity


@pytest.fixture(scope="module")
def barking(tmp_path_factory: pytest.TempPathFactory, pack: Path) -> Path:
    """A recording of soft noise with a beep from 7.4 to 8.1 s, and one of noise alone."""
    root, folder = tmp_path_factory.mktemp("barking"), tmp_path_factory.mktemp("barking-library")
    bed = noise(20.0, level=0.1)
    bed[round(7.4 * 32_000) : round(8.1 * 32_000)] += tone(4000.0, 0.7)
    files = [write(root / "yard.wav", bed), write(root / "static.wav", noise(20.0, level=0.05, seed=3))]
    store_sounds(folder, root, pack, files)
    return folder


def moments_of(library: Library, words: str, name: str) -> list[tuple[float, float]]:
    hit = next(hit for hit in library.answer(Question(words, sound_only=True)).hits if hit.sound.path.name == name)
    return [(moment.start_s, moment.end_s) for moment in hit.moments]


@pytest.mark.shows("moment-fits-event")
def test_a_moment_fits_the_event_and_not_the_window(barking: Path, pack: Path) -> None:
    with Library.open(barking, pack=pack, read_only=True) as library:
        assert moments_of(library, "high beep", "yard.wav")[0] == pytest.approx((7.4, 8.1), abs=0.08)
        # Windows are two seconds long; noise has no event that it could be fitted to, and a beep is no noise.
        assert all(end - start >= 2.0 for start, end in moments_of(library, "hiss", "static.wav"))
        assert all(end - start >= 2.0 for start, end in moments_of(library, "hiss", "yard.wav"))


def test_every_way_to_a_moment_gives_the_same_bounds(barking: Path, pack: Path) -> None:
    with Library.open(barking, pack=pack, read_only=True) as library, LibraryReader(barking) as reader:
        ranking = library.rank(Question("high beep", sound_only=True))
        (hit,) = library.hits(ranking, range(1))
        assert hit.sound.path.name == "yard.wav"
        assert reader.hits(ranking, [0])[0].moments == hit.moments == library.explain(ranking, hit.sound.id).moments


def test_sounds_indexed_before_events_were_kept_have_their_windows(barking: Path, pack: Path, tmp_path: Path) -> None:
    folder = tmp_path / "old"
    shutil.copytree(barking, folder)
    with apsw.Connection(str(folder / FILE_NAME)) as connection:
        add_row_digest(connection)
        for id, kept in connection.execute("SELECT sound_id, peaks FROM detail").fetchall():
            old = to_bytes(replace(from_bytes(kept), events=NO_EVENTS))
            assert old[4:6] == b"\1\0"
            connection.execute("UPDATE detail SET peaks = ? WHERE sound_id = ?", (old, id))
    with Library.open(folder, pack=pack, read_only=True) as library:
        start, end = moments_of(library, "high beep", "yard.wav")[0]
        assert start <= 7.4 and end >= 8.1 and end - start >= 2.0


def test_a_damaged_overview_costs_the_fit_alone(barking: Path, pack: Path, tmp_path: Path) -> None:
    folder = tmp_path / "damaged"
    shutil.copytree(barking, folder)
    with apsw.Connection(str(folder / FILE_NAME)) as connection:
        add_row_digest(connection)
        connection.execute("UPDATE detail SET peaks = x'00'")
    with Library.open(folder, pack=pack, read_only=True) as library:
        start, end = moments_of(library, "high beep", "yard.wav")[0]
        assert end - start >= 2.0


def test_places_that_were_heard_as_such_are_not_moved(barking: Path, pack: Path) -> None:
    with Library.open(barking, pack=pack, read_only=True) as library:
        ranking = library.rank(Question("high beep", sound_only=True))
        assert ranking.scored is not None
        windows = replace(ranking.scored.windows, are_places=True)
        places = replace(ranking, scored=replace(ranking.scored, windows=windows))
        (hit,) = library.hits(places, range(1))
        (single,) = library.hits(alone(places, 0), range(1))
        assert hit.moments == single.moments and hit.moments[0].end_s - hit.moments[0].start_s >= 2.0


def test_every_sound_that_passes_is_answered_once_and_weak_ones_are_marked(library: Library) -> None:
    answer = library.answer(Question("low hum"))
    assert sorted(names(answer)) == sorted(hit.sound.path.name for hit in library.browse().hits)
    assert answer.considered == 9
    assert answer.hits[0].confidence is Confidence.STRONG
    assert answer.hits[-1].confidence is Confidence.WEAK
    assert [hit.rank for hit in answer.hits] == list(range(1, 10))


def test_the_limit_is_kept(library: Library) -> None:
    assert names(library.answer(Question("low hum", limit=2))) == names(library.answer(Question("low hum")))[:2]


def test_quoted_words_must_be_in_name_or_metadata(library: Library) -> None:
    assert sorted(names(library.answer(Question('hum "gate"')))) == ["beep gate.wav", "take7.wav"]


def test_a_bar_gives_both_and_the_better_alternative_explains(library: Library) -> None:
    answer = library.answer(Question('"alarm" | "storm"'))
    assert sorted(names(answer)) == ["DSGN_storm.wav", "alarm.flac"]
    assert {hit.why.words for hit in answer.hits} == {("alarm",), ("storm",)}


def test_minus_removes_names_and_lowers_what_sounds_like_it(library: Library) -> None:
    plain, lowered = library.answer(Question("beep")), library.answer(Question("beep -hum"))
    assert "low_hum.wav" in names(plain)
    assert "low_hum.wav" not in names(lowered)
    score = {hit.sound.path.name: hit.score for hit in lowered.hits}
    assert score["beep gate.wav"] < {hit.sound.path.name: hit.score for hit in plain.hits}["beep gate.wav"]


def test_minus_alone_puts_what_sounds_like_it_last(library: Library) -> None:
    assert set(names(library.answer(Question("-hum")))[-3:]) == {"fridge_01.wav", "fridge_02.wav", "beep gate.wav"}


def test_filters_choose_and_the_rest_ranks(library: Library) -> None:
    assert names(library.answer(Question("beep ch:stereo ext:flac"))) == ["alarm.flac"]
    assert sorted(names(library.answer(Question("beep in:machines dur:<0.95")))) == ["fridge_02.wav"]


def test_filters_alone_list_the_newest_and_a_folder_by_name(library: Library) -> None:
    newest = names(library.answer(Question("dur:>0")))
    answer = library.answer(Question("in:odd"))
    assert names(answer) == ["beep gate.wav", "low_hum.wav", "nothing.wav"]
    assert [name for name in newest if name in names(answer)] == ["nothing.wav", "low_hum.wav", "beep gate.wav"]
    assert answer.note is None


def test_nothing_passes_and_says_so(library: Library) -> None:
    answer = library.answer(Question("hum ch:7"))
    assert (answer.hits, answer.considered, answer.note) == ((), 0, said(QueryMessage.NOTHING_PASSES))


def test_quoted_words_that_are_nowhere_are_named_as_the_reason(library: Library) -> None:
    assert "quoted words" in str(library.answer(Question('hum "xylophone"')).note)


def test_minus_removes_other_forms_of_the_word_too(library: Library) -> None:
    assert "alarm.flac" not in names(library.answer(Question("beep -alarms")))


def test_only_weak_answers_say_so(library: Library) -> None:
    answer = library.answer(Question("kitten"))
    assert {hit.confidence for hit in answer.hits} == {Confidence.WEAK}
    assert answer.note


def test_a_chip_switched_off_takes_no_part(library: Library) -> None:
    chips = [chip.text for chip in library.answer(Question("beep ch:stereo")).chips]
    answer = library.answer(Question("beep ch:stereo", without=frozenset({"filter ch: 2.0..2.0"})))
    assert len(answer.hits) == 9
    assert [chip.text for chip in answer.chips] == chips


def test_stacks_fold_copies_under_the_best(library: Library) -> None:
    folded = library.answer(Question("low hum", sound_only=True, stacks=True))
    first = folded.hits[0]
    listed = len(folded.hits) + sum(len(hit.stacked) for hit in folded.hits)
    assert len(first.stacked) == 2
    assert listed == 9


@pytest.mark.parametrize(
    "text", ["\x00\x1b[2J", "'; DROP TABLE sound;--", '"', "a" * 1_000_000, "* OR NEAR(", "🎵", "-", "|"]
)
def test_no_text_breaks_a_search(library: Library, text: str) -> None:
    assert library.answer(Question(text)).considered == 9


def test_the_rest_of_a_query_is_answered_where_a_filter_cannot_be_read(library: Library) -> None:
    answer, plain = library.answer(Question("hum dur:soon")), library.answer(Question("hum"))
    assert [hit.sound.id for hit in answer.hits] == [hit.sound.id for hit in plain.hits]
    assert (answer.chips[0].source, answer.chips[0].why) == ("dur:soon", UnreadReason.VALUE)


def test_a_cancelled_search_gives_nothing(library: Library) -> None:
    answer = library.answer(Question("hum"), cancel=lambda: True)
    assert (answer.hits, answer.tier) == ((), CANCELLED)


def test_exact_search_agrees(library: Library) -> None:
    assert names(library.answer(Question("beep", exact=True))) == names(library.answer(Question("beep")))


def test_ties_go_by_path(tmp_path: Path, pack: Path) -> None:
    paths = [write_tone(tmp_path / "s" / f"{name}.wav", 600.0, 0.5) for name in ("c", "a", "b")]
    store_sounds(tmp_path / "library", tmp_path / "s", pack, paths)
    with Library.open(tmp_path / "library", pack=pack) as library:
        assert names(library.answer(Question("horn", sound_only=True))) == ["a.wav", "b.wav", "c.wav"]
        assert names(library.answer(Question("horn", sound_only=True, limit=2))) == ["a.wav", "b.wav"]


def test_ties_go_by_path_among_more_copies_than_are_asked_for(tmp_path: Path, pack: Path) -> None:
    paths = [write_tone(tmp_path / "s" / f"{name}.wav", 600.0, 0.5) for name in "lkjihgfedcba"]
    store_sounds(tmp_path / "library", tmp_path / "s", pack, paths)
    with Library.open(tmp_path / "library", pack=pack) as library:
        assert names(library.answer(Question(like=Like(FilePath.of(paths[0])), limit=2))) == ["a.wav", "b.wav"]


def test_similar_hears_a_file_from_anywhere(library: Library, tmp_path: Path) -> None:
    found = library.answer(Question(like=Like(FilePath.of(write_tone(tmp_path / "x.wav", 4000.0, 0.8)))))
    assert set(names(found)[:3]) == {"alarm.flac", "low_hum.wav", "long_walk.wav"}


def test_similar_hears_only_the_stretch(library: Library, sounds: Path) -> None:
    path = FilePath.of(sounds / "field" / "long_walk.wav")
    stretch = library.answer(Question(like=Like(path, start_s=20.5, end_s=22.5)))
    assert set(names(stretch)[:3]) == {"alarm.flac", "low_hum.wav", "long_walk.wav"}
    assert names(library.answer(Question(like=Like(path))))[1] == "DSGN_storm.wav"


def test_similar_to_a_sound_of_the_library_equals_similar_to_its_file(library: Library) -> None:
    sound = library.answer(Question('"alarm"')).hits[0].sound
    assert names(library.answer(Question(like=Like(sound.id)))) == names(
        library.answer(Question(like=Like(sound.path)))
    )
    assert library.answer(Question(like=Like(sound.id))).hits[0].sound.id == sound.id


def test_similar_refuses_what_is_no_stretch_and_no_file(library: Library, sounds: Path) -> None:
    path = FilePath.of(sounds / "Machines" / "alarm.flac")
    with pytest.raises(QueryError):
        library.answer(Question(like=Like(path, start_s=0.5, end_s=0.2)))
    with pytest.raises(EmptyAudio):
        library.answer(Question(like=Like(path, start_s=60.0)))
    with pytest.raises(NotAFile):
        library.answer(Question(like=Like(FilePath.of(sounds / "gone.wav"))))


def test_browsing_shows_the_newest_first_in_pages(library: Library) -> None:
    everything = names(library.browse())
    assert len(everything) == 9
    assert names(library.browse(4, 4)) == everything[4:8]
    assert [hit.rank for hit in library.browse(2, 4).hits] == [5, 6]


def test_what_another_process_adds_is_found_without_opening_again(tmp_path: Path, pack: Path) -> None:
    first = write_tone(tmp_path / "s" / "one.wav", 100.0, 0.5)
    store_sounds(tmp_path / "library", tmp_path / "s", pack, [first])
    with Library.open(tmp_path / "library", pack=pack) as library:
        assert names(library.answer(Question("beep"))) == ["one.wav"]
        before = library.catch_up()
        store_sounds(tmp_path / "library", tmp_path / "s", pack, [write_tone(tmp_path / "s" / "two.wav", 4000.0, 0.5)])
        assert library.catch_up() > before
        assert names(library.answer(Question("beep"))) == ["two.wav", "one.wav"]


def test_a_folder_that_is_taken_out_is_no_longer_found(tmp_path: Path, pack: Path) -> None:
    store_sounds(tmp_path / "library", tmp_path / "s", pack, [write_tone(tmp_path / "s" / "one.wav", 100.0, 0.5)])
    with Library.open(tmp_path / "library", pack=pack) as library:
        assert names(library.answer(Question("hum"))) == ["one.wav"]
        library.remove_root(library.roots()[0].id)
        assert library.answer(Question("hum")).note == said(QueryMessage.NO_SOUNDS)


def test_favourites_and_tags_filter(tmp_path: Path, pack: Path) -> None:
    paths = [write_tone(tmp_path / "s" / f"{name}.wav", 600.0, 0.5) for name in ("a", "b")]
    one, two = store_sounds(tmp_path / "library", tmp_path / "s", pack, paths)
    with Library.open(tmp_path / "library", pack=pack) as library:
        library.keeping.set_favourite([one], True)
        library.keeping.add_tags([two], ["Scene 4"])
        assert names(library.answer(Question("horn fav:"))) == ["a.wav"]
        assert names(library.answer(Question('tag:"scene 4"'))) == ["b.wav"]


def test_a_search_follows_what_the_user_kept_since(tmp_path: Path, pack: Path) -> None:
    paths = [write_tone(tmp_path / "s" / f"{name}.wav", 600.0, 0.5) for name in ("a", "b")]
    one, two = store_sounds(tmp_path / "library", tmp_path / "s", pack, paths)
    with Library.open(tmp_path / "library", pack=pack) as library:
        library.keeping.set_favourite([one, two], True)
        assert names(library.answer(Question("horn fav:"))) == ["a.wav", "b.wav"]
        sequence = library.catch_up()
        undo = library.keeping.set_favourite([one], False)
        assert names(library.answer(Question("horn fav:"))) == ["b.wav"]
        assert library.catch_up() == sequence
        library.keeping.undo(undo)
        assert names(library.answer(Question("horn fav:"))) == ["a.wav", "b.wav"]


def test_a_collection_comes_in_its_order_and_what_was_heard_last_first(tmp_path: Path, pack: Path) -> None:
    paths = [write_tone(tmp_path / "s" / f"{name}.wav", 600.0, 0.5) for name in "abcd"]
    a, b, c, d = store_sounds(tmp_path / "library", tmp_path / "s", pack, paths)
    with Library.open(tmp_path / "library", pack=pack) as library:
        keeping = library.keeping
        keeping.add_to(keeping.make_collection("Film")[0].id, [b, d, a])
        for now_s, id in enumerate((c, a, d, a)):
            keeping.played(id, now_s=float(now_s))
        assert library.rank(Question("collection:film")).ids.tolist() == [b, d, a]
        assert library.rank(Question("", filters="collection:film dur:<9 heard:")).ids.tolist() == [d, a]
        assert library.rank(Question("heard:")).ids.tolist() == [a, d, c]
        assert library.rank(Question("used:")).ids.tolist() == []
        keeping.used([c, d], now_s=9.0)
        assert sorted(library.rank(Question("used:")).ids.tolist()) == [c, d]
        assert library.rank(Question("heard:no")).ids.tolist() == [b]
        assert names(library.answer(Question("collection:film"))) == ["b.wav", "d.wav", "a.wav"]
        library.warm_up()  # from now on the session answers
        assert library.rank(Question("collection:film")).ids.tolist() == [b, d, a]


def test_what_is_typed_is_completed(library: Library) -> None:
    library.warm_up()
    assert library.complete("frid")[0].text == "fridge"
    text = "hum ext:fl low"
    (found,) = library.complete(text, 10)
    assert text[: found.start] + found.text + text[found.end :] == "hum ext:flac low"


def test_a_new_library_is_empty_and_needs_no_pack(tmp_path: Path) -> None:
    with Library.open(tmp_path / "new", makes=True) as library:
        assert library.answer(Question("anything")).note == said(QueryMessage.NO_SOUNDS)
        assert library.browse().hits == ()
        stats = library.stats()
        assert (stats.sounds, stats.pack_name, stats.index_state.kind) == (0, "", "exact")


def test_reading_a_library_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LibraryError):
        Library.open(tmp_path / "none", read_only=True)


def test_vectors_of_two_packs_are_never_mixed(filled: Path, tmp_path: Path) -> None:
    other = make_tiny_pack(tmp_path / "other", dim=24)
    with Library.open(filled, pack=other) as library, pytest.raises(PackError, match="cannot be compared") as caught:
        library.answer(Question("hum"))
    assert "--pack" in caught.value.advice


def test_a_pack_that_is_not_installed_is_named(filled: Path) -> None:
    with Library.open(filled) as library:
        with pytest.raises(PackError, match="not installed") as refused:
            library.answer(Question("hum"))
        assert "earshot pack install" in refused.value.advice
        assert library.stats().index_state.kind is IndexKind.REFUSED


def test_a_library_that_is_embedded_anew_answers_with_what_is_done(tmp_path: Path, pack: Path) -> None:
    """While a job re-embeds, the catalogue has sounds that the index of the new pack has not."""
    paths = [write_tone(tmp_path / "s" / "a.wav", 100.0, 0.5), write_tone(tmp_path / "s" / "b.wav", 4000.0, 0.5)]
    store_sounds(tmp_path / "library", tmp_path / "s", pack, paths)
    other = make_tiny_pack(tmp_path / "other", dim=24)
    with Library.open(tmp_path / "library") as library, Catalogue.open(tmp_path / "library") as catalogue:
        catalogue.packs.set_searched(load_pack(other).info.pack_id, "tiny 24")
        library._current._pack = other
        assert len(library.answer(Question("hum")).hits) == 2
        assert len(library.answer(Question('"a" | beep -rain', stacks=True)).hits) == 2
        assert names(library.answer(Question(like=Like(FilePath.of(paths[0]))))) == ["a.wav", "b.wav"]


def test_statistics_count_the_library(library: Library, sounds: Path) -> None:
    stats = library.stats()
    assert (stats.sounds, stats.failed, stats.roots) == (9, 0, (str(sounds),))
    assert stats.segments > 9
    assert stats.bytes_on_disk > 10_000


def test_a_reader_gives_rows_and_waveforms(library: Library) -> None:
    sound = library.browse().hits[0].sound
    with library.reader() as reader:
        assert reader.sound(sound.id) == sound
        assert reader.sounds([sound.id]) == [sound]
        peaks = reader.peaks(sound.id)
    assert peaks is not None
    assert peaks.duration_s == pytest.approx(sound.info.duration_s if sound.info else 0.0, abs=0.01)


def test_the_default_folder_is_the_users_own() -> None:
    assert default_folder().is_absolute()
    assert "earshot" in str(default_folder())
