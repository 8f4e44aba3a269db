"""Less like, on recorded sounds and the starter pack: what gets a − leaves the first screen with its takes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.base.types import SoundId
from engine.library.answers import Ranking
from engine.library.library import Library
from engine.library.queries import Example, Question
from engine.models.pack import default_pack
from tests.helpers.recorded import corpus_folder

SCREEN = 30
"""Rows of a window of usual height."""


@pytest.fixture(scope="module")
def library() -> Iterator[Library]:
    folder = corpus_folder()
    if not folder:
        pytest.skip("EARSHOT_DATA does not name the corpus (docs say how `earshot-train corpus fetch` rebuilds it)")
    from training.data.corpus import only, read_corpus
    from training.evaluation.library import indexed, original_name

    clips = only(read_corpus(Path(folder)), "val")
    with indexed(default_pack(), clips[::4], name=original_name) as made, Library.open(made.folder) as opened:
        yield opened


def with_takes(ranking: Ranking, row: int) -> set[int]:
    """The sound of a row and what is folded under it."""
    takes = [] if ranking.takes is None else ranking.takes.ranking.ids[list(ranking.takes.of(row))].tolist()
    return {int(ranking.ids[row]), *takes}


@pytest.mark.timeout(600)
@pytest.mark.shows("less-like")
@pytest.mark.parametrize("row", [0, 4])
@pytest.mark.parametrize("text", ["dog barking", "rain", "door", "thunder", "baby crying"])
def test_the_sound_and_its_takes_leave_the_first_screen(library: Library, text: str, row: int) -> None:
    before = library.rank(Question(text, stacks=True))
    unwanted = with_takes(before, row)
    example = Example(SoundId(int(before.ids[row])), weight=-1.0)
    after = library.rank(Question(text, stacks=True, examples=(example,)))
    assert len(after) > 2 * SCREEN
    shown = set().union(*(with_takes(after, place) for place in range(SCREEN)))
    assert not unwanted & shown


@pytest.mark.timeout(600)
@pytest.mark.shows("less-like")
@pytest.mark.parametrize(("text", "unwanted"), [("rain", "thunder"), ("storm", "thunder")])
def test_what_sounds_like_a_minus_word_leaves_the_first_screen(library: Library, text: str, unwanted: str) -> None:
    """Names with the word are left out; of the others, those whose best moment sounds like it most."""
    first = library.rank(Question(text)).ids[:SCREEN]
    like_it = library.rank(Question(unwanted, sound_only=True))
    assert like_it.scored is not None
    sure = set(like_it.ids[like_it.scored.scores >= 0.85].tolist())
    after = library.rank(Question(f"{text} -{unwanted}")).ids[:SCREEN].tolist()
    assert sure & set(first.tolist()), "there is something to lose"
    assert not sure & set(after)
