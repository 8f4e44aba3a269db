"""Rankings: arrays that become the same hits as a search gives, in pages, by a reader without index or model."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.base.errors import SoundGone
from engine.base.messages import said
from engine.base.query_messages import QueryMessage
from engine.base.types import FilePath, SoundId
from engine.library.library import Library, LibraryReader
from engine.models.calibration import probability
from engine.models.pack import load_pack
from engine.search.question import Like, Question
from engine.search.ranking import alone, strip_of
from engine.search.similar import AspectWeights, SimilarityReference
from engine.store.filters import Filters
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
    return folder, fill(folder, pack, 600)


@pytest.fixture
def library(drawn: tuple[Path, Drawn], pack: Path) -> Iterator[Library]:
    with Library.open(drawn[0], pack=pack, read_only=True) as opened:
        yield opened


@pytest.fixture
def reader(drawn: tuple[Path, Drawn]) -> Iterator[LibraryReader]:
    with LibraryReader(drawn[0]) as opened:
        yield opened


def test_a_page_of_a_ranking_is_that_page_of_the_search(library: Library, reader: LibraryReader) -> None:
    ranking = library.rank(Question("door creak", limit=300))
    assert reader.hits(ranking, range(40, 60)) == list(library.answer(Question("door creak", limit=300)).hits[40:60])


@pytest.mark.shows("why-true")
def test_a_sound_that_answers_by_name_alone_plays_from_its_start(library: Library, pack: Path) -> None:
    """Its windows are as unlike the words as any: the best of them is no moment."""
    curve = load_pack(pack).info.calibration
    hits = library.answer(Question("door", limit=600)).hits
    chances = [probability(float(hit.why.sound or -1.0), curve.sound_midpoint, curve.sound_slope) for hit in hits]
    named = [hit for hit, chance in zip(hits, chances, strict=True) if hit.why.words == ("door",) and chance < 0.35]
    heard = [hit for hit, chance in zip(hits, chances, strict=True) if hit.why.words == ("door",) and chance >= 0.35]
    assert {(hit.moments[0].start_s, len(hit.moments)) for hit in named} == {(0.0, 1)}
    assert all(hit.sound.info and hit.moments[0].end_s == hit.sound.info.duration_s for hit in named)
    assert max(hit.moments[0].start_s for hit in heard) > 0.0


def test_a_row_alone_is_that_row_with_its_windows(library: Library, reader: LibraryReader) -> None:
    ranking = library.rank(Question("door creak", limit=30))
    for row in (0, 7, 29):
        (hit,) = reader.hits(ranking, range(row, row + 1))
        (own,) = reader.hits(alone(ranking, row), range(1))
        assert (own.sound.id, own.score, own.moments, own.why) == (hit.sound.id, hit.score, hit.moments, hit.why)
        whole, part = strip_of(ranking, row), strip_of(alone(ranking, row), 0)
        assert part.starts_s.tolist() == whole.starts_s.tolist() == sorted(whole.starts_s.tolist())
        assert part.similarities.tolist() == whole.similarities.tolist()
        assert len(whole.starts_s) > 0


def test_a_row_of_a_listing_alone_compares_nothing(library: Library) -> None:
    listing = library.rank(Question(""))
    row = alone(listing, 5)
    assert (row.ids.tolist(), row.scored, row.is_listing) == ([listing.ids[5]], None, True)
    assert len(strip_of(row, 0).starts_s) == 0


def test_filters_that_were_chosen_count_as_if_they_were_typed(library: Library) -> None:
    chosen, typed = library.rank(Question("bell", filters="dur:<5")), library.rank(Question("bell dur:<5"))
    assert chosen.ids.tolist() == typed.ids.tolist()
    assert [chip.text for chip in chosen.chips if chip.kind == "filter"] == ["shorter than 5 s"]
    off = library.rank(Question("bell", filters="dur:<5", without=frozenset({"filter dur: ..4.999999999999999"})))
    assert off.considered == 600 > chosen.considered


def test_a_quotation_left_open_does_not_swallow_the_filters(library: Library) -> None:
    assert library.rank(Question('"bell', filters='in:"no such folder"')).considered == 0


def test_a_listing_has_every_sound_that_passes_and_opens_no_model(drawn: tuple[Path, Drawn], tmp_path: Path) -> None:
    with Library.open(drawn[0], pack=tmp_path / "no pack", read_only=True) as library:
        ranking = library.rank(Question("", limit=10))
        short = library.rank(Question("dur:<3"))
    assert ranking.is_listing
    assert ranking.ids.tolist() == list(range(600, 0, -1))
    assert sorted(short.ids.tolist()) == [row + 1 for row, own in enumerate(drawn[1].windows) if len(own) == 1]


def test_a_sound_that_left_is_left_out_of_its_page(tmp_path: Path, pack: Path) -> None:
    fill(tmp_path, pack, 10)
    with Library.open(tmp_path, pack=pack) as library, library.reader() as reader:
        ranking = library.rank(Question("bell"))
        gone = SoundId(int(ranking.ids[3]))
        library._catalogue.sounds.remove([gone])
        hits = reader.hits(ranking, range(6))
    assert [hit.rank for hit in hits] == [1, 2, 3, 5, 6]


def test_folded_takes_are_a_ranking_of_their_own(tmp_path: Path, pack: Path) -> None:
    # Three takes of one beep, and a hum: the takes lie in one folder under one name.
    root = tmp_path / "s"
    paths = [write_tone(root / f"beep_{take}.wav", 4000.0 + take, 1.0) for take in (1, 2, 3)]
    paths.append(write_tone(root / "hum.wav", 100.0, 1.0))
    ids = store_sounds(tmp_path / "library", root, pack, paths)
    with Library.open(tmp_path / "library", pack=pack) as library, library.reader() as reader:
        ranking = library.rank(Question("high beep", stacks=True))
        assert ranking.takes is not None
        under = ranking.takes.of(0)
        takes = reader.hits(ranking.takes.ranking, under)
        leader = reader.hits(ranking, [0])[0]
    assert len(ranking) == 2
    assert {leader.sound.id, *(hit.sound.id for hit in takes)} == set(ids[:3])
    assert leader.stacked == tuple(hit.sound.id for hit in takes)
    assert len(ranking.takes.of(1)) == 0


def test_explain_and_strip_look_at_every_window(library: Library, drawn: tuple[Path, Drawn]) -> None:
    ranking = library.rank(Question("low hum"))
    last = SoundId(int(ranking.ids[-1]))
    hit = library.explain(ranking, last)
    strip = library.strip(ranking, last)
    windows = drawn[1].windows[int(last) - 1]
    assert hit.sound.id == last
    assert strip.starts_s.tolist() == [2.0 * place for place in range(len(windows))]
    assert strip.similarities.dtype == np.float32
    with pytest.raises(SoundGone):
        library.explain(ranking, SoundId(9999))


def test_a_listing_has_an_empty_strip(library: Library) -> None:
    assert len(library.strip(library.rank(Question("")), SoundId(5)).starts_s) == 0


def test_find_similar_keeps_to_the_filters_and_begins_with_the_sound_itself(library: Library) -> None:
    short = library.rank(Question("dur:<3"))
    itself = SoundId(int(short.ids[0]))
    like = library.rank(Question(like=Like(itself), filters="dur:<3"))
    assert like.ids[0] == itself
    assert set(like.ids.tolist()) == set(short.ids.tolist())
    assert itself not in library.rank(Question(like=Like(itself, with_itself=False), filters="dur:<3")).ids
    assert library.rank(Question(like=Like(itself), filters="dur:>1000")).note == said(QueryMessage.NOTHING_PASSES)


def test_the_length_can_weigh_more_than_the_sound(library: Library) -> None:
    itself = SoundId(7)
    like = library.rank(Question(like=Like(itself, weights=AspectWeights(sound=0.0, length=1.0))))
    seconds = np.array([library.sound(SoundId(int(id))).info.duration_s for id in like.ids])  # type: ignore[union-attr]
    own_s = seconds[like.ids == 7][0]
    # 2 ^ -|octaves|: the same length is 1, twice or half of it 0.5.
    assert like.scored is not None
    assert like.scored.scores == pytest.approx(np.exp2(-np.abs(np.log2(seconds / own_s))))


def test_an_outside_stretch_is_measured_where_its_brightness_counts(tmp_path: Path, pack: Path) -> None:
    root = tmp_path / "s"
    paths = [write_tone(root / f"{hz:.0f}.wav", hz, 2.0) for hz in (200.0, 800.0, 3200.0)]
    ids = store_sounds(tmp_path / "library", root, pack, paths)
    asked = FilePath.of(write_tone(tmp_path / "outside.wav", 1600.0, 2.0))
    with Library.open(tmp_path / "library", pack=pack) as library:
        like = library.rank(
            Question(like=Like(asked, start_s=0.5, end_s=1.5, weights=AspectWeights(sound=0.0, brightness=1.0)))
        )
    assert like.scored is not None
    # One octave from 800 and 3200 Hz, three from 200 Hz.
    scores = dict(zip(like.ids.tolist(), like.scored.scores.tolist(), strict=True))
    assert [scores[id] for id in ids] == pytest.approx([0.125, 0.5, 0.5], abs=0.03)


def test_weights_of_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="above 0"):
        AspectWeights(sound=0.0)
    with pytest.raises(ValueError, match="0 or more"):
        AspectWeights(length=-1.0)


def test_windows_that_cancel_out_are_asked_by_the_first(pack: Path) -> None:
    dim = load_pack(pack).info.dim
    one = np.zeros((2, dim), np.float32)
    one[0, 0], one[1, 0] = 1.0, -1.0
    assert SimilarityReference(one).joint.tolist() == one[0].tolist()


def test_no_filters_pass_every_sound(library: Library) -> None:
    assert library.rank(Question("")).considered == len(library._catalogue.passing.ids(Filters())) == 600
