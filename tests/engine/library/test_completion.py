"""What is offered as one types: the library's own words, filters and their values, tags, earlier searches."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest

from engine.base.types import SoundId, SoundMetadata
from engine.library.completion import MOST, Completer, Completion
from engine.library.user_data import UserData
from engine.store.background_reader import BackgroundReader
from engine.store.catalogue import Catalogue
from engine.store.vocabulary import CachedCount, Words
from tests.helpers.libraries import ROOT, a_sound


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalogue]:
    """Names of doors, one of them in French, and what the user kept of them. Tests only read it."""
    names = (
        ("Doors/Wood/door_creak_01.wav", "DOORCreak"),
        ("Doors/Wood/door_creak_02.wav", "DOORCreak"),
        ("Doors/doorbell.flac", ""),
        ("Doors/Metal/Door Slam.wav", "DOORMetl"),
        ("Birds/Dove 3.mp3", "BIRDPrey"),
        ("Birds/Forêt dormante.mp3", ""),
    )
    with Catalogue.open(tmp_path_factory.mktemp("library")) as opened:
        root = opened.roots.add(ROOT)
        opened.sounds.store(
            [
                a_sound(number, root=root, first_segment=2 * number, name=name, metadata=SoundMetadata(ucs_id=ucs))
                for number, (name, ucs) in enumerate(names, start=1)
            ],
            [],
        )
        keeping = UserData(opened)
        keeping.add_tags([SoundId(1), SoundId(2)], ["door", "room tone", "dorm"])
        keeping.add_tags([SoundId(3)], ["tone"])
        keeping.add_to(keeping.make_collection("Scene 4: doors")[0].id, [SoundId(1)])
        keeping.save_search("Door hits", "door slam dur:<2")
        for text in ("rain on a tin roof", "door creak slow", "wind"):
            keeping.add_history(text)
        yield opened


@pytest.fixture
def completer(catalogue: Catalogue) -> Completer:
    return Completer(catalogue)


def texts(found: tuple[Completion, ...], kind: str = "") -> list[str]:
    return [one.text for one in found if kind in ("", one.kind)]


def applied(text: str, completion: Completion) -> str:
    return text[: completion.start] + completion.text + text[completion.end :]


def test_words_of_the_library_come_first_by_how_many_sounds_have_them(completer: Completer) -> None:
    found = completer.complete("do")
    # Four sounds lie in Doors, and three have "door" in their names; CatIDs such as DOORCreak are no words.
    assert [(one.text, one.count) for one in found if one.kind == "word"] == [
        ("doors", 4),
        ("door", 3),
        ("doorbell", 1),
        ("dormante", 1),
        ("dove", 1),
    ]
    assert found[0].kind == "word"
    assert (found[0].start, found[0].end) == (0, 2)


def test_letters_are_kept_as_they_were_typed_and_accents_do_not_matter(completer: Completer) -> None:
    assert texts(completer.complete("Doorb"), "word") == ["Doorbell"]
    assert texts(completer.complete("forê"), "word") == ["forêt"]


def test_the_word_under_the_cursor_is_completed_and_the_rest_stays(completer: Completer) -> None:
    text = "heavy doorb slam"
    (found,) = [one for one in completer.complete(text, 11) if one.kind == "word"]
    assert applied(text, found) == "heavy doorbell slam"
    (found,) = [one for one in completer.complete("heavy doorbxx slam", 11) if one.kind == "word"]
    assert applied("heavy doorbxx slam", found) == "heavy doorbell slam"


def test_minus_terms_and_quoted_phrases_are_completed_with_words_alone(completer: Completer) -> None:
    found = completer.complete("wind -doorb")
    assert [applied("wind -doorb", one) for one in found] == ["wind -doorbell"]
    assert [applied('x "creak doorb', one) for one in completer.complete('x "creak doorb')] == ['x "creak doorbell"']


def test_words_that_find_nothing_are_not_offered(tmp_path: Path) -> None:
    with Catalogue.open(tmp_path) as catalogue:
        root = catalogue.roots.add(ROOT)
        names = ("wind with rain.wav", "with care.wav")
        catalogue.sounds.store(
            [a_sound(at, root=root, first_segment=2 * at, name=name) for at, name in enumerate(names, start=1)], []
        )
        assert texts(Completer(catalogue).complete("wi"), "word") == ["wind"]


def test_words_that_no_name_holds_come_from_the_category_list(completer: Completer) -> None:
    found = completer.complete("squea")
    assert texts(found, "word") == []
    assert "squeak" in texts(found, "idea")


def test_filters_are_offered_by_key_and_by_what_they_ask(completer: Completer) -> None:
    assert "dur:" in texts(completer.complete("du"), "filter")
    assert "dur:" in texts(completer.complete("leng"), "filter")
    assert "rating:" in texts(completer.complete("rati"), "filter")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ext:", ["ext:wav", "ext:mp3", "ext:flac"]),
        ("ext:wav,f", ["ext:wav,flac"]),
        ("tag:ro", ['tag:"room tone"']),
        ("tag:to", ["tag:tone", 'tag:"room tone"']),
        ('tag:"room t', ['tag:"room tone"']),
        ("collection:sc", ['collection:"Scene 4: doors"']),
        ("in:Wo", ["in:Wood"]),
        ("in:fo", ["in:Foley"]),
        ("fav:", ["fav:yes", "fav:no"]),
        ("key:f#", ['key:"F# major"', 'key:"F# minor"']),
        ("colour:red,b", ["colour:red,blue"]),
        ("color:pu", ["color:purple"]),
        ("date:to", ["date:today"]),
        ("is:un", ["is:unrated", "is:untagged", "is:unheard", "is:unused"]),
        ("cat:doorc", ["cat:DOORCreak", "cat:DOORCab", "cat:DOORComp"]),
    ],
)
def test_values_of_filters_are_those_the_library_has(completer: Completer, text: str, expected: list[str]) -> None:
    found = completer.complete(f"rain {text}")
    assert texts(found) == expected
    assert all((one.start, one.end, one.kind) == (5, 5 + len(text), "value") for one in found)


def test_values_come_with_how_many_sounds_have_them(completer: Completer) -> None:
    assert [(one.text, one.count) for one in completer.complete("ext:")] == [
        ("ext:wav", 3),
        ("ext:mp3", 2),
        ("ext:flac", 1),
    ]
    assert completer.complete("cat:")[0] == Completion("cat:DOORS", "value", 0, 4, 3)
    assert {one.text: one.count for one in completer.complete("in:")} == {
        "in:Foley": 6,
        "in:Doors": 4,
        "in:Wood": 2,
        "in:Birds": 2,
        "in:Metal": 1,
    }


def test_tags_and_collections_are_offered_by_their_words(completer: Completer) -> None:
    assert 'tag:"room tone"' in texts(completer.complete("room"), "tag")
    assert 'collection:"Scene 4: doors"' in texts(completer.complete("scene"), "collection")
    assert texts(completer.complete("door"), "category")[0] == "cat:DOORS"


def test_nothing_typed_offers_the_latest_searches(completer: Completer) -> None:
    assert texts(completer.complete("")) == ["wind", "door creak slow", "rain on a tin roof"]


def test_a_search_that_was_made_comes_first_once_its_beginning_stands_there(completer: Completer) -> None:
    found = completer.complete("door c")
    assert found[0] == Completion("door creak slow", "history", 0, 6)
    assert texts(completer.complete("door"), "history") == ["door creak slow"]
    assert texts(completer.complete("door h"), "saved") == ["door slam dur:<2"]


def test_what_stands_there_already_is_not_offered(completer: Completer) -> None:
    assert "dove" not in texts(completer.complete("dove"))
    assert completer.complete("wind ", 5)[:1] == completer.complete("wind ")[:1]
    assert "wind" not in texts(completer.complete("wind"), "history")


@pytest.mark.parametrize("text", ["", " ", "-", '"', ":", "tag:", "-tag:x", "a|b", 'x:"', "🙂", "\x00", "door " * 500])
def test_any_text_at_any_cursor_is_answered(completer: Completer, text: str) -> None:
    for cursor in (-5, 0, len(text) // 2, len(text), len(text) + 9):
        for one in completer.complete(text, cursor):
            assert 0 <= one.start <= one.end <= len(text)
        assert len(completer.complete(text, cursor)) <= MOST


def test_new_sounds_and_tags_are_offered_at_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    with Catalogue.open(tmp_path_factory.mktemp("growing")) as catalogue:
        completer, root = Completer(catalogue), catalogue.roots.add(ROOT)
        assert completer.complete("quok") == ()
        catalogue.sounds.store([a_sound(1, root=root, name="quokka.wav")], [])
        assert texts(completer.complete("quo")) == ["quokka"]
        UserData(catalogue).add_tags([SoundId(1)], ["quotable"])
        assert texts(completer.complete("quo")) == ["quokka", "tag:quotable"]


def test_a_count_that_takes_long_is_kept_a_while_though_the_library_changes(catalogue: Catalogue) -> None:
    counts, sequences = iter((1, 2)), iter((1, 2, 3, 4))
    now_s = 100.0

    def slow(_: Catalogue) -> int:
        nonlocal now_s
        now_s += 0.03
        return next(counts)

    counted = CachedCount(slow, catalogue, sequence=lambda: next(sequences), clock=lambda: now_s)
    assert [counted(), counted(), counted()] == [1, 1, 1]
    now_s += 3.0  # a hundred times what it took
    assert counted() == 2


def test_a_quarter_of_a_million_words_are_searched_in_a_moment() -> None:
    letters = np.random.default_rng(1).integers(97, 123, (250_000, 7), dtype=np.uint8)
    words = sorted({row.tobytes().decode() for row in letters})

    class Read(list[str]):
        looks = 0

        def __getitem__(self, at: Any) -> Any:
            self.looks += 1
            return super().__getitem__(at)

    read = Read(words)
    found = Words(read, np.arange(len(words))).begin_with("s", 6)
    assert read.looks < 50  # two searches by halves, of 18 looks each, and the six
    last = [at for at, word in enumerate(words) if word[0] == "s"][-1]
    assert found == [(words[at], at) for at in range(last, last - 6, -1)]


def test_what_is_not_counted_yet_comes_with_a_later_key_and_nobody_waits_for_it(catalogue: Catalogue) -> None:
    is_free = Event()
    beside = BackgroundReader(catalogue.folder)
    beside.submit(lambda _: is_free.wait())
    completer = Completer(catalogue, beside=beside)
    completer.warm_up()
    assert texts(completer.complete("cree", is_waiting=False), "word") == []
    assert completer.is_counting
    assert texts(completer.complete("rain on", is_waiting=False), "history") == ["rain on a tin roof"]
    is_free.set()
    assert texts(completer.complete("dorman"), "word") == ["dormante"]  # who waits gets it
    beside.submit(lambda _: None).result()
    assert not completer.is_counting
    assert texts(completer.complete("creak cree", is_waiting=False), "word") == []
    assert texts(completer.complete("dorman", is_waiting=False), "word") == ["dormante"]
    assert completer.complete("cat:", is_waiting=False)[0].count == 3
    beside.close()


def test_a_count_that_fails_in_the_other_thread_is_made_in_this_one(catalogue: Catalogue) -> None:
    beside = BackgroundReader(catalogue.folder)

    def count(own: Catalogue) -> int:
        if own is not catalogue:
            raise OSError("the disk")
        return 7

    counted = CachedCount(count, catalogue, aside=beside.submit)
    assert counted.soon() is None
    assert counted() == 7
    beside.close()


def test_closing_ends_what_is_being_read_and_what_waits(catalogue: Catalogue) -> None:
    beside = BackgroundReader(catalogue.folder)
    has_begun = Event()

    def endless(own: Catalogue) -> object:
        has_begun.set()
        return own.database.rows(
            "WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more) SELECT max(n) FROM more"
        )

    first, second = beside.submit(endless), beside.submit(endless)
    assert has_begun.wait(60)
    beside.close()
    beside.close()
    assert first.exception() is not None
    assert second.cancelled()
    with pytest.raises(RuntimeError):
        beside.submit(endless)
