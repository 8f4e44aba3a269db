"""Ratings, colours, favourites, tags, notes and counts: kept, taken back, and there again after a removal."""

from pathlib import Path

import numpy as np
import pytest

from engine.base.errors import KeepingError
from engine.base.types import NO_MARKS, Colour, FilePath, FileStamp, Marks, SoundId
from engine.library.user_data import ChangeKind, UserData
from engine.library.user_data.marks import LONGEST_NOTE
from engine.store.catalogue import Catalogue
from engine.store.filters import FOLDERS, FORMATS, HEARD, LENGTH, RATING, AllOf, AnyOf, Between, Filters, Is
from tests.engine.library.keeping.conftest import store
from tests.helpers.libraries import EMPTY, ROOT, a_sound

ONE, TWO, THREE = SoundId(1), SoundId(2), SoundId(3)


def test_what_the_user_says_of_sounds_comes_with_them(catalogue: Catalogue, keeping: UserData) -> None:
    keeping.set_rating([ONE, TWO], 4)
    keeping.set_colour([TWO], Colour.BLUE)
    keeping.set_favourite([TWO], True)
    keeping.add_tags([TWO], ["Room  Tone", "best"])
    keeping.set_note(TWO, "  hum at 50 Hz\nafter 0:30 ")
    keeping.played(TWO, now_s=100.0)
    keeping.played(TWO, now_s=200.0)
    keeping.used([TWO], now_s=300.0)
    assert catalogue.sounds.one(ONE).marks == Marks(rating=4)
    assert catalogue.sounds.one(TWO).marks == Marks(
        4, Colour.BLUE, True, ("best", "Room Tone"), "hum at 50 Hz\nafter 0:30", 2, 1, 200.0, 300.0
    )
    assert catalogue.sounds.one(THREE).marks is NO_MARKS


def test_every_change_is_taken_back_and_made_again(catalogue: Catalogue, keeping: UserData) -> None:
    keeping.set_rating([ONE], 2)
    keeping.add_tags([ONE], ["old"])
    before = catalogue.sounds.many([ONE, TWO])
    undos = [
        keeping.set_rating([ONE, TWO], 5),
        keeping.set_colour([ONE, TWO], Colour.RED),
        keeping.set_favourite([TWO], True),
        keeping.add_tags([ONE, TWO], ["old", "new"]),
        keeping.remove_tags([ONE], ["old"]),
        keeping.set_note(ONE, "a note"),
    ]
    after = catalogue.sounds.many([ONE, TWO])
    redos = [keeping.undo(undo) for undo in reversed(undos)]
    assert catalogue.sounds.many([ONE, TWO]) == before
    for redo in reversed(redos):
        keeping.undo(redo)
    assert catalogue.sounds.many([ONE, TWO]) == after
    assert [undo.what for undo in undos] == [
        ChangeKind.RATING,
        ChangeKind.COLOUR,
        ChangeKind.FAVOURITE,
        ChangeKind.TAGS,
        ChangeKind.TAGS,
        ChangeKind.NOTE,
    ]
    assert undos[0].sounds == 2


def test_taking_back_a_rating_keeps_what_was_heard_and_coloured_since(catalogue: Catalogue, keeping: UserData) -> None:
    rated = keeping.set_rating([ONE], 5)
    keeping.played(ONE, now_s=7.0)
    keeping.set_colour([ONE], Colour.GREY)
    keeping.undo(rated)
    assert catalogue.sounds.one(ONE).marks == Marks(colour=Colour.GREY, plays=1, last_played_s=7.0)


def test_a_change_is_taken_back_though_a_sound_is_gone_since(catalogue: Catalogue, keeping: UserData) -> None:
    keeping.add_tags([ONE, TWO], ["rain"])
    undo = keeping.remove_tags([ONE, TWO], ["rain"])
    catalogue.sounds.remove([ONE])
    keeping.undo(undo)
    assert keeping.tags() == [("rain", 1)]


