"""Two people's copies of one shared library: edits cross, in every order, and nothing is lost."""

import unicodedata
from pathlib import Path

import pytest

from engine.base.errors import StudioRefused
from engine.base.library_messages import LibraryFault
from engine.base.types import Colour, FilePath, SoundId
from engine.cli.main import main
from engine.features.studio import facade
from engine.features.studio.messages import StudioFault
from engine.features.studio.records import ConflictChoice, Role, Settlement, SharedField, SharedLibraryStatus
from engine.search.filter_registry import read
from engine.store.catalogue import Catalogue
from engine.store.filters import Filters
from engine.store.outbox import FieldEdit, put_out, subject_of
from tests.engine.cli.test_cli_keeping import run
from tests.engine.features.studio.copies import Copy
from tests.engine.features.user_data.conftest import digest
from tests.helpers.postgres import PASSWORD, SharedServer


@pytest.fixture
def ann(tmp_path: Path, shared_server: SharedServer) -> Copy:
    return Copy(tmp_path / "ann").joined(shared_server.person("ann"))


@pytest.fixture
def bob(tmp_path: Path, shared_server: SharedServer) -> Copy:
    return Copy(tmp_path / "bob", "edcba").joined(shared_server.person("bob"))


def test_what_one_says_of_sounds_is_what_the_other_sees(ann: Copy, bob: Copy) -> None:
    ann.keep(lambda keeping: keeping.set_rating(ann.ids("ab"), 4))
    ann.keep(lambda keeping: keeping.set_colour(ann.ids("a"), Colour.GREEN))
    ann.keep(lambda keeping: keeping.set_note(ann.id("b"), "Too much hum"))
    ann.keep(lambda keeping: keeping.add_tags(ann.ids("bc"), ["Wet", "best"]))
    ann.keep(lambda keeping: keeping.set_favourite(ann.ids("c"), True))
    assert ann.sync().sent == 9
    report = bob.sync()
    assert (report.taken, report.conflicts, sorted(report.sounds.tolist())) == (9, 0, sorted(bob.ids("abc")))
    assert (
        bob.marks()
        == ann.marks()
        == {
            "a": (4, "green", "", False, ()),
            "b": (4, None, "Too much hum", False, ("best", "wet")),
            "c": (0, None, "", True, ("best", "wet")),
        }
    )
    bob.keep(lambda keeping: keeping.set_rating(bob.ids("a"), 0))
    bob.keep(lambda keeping: keeping.remove_tags(bob.ids("b"), ["wet"]))
    bob.sync()
    ann.sync()
    assert ann.marks() == bob.marks()
    assert ann.marks()["a"] == (0, "green", "", False, ())
    assert ann.marks()["b"][4] == ("best",)
    assert ann.sync().taken == bob.sync().taken == 0


def test_a_tag_that_an_earlier_version_sent_with_its_marks_apart_is_taken_in(ann: Copy, bob: Copy) -> None:
    apart = unicodedata.normalize("NFD", "Schön")
    with Catalogue.open(ann.folder) as catalogue, catalogue.database.change():
        edit = FieldEdit(subject_of(digest("a")), f"tag:{apart.casefold()}", apart)
        put_out(catalogue.database.connection, [edit], 1_700_000_000.0)
    ann.sync()
    assert bob.sync().taken == 1
    assert bob.keep(lambda keeping: keeping.tags()) == [("Schön", 1)]


@pytest.mark.parametrize("name", ["Schön", "ガラス", "효과음"])
def test_a_tag_of_a_joined_library_is_one_however_each_spells_it(ann: Copy, bob: Copy, name: str) -> None:
    apart = unicodedata.normalize("NFD", name)
    ann.keep(lambda keeping: keeping.add_tags(ann.ids("a"), [apart]))
    bob.keep(lambda keeping: keeping.add_tags(bob.ids("b"), [name]))
    for copy in (ann, bob, ann):
        copy.sync()
    assert ann.keep(lambda keeping: keeping.tags()) == bob.keep(lambda keeping: keeping.tags()) == [(name, 2)]
    assert tagged(ann, name) == tagged(ann, apart) == sorted(ann.ids("ab"))
    assert tagged(bob, name) == tagged(bob, apart) == sorted(bob.ids("ab"))
    bob.keep(lambda keeping: keeping.remove_tags(bob.ids("a"), [apart]))
    bob.sync()
    ann.sync()
    assert tagged(ann, name) == ann.ids("b")


