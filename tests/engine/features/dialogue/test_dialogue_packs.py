"""Dialogue packs: copied with checksums, verified when they are used; tests/engine/ingest has their downloads."""

from pathlib import Path

import pytest

from engine.base.errors import DialogueError
from engine.features.dialogue import packs
from engine.features.dialogue.packs import (
    dialogue_pack,
    get_pack,
    remove_pack,
    verify_pack,
)
from tests.engine.features.dialogue.transcribed_library import make_model

NAMES = ("config.json", "model.bin", "tokenizer.json", "vocabulary.txt")


def get(source: str, library: Path) -> packs.DialoguePack:
    return get_pack(source, library, lambda name, done, size: None)


def test_a_pack_is_copied_from_a_folder_and_found_again(tmp_path: Path) -> None:
    made = get(str(make_model(tmp_path / "whisper")), tmp_path / "library")
    assert made == dialogue_pack(tmp_path / "library")
    assert (made.name, sorted(made.files)) == ("whisper", sorted(NAMES))
    verify_pack(made)


def test_another_pack_takes_its_place(tmp_path: Path) -> None:
    first = get(str(make_model(tmp_path / "one")), tmp_path / "library")
    second = get(str(make_model(tmp_path / "two", "[]")), tmp_path / "library")
    assert first.pack_id != second.pack_id
    assert dialogue_pack(tmp_path / "library") == second


def test_a_folder_without_a_model_is_refused_by_what_it_lacks(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(DialogueError, match=r"lacks config\.json, model\.bin"):
        get(str(tmp_path / "empty"), tmp_path / "library")
    assert dialogue_pack(tmp_path / "library") is None


def test_a_changed_file_is_found(tmp_path: Path) -> None:
    made = get(str(make_model(tmp_path / "one")), tmp_path / "library")
    (made.folder / "model.bin").write_text("other")
    with pytest.raises(DialogueError, match=r"model\.bin of the dialogue pack is damaged"):
        verify_pack(made)


def test_an_unknown_name_lists_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(DialogueError) as caught:
        get("no-such-model", tmp_path / "library")
    assert "tiny.en" in caught.value.advice


def test_a_removed_pack_leaves_nothing(tmp_path: Path) -> None:
    get(str(make_model(tmp_path / "one")), tmp_path / "library")
    assert remove_pack(tmp_path / "library")
    assert list((tmp_path / "library").iterdir()) == []
