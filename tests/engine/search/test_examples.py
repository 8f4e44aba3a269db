"""Questions with examples: their terms, the rule against a hand calculation and against every sound, and filters."""

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.chips import ChipKind, UnreadReason
from engine.base.errors import AudioError, QueryError
from engine.base.types import FilePath, SoundId
from engine.library.library import Library
from engine.models.encoder import TextEncoder
from engine.models.pack import load_pack
from engine.search.example_scores import with_examples
from engine.search.examples import Example, read_example, term_value
from engine.search.query_parser import parse
from engine.search.question import By, Like, Question
from engine.search.ranking import LISTING
from engine.search.similar import mean_direction
from engine.search.value_parsers import InvalidValue
from tests.helpers.small_library import store_sounds
from tests.helpers.sounds import write_tone
from tests.helpers.synthetic_library import Drawn, fill
from tests.helpers.tiny_pack import make_tiny_pack


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_pack(tmp_path_factory.mktemp("pack") / "tiny")


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory, pack: Path) -> tuple[Path, Drawn]:
    folder = tmp_path_factory.mktemp("drawn")
    return folder, fill(folder, pack, 900)


@pytest.fixture
def library(drawn: tuple[Path, Drawn], pack: Path) -> Iterator[Library]:
    with Library.open(drawn[0], pack=pack, read_only=True) as opened:
        yield opened


@pytest.mark.parametrize(
    ("value", "path", "stretch", "weight"),
    [
        ("/s/gate.wav", b"/s/gate.wav", (None, None), 1.0),
        ("/s/gate 2.wav@1.2-3*0.5", b"/s/gate 2.wav", (1.2, 3.0), 0.5),
        ("/s/a@b.wav*2", b"/s/a@b.wav", (None, None), 2.0),
        ("file:///s/a%22b.wav@0-1", b'/s/a"b.wav', (0.0, 1.0), 1.0),
    ],
)
def test_a_term_is_read(value: str, path: bytes, stretch: tuple[float | None, float | None], weight: float) -> None:
    assert read_example("like", value) == Example(FilePath(path), *stretch, weight=weight)
    assert read_example("unlike", value).weight == -weight


@pytest.mark.parametrize(
    "value", ["gate.wav", "", "/s/gate.wav*0", "/s/gate.wav*11", "/s/gate.wav@3-1", "/s/gate.wav@2-2"]
)
def test_what_is_no_example_is_refused(value: str) -> None:
    with pytest.raises(InvalidValue):
        read_example("like", value)


@given(
    st.one_of(
        st.binary(min_size=1, max_size=40),
        st.text(min_size=1, max_size=12).map(lambda name: name.encode("utf-8", "replace")),
    ).filter(lambda raw: b"\0" not in raw and b"/" not in raw and raw not in (b".", b"..")),
    st.sampled_from([None, (0.0, 1.5), (12.25, 13.0)]),
    st.sampled_from([1.0, 0.25, 2.5]),
)
def test_every_name_is_read_back_from_a_query(raw: bytes, stretch: tuple[float, float] | None, weight: float) -> None:
    path = FilePath(b"/lib/" + raw)
    start_s, end_s = stretch or (None, None)
    text = f'rain like:"{term_value(path, start_s, end_s, weight)}" dur:<2'
    query = parse(text, synonyms=lambda word: ())
    assert query.examples == (Example(path, start_s, end_s, weight),)
    assert query.alternatives[0].describe == "rain"


def test_chips_tell_what_counts_how_much_and_keep_their_id_when_it_changes() -> None:
    def chips(weight: str) -> dict[ChipKind, tuple[str, str, float | None]]:
        text = f"rain like:/s/gate.wav{weight} unlike:/s/hinge.wav@1-2 words:0.5"
        found = parse(text, synonyms=lambda word: ()).chips
        return {chip.kind: (chip.id, chip.text, chip.weight) for chip in found}

    plain, heavy = chips(""), chips("*3")
    assert plain[ChipKind.LIKE][1:] == ("like gate.wav", 1.0)
    assert plain[ChipKind.UNLIKE][1:] == ("unlike hinge.wav, 1.0 s to 2.0 s", 1.0)
    assert plain[ChipKind.DESCRIBE][2] == 0.5
    assert heavy[ChipKind.LIKE] == (plain[ChipKind.LIKE][0], "like gate.wav", 3.0)