def tagged(copy: Copy, tag: str) -> list[SoundId]:
    """What the filter `tag:` lets pass."""
    with Catalogue.open(copy.folder, read_only=True) as catalogue:
        return [SoundId(id) for id in catalogue.passing.ids(Filters.of(read("tag", tag).conditions)).tolist()]


def test_collections_with_their_order_and_saved_searches_cross(ann: Copy, bob: Copy) -> None:
    doors, _ = ann.keep(lambda keeping: keeping.make_collection("Doors", ann.ids("cab")))
    ann.keep(lambda keeping: keeping.make_collection("Rain"))
    ann.keep(lambda keeping: keeping.save_search("Short rain", "rain dur:<2"))
    ann.sync()
    report = bob.sync()
    assert report.are_lists_changed
    assert bob.lists() == {"Doors": "cab", "Rain": ""}
    assert bob.searches() == [("Short rain", "rain dur:<2")]
    its = bob.keep(lambda keeping: keeping.collection_named("Doors")).id
    bob.keep(lambda keeping: keeping.move_within(its, bob.ids("b"), bob.id("c")))
    bob.keep(lambda keeping: keeping.rename_collection(its, "Gates"))
    bob.keep(lambda keeping: keeping.take_out(its, bob.ids("a")))
    bob.keep(lambda keeping: keeping.move_collection(its, 1))
    bob.sync()
    ann.sync()
    assert ann.lists() == bob.lists() == {"Rain": "", "Gates": "bc"}
    undo = ann.keep(lambda keeping: keeping.remove_collection(doors.id))
    ann.sync()
    bob.sync()
    assert bob.lists() == {"Rain": ""}
    ann.keep(lambda keeping: keeping.undo(undo))
    ann.sync()
    bob.sync()
    assert bob.lists() == ann.lists() == {"Rain": "", "Gates": "bc"}


def test_of_two_who_did_not_see_each_other_the_later_one_holds_and_the_other_is_kept(ann: Copy, bob: Copy) -> None:
    ann.keep(lambda keeping: keeping.set_rating(ann.ids("a"), 2))
    bob.keep(lambda keeping: keeping.set_rating(bob.ids("a"), 5))
    bob.sync()
    assert ann.sync().conflicts == 1  # hers was made first and comes second
    assert ann.marks() == bob.marks() == {"a": (5, None, "", False, ())}
    assert bob.sync().conflicts == 1
    (conflict,) = facade.conflicts(ann.folder)
    assert (conflict.field, conflict.sound, conflict.about) == (SharedField.RATING, ann.id("a"), "1 a.wav")
    assert (conflict.kept.value, conflict.lost.value, conflict.is_mine) == (5, 2, True)
    assert conflict.kept.who.endswith("bob") and conflict.lost.who.endswith("ann")
    assert conflict.lost.made_s < conflict.kept.made_s
    assert not facade.conflicts(bob.folder)[0].is_mine
    assert facade.state(ann.folder).standing is SharedLibraryStatus.CONFLICTS  # type: ignore[union-attr]


def test_a_lost_edit_is_taken_back_and_that_is_taken_back(ann: Copy, bob: Copy) -> None:
    ann.keep(lambda keeping: keeping.set_note(ann.id("a"), "hers"))
    bob.keep(lambda keeping: keeping.set_note(bob.id("a"), "his"))
    bob.sync()
    ann.sync()
    (conflict,) = facade.conflicts(ann.folder)
    settled = facade.settle(ann.folder, [conflict.id], ConflictChoice.TAKE_BACK)
    assert ann.marks()["a"][2] == "hers"
    assert facade.conflicts(ann.folder) == ()
    ann.sync()
    bob.sync()
    assert bob.marks()["a"][2] == "hers"
    assert facade.conflicts(bob.folder) == ()
    facade.unsettle(ann.folder, settled)
    assert ann.marks()["a"][2] == "his"
    ann.sync()
    bob.sync()
    assert bob.marks()["a"][2] == "his"
    assert [one.id for one in facade.conflicts(bob.folder)] == [conflict.id]
    facade.settle(bob.folder, [conflict.id], ConflictChoice.KEEP)
    bob.sync()
    ann.sync()
    assert facade.conflicts(ann.folder) == ()
    assert facade.state(ann.folder).standing is SharedLibraryStatus.IN_SYNC  # type: ignore[union-attr]


