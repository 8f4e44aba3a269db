"""What a user entered comes through a file whole: into a library whose files lie elsewhere, with copies and all."""

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.types import Colour, FilePath, SoundId
from engine.features.user_data.import_file import take_in
from engine.library.user_data import Undo, UserData
from tests.engine.features.user_data.conftest import Open, export, exported, make, without_places

MEMORY = next((disk for disk in ("/dev/shm",) if Path(disk).is_dir()), None)
"""A disk in memory, where there is one: each example makes two libraries."""
Entry = Callable[[UserData], object]
Line = dict[str, Any]
LETTERS = st.text("abcd", min_size=1, max_size=7)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)  # NUL, line breaks and all
NAMES = TEXT.filter(lambda text: bool(text.split()) and text.split() != ["★"])
SOUND = st.integers(1, 7).map(SoundId)
TIMES = st.floats(0.001, 2e9)


def collected(name: str, ids: list[SoundId]) -> Entry:
    def enter(keeping: UserData) -> None:
        there = keeping.collection_named(name)
        made = keeping.make_collection(name)[0] if there is None else there
        keeping.add_to(made.id, ids)

    return enter


ENTRIES: st.SearchStrategy[Entry] = st.one_of(
    st.builds(lambda id, rating: lambda keeping: keeping.set_rating([id], rating), SOUND, st.integers(0, 5)),
    st.builds(lambda id, colour: lambda keeping: keeping.set_colour([id], colour), SOUND, st.sampled_from(Colour)),
    st.builds(lambda id: lambda keeping: keeping.set_favourite([id], True), SOUND),
    st.builds(lambda id, name: lambda keeping: keeping.add_tags([id], [name]), SOUND, NAMES),
    st.builds(lambda id, text: lambda keeping: keeping.set_note(id, text), SOUND, TEXT),
    st.builds(lambda id, now_s: lambda keeping: keeping.played(id, now_s=now_s), SOUND, TIMES),
    st.builds(lambda id, now_s: lambda keeping: keeping.used([id], now_s=now_s), SOUND, TIMES),
    st.builds(collected, NAMES | st.sampled_from(["Doors", "Winds"]), st.lists(SOUND, max_size=4)),
    st.builds(lambda name, text: lambda keeping: keeping.save_search(name, text), NAMES, TEXT),
    st.builds(lambda text, now_s: lambda keeping: keeping.add_history(text, now_s=now_s), TEXT, TIMES),
)


@pytest.mark.shows("entered-travels-another")
@settings(max_examples=30, deadline=None)
@given(LETTERS, st.lists(ENTRIES, max_size=12), st.sets(SOUND, max_size=2))
def test_an_export_taken_into_an_empty_library_is_exported_the_same(
    letters: str, entries: list[Entry], removed: set[SoundId]
) -> None:
    folder = Path(tempfile.mkdtemp(dir=MEMORY))
    try:
        source = make(folder / "source", letters)
        with Open(source) as opened:
            for enter in entries:
                enter(opened.keeping)
            opened.catalogue.sounds.remove(sorted(removed))
        left = "".join(letter for id, letter in enumerate(letters, 1) if id not in removed)
        elsewhere = [f"{left[at]}/{len(left) - at}.wav" for at in range(len(left))]
        target = make(folder / "target", left, places=elsewhere, root=FilePath(b"D:\\Sounds"))
        nothing = exported(target)

        done = take_in(target, _file(folder, source))

        assert (done.damaged, done.is_cut_off) == (0, False)
        known = exported(source)
        assert without_places(exported(target)) == without_places(known)
        again = take_in(target, _file(folder, source))
        assert (again.is_nothing_new, again.undo) == (True, None)
        assert without_places(exported(target)) == without_places(known)
        assert (done.undo is None) == done.is_nothing_new
        if done.undo is not None:
            _undone_and_redone(target, done.undo, nothing, known)
    finally:
        shutil.rmtree(folder)


def _undone_and_redone(target: Path, undo: Undo, nothing: list[Line], known: list[Line]) -> None:
    with Open(target) as opened:
        redo = opened.keeping.undo(undo)
    assert exported(target) == nothing
    with Open(target) as opened:
        opened.keeping.undo(redo)
    assert without_places(exported(target)) == without_places(known)


def _file(folder: Path, source: Path) -> Path:
    path = folder / "file.jsonl"
    export(source, path)
    return path
