"""Words as they are folded, and the long ones that may be compounds."""

from pathlib import Path

import pytest

from engine.base.text_forms import plain
from engine.store.catalogue import Catalogue
from engine.store.word_splitting import is_listed
from tests.helpers.libraries import ROOT, a_sound


@pytest.mark.parametrize(("word", "expected"), [("Tür", "tur"), ("ÉTÉ", "ete"), ("Door", "door"), ("Åse", "ase")])
def test_letters_are_small_and_have_no_accents(word: str, expected: str) -> None:
    assert plain(word) == expected


@pytest.mark.parametrize(
    ("word", "expected"), [("doorbe", True), ("doors", False), ("x" * 40, True), ("x" * 41, False), ("door12", False)]
)
def test_words_of_six_to_forty_letters_may_be_compounds(word: str, expected: bool) -> None:
    assert is_listed(word) is expected


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ("door", ["doorbell", "doorknob"]),
        ("bell", ["bellwether", "doorbell"]),
        ("BÉLL", ["bellwether", "doorbell"]),
        ("doorbell", []),
        ("orbe", []),
        ("", []),
    ],
)
def test_long_words_are_found_by_their_beginning_and_their_end(tmp_path: Path, part: str, expected: list[str]) -> None:
    names = ("Doorbell.wav", "bellwether doorknob.wav", "bell door.wav")
    with Catalogue.open(tmp_path) as catalogue:
        root = catalogue.roots.add(ROOT)
        catalogue.sounds.store(
            [a_sound(n, root=root, first_segment=2 * n, name=name) for n, name in enumerate(names, 1)], []
        )
        assert sorted(catalogue.texts.words_with(part)) == expected
