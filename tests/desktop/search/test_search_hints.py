"""What is tried where a search found nothing."""

from msgspec.structs import replace

from desktop.controllers.search.hints import Relaxation, good_matches, passing, relaxations, shorter
from desktop.work.requests import Request
from engine.base.chips import Bounds, Chip, ChipKind
from engine.library.library import Library
from tests.helpers.tiny_library import TinyLibrary

CHIPS = (
    Chip(ChipKind.DESCRIBE, value="door", source="door"),
    Chip(ChipKind.REQUIRE, value="oak", source='"oak"'),
    Chip(ChipKind.FILTER, "ch", bounds=Bounds(2, 2), source="ch:2"),
    Chip(ChipKind.SYNONYM, "door", "gate", source="door"),
)


def test_each_condition_is_left_out_and_then_all_of_them() -> None:
    request = Request('door "oak" ch:2')
    assert relaxations(request, CHIPS) == (
        Relaxation(replace(request, without=frozenset({CHIPS[1].id})), (CHIPS[1],)),
        Relaxation(replace(request, without=frozenset({CHIPS[2].id})), (CHIPS[2],)),
        Relaxation(replace(request, without=frozenset({CHIPS[1].id, CHIPS[2].id})), CHIPS[1:3]),
    )


def test_a_condition_that_is_off_is_not_left_out_again() -> None:
    request = Request('door "oak" ch:2', without=frozenset({CHIPS[2].id}))
    assert [relaxation.left_out for relaxation in relaxations(request, CHIPS)] == [CHIPS[1:2]]


def test_words_alone_have_nothing_to_leave_out() -> None:
    assert relaxations(Request("door"), CHIPS[:1]) == ()


def test_a_description_loses_a_word_at_either_end_and_nothing_else() -> None:
    chips = (Chip(ChipKind.DESCRIBE, value="amen break 174", source="amen break 174"), CHIPS[2])
    assert [request.text for request in shorter(Request("amen break 174 ch:2"), chips)] == [
        "amen break ch:2",
        "break 174 ch:2",
    ]
    assert shorter(Request("amen ch:2"), (Chip(ChipKind.DESCRIBE, value="amen", source="amen"),)) == ()


def test_what_would_be_found_is_counted_in_the_library(tiny_library: TinyLibrary) -> None:
    with Library.open(tiny_library.folder, pack=tiny_library.pack, read_only=True) as library:
        # Five tones of 3 s and a noise of 2.5 s; the tiny pack hears the 100 Hz tone alone as a low hum.
        assert passing(library, Request("hum dur:>2.8")) == 5
        assert (
            passing(library, Request("hum dur:>60 ch:1", without=frozenset({"filter dur: 60.00000000000001.."}))) == 6
        )
        assert good_matches(library, Request("low hum")) == 1
        assert good_matches(library, Request("zebra")) == 0
