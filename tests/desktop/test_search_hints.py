"""What is tried where a search found nothing."""

from dataclasses import replace

from desktop.wiring.searching_hints import Relaxation, relaxations
from desktop.work.requests import Request
from engine.types import Chip

CHIPS = (
    Chip("describe", "door", "door"),
    Chip("require", '"oak"', '"oak"'),
    Chip("filter", "stereo", "ch:2"),
    Chip("synonym", "door: gate", "door"),
)


def test_each_condition_is_left_out_and_then_all_of_them() -> None:
    request = Request('door "oak" ch:2')
    assert relaxations(request, CHIPS) == (
        Relaxation(replace(request, without=frozenset({'"oak"'})), ('"oak"',)),
        Relaxation(replace(request, without=frozenset({"stereo"})), ("stereo",)),
        Relaxation(replace(request, without=frozenset({'"oak"', "stereo"})), ('"oak"', "stereo")),
    )


def test_a_condition_that_is_off_is_not_left_out_again() -> None:
    request = Request('door "oak" ch:2', without=frozenset({"stereo"}))
    assert [relaxation.left_out for relaxation in relaxations(request, CHIPS)] == [('"oak"',)]


def test_words_alone_have_nothing_to_leave_out() -> None:
    assert relaxations(Request("door"), CHIPS[:1]) == ()