def test_marks_outlive_a_removal(catalogue: Catalogue, keeping: UserData) -> None:
    keeping.set_rating([ONE], 3)
    keeping.set_colour([ONE], Colour.GREEN)
    keeping.set_note(ONE, "keep")
    keeping.add_tags([ONE], ["door"])
    keeping.set_favourite([ONE], True)
    keeping.played(ONE, now_s=5.0)
    marks = catalogue.sounds.one(ONE).marks
    catalogue.roots.remove(catalogue.roots.all()[0].id)
    store(catalogue, range(1, 6), later=100)
    assert catalogue.sounds.one(SoundId(101)).marks == marks
    assert catalogue.sounds.one(SoundId(102)).marks is NO_MARKS


def test_what_was_taken_away_after_a_return_stays_away(catalogue: Catalogue, keeping: UserData) -> None:
    keeping.add_tags([ONE], ["door", "wood"])
    catalogue.sounds.remove([ONE])
    store(catalogue, range(1, 2), later=100)
    keeping.remove_tags([SoundId(101)], ["door"])
    catalogue.sounds.remove([SoundId(101)])
    store(catalogue, range(1, 2), later=200)
    assert catalogue.sounds.one(SoundId(201)).marks.tags == ("wood",)


def test_a_sound_that_is_read_again_keeps_its_marks_as_they_are_now(catalogue: Catalogue, keeping: UserData) -> None:
    keeping.add_tags([ONE], ["door"])
    catalogue.sounds.remove([ONE])
    store(catalogue, range(1, 2), later=100)
    keeping.remove_tags([SoundId(101)], ["door"])
    keeping.set_rating([SoundId(101)], 1)
    store(catalogue, range(1, 2), later=100)  # as after a change of the pack
    assert catalogue.sounds.one(SoundId(101)).marks == Marks(rating=1)


def test_an_unmarked_copy_that_goes_later_does_not_take_the_kept_marks_along(
    catalogue: Catalogue, keeping: UserData
) -> None:
    copy = a_sound(9, root=catalogue.roots.all()[0].id, first_segment=90, name="copy.wav", payload_digest=b"\1" * 32)
    catalogue.sounds.store([copy], [])
    keeping.set_rating([ONE], 5)
    catalogue.sounds.remove([ONE])
    catalogue.sounds.remove([SoundId(9)])
    store(catalogue, range(1, 2), later=100)
    assert catalogue.sounds.one(SoundId(101)).marks.rating == 5


def test_marks_go_with_a_moved_file(catalogue: Catalogue, keeping: UserData) -> None:
    keeping.set_rating([ONE], 3)
    keeping.set_note(ONE, "moved")
    catalogue.files.relink(ONE, FileStamp(FilePath(ROOT.raw + b"/Elsewhere/new.WAV"), 1, 1))
    assert catalogue.sounds.one(ONE).marks == Marks(rating=3, note="moved")
    assert catalogue.passing.ids(Filters.of([AllOf(FOLDERS, ("elsewhere/",)), AnyOf(FORMATS, ("wav",))])).tolist() == [
        1
    ]
    assert dict(catalogue.folders.all())[FilePath(ROOT.raw + b"/Elsewhere")] == 1


def test_a_moved_file_takes_over_what_was_kept_by_a_row_at_its_new_place(
    catalogue: Catalogue, keeping: UserData
) -> None:
    twin = a_sound(9, root=catalogue.roots.all()[0].id, first_segment=90, name="twin.wav", payload_digest=b"\1" * 32)
    catalogue.sounds.store([twin], [])
    keeping.set_colour([SoundId(9)], Colour.RED)
    catalogue.files.relink(ONE, FileStamp(FilePath(ROOT.raw + b"/twin.wav"), 1, 1))
    assert catalogue.sounds.one(ONE).marks.colour is Colour.RED


def test_a_file_that_fails_and_goes_keeps_its_marks(catalogue: Catalogue, keeping: UserData) -> None:
    keeping.set_rating([ONE], 3)
    sound = catalogue.sounds.one(ONE)
    catalogue.files.note_failed(FileStamp(sound.path, 1, 1), EMPTY, root=sound.root)
    assert catalogue.sounds.one(ONE).marks.rating == 3
    catalogue.sounds.remove([ONE])
    store(catalogue, range(1, 2), later=100)
    assert catalogue.sounds.one(SoundId(101)).marks.rating == 3


