"""What stands in files is asked for by its field: scene, take, tape, track, originator, designer, library, keyword."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.base.file_messages import FileAdvice, FileFault, trouble
from engine.base.types import FileStamp, SoundId, SoundMetadata
from engine.library.completion import Completer
from engine.search.facets import FacetQuestion, counted
from engine.search.filter_registry import FILTERS
from engine.search.query_parser import parse
from engine.search.sorting import SortKey, SoundSorter
from engine.store.catalogue import Catalogue
from tests.helpers.libraries import PACK, ROOT, a_sound

TRACK = "ixml.TRACK_LIST.TRACK"


def recorded(scene: str, take: str, *tracks: str, start: int = 0, **of_file: str) -> SoundMetadata:
    numbered = {f"{TRACK}{'' if n == 1 else f'[{n}]'}.NAME": name for n, name in enumerate(tracks, 1)}
    fields = {"ixml.SCENE": scene, "ixml.TAKE": take, "bext.TimeReference": str(start), **numbered}
    return SoundMetadata(keywords=("Rain", "room tone"), fields=fields, **of_file)


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Catalogue]:
    """Four sounds: two takes of a scene, one of another, and one that says nothing."""
    told = [
        recorded("12A", "3", "Boom", "Lav Änne", start=9_000_000, artist="Jane Doe"),
        recorded("12A", "0010", "Boom 2", start=48_000, album="Old Houses"),
        replace(recorded("12B", "3"), keywords=(), fields={"ixml.SCENE": "12B", "bext.Originator": "Zoom F8"}),
        SoundMetadata(),
    ]
    with Catalogue.open(tmp_path) as opened:
        opened.packs.set_searched(PACK, "test")
        root = opened.roots.add(ROOT)
        opened.sounds.reserve_ids(4, 8)
        sounds = [a_sound(n, root=root, first_segment=2 * n - 1, metadata=m) for n, m in enumerate(told, 1)]
        opened.sounds.store(sounds, [])
        yield opened


def found(catalogue: Catalogue, text: str) -> list[int]:
    ids: list[int] = catalogue.passing.ids(parse(text, synonyms=lambda word: ()).filters).tolist()
    return ids


@pytest.mark.shows("slate")
@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("scene:12a", [1, 2]),
        ("scene:12", []),
        ("scene:12A,12B", [1, 2, 3]),
        ("scene:12A take:3", [1]),
        ("take:10", [2]),
        ("take:003", [1]),
        ("track:boom", [1, 2]),
        ('track:boom track:"lav anne"', [1]),
        ("originator:zoom", [3]),
        ("designer:doe", [1]),
        ('library:"old houses"', [2]),
        ("keyword:rain", [1, 2]),
        ("keyword:room", []),
        ('keyword:"room tone",wind', [1, 2]),
        ("tape:1", []),
    ],
)
def test_sounds_are_found_by_what_their_files_say(catalogue: Catalogue, text: str, ids: list[int]) -> None:
    assert found(catalogue, text) == ids


def test_a_filter_says_what_was_typed_and_an_empty_one_is_refused() -> None:
    chips = [str(chip.words) for chip in parse("scene:12A,12b track:Boom", synonyms=lambda word: ()).chips]
    assert chips == ["scene 12A or 12b", "track “Boom”"]
    assert [chip.why for chip in parse("scene:, take:", synonyms=lambda word: ()).chips] == ["value", "no value"]


def test_what_is_written_anew_replaces_what_was_found_before(catalogue: Catalogue) -> None:
    sound = catalogue.sounds.one(SoundId(1))
    stamp = FileStamp(sound.path, sound.size_bytes, sound.mtime_ns)
    catalogue.files.retag(SoundId(1), stamp, recorded("99", "1", "Plant"), "a sound")
    assert (found(catalogue, "scene:12A"), found(catalogue, "scene:99 track:plant")) == ([2], [1])
    assert catalogue.texts.matching("plant").tolist() == [1]
    catalogue.files.note_failed(stamp, trouble(FileFault.EMPTY, FileAdvice.COPY_OR_EXPORT), root=sound.root)
    assert catalogue.database.rows("SELECT count(*) FROM file_field WHERE sound_id = 1") == [(0,)]
    catalogue.sounds.remove([SoundId(2)])
    assert found(catalogue, "scene:12A") == []


def test_words_of_the_slate_are_found_by_typing_them(catalogue: Catalogue) -> None:
    assert catalogue.texts.matching("12A").tolist() == [1, 2]
    assert catalogue.texts.matching("lav anne").tolist() == [1]
    assert catalogue.texts.matching("zoom").tolist() == [3]


def test_values_that_occur_are_offered_most_sounds_first(catalogue: Catalogue) -> None:
    completer = Completer(catalogue)
    assert [(one.text, one.count) for one in completer.complete("scene:12")] == [("scene:12A", 2), ("scene:12B", 1)]
    assert [one.text for one in completer.complete("track:l")] == ['track:"Lav Änne"']
    assert "scene:" in [one.text for one in completer.complete("sce")]


@pytest.mark.parametrize(
    ("key", "order"),
    [
        (SortKey.SCENE, [1, 2, 3, 4]),
        (SortKey.TAKE, [1, 2, 3, 4]),  # 3 before 10; 12B has no take
        (SortKey.TRACKS, [1, 2, 3, 4]),
        (SortKey.TIMECODE, [2, 1, 3, 4]),
        (SortKey.ORIGINATOR, [3, 1, 2, 4]),
    ],
)
def test_lists_are_sorted_by_it(catalogue: Catalogue, key: SortKey, order: list[int]) -> None:
    ids = catalogue.passing.ids(parse("", synonyms=lambda word: ()).filters)
    assert ids[SoundSorter(catalogue).order(ids, key)].tolist() == order


def test_each_of_them_is_a_filter_of_its_own() -> None:
    keys = ("scene", "take", "tape", "track", "originator", "designer", "library", "keyword")
    assert all(FILTERS[key].read is not None for key in keys)


def test_values_are_counted_among_what_the_other_filters_let_pass(catalogue: Catalogue) -> None:
    def counts(key: str, text: str = "") -> list[tuple[str, int]]:
        return [(one.value, one.sounds) for one in counted(catalogue, FacetQuestion(key, text=text))]

    assert counts("scene") == [("12A", 2), ("12B", 1)]
    assert counts("scene", "take:10") == [("12A", 1)]
    assert counts("take", "scene:12A") == [("0010", 1), ("3", 1)]
    assert counts("designer") == [("Jane Doe", 1)]
    assert counts("library", "designer:doe") == []


def test_a_whole_name_wins_over_a_part_of_another(catalogue: Catalogue) -> None:
    sound = catalogue.sounds.one(SoundId(4))
    stamp = FileStamp(sound.path, sound.size_bytes, sound.mtime_ns)
    assert found(catalogue, "library:houses library:old") == [2]
    catalogue.files.retag(SoundId(4), stamp, SoundMetadata(album="Houses"), "a sound")
    assert (found(catalogue, "library:houses"), found(catalogue, "library:house")) == ([4], [2, 4])
