"""Tempo and key that a file states."""

import struct
from pathlib import Path

import pytest

from engine.audio.metadata import read_metadata
from engine.audio.stated_music import key_name, stated
from engine.base.types import FilePath, Measures, SoundMetadata
from tests.helpers.sounds import chunk, tone, wav_bytes


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Am", "A minor"),
        ("A", "A major"),
        ("F# minor", "F# minor"),
        ("Bbmaj", "A# major"),
        ("EB", "D# major"),
        ("eBm", "D# minor"),
        ("E♭ min", "D# minor"),
        ("cm", "C minor"),
        ("CM", "C major"),
        ("8A", "A minor"),  # Camelot's wheel
        ("8B", "C major"),
        ("9B", "G major"),
        ("12A", "C# minor"),
        ("H", None),
        ("loud", None),
        ("13A", None),
    ],
)
def test_keys_are_read_as_people_write_them(text: str, name: str | None) -> None:
    assert key_name(text) == name


@pytest.mark.parametrize(
    ("file", "bpm", "key"),
    [
        ("Break 168bpm.wav", 168.0, None),
        ("BPM_95 Groove_Am.wav", 95.0, "A minor"),
        ("Bass F#min 140 BPM.wav", 140.0, "F# minor"),
        ("Amen 01.wav", None, None),
        ("Dog 3000bpm.wav", None, None),
        ("Take A minor change.wav", None, "A minor"),
        ("Gate Creak A.wav", None, None),
    ],
)
def test_names_may_hold_them(file: str, bpm: float | None, key: str | None) -> None:
    measures = stated(Measures(), SoundMetadata(), FilePath.of("/" + file))
    assert (measures.tempo_bpm, measures.key) == (bpm, key)


def test_what_is_stated_takes_the_place_of_what_was_heard() -> None:
    heard = Measures(tempo_bpm=61.0, tempo_confidence=0.3, key="C major", key_confidence=0.2)
    metadata = SoundMetadata(fields={"id3.TBPM": "122", "id3.TKEY": "Gm"})
    measures = stated(heard, metadata, FilePath.of("/x.mp3"))
    assert (measures.tempo_bpm, measures.tempo_confidence) == (122.0, 1.0)
    assert (measures.key, measures.key_confidence) == ("G minor", 1.0)


def test_an_acid_chunk_states_the_tempo_of_a_loop(tmp_path: Path) -> None:
    body = struct.pack("<IHHfIHHf", 0, 60, 0, 0.0, 8, 4, 4, 93.5)
    path = tmp_path / "loop.wav"
    path.write_bytes(wav_bytes(tone(440.0, 0.1), after=chunk(b"acid", body)))
    measures = stated(Measures(), read_metadata(path), FilePath.of(path))
    assert (measures.tempo_bpm, measures.tempo_confidence) == (93.5, 1.0)
