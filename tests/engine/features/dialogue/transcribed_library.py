"""A library of three tones whose transcripts are written by hand."""

from pathlib import Path

import numpy as np

from engine.base.types import SpokenWord
from engine.features.dialogue.packs import FILES, VOCABULARIES, get_pack
from engine.features.dialogue.transcripts import TranscriptFile
from engine.features.speech.speech_phase import digest_of
from engine.store.catalogue import Catalogue
from tests.helpers.indexing import index
from tests.helpers.sounds import write
from tests.helpers.tiny_pack import make_tiny_pack

TEXTS = {"hall.wav": "Please open the door.", "call.wav": "It is ten past 7", "wind.wav": ""}


def make_library(folder: Path) -> Path:
    """Indexes the sounds and gives the library a dialogue pack without a model; nothing is transcribed."""
    time_s = np.arange(4 * 16_000) / 16_000
    for number, name in enumerate(TEXTS):
        write(folder / "sounds" / name, 0.3 * np.sin(2 * np.pi * 200 * (number + 1) * time_s), rate=16_000)
    index(folder / "library", make_tiny_pack(folder / "pack"), folder / "sounds")
    make_model(folder / "model")
    get_pack(str(folder / "model"), folder / "library", lambda name, done, size: None)
    return folder / "library"


def make_model(folder: Path, content: str = "{}") -> Path:
    """Makes a folder with the files of a model, which no recogniser reads."""
    folder.mkdir(exist_ok=True)
    for name in (*FILES, VOCABULARIES[0]):
        (folder / name).write_text(content)
    return folder


def transcribe(library: Path) -> None:
    """Writes TEXTS as transcripts, half a second a word, from 1 s on."""
    with Catalogue.open(library, read_only=True) as catalogue:
        known = list(catalogue.files.payloads())
    file = TranscriptFile.for_pack(library, "ab" * 16)  # type: ignore[arg-type]
    for sound in known:
        words = tuple(
            SpokenWord(word, 1.0 + at / 2, 1.5 + at / 2, 0.9) for at, word in enumerate(TEXTS[sound.path.name].split())
        )
        file.keep(sound.id, digest_of(sound.content_id, sound.payload_digest), (words,) if words else ())
    file.close()