def test_words_alone_have_no_weight_to_change() -> None:
    (chip,) = parse("rain", synonyms=lambda word: ()).chips
    assert chip.weight is None


def test_an_example_that_is_switched_off_takes_no_part() -> None:
    (chip,) = parse("like:/s/gate.wav*2", synonyms=lambda word: ()).chips
    off = parse("like:/s/gate.wav*0.5", synonyms=lambda word: (), without=frozenset({chip.id}))
    assert off.examples == ()
    assert off.is_empty


def test_the_rule_by_hand() -> None:
    # Words 0.5 are log-odds 0. One wanted example of weight 2 at 0.7, one unwanted of weight 1 at 0.2:
    # 5 x 2 x 0.2 + 2 ln((1 + 2 exp(15 x 0.2)) / 2) - 3 x 0.2 - 2.5 ln(1 + exp(-15))
    # = 2 + 2 ln(20.5855) - 0.6 - 0 = 7.4492
    score = with_examples(np.array([0.5]), np.array([[0.7, 0.2]]), (2.0, -1.0), 1.0)
    assert score == pytest.approx([1 / (1 + math.exp(-7.4492))], abs=1e-7)


def test_the_unwanted_sound_itself_and_its_takes_lose_nearly_all() -> None:
    # 3 x 1 + 2.5 ln(1 + exp(9)) = 25.5003, from 4 to -21.5003, pressed to -(20 + ln 2.5003) = -20.9164. A take at 0.8:
    # 2.4 + 2.5 ln(1 + exp(3)) = 10.0215, from 4 to -6.0215; another kind at 0.3: 0.9, from 4 to 3.1.
    strong = 1 / (1 + math.exp(-4.0))
    scores = with_examples(np.full(3, strong), np.array([[1.0], [0.8], [0.3]]), (-1.0,), 1.0)
    expected = [1 / (1 + math.exp(-e)) for e in (-20.9164, -6.0215, 3.1)]
    assert scores == pytest.approx(expected, rel=1e-3)


@pytest.mark.shows("less-like")
@pytest.mark.parametrize("row", [0, 1, 5])
@pytest.mark.parametrize("text", ["door creak", "bell", "wind rain"])
def test_what_is_unwanted_leaves_the_first_screen(library: Library, text: str, row: int) -> None:
    asked = SoundId(int(library.rank(Question(text)).ids[row]))
    after = library.rank(Question(text, examples=(Example(asked, weight=-1.0),))).ids
    assert asked not in after[:30].tolist()


@pytest.mark.shows("words-win")
@pytest.mark.parametrize("text", ["door creak", "bell", "wind rain"])
def test_no_row_is_marked_strong_for_an_example_alone_beside_words(library: Library, text: str) -> None:
    words = library.rank(Question(text))
    alone = {hit.sound.id: hit.confidence for hit in library.hits(words, range(len(words)))}
    example = Example(SoundId(int(words.ids[-1])), weight=2.0)
    mixed = library.rank(Question(text, examples=(example,)))
    hits = library.hits(mixed, range(len(mixed)))
    assert all(alone[hit.sound.id] != "weak" for hit in hits if hit.confidence == "strong")


def test_a_sound_unlike_the_unwanted_is_not_raised() -> None:
    scores = with_examples(np.array([0.3, 0.3]), np.array([[-0.9], [0.0]]), (-1.0,), 1.0)
    assert scores == pytest.approx([0.3, 0.3], abs=1e-5)


def test_many_heavy_examples_keep_their_order() -> None:
    cosines = np.repeat(np.linspace(0.5, 1.0, 50)[:, None], 12, axis=1)
    scores = with_examples(np.full(50, 0.9), cosines, (10.0,) * 12, 10.0)
    assert (np.diff(scores) > 0).all()


