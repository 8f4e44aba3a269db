"""Completions of the engine as the search field shows them."""

from desktop.search.bar.completion import CompletionLine, rest_of, suggestion_of
from engine.library.completion import Completion


def test_a_completion_in_the_middle_leaves_what_follows() -> None:
    found = suggestion_of(Completion("slam", "word", 5, 7, count=1204), "door sl dur:<2")
    assert found == CompletionLine("door slam dur:<2", 9, "slam", "word  ·  1,204")


def test_only_what_goes_on_from_the_end_is_shown_behind_the_words() -> None:
    slam = CompletionLine("door slam", 9, "slam")
    gate = CompletionLine("door gate", 9, "gate")
    assert rest_of((gate, slam), "door sl", 7) == (slam, "am")
    assert rest_of((slam,), "door sl", 5) is None
    assert rest_of((slam,), "door ", 5) is None
    assert rest_of((gate,), "door sl", 7) is None
