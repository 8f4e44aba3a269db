"""What a match says for itself, of real answers: no part is named that the row's score does not have."""

from collections.abc import Iterator

import pytest

from desktop.results.why import reasons, why
from engine.base.types import SoundId
from engine.library.library import Library
from engine.search.examples import Example
from engine.search.question import Question
from tests.helpers.synthetic_library import fill
from tests.helpers.tiny_pack import make_tiny_pack


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("why")
    pack = make_tiny_pack(folder / "pack")
    fill(folder / "library", pack, 400)
    with Library.open(folder / "library", pack=pack, read_only=True) as opened:
        yield opened


def told(library: Library, question: Question) -> list[tuple[str, ...]]:
    ranking = library.rank(question)
    return [reasons(hit, ranking) for hit in library.hits(ranking, range(len(ranking)))]


@pytest.mark.usefixtures("qapp")
def test_beside_examples_alone_nothing_was_heard_for_words(library: Library) -> None:
    sound = SoundId(int(library.rank(Question("")).ids[7]))
    rows = told(library, Question(examples=(Example(sound),), limit=20))
    assert rows[0][0].startswith("like ")
    assert [one for row in rows for one in row if one.startswith("sound:")] == []


@pytest.mark.usefixtures("qapp")
def test_a_quoted_word_is_heard_and_not_alike(library: Library) -> None:
    rows = told(library, Question('"hum"', limit=400))
    found = {one for row in rows for one in row}
    assert "sound: hum" in found
    assert "similar sound" not in found


@pytest.mark.usefixtures("qapp")
def test_of_several_alternatives_a_row_names_its_own(library: Library) -> None:
    rows = told(library, Question("hum | beep", limit=400))
    heard = {one for row in rows for one in row if one.startswith("sound:")}
    assert heard == {"sound: hum", "sound: beep"}


@pytest.mark.usefixtures("qapp")
def test_what_answers_by_name_alone_has_no_best_moment(library: Library) -> None:
    ranking = library.rank(Question("hum", limit=400))
    hits = library.hits(ranking, range(len(ranking)))
    named = [hit for hit in hits if reasons(hit, ranking)[0].startswith("name: hum")]
    heard = [hit for hit in hits if reasons(hit, ranking)[0].startswith("sound:") and hit.sound.segments > 3]
    assert named and heard
    assert all("Best from" not in why(hit, ranking) for hit in named)
    assert all("Best from" in why(hit, ranking) for hit in heard)
