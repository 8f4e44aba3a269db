"""Transcripts in a sidecar: only if the user says so, corrected, taken without listening, believed within bounds."""

import json
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.base.errors import SidecarError
from engine.base.types import PackId, SpokenWord
from engine.features.dialogue.edits import TranscriptEdit, keep_edit
from engine.features.dialogue.transcripts import TranscriptFile
from engine.features.sidecar.format import NAME, Sidecar, packed, read_sidecar
from engine.features.sidecar.said_section import MOST_WORD_LETTERS, read_said
from engine.features.speech.speech_phase import digest_of
from engine.ingest.sound_transcripts import SoundTranscripts
from engine.store.catalogue import Catalogue
from tests.engine.features.dialogue.transcribed_library import make_model
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import earshot
from tests.helpers.tiny_pack import make_tiny_pack

SAID = {"hall.wav": "Please open the door.", "wind.wav": ""}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A library with two transcripts, the word *door* corrected, and a sidecar with them."""
    for number, name in enumerate((*SAID, "unheard.wav"), start=1):
        write_tone(tmp_path / "sounds" / name, hz=200.0 * number, seconds=4.0)
    make_tiny_pack(tmp_path / "pack")
    index(tmp_path, "library")
    with Catalogue.open(tmp_path / "library", read_only=True) as catalogue:
        known = [one for one in catalogue.files.payloads() if one.path.name in SAID]
    file = TranscriptFile.for_pack(tmp_path / "library", PackId("ab" * 16))
    for one in known:
        texts = SAID[one.path.name].split()
        words = tuple(SpokenWord(text, at / 2, at / 2 + 0.5, 0.9) for at, text in enumerate(texts))
        file.keep(one.id, digest_of(one.content_id, one.payload_digest), (words,) if words else ())
        if words:
            keep_edit(
                tmp_path / "library",
                digest_of(one.content_id, one.payload_digest),
                TranscriptEdit(1.5, 2.0, "drawer."),
            )
    file.close()
    return tmp_path


@pytest.fixture(scope="module")
def sidecar(tmp_path_factory: pytest.TempPathFactory) -> Sidecar:
    """Of two sounds of 4 s, without transcripts."""
    home = tmp_path_factory.mktemp("plain")
    for hz in (200.0, 400.0):
        write_tone(home / "sounds" / f"{hz}.wav", hz=hz, seconds=4.0)
    make_tiny_pack(home / "pack")
    index(home, "library")
    write(home)
    return read_sidecar(home / "sounds" / NAME)


def index(home: Path, library: str, *options: str) -> list[tuple[str, list[object]]]:
    """Indexes the sounds; returns what is noted."""
    command = ("index", "--json", "--library", home / library, "--pack", home / "pack", "--device", "cpu")
    events = earshot(*command, *options, home / "sounds")
    return [(event["said"]["what"], event["said"]["values"]) for event in events if event["event"] == "noted"]


def write(home: Path, *options: str) -> dict[str, object]:
    return earshot("sidecar", "write", "--json", "--library", home / "library", *options, home / "sounds")[0]


def said(home: Path, library: str, query: str) -> list[str]:
    hits = earshot("search", "--json", "--library", home / library, query)
    return [Path(hit["path"]).name for hit in hits]


@pytest.mark.shows("sidecar-transcripts")
def test_whoever_adds_the_folder_finds_what_is_said_without_listening(home: Path) -> None:
    assert write(home, "--transcripts")["transcripts"] == 2
    assert ("TRANSCRIPTS_TAKEN", [2]) in index(home, "other")
    assert said(home, "other", 'said:"open the drawer"') == ["hall.wav"]
    assert said(home, "other", 'said:"the door"') == []
    assert said(home, "other", "said:no") == ["wind.wav"]
    assert not any(what == "TRANSCRIPTS_TAKEN" for what, _ in index(home, "other")), "they are taken once"


@pytest.mark.shows("sidecar-transcripts")
def test_transcripts_stay_at_home_unless_asked(home: Path) -> None:
    assert "transcripts" not in write(home)
    assert read_sidecar(home / "sounds" / NAME).transcripts is None
    assert b"drawer" not in (home / "sounds" / NAME).read_bytes()
    assert not any(what.startswith("TRANSCRIPTS") for what, _ in index(home, "other"))
    assert not (home / "other" / "transcripts.db").exists()


def test_transcripts_of_the_library_itself_stay(home: Path) -> None:
    write(home, "--transcripts")
    index(home, "other")
    shutil.copy(home / "sounds" / NAME, home / "kept")
    sidecar = read_sidecar(home / "kept")
    assert sidecar.transcripts is not None
    digest = next(one for one, stretches in sidecar.transcripts.sounds.items() if stretches)
    lie = {digest: ((SpokenWord("Lies", 0.0, 0.5, 1.0),),)}
    content = packed(
        sidecar.head.pack_id,
        sidecar.head.pack,
        sidecar.head.dim,
        list(sidecar.sounds.values()),
        replace(sidecar.transcripts, sounds=lie),
    )
    (home / "sounds" / NAME).write_bytes(content)
    index(home, "other")
    assert said(home, "other", "said:lies") == [] and said(home, "other", "said:drawer") == ["hall.wav"]


def test_transcripts_of_another_dialogue_pack_are_left_and_told(home: Path) -> None:
    write(home, "--transcripts")
    index(home, "other", "--no-sidecars")
    earshot("dialogue", "get", "--json", "--library", home / "other", make_model(home / "model"))
    assert ("TRANSCRIPTS_OTHER", []) in index(home, "other")
    assert not (home / "other" / "transcripts.db").exists()


def test_a_library_without_transcripts_says_so(home: Path) -> None:
    (home / "library" / "transcripts.db").unlink()
    with pytest.raises(AssertionError, match="the library has no transcripts"):
        write(home, "--transcripts")


@pytest.mark.parametrize(
    "line",
    [
        "{}",
        "[[]]",
        "[[[1, 0, 10, 90]]]",
        '[[["word", 0, 10]]]',
        '[[["word", 10, 0, 90]]]',
        '[[["word", -1, 10, 90]]]',
        '[[["word", 0, 6000, 90]]]',  # the sound ends after 4 s
        '[[["late", 500, 600, 90], ["early", 100, 200, 90]]]',
        '[[["word", 0, 10, 101]]]',
        '[[["word", 0, 1e400, 90]]]',
        '[[["", 0, 10, 90]]]',
        '[[["two\\nlines", 0, 10, 90]]]',
        '[[["\\ud800", 0, 10, 90]]]',
        json.dumps([[["w" * (MOST_WORD_LETTERS + 1), 0, 10, 90]]]),
        "[" * 100_000,
        "null, null",
    ],
)
def test_what_cannot_be_right_leaves_its_sound_without_a_transcript(sidecar: Sidecar, line: str) -> None:
    first, second = sidecar.sounds
    section = f'{line}\n[[["word", 0, 10, 90]]]'.encode()
    found = read_said(section, [first, second], sidecar.sounds)
    assert found == {second: ((SpokenWord("word", 0.0, 0.01, 0.9),),)}


def test_a_section_of_another_length_is_damage(sidecar: Sidecar, tmp_path: Path) -> None:
    said = SoundTranscripts(PackId("ab" * 16), 1, {})
    content = packed(sidecar.head.pack_id, "p", sidecar.head.dim, list(sidecar.sounds.values()), said)
    (tmp_path / "short").write_bytes(content)
    assert read_sidecar(tmp_path / "short").transcripts == said
    with pytest.raises(ValueError, match="transcripts"):
        read_said(b"null", list(sidecar.sounds), sidecar.sounds)
    (tmp_path / "short").write_bytes(content[:-1])
    with pytest.raises(SidecarError):
        read_sidecar(tmp_path / "short")
