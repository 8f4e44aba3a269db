"""A file of user data meets a library that knows other things: the rules of docs/user-data.md."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.base.types import Colour, FilePath, SoundId
from engine.features.user_data.import_file import preview, take_in
from engine.features.user_data.records import Prefer, RecordKind
from engine.library.user_data.marks import LONGEST_NOTE
from engine.search.query_parser import parse
from tests.engine.features.user_data.conftest import Open, add, digest, export, exported, make
from tests.helpers.libraries import a_sound

ONE, TWO, THREE = SoundId(1), SoundId(2), SoundId(3)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return make(tmp_path / "source", "abc")


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """The same sounds in another order, at other paths."""
    return make(tmp_path / "target", "cba", root=FilePath(b"/elsewhere"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "mine.jsonl"


def test_what_the_library_lacks_is_filled_in_by_the_audio_of_a_sound(source: Path, target: Path, file: Path) -> None:
    with Open(source) as opened:
        opened.keeping.set_rating([ONE], 4)
        opened.keeping.set_colour([TWO], Colour.RED)
        opened.keeping.set_note(TWO, "thin\nbut\0useful")
        opened.keeping.set_favourite([THREE], True)
    export(source, file)
    done = take_in(target, file)
    with Open(target) as opened:
        assert (opened.marks(3), opened.marks(2)) == ((4, None, ""), (0, "red", "thin\nbut\0useful"))
        assert opened.tags(1) == ["★"]
    assert [(count.kind, count.new) for count in done.counts if count.new] == [
        (RecordKind.RATINGS, 1),
        (RecordKind.COLOURS, 1),
        (RecordKind.FAVOURITES, 1),
        (RecordKind.NOTES, 1),
    ]


@pytest.mark.parametrize(
    ("prefer", "marks"),
    [(Prefer.HERE, (5, "blue", "mine\n\ntheirs")), (Prefer.FILE, (2, "red", "theirs\n\nmine"))],
)
def test_one_of_two_ratings_and_colours_counts_and_notes_are_joined(
    source: Path, target: Path, file: Path, prefer: Prefer, marks: tuple[object, ...]
) -> None:
    for library, id, rating, colour, note in (
        (source, ONE, 2, Colour.RED, "theirs"),
        (target, THREE, 5, Colour.BLUE, "mine"),
    ):
        with Open(library) as opened:
            opened.keeping.set_rating([id], rating)
            opened.keeping.set_colour([id], colour)
            opened.keeping.set_note(id, note)
    export(source, file)
    seen, done = preview(target, file, prefer=prefer), take_in(target, file, prefer=prefer)
    assert [(one.kind, one.here, one.file) for one in done.differences] == [
        (RecordKind.RATINGS, "5", "2"),
        (RecordKind.COLOURS, "blue", "red"),
        (RecordKind.NOTES, "mine", "theirs"),
    ]
    assert {one.name for one in done.differences} == {"elsewhere/3 a.wav"}
    assert (seen.counts, seen.differences) == (done.counts, done.differences)
    with Open(target) as opened:
        assert opened.marks(3) == marks
    assert take_in(target, file, prefer=prefer).undo is None


def test_a_note_that_finds_no_room_stays_in_the_file_and_is_counted(source: Path, target: Path, file: Path) -> None:
    for library, id, letter in ((source, ONE, "x"), (target, THREE, "y")):
        with Open(library) as opened:
            opened.keeping.set_note(id, letter * (LONGEST_NOTE - 1))
    export(source, file)
    done = take_in(target, file)
    assert (done.notes_left_out, done.differences[0].kind, done.undo) == (1, RecordKind.NOTES, None)


@pytest.mark.parametrize(
    ("mine", "its", "both"),
    [
        ("doors", "door", "doors\n\ndoor"),
        ("door", "doors", "door\n\ndoors"),
        ("wet\n\ndoor", "door", "wet\n\ndoor"),
        ("door", "wet\n\ndoor", "wet\n\ndoor"),
        ("wet\ndoor", "door", "wet\ndoor\n\ndoor"),
        ("", "theirs", "theirs"),
        ("mine", "", "mine"),
    ],
)
def test_a_paragraph_that_is_there_is_not_added_and_a_part_of_one_is_a_note_of_its_own(
    source: Path, target: Path, file: Path, mine: str, its: str, both: str
) -> None:
    for library, id, note in ((source, ONE, its), (target, THREE, mine)):
        with Open(library) as opened:
            opened.keeping.set_rating([id], 3)
            opened.keeping.set_note(id, note)
    export(source, file)
    take_in(target, file)
    with Open(target) as opened:
        assert opened.marks(3)[2] == both
    assert take_in(target, file).undo is None


def test_tags_are_united_in_the_librarys_spelling(source: Path, target: Path, file: Path) -> None:
    with Open(source) as opened:
        opened.keeping.add_tags([ONE], ["door", "wood"])
    with Open(target) as opened:
        opened.keeping.add_tags([TWO, THREE], ["DOOR"])
        opened.keeping.add_tags([THREE], ["big"])
    export(source, file)
    done = take_in(target, file)
    with Open(target) as opened:
        assert opened.tags(3) == ["DOOR", "big", "wood"]
    assert done.of(RecordKind.TAGS).new == 1


def test_collections_of_one_name_are_one_with_what_is_new_at_its_end(source: Path, target: Path, file: Path) -> None:
    with Open(source) as opened:
        opened.keeping.make_collection("doors", [THREE, ONE, TWO])
        opened.keeping.make_collection("Empty")
    with Open(target) as opened:
        opened.keeping.make_collection("Doors", [TWO])  # b
    export(source, file)
    done = take_in(target, file)
    with Open(target) as opened:
        assert opened.collection("doors") == [2, 1, 3]  # b; then c, a as in the file
        assert [(one.name, one.count) for one in opened.keeping.collections()] == [("Doors", 3), ("Empty", 0)]
    assert (done.of(RecordKind.COLLECTIONS).new, done.of(RecordKind.ITEMS).new) == (1, 2)


def test_a_saved_search_whose_name_is_taken_comes_under_another(source: Path, target: Path, file: Path) -> None:
    with Open(source) as opened:
        opened.keeping.save_search("Doors", "door creak")
        opened.keeping.save_search("Winds", "wind")
    with Open(target) as opened:
        opened.keeping.save_search("doors", "door slam")
    export(source, file)
    done = take_in(target, file)
    wanted = [("doors", "door slam"), ("Doors (2)", "door creak"), ("Winds", "wind")]
    with Open(target) as opened:
        assert [(one.name, one.text) for one in opened.keeping.saved()] == wanted
    assert (done.of(RecordKind.SAVED).new, done.of(RecordKind.SAVED).different) == (1, 1)
    assert (done.differences[0].here, done.differences[0].file) == ("door slam", "door creak")
    assert take_in(target, file).undo is None


def test_a_saved_question_of_many_sounds_travels_whole(source: Path, target: Path, file: Path) -> None:
    sounds = " ".join(f'like:"/sounds/Doors and gates/rusty gate {take:03d}.wav@1.2-3.0*0.5"' for take in range(64))
    with Open(source) as opened:
        opened.keeping.save_search("Gates", f"metal scrape {sounds}")  # 4 kB
    export(source, file)
    take_in(target, file)
    with Open(target) as opened:
        (saved,) = opened.keeping.saved()
    query = parse(saved.text, synonyms=lambda word: ())
    assert [(one.start_s, one.weight) for one in query.examples] == [(1.2, 0.5)] * 64


def test_the_history_is_one_by_the_time_of_asking(source: Path, target: Path, file: Path) -> None:
    with Open(source) as opened:
        for text, now_s in (("door", 100.0), ("wind", 300.0), ("door", 500.0)):
            opened.keeping.add_history(text, now_s=now_s)
    with Open(target) as opened:
        for text, now_s in (("door", 200.0), ("rain", 400.0)):
            opened.keeping.add_history(text, now_s=now_s)
    export(source, file)
    done = take_in(target, file)
    with Open(target) as opened:
        assert opened.keeping.history() == ["door", "rain", "wind"]
        assert opened.catalogue.database.rows("SELECT times FROM history WHERE text = 'door'") == [(2,)]
    assert done.of(RecordKind.SEARCHES).new == 1


def test_searches_for_which_the_history_has_no_room_are_counted(source: Path, target: Path, file: Path) -> None:
    with Open(source) as opened:
        for number in range(3):
            opened.keeping.add_history(f"old {number}", now_s=float(number))
    with Open(target) as opened:
        rows = [(f"new {number}", number, 1000.0 + number) for number in range(1, 1000)]
        with opened.catalogue.database.keeping() as connection:
            connection.executemany("INSERT INTO history VALUES (?, ?, ?, 1)", rows)
    export(source, file)
    done = take_in(target, file)
    assert (done.forgotten, done.of(RecordKind.SEARCHES).new) == (2, 1)
    with Open(target) as opened:
        assert opened.keeping.history(1001)[-1] == "old 2"


def test_plays_and_uses_are_the_greater_ones(source: Path, target: Path, file: Path) -> None:
    with Open(source) as opened:
        opened.keeping.played(ONE, now_s=50.0)
        opened.keeping.played(ONE, now_s=60.0)
    with Open(target) as opened:
        opened.keeping.played(THREE, now_s=70.0)
    export(source, file)
    take_in(target, file)
    with Open(target) as opened:
        assert opened.catalogue.database.rows("SELECT plays, last_played_s FROM mark WHERE sound_id = 3") == [(2, 70.0)]


@pytest.mark.shows("entered-travels-another")
def test_a_sound_that_is_not_here_yet_has_it_all_once_it_is_indexed(source: Path, tmp_path: Path, file: Path) -> None:
    with Open(source) as opened:
        opened.keeping.set_rating([ONE], 3)
        opened.keeping.add_tags([ONE], ["door"])
        opened.keeping.make_collection("Doors", [TWO, ONE])
    export(source, file)
    target = make(tmp_path / "target", "b")
    done = take_in(target, file)
    assert (done.sounds, done.found, done.waiting, done.waiting_names) == (2, 1, 1, ("Foley/1 a.wav",))
    assert [line["payload"][:2] for line in exported(target) if line.get("waiting")] == ["61"]
    with Open(target) as opened:
        add(opened.catalogue, "a")
        assert (opened.marks(2)[0], opened.tags(2), opened.collection("Doors")) == (3, ["door"], [1, 2])
    assert take_in(target, file).undo is None


def test_copies_keep_what_each_was_given_where_they_can_be_told_apart(tmp_path: Path, file: Path) -> None:
    source = make(tmp_path / "source", "aa", places=["left.wav", "right.wav"])
    with Open(source) as opened:
        opened.keeping.set_rating([TWO], 5)
    export(source, file)
    target = make(tmp_path / "target", "aaa", places=["right.wav", "left.wav", "third.wav"])
    take_in(target, file)
    with Open(target) as opened:
        assert [opened.marks(id)[0] for id in (1, 2, 3)] == [5, 0, 0]


def test_copies_that_cannot_be_told_apart_share_what_all_were_given(tmp_path: Path, file: Path) -> None:
    source = make(tmp_path / "source", "aa")
    with Open(source) as opened:
        opened.keeping.set_rating([ONE], 5)
        opened.keeping.set_note(ONE, "first")
        opened.keeping.set_note(TWO, "second")
    export(source, file)
    target = make(tmp_path / "target", "aaa", root=FilePath(b"/elsewhere"))
    one = make(tmp_path / "one", "a", root=FilePath(b"/elsewhere"))
    take_in(target, file)
    take_in(one, file)
    with Open(target) as opened:
        assert {opened.marks(id) for id in (1, 2, 3)} == {(5, None, "first\n\nsecond")}
    with Open(one) as opened:
        assert opened.marks(1) == (5, None, "first\n\nsecond")


def test_ones_own_export_changes_nothing(tmp_path: Path, file: Path) -> None:
    source = make(tmp_path / "source", "aab")
    with Open(source) as opened:
        opened.keeping.set_rating([ONE], 5)
        opened.keeping.make_collection("Doors", [TWO, THREE])
        opened.keeping.add_history("door", now_s=1.0)
    export(source, file)
    done = take_in(source, file)
    assert (done.is_nothing_new, done.undo, done.found) == (True, None, 3)


def test_an_import_is_taken_back_and_what_was_changed_since_stays(source: Path, target: Path, file: Path) -> None:
    with Open(source) as opened:
        opened.keeping.set_rating([ONE, TWO], 4)
        opened.keeping.make_collection("Doors", [ONE])
    export(source, file)
    take_in(target, file)
    with Open(target) as opened:
        opened.keeping.played(THREE, now_s=5.0)
        opened.keeping.set_rating([TWO], 1)
        opened.catalogue.sounds.remove([ONE])
        assert opened.keeping.undo_import() == 1
        assert (opened.marks(3)[0], opened.marks(2)[0], opened.keeping.collections()) == (0, 1, [])
        assert opened.catalogue.database.rows("SELECT plays FROM mark WHERE sound_id = 3") == [(1,)]
        opened.catalogue.database.integrity_check()
        assert opened.keeping.undo_import() is None


def test_what_waits_is_given_to_a_sound_of_which_an_import_was_taken_back(
    source: Path, target: Path, tmp_path: Path, file: Path
) -> None:
    with Open(source) as opened:
        opened.keeping.set_rating([ONE], 4)
    export(source, file)
    take_in(target, file)
    waiting = make(tmp_path / "waiting", "x")
    with Open(waiting) as opened:
        opened.keeping.set_rating([ONE], 2)
    with Open(target) as opened:
        opened.keeping.undo_import()
    export(waiting, file)
    take_in(target, file)
    with Open(target) as opened:
        into = opened.catalogue.roots.add(FilePath(b"/elsewhere"))
        other = a_sound(3, root=into, first_segment=100, payload_digest=digest("x"))
        stamp = replace(other.stamp, path=opened.catalogue.sounds.one(THREE).path)
        opened.catalogue.sounds.store([replace(other, stamp=stamp)], [])  # the file holds another sound now
        assert opened.marks(3)[0] == 2


def test_a_look_at_a_file_changes_nothing(source: Path, target: Path, file: Path) -> None:
    with Open(source) as opened:
        opened.keeping.set_rating([ONE], 4)
    export(source, file)
    before = exported(target)
    assert preview(target, file).of(RecordKind.RATINGS).new == 1
    assert exported(target) == before


def test_a_sound_that_was_never_read_is_named_on_both_sides(tmp_path: Path, file: Path) -> None:
    source = make(tmp_path / "source", "-", places=["old.wav"])
    with Open(source) as opened:
        opened.keeping.set_rating([ONE], 4)
    written = export(source, file)
    done = take_in(make(tmp_path / "target", "a"), file)
    assert (written.unknown, written.unknown_names) == (1, ("Foley/old.wav",))
    assert (done.unknown, done.unknown_names, done.undo) == (1, ("Foley/old.wav",), None)
