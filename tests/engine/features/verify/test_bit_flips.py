"""Single bits that turn in a catalogue: every one is noticed, or what users see is the same."""

import shutil
from pathlib import Path

import pytest

from engine.base.errors import LibraryError
from engine.base.types import Colour
from engine.features.verify.verify import verify
from engine.library.user_data import UserData
from engine.store.catalogue import Catalogue
from tests.helpers.bit_flips import flip, seen
from tests.helpers.tiny_library import TinyLibrary

FLIPS = [
    ("sound", 1),
    ("sound", 2),
    ("detail", 1),
    ("detail", 2),
    ("mark", 1),
    ("mark", 2),
    ("saved_search", 1),
    ("an index", 1),
    ("sound_text_data", 1),
    ("sound_text_data", 2),
    ("row_check", 1),
    ("free", 1),
]


@pytest.fixture(scope="module")
def marked(tiny_library: TinyLibrary, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tiny library with something of everything that a user can give, and pages that are free."""
    folder = Path(shutil.copytree(tiny_library.folder, tmp_path_factory.mktemp("flips") / "library"))
    mark(folder)
    return folder


def mark(folder: Path) -> None:
    with Catalogue.open(folder) as catalogue:
        keeping, ids = UserData(catalogue), catalogue.columns.living()
        for number, id in enumerate(ids.tolist()):
            keeping.set_rating([id], 1 + number % 5)
            keeping.set_colour([id], list(Colour)[number % 7])
            keeping.set_note(id, f"a note on take {number}, with some words in it")
            keeping.played(id, now_s=1_700_000_000.0 + number)
        keeping.add_tags(ids, ["mine", "Doors"])
        keeping.make_collection("Ambiences", ids)
        keeping.save_search("Short noise", "noise dur:<2")
        keeping.add_history("heavy noise")
        with catalogue.database.keeping() as connection:
            connection.execute("CREATE TABLE filler(x BLOB)")
            connection.execute("INSERT INTO filler VALUES (zeroblob(40000))")
            connection.execute("DROP TABLE filler")


@pytest.mark.shows("entered-lost-file")
@pytest.mark.parametrize(("kind", "seed"), FLIPS)
def test_a_bit_that_turned_is_noticed_or_changes_nothing(marked: Path, tmp_path: Path, kind: str, seed: int) -> None:
    library = Path(shutil.copytree(marked, tmp_path / "library"))
    where = flip(library, kind, seed)
    try:
        is_noticed = not all(finding.is_well for finding in verify(library))
    except LibraryError:
        is_noticed = True
    assert is_noticed or seen(library) == seen(marked), where


def test_nothing_is_noticed_where_nothing_turned(marked: Path) -> None:
    assert [finding for finding in verify(marked) if finding.fault is not None] == []