def test_a_sound_without_marks_has_no_row(catalogue: Catalogue, keeping: UserData) -> None:
    keeping.set_rating([ONE], 3)
    keeping.set_rating([ONE], 0)
    assert catalogue.database.rows("SELECT count(*) FROM mark") == [(0,)]


def test_tags_are_listed_with_how_many_sounds_have_them(keeping: UserData) -> None:
    keeping.add_tags([ONE, TWO], ["Wind", "rain"])
    keeping.add_tags([THREE], ["wind"])
    keeping.set_favourite([ONE], True)
    assert keeping.tags() == [("rain", 2), ("Wind", 3)]


def test_what_was_heard_and_used_last_is_known(catalogue: Catalogue, keeping: UserData) -> None:
    for number, id in enumerate((TWO, ONE, THREE, TWO)):
        keeping.played(id, now_s=float(number))
        keeping.used([id], now_s=float(number))
    for column in ("last_played_s", "last_used_s"):
        rows = catalogue.database.rows(f"SELECT sound_id FROM mark ORDER BY {column} DESC")
        assert [row[0] for row in rows] == [2, 3, 1]


@pytest.mark.parametrize("name", ["", "  ", "★", "x" * 201])
def test_a_tag_that_cannot_be_is_refused_with_advice(keeping: UserData, name: str) -> None:
    with pytest.raises(KeepingError) as caught:
        keeping.add_tags([ONE], ["good", name])
    assert caught.value.advice
    assert keeping.tags() == []


def test_ten_thousand_sounds_are_marked_and_taken_back_at_once(tmp_path: Path) -> None:
    with Catalogue.open(tmp_path / "big") as catalogue:
        root = catalogue.roots.add(ROOT)
        catalogue.sounds.store([a_sound(n, root=root, first_segment=2 * n) for n in range(1, 10_001)], [])
        keeping = UserData(catalogue)
        ids = np.arange(1, 10_001)
        statements: list[str] = []
        catalogue.database.connection.exec_trace = lambda cursor, sql, bindings: statements.append(sql) or True
        undos = [keeping.set_rating(ids, 3), keeping.add_tags(ids, ["many"])]
        for undo in undos:
            keeping.undo(undo)
        catalogue.database.connection.exec_trace = None
        assert len(statements) < 100, "one statement for all of them, never one a sound"
        assert keeping.tags() == []


def test_marks_leave_indexes_and_other_filters_alone(catalogue: Catalogue, keeping: UserData) -> None:
    lengths, rated = Filters.of([Between(LENGTH, 1.0)]), Filters.of([Between(RATING, 3)])
    unheard = Filters.of([Is(HEARD, False)])
    sequence = catalogue.database.sequence()
    kept = catalogue.passing.ids(lengths)
    keeping.set_rating([ONE], 5)
    keeping.played(TWO)
    assert catalogue.passing.ids(lengths) is kept
    assert catalogue.database.sequence() == sequence
    assert catalogue.passing.ids(rated).tolist() == [1]
    keeping.set_rating([THREE], 4)
    assert catalogue.passing.ids(rated).tolist() == [1, 3]
    again = catalogue.passing.ids(rated)
    keeping.played(ONE)
    assert catalogue.passing.ids(rated) is again
    assert catalogue.passing.ids(unheard).tolist() == [3, 4, 5]
    keeping.played(THREE)
    assert catalogue.passing.ids(unheard).tolist() == [4, 5]


def test_a_line_is_added_to_each_of_several_notes_and_undone_as_one(catalogue: Catalogue, keeping: UserData) -> None:
    def notes() -> list[str]:
        return [catalogue.sounds.one(id).marks.note for id in (ONE, TWO, THREE)]

    keeping.set_note(ONE, "first")
    undo = keeping.add_to_notes([ONE, TWO], "  wet ")
    assert notes() == ["first\nwet", "wet", ""]
    with pytest.raises(KeepingError, match="10001"):
        keeping.add_to_notes([ONE, THREE], "x" * (LONGEST_NOTE - len("first\nwet")))
    assert notes() == ["first\nwet", "wet", ""]
    keeping.undo(undo)
    assert notes() == ["first", "", ""]