def _by_all(pack_folder: Path, drawn: Drawn, text: str, examples: dict[int, float]) -> list[str]:
    """Paths by the rule, every window of every sound compared, the sound alone ranking the words."""
    pack = load_pack(pack_folder)
    curve = pack.info.calibration
    joint = TextEncoder(pack).encode([text]).joint[0]
    words = np.array([(own @ joint).max() for own in drawn.windows])
    asked = np.stack([mean_direction(drawn.windows[row]) for row in examples])
    cosines = np.array([(own @ asked.T).max(axis=0) for own in drawn.windows])
    evidence = curve.sound_slope * (words.astype(np.float64) - curve.sound_midpoint)
    any_one, total = np.ones(len(words)), sum(weight for weight in examples.values() if weight > 0)
    for cosine, (row, weight) in zip(cosines.T.astype(np.float64), examples.items(), strict=True):
        if weight > 0:
            evidence += 5 * min(1, 3 / total) * weight * (cosine - 0.5)
            any_one += weight * np.exp(15 * (cosine - 0.5))
        else:
            cosine = np.where(np.arange(len(words)) == row, 1.0, cosine)  # a sound is the sound itself
            evidence -= -weight * (3 * np.maximum(cosine, 0) + 2.5 * np.log1p(np.exp(30 * (cosine - 0.7))))
    evidence += 2 * np.log(any_one / 2)
    return [drawn.paths[row] for row in np.argsort(-evidence, kind="stable")]


@pytest.mark.parametrize("examples", [{3: 1.0}, {3: 1.0, 400: 0.5, 17: 2.0, 5: -1.0}, {8: 1.0, 9: -2.0}])
def test_the_best_fifty_are_those_of_comparing_everything(
    library: Library, drawn: tuple[Path, Drawn], pack: Path, examples: dict[int, float]
) -> None:
    files = [FilePath.of(drawn[1].paths[row]) for row in examples]
    given_ones = tuple(Example(path, weight=weight) for path, weight in zip(files, examples.values(), strict=True))
    asked = Question("low hum", examples=given_ones, limit=50, sound_only=True)
    found = [hit.sound.path.text for hit in library.answer(asked).hits]
    assert found == _by_all(pack, drawn[1], "low hum", examples)[:50]


def test_examples_that_were_typed_are_those_that_were_given(library: Library, drawn: tuple[Path, Drawn]) -> None:
    first, second = drawn[1].paths[3], drawn[1].paths[9]
    given_ones = (Example(FilePath.of(first), weight=2.0), Example(FilePath.of(second), weight=-0.5))
    values = library.rank(Question("door creak", examples=given_ones, words_weight=3.0))
    typed = library.rank(Question(f"door creak like:{first}*2 words:3", filters=f"unlike:{second}*0.5"))
    assert typed.ids.tolist() == values.ids.tolist()
    chips = {chip.kind: chip for chip in typed.chips}
    assert chips[ChipKind.UNLIKE].chosen_spans and chips[ChipKind.LIKE].spans
    assert (chips[ChipKind.LIKE].weight, chips[ChipKind.DESCRIBE].weight) == (2.0, 3.0)


def test_why_and_moments_say_how_like_and_where(library: Library, drawn: tuple[Path, Drawn]) -> None:
    row = next(row for row, own in enumerate(drawn[1].windows) if len(own) == 5)
    path = FilePath.of(drawn[1].paths[row])
    asked = Question("bell", examples=(Example(path, 4.0, 6.0), Example(path, 0.0, 2.0, weight=-0.1)), limit=5)
    hit = library.answer(asked).hits[0]
    assert hit.sound.path == path
    assert (hit.moments[0].start_s, hit.moments[0].end_s) == (4.0, 6.0)
    like, unlike = hit.why.examples
    assert (like.path, like.start_s, like.weight, like.cosine) == (path, 4.0, 1.0, pytest.approx(1.0, abs=1e-3))
    assert (unlike.weight, unlike.cosine) == (-0.1, pytest.approx(1.0, abs=1e-3))
    explained = library.explain(library.rank(asked), hit.sound.id)
    assert explained.why.examples == hit.why.examples