def test_conflicts_are_listed_and_settled_in_the_shell(
    ann: Copy, bob: Copy, capsys: pytest.CaptureFixture[str]
) -> None:
    ann.keep(lambda keeping: keeping.set_rating(ann.ids("a"), 2))
    bob.keep(lambda keeping: keeping.set_rating(bob.ids("a"), 5))
    bob.sync()
    ann.sync()
    code, (told,), _ = run(capsys, ann.folder, "server", "conflicts")
    assert (code, told["field"], told["about"]) == (0, "rating", "1 a.wav")
    assert [(told[side]["value"], told[side]["who"][-3:]) for side in ("kept", "lost")] == [(5, "bob"), (2, "ann")]
    code, left, err = run(capsys, ann.folder, "server", "conflicts", "--take-back", told["id"], "nothing")
    assert (code, left) == (3, [])
    assert "no open conflict is nothing" in err
    assert ann.marks()["a"][0] == 2
    assert main(["server", "conflicts", "--library", str(ann.folder)]) == 0
    assert capsys.readouterr().out == ""


def test_an_edit_that_saw_the_other_overwrites_it_without_a_conflict(ann: Copy, bob: Copy) -> None:
    ann.keep(lambda keeping: keeping.set_rating(ann.ids("a"), 2))
    ann.sync()
    bob.sync()
    bob.keep(lambda keeping: keeping.set_rating(bob.ids("a"), 3))
    bob.sync()
    ann.sync()
    assert ann.marks()["a"][0] == 3
    assert facade.conflicts(ann.folder) == facade.conflicts(bob.folder) == ()


def test_the_same_said_by_both_is_no_conflict(ann: Copy, bob: Copy) -> None:
    for copy in (ann, bob):
        copy.keep(lambda keeping: keeping.set_rating([1, 2, 3, 4, 5], 3))
        copy.keep(lambda keeping: keeping.add_tags([1, 2, 3, 4, 5], ["dry"]))
        copy.sync()
    ann.sync()
    assert ann.marks() == bob.marks()
    assert facade.conflicts(ann.folder) == ()


def test_a_library_that_joins_late_brings_what_it_had_and_loses_nothing(
    tmp_path: Path, ann: Copy, shared_server: SharedServer
) -> None:
    ann.keep(lambda keeping: keeping.set_rating(ann.ids("ab"), 4))
    ann.keep(lambda keeping: keeping.make_collection("Doors", ann.ids("ab")))
    ann.sync()
    late = Copy(tmp_path / "late", "dcba")
    late.keep(lambda keeping: keeping.set_rating(late.ids("bc"), 1))
    late.keep(lambda keeping: keeping.add_tags(late.ids("a"), ["old"]))
    late.keep(lambda keeping: keeping.make_collection("doors", late.ids("c")))
    late.joined(shared_server.person("late"))
    assert late.sync().conflicts == 1
    ann.sync()
    assert (
        late.marks()
        == ann.marks()
        == {
            "a": (4, None, "", False, ("old",)),
            "b": (4, None, "", False, ()),
            "c": (1, None, "", False, ()),
        }
    )
    assert sorted(ann.lists()["Doors"]) == sorted(late.lists()["Doors"]) == ["a", "b", "c"]
    (conflict,) = facade.conflicts(late.folder)
    assert (conflict.kept.value, conflict.lost.value) == (4, 1)


def test_two_collections_of_one_name_are_kept_apart_in_the_same_way_everywhere(ann: Copy, bob: Copy) -> None:
    ann.keep(lambda keeping: keeping.make_collection("Doors", ann.ids("a")))
    bob.keep(lambda keeping: keeping.make_collection("doors", bob.ids("b")))
    for copy in (ann, bob, ann):
        copy.sync()
    assert sorted(name.casefold() for name in ann.lists()) == ["doors", "doors (2)"]
    assert ann.lists() == bob.lists()


