"""Back and forward through what was searched."""

from desktop.results.rows_state import SearchPlace
from desktop.search.bar.history import SearchHistory
from desktop.work.requests import Reference, Request
from engine.base.types import FilePath, SoundId


def typed(trail: SearchHistory, *texts: str) -> None:
    for text in texts:
        trail.visit(Request(text))


def test_typing_a_word_is_one_place() -> None:
    trail = SearchHistory()
    typed(trail, "", "d", "door", "door slam")
    assert trail.back() == Request("")
    assert trail.back() is None
    assert trail.forward() == Request("door slam")


def test_words_typed_after_listening_are_a_place_of_their_own() -> None:
    trail = SearchHistory()
    typed(trail, "", "door")
    assert trail.settle() == Request("door")
    assert trail.settle() is None
    typed(trail, "door slam")
    assert trail.back() == Request("door")


def test_other_words_are_another_place_though_letters_were_taken_away_one_by_one() -> None:
    trail = SearchHistory()
    typed(trail, "", "door", "doo", "do", "d", "", "w", "wind")
    assert trail.back() == Request("door")


def test_an_emptied_field_goes_back_to_what_it_held() -> None:
    trail = SearchHistory()
    typed(trail, "", "door", "d", "")
    assert trail.can_go_back
    assert trail.before[0] == Request("door")
    assert trail.back() == Request("door")
    assert trail.forward() == Request("")


def test_a_filter_typed_letter_by_letter_is_one_place() -> None:
    trail = SearchHistory()
    # While its value is still to come (`ch:`) a filter is not asked for.
    typed(trail, "", "hiss", "hiss c", "hiss", "hiss ch:1")
    assert trail.back() == Request("")


def test_filters_and_references_are_places() -> None:
    trail = SearchHistory()
    typed(trail, "", "door")
    filtered = Request("door", filters="dur:<2")
    similar = Request("door", Reference(FilePath.of("/a/slam.wav")), filters="dur:<2")
    trail.visit(filtered)
    trail.visit(similar)
    assert trail.back() == filtered
    assert trail.back() == Request("door")
    assert trail.forward() == filtered


def test_a_new_place_ends_what_lies_ahead() -> None:
    trail = SearchHistory()
    typed(trail, "", "door", "wind")
    trail.back()
    typed(trail, "rain")
    assert not trail.can_go_forward
    assert trail.back() == Request("door")


def test_places_of_the_last_session_come_before() -> None:
    trail = SearchHistory()
    trail.remember([Request("rain"), Request("wind")])
    typed(trail, "")
    assert trail.back() == Request("wind")
    assert trail.back() == Request("rain")
    assert not trail.can_go_back


def test_a_place_is_kept_with_what_it_belongs_to() -> None:
    trail = SearchHistory()
    typed(trail, "door")
    trail.settle()
    door = SearchPlace(sound=SoundId(3), stretch=(0.5, 1.0))
    trail.keep(door)
    typed(trail, "wind")
    assert trail.place is None
    assert trail.place_of(Request("door")) == door
    assert trail.back() == Request("door")
    assert trail.place == door
