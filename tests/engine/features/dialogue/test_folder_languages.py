"""Languages of folders: what the child is told, what becomes due again, and what a pack refuses."""

import sys
from pathlib import Path

import pytest

from engine.base.errors import DialogueError, LibraryError
from engine.base.types import FilePath
from engine.features.dialogue.folder_languages import AUTO, FILE_NAME, folder_languages, set_folder_language
from engine.features.dialogue.listening import lacking, listen
from engine.features.dialogue.packs import get_pack
from engine.features.dialogue.transcripts import TranscriptFile
from tests.engine.features.dialogue.transcribed_library import make_library, make_model
from tests.helpers.indexing import index
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import earshot

# Answers with the language that it was told, or one that it is half sure of.
CHILD = """
import json, sys
print(json.dumps({"ready": "x"}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    for (id, path), language in zip(request["sounds"], request["languages"]):
        answer = {"sound": id, "stretches": [[["hola", 0.5, 0.9, 0.8]]]}
        if b"broken" in bytes.fromhex(path):
            answer = {"sound": id, "error": "UNREADABLE"}
        elif b"wind" in bytes.fromhex(path):
            answer["stretches"] = []
        elif language:
            answer |= {"language": language, "confidence": 1.0}
        else:
            answer |= {"language": "en", "confidence": 0.5}
        print(json.dumps(answer), flush=True)
    print(json.dumps({"done": len(request["sounds"])}), flush=True)
"""


def run(library: Path, language: str = "") -> int:
    """How many sounds the pass read."""
    return listen(library, lambda step: None, language=language, command=(sys.executable, "-c", CHILD)).total


def spoken(library: Path) -> dict[str, tuple[str, str, float]]:
    """What is known of each sound's language, by name."""
    from engine.store.catalogue import Catalogue

    with Catalogue.open(library, read_only=True) as catalogue:
        names = {one.id: one.path.name for one in catalogue.files.payloads()}
    file = TranscriptFile.at(library)
    assert file is not None
    found = {names[id]: (one.asked, one.code, one.confidence) for id, one in file.languages().items()}
    file.close()
    return found


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return make_library(tmp_path)


@pytest.fixture
def sounds(tmp_path: Path) -> FilePath:
    return FilePath.of(tmp_path / "sounds")


def test_the_nearest_folder_counts(tmp_path: Path, library: Path) -> None:
    for folder, language in (("Ton", "de"), ("Ton/Roh", AUTO), ("Ton/Roh/Takes", "es")):
        set_folder_language(library, FilePath.of(tmp_path / folder), language)
    found = folder_languages(library)
    for name, language in (
        ("Ton/a.wav", "de"),
        ("Ton/Fein/a.wav", "de"),
        ("Ton/Roh/a.wav", ""),
        ("Ton/Roh/Takes/1/a.wav", "es"),
        ("Tonband/a.wav", None),
    ):
        assert found.of(FilePath.of(tmp_path / name)) == language
    set_folder_language(library, FilePath.of(tmp_path / "Ton"), "")
    assert folder_languages(library).of(FilePath.of(tmp_path / "Ton/a.wav")) is None


def test_a_folder_whose_language_changes_is_transcribed_again(library: Path, sounds: FilePath) -> None:
    assert run(library) == 3
    assert spoken(library) == {"hall.wav": ("", "en", 0.5), "call.wav": ("", "en", 0.5), "wind.wav": ("", "", 1.0)}
    set_folder_language(library, sounds, "de")
    assert lacking(library) == 3
    assert run(library) == 3
    assert spoken(library)["hall.wav"] == ("de", "de", 1.0)
    assert (lacking(library), run(library)) == (0, 0)
    set_folder_language(library, sounds, "")
    assert lacking(library) == 0


def test_a_language_for_one_pass_is_for_folders_without_one(tmp_path: Path, library: Path, sounds: FilePath) -> None:
    write_tone(tmp_path / "more" / "other.wav")
    index(library, tmp_path / "pack", tmp_path / "more")
    set_folder_language(library, sounds, "de")
    assert run(library, "fr") == 4
    assert {name: asked for name, (asked, _, _) in spoken(library).items()} == {
        "hall.wav": "de",
        "call.wav": "de",
        "wind.wav": "de",
        "other.wav": "fr",
    }
    assert run(library) == 0


def test_a_sound_that_cannot_be_read_is_not_tried_for_ever(tmp_path: Path, library: Path, sounds: FilePath) -> None:
    write_tone(tmp_path / "sounds" / "broken.wav")
    index(library, tmp_path / "pack", tmp_path / "sounds")
    set_folder_language(library, sounds, "de")
    assert run(library) == 4
    assert run(library) == 0


def test_transcripts_of_before_have_no_language_and_stay(library: Path, sounds: FilePath) -> None:
    run(library)
    pack = TranscriptFile.at(library)
    assert pack is not None
    id = pack.pack_id()
    pack.close()
    file = TranscriptFile.for_pack(library, id)
    with file.change():
        file.connection.execute("DROP TABLE spoken_language")
    file.close()
    assert spoken(library) == {}
    assert run(library) == 0
    set_folder_language(library, sounds, AUTO)
    assert lacking(library) == 0
    set_folder_language(library, sounds, "es")
    assert run(library) == 3


def test_a_pack_for_english_alone_refuses_folders_in_another_language(
    tmp_path: Path, library: Path, sounds: FilePath
) -> None:
    set_folder_language(library, sounds, "de")
    english = make_model(tmp_path / "tiny.en")
    (english / "vocabulary.txt").write_text("token\n" * 51_864)  # as many as Whisper's English models have
    get_pack(str(english), library, lambda name, done, size: None)
    with pytest.raises(DialogueError, match="English only"):
        run(library)
    with pytest.raises(DialogueError, match="English only"):
        set_folder_language(library, sounds, "es")
    set_folder_language(library, sounds, "en")
    assert run(library) == 3


def test_an_unknown_code_is_refused_and_a_damaged_file_is_told(library: Path, sounds: FilePath) -> None:
    with pytest.raises(DialogueError, match="No language has the code"):
        set_folder_language(library, sounds, "xx")
    set_folder_language(library, sounds, "de")
    (library / FILE_NAME).write_bytes(b"no database" * 100)
    with pytest.raises(LibraryError):
        folder_languages(library)


def test_the_shell_sets_lists_and_forgets_languages(library: Path, sounds: FilePath) -> None:
    run(library)
    set_to = earshot("dialogue", "language", "--json", sounds.text, "de", "--library", library)
    assert set_to == [{"folder": sounds.text, "language": "de"}]
    assert earshot("dialogue", "language", "--json", "--library", library) == set_to
    run(library)
    (told,) = earshot("dialogue", "list", "--json", "--library", library)
    assert (told["missing"], told["languages"]) == (0, {"de": {"sounds": 2, "guessed": 0, "unsure": 0}})
    earshot("dialogue", "language", "--json", sounds.text, "--forget", "--library", library)
    assert earshot("dialogue", "language", "--json", "--library", library) == []