def test_sounds_that_come_later_get_what_was_said_of_them(
    ann: Copy, tmp_path: Path, shared_server: SharedServer
) -> None:
    from engine.store.catalogue import Catalogue
    from tests.engine.features.user_data.conftest import add

    small = Copy(tmp_path / "small", "a").joined(shared_server.person("small"))
    ann.keep(lambda keeping: keeping.set_rating(ann.ids("abc"), 5))
    ann.keep(lambda keeping: keeping.make_collection("Doors", ann.ids("cb")))
    ann.sync()
    small.sync()
    assert (small.marks(), small.lists()) == ({"a": (5, None, "", False, ())}, {"Doors": ""})
    with Catalogue.open(small.folder) as catalogue:
        add(catalogue, "bcc")
    report = small.sync()
    assert (len(report.sounds), report.sent) == (3, 0)
    assert small.marks()["c"][0] == 5
    assert small.lists() == {"Doors": "cb" + "c"} or sorted(small.lists()["Doors"]) == ["b", "c", "c"]


def test_a_sound_that_is_taken_out_of_one_library_keeps_its_marks_for_all(ann: Copy, bob: Copy) -> None:
    from engine.store.catalogue import Catalogue

    ann.keep(lambda keeping: keeping.set_rating(ann.ids("a"), 5))
    ann.sync()
    bob.sync()
    with Catalogue.open(bob.folder) as catalogue:
        catalogue.sounds.remove(bob.ids("a"))
    assert bob.sync().sent == 0
    assert ann.sync().taken == 0
    assert ann.marks()["a"][0] == 5


@pytest.mark.shows("studio-rights")
def test_nothing_goes_to_another_library_at_the_same_address(ann: Copy, shared_server: SharedServer) -> None:
    """The database was made anew, or somebody else's answers there."""
    ann.keep(lambda keeping: keeping.set_rating(ann.ids("a"), 5))
    (own,) = shared_server.rows("SELECT id FROM earshot.shared_library")[0]
    with shared_server.postgres.owner(shared_server.database) as connection:
        connection.execute("UPDATE earshot.shared_library SET id = gen_random_uuid()")
    folder = FilePath.of(ann.folder.parent)
    for ask in (
        ann.sync,
        lambda: facade.share_sounds(ann.folder, password=PASSWORD),
        lambda: facade.fetch_sounds(ann.folder, password=PASSWORD),
        lambda: facade.add_volume(ann.folder, "Effects", folder, password=PASSWORD),
    ):
        with pytest.raises(StudioRefused) as caught:
            ask()
        assert caught.value.what.what is StudioFault.ANOTHER_LIBRARY
    assert shared_server.rows("SELECT count(*) FROM earshot.edit") == [(0,)]
    state = facade.state(ann.folder)
    assert state is not None and (state.standing, state.waiting) == (SharedLibraryStatus.REFUSED, 1)
    with shared_server.postgres.owner(shared_server.database) as connection:
        connection.execute("UPDATE earshot.shared_library SET id = %s", (own,))
    assert ann.sync().sent == 1


def test_a_reader_is_refused_here_and_keeps_up(tmp_path: Path, ann: Copy, shared_server: SharedServer) -> None:
    reader = Copy(tmp_path / "reader").joined(shared_server.person("guest", Role.READER))
    ann.keep(lambda keeping: keeping.set_rating(ann.ids("a"), 5))
    ann.sync()
    reader.sync()
    assert reader.marks()["a"][0] == 5
    with pytest.raises(StudioRefused):
        reader.keep(lambda keeping: keeping.set_rating(reader.ids("a"), 1))
    assert reader.marks()["a"][0] == 5
    reader.keep(lambda keeping: keeping.played(reader.id("a")))  # what is heard is one's own
    doors = ann.keep(lambda keeping: keeping.make_collection("Doors"))[0]
    ann.sync()
    reader.sync()
    with pytest.raises(StudioRefused) as caught:
        facade.set_private(reader.folder, doors.id, True)
    assert caught.value.what.what is LibraryFault.ONLY_READER
    for ask in (
        lambda: facade.settle(reader.folder, ["0" * 32], ConflictChoice.KEEP),
        lambda: facade.unsettle(reader.folder, Settlement(("0" * 32,), ConflictChoice.KEEP, ("null",))),
    ):
        with pytest.raises(StudioRefused) as caught:
            ask()
        assert caught.value.what.what is LibraryFault.ONLY_READER
    assert not facade.state(reader.folder).may_edit  # type: ignore[union-attr]
