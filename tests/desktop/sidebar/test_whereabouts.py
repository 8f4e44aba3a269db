"""Which place of the left column a request looks in, without a window."""

import pytest

from desktop.controllers.place_of import ShownPlace, whereabouts
from desktop.work.requests import Reference, Request
from engine.base.types import FilePath
from engine.library.user_data import SavedSearch
from engine.search.query_parser import parse

SAVED = (SavedSearch(7, "short doors", "door dur:<2"), SavedSearch(8, "stars", "fav:yes"))


@pytest.mark.parametrize(
    ("request_", "where"),
    [
        (Request(), ShownPlace(scope="")),
        (Request("wind", filters="dur:<2"), ShownPlace(scope="")),
        (Request("wind", filters="fav:yes"), ShownPlace(scope="fav:yes")),
        (Request("wind fav:"), ShownPlace(scope="fav:yes")),
        (Request(filters="fav:no"), ShownPlace()),
        (Request(filters="collection:Doors"), ShownPlace(collection="Doors")),
        (Request(filters='in:"/a b/" in:/c/'), ShownPlace(folders=frozenset({"/a b", "/c"}))),
        (Request(filters="in:/c/ fav:yes"), ShownPlace()),
        (Request("door", filters="dur:<2"), ShownPlace(saved=7)),
        (Request("door dur:<2"), ShownPlace(saved=7)),
        (Request("door", filters="dur:<2", without=frozenset({"door"})), ShownPlace(scope="")),
        (Request("door", Reference(FilePath.of("/a")), filters="dur:<2"), ShownPlace(scope="")),
        (Request(filters="fav:yes"), ShownPlace(scope="fav:yes")),
    ],
)
def test_one_place_is_marked_and_it_is_that_of_the_query(request_: Request, where: ShownPlace) -> None:
    assert whereabouts(request_, SAVED) == where


def test_a_place_whose_chip_is_switched_off_is_not_marked() -> None:
    assert whereabouts(switched_off("fav:yes"), ()) == ShownPlace(scope="")


@pytest.mark.parametrize("scope", ["FAV:", "in:" + "/deep" * 50])
def test_a_place_that_is_switched_off_is_not_marked_however_it_is_written(scope: str) -> None:
    assert whereabouts(switched_off(scope), ()) == ShownPlace(scope="")


def switched_off(filters: str) -> Request:
    """Filters of which none holds."""
    chips = parse("", synonyms=lambda word: (), filters=filters).chips
    return Request(filters=filters, without=frozenset(chip.id for chip in chips))