def test_filters_minus_words_quotes_stacks_and_picked_sounds_hold_beside_examples(
    library: Library, drawn: tuple[Path, Drawn]
) -> None:
    path = drawn[1].paths[3]
    asked = Question(f'"bell" -wind like:{path}', filters="dur:<6", stacks=True, limit=40)
    hits = library.answer(asked).hits
    assert hits
    for hit in hits:
        words = set(hit.sound.path.name.split("_"))
        assert "bell" in words and "wind" not in words
        assert hit.sound.info is not None and hit.sound.info.duration_s < 6
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def _of_one_window(drawn: Drawn) -> FilePath:
    return FilePath.of(next(path for path, own in zip(drawn.paths, drawn.windows, strict=True) if len(own) == 1))


def test_an_example_alone_ranks_and_may_leave_itself_out(library: Library, drawn: tuple[Path, Drawn]) -> None:
    path = _of_one_window(drawn[1])
    whole = library.answer(Question(examples=(Example(path),), limit=5)).hits
    without = library.answer(Question(examples=(Example(path, with_itself=False),), limit=5)).hits
    assert whole[0].sound.path == path
    assert whole[0].confidence == "strong"
    assert [hit.sound.id for hit in without[:4]] == [hit.sound.id for hit in whole[1:]]


def test_what_is_unwanted_alone_marks_nothing_as_good(library: Library, drawn: tuple[Path, Drawn]) -> None:
    path = _of_one_window(drawn[1])
    ranking = library.rank(Question(examples=(Example(path, weight=-1.0),), limit=900))
    assert not ranking.has_marks
    last = library.hits(ranking, range(len(ranking) - 1, len(ranking)))
    assert last[0].sound.path == path


def test_a_find_similar_beside_examples_is_one_of_them(library: Library, drawn: tuple[Path, Drawn]) -> None:
    first, second = (FilePath.of(drawn[1].paths[row]) for row in (3, 9))
    mixed = library.rank(Question(like=Like(first), filters=f"unlike:{second.text}"))
    plain = library.rank(Question(examples=(Example(first), Example(second, weight=-1.0))))
    assert mixed.ids.tolist() == plain.ids.tolist()


def test_a_spoken_word_beside_examples_is_refused(library: Library, drawn: tuple[Path, Drawn]) -> None:
    path = FilePath.of(drawn[1].paths[3])
    with pytest.raises(QueryError, match="cannot be combined") as refused:
        library.rank(Question(like=Like(path, 0.0, 0.5, By.WORD), filters=f"like:{path.text}"))
    assert "say:" in refused.value.advice


def test_a_typed_file_that_is_gone_is_left_out_and_said(library: Library, tmp_path: Path) -> None:
    ranking = library.rank(Question(f"bell like:{tmp_path / 'gone.wav'}"))
    left_out = [chip for chip in ranking.chips if chip.is_left_out]
    assert [chip.why for chip in left_out] == [UnreadReason.NO_SOUND]
    assert ranking.ids.tolist() == library.rank(Question("bell")).ids.tolist()
    alone = library.rank(Question(f"like:{tmp_path / 'gone.wav'}"))
    assert (alone.tier, len(alone)) == (LISTING, 900)


def test_a_given_file_that_is_gone_is_refused(library: Library, tmp_path: Path) -> None:
    with pytest.raises(AudioError):
        library.rank(Question("bell", examples=(Example(FilePath.of(tmp_path / "gone.wav")),)))


def test_a_file_from_elsewhere_is_listened_to_once(tmp_path: Path, pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.search import reference

    tones = [write_tone(tmp_path / "in" / f"{name}.wav", hz=hz) for name, hz in (("low", 200), ("high", 4000))]
    elsewhere = write_tone(tmp_path / "elsewhere.wav", hz=4000)
    ids = store_sounds(tmp_path / "library", tmp_path / "in", pack, tones)
    heard: list[FilePath] = []
    real = reference.reference_vectors

    def counted(path: FilePath, *args: object, **kept: object) -> object:
        heard.append(path)
        return real(path, *args, **kept)  # type: ignore[arg-type]

    monkeypatch.setattr(reference, "reference_vectors", counted)
    with Library.open(tmp_path / "library", pack=pack) as library:
        asked = Question("tone", examples=(Example(FilePath.of(elsewhere)), Example(SoundId(ids[0]), weight=-1.0)))
        assert [hit.sound.path.name for hit in library.answer(asked).hits] == ["high.wav", "low.wav"]
        library.answer(asked)
    assert heard == [FilePath.of(elsewhere)]
