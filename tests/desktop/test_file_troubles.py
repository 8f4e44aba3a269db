"""Why a file cannot be read, in German wherever the window says it; what an earlier version stored stays as it is."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from desktop.base import engine_words, messages
from desktop.base.theme import Theme
from desktop.base.translation import use_language
from desktop.controllers.library_status.failures import Failures
from desktop.deck.deck import Deck
from engine.audio.decode import open_audio
from engine.base.errors import AudioError, LibraryBusy, RowRefused
from engine.base.events import FileFailed, broke
from engine.base.file_messages import Damage, FileAdvice, FileFault, FileProblem, FileWord, place, trouble
from engine.base.job_messages import FileNote, tenths
from engine.base.messages import Message, message_in, told
from engine.base.types import FilePath
from engine.store.catalogue import Catalogue
from engine.store.connection import FILE_NAME
from tests.helpers.hits import make_hit
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import PATIENCE_MS, whole_window

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
DAMAGED = trouble(FileFault.DAMAGED, FileAdvice.COPY_OR_SAVE, Message(Damage.NO_SOUND_PART))


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    use_language("de")
    yield
    use_language("en")


def failed_golden(folder: Path, version: int) -> list[list[str]]:
    """The rows of the list of unreadable files, over a catalogue of a version."""
    shutil.copy(GOLDEN / f"catalogue-v{version}.sqlite", folder / FILE_NAME)
    with Catalogue.open(folder) as catalogue:
        files = catalogue.files.failed(10)
    dialog = Failures()
    dialog.show_files(files, len(files))
    rows = [dialog.list.topLevelItem(row) for row in range(len(files))]
    return [[row.text(column) for column in range(3)] for row in rows if row is not None]


@pytest.mark.shows("german-troubles")
def test_the_list_of_unreadable_files_says_in_german_why(qtbot: QtBot, tmp_path: Path) -> None:
    assert failed_golden(tmp_path, 6) == [
        [
            "broken.wav",
            "Die Datei ist beschädigt, denn sie bricht zu früh ab.",
            "Kopiere sie noch einmal von ihrer Quelle, oder öffne sie in einem Audioeditor und speichere sie neu.",
        ]
    ]


def test_a_row_of_an_earlier_version_is_listed_as_it_was_stored(qtbot: QtBot, tmp_path: Path) -> None:
    assert failed_golden(tmp_path, 5) == [["broken.wav", "It is cut off.", "Copy it again."]]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (DAMAGED, "denn sie ist beschädigt."),
        (trouble(FileFault.EMPTY, FileAdvice.COPY_OR_EXPORT), "denn sie ist leer."),
        (trouble(FileFault.NO_FILE, FileAdvice.RENAME, Message(FileWord.PIPE)), "denn sie ist eine Pipe, keine Datei."),
        (trouble(FileFault.GONE, FileAdvice.WAS_MOVED), "denn sie fehlt."),
        (
            trouble(FileFault.INDEXING_MEMORY, FileAdvice.CONVERT_OR_LEAVE),
            "denn sie braucht mehr Speicher, als das Indizieren belegen darf.",
        ),
    ],
)
def test_the_banner_says_in_german_why(told: FileProblem, said: str) -> None:
    what, advice = messages.unreadable(FileFailed("/a/b.wav", "file:///a/b.wav", told), 1)
    assert what == f"Die Datei b.wav konnte nicht gelesen werden, {said}"
    assert advice == engine_words.advice(told) != str(told.advice)


def test_the_deck_says_in_german_why_a_sound_cannot_be_read(qtbot: QtBot, theme: Theme) -> None:
    deck = Deck(theme, lambda: None)
    qtbot.addWidget(deck)
    hit = make_hit(1)
    deck.show_hit(replace(hit, sound=replace(hit.sound, info=None, trouble=DAMAGED)), None)
    assert deck.facts.text() == "Die Datei ist beschädigt, denn der Teil mit dem Ton fehlt."


def test_the_deck_says_in_german_what_is_odd_about_a_sound(qtbot: QtBot, theme: Theme) -> None:
    deck = Deck(theme, lambda: None)
    qtbot.addWidget(deck)
    hit = make_hit(1)
    assert hit.sound.info is not None
    note = told(FileNote.DAMAGED_AFTER, tenths(2.5), Message(Damage.TOO_SHORT))
    deck.show_hit(replace(hit, sound=replace(hit.sound, info=replace(hit.sound.info, notes=(note,)))), None)
    assert deck.facts.text().endswith("beschädigt ab 2,5 s: sie bricht zu früh ab")


def test_the_facts_say_in_german_what_is_odd_about_a_sound() -> None:
    note = told(FileNote.ENDS_EARLY, tenths(1.0), told(FileNote.HOURS, 12))
    assert engine_words.note(note) == "endet 1,0 s zu früh: Laut Header wären es 12 Stunden"


def test_a_note_that_an_earlier_version_kept_is_shown_as_it_was(qtbot: QtBot, theme: Theme) -> None:
    deck = Deck(theme, lambda: None)
    qtbot.addWidget(deck)
    hit = make_hit(1)
    assert hit.sound.info is not None
    note = message_in("ends 3 s early")
    deck.show_hit(replace(hit, sound=replace(hit.sound, info=replace(hit.sound.info, notes=(note,)))), None)
    assert deck.facts.text().endswith("ends 3 s early")


def test_numbers_and_places_are_written_as_german_writes_them() -> None:
    told = trouble(FileFault.NOTHING_BETWEEN, Message(FileAdvice.INSIDE, (place(2.5),)), place(4.25), place(10.0))
    assert engine_words.of_file(told, "/a/b.wav") == "b.wav enthält zwischen 4,25 s und 10 s keinen Ton"
    assert engine_words.advice(told) == "Der Sound ist 2,5 s lang. Wähle einen Abschnitt darin."


def test_an_error_is_said_by_its_value_and_by_the_name_of_its_file(tmp_path: Path) -> None:
    (tmp_path / "leer.wav").touch()
    with pytest.raises(AudioError) as caught:
        open_audio(tmp_path / "leer.wav")
    said = ("leer.wav ist leer", "Kopiere oder exportiere sie noch einmal.")
    assert engine_words.error(caught.value) == said
    assert engine_words.broke(broke(caught.value)) == said


def test_an_error_that_has_no_value_is_said_as_the_engine_words_it() -> None:
    err = LibraryBusy("another program has it", advice="Close it.")
    assert engine_words.error(err) == ("another program has it", "Close it.")
    assert engine_words.broke(broke(err)) == ("another program has it", "Close it.")


def test_a_row_that_the_catalogue_refuses_is_said_in_german() -> None:
    err = RowRefused(trouble(FileFault.NOT_KEPT, FileAdvice.REPAIR, "too big"))
    assert engine_words.error(err)[0] == "Was Earshot über die Datei weiß, lässt sich nicht speichern: too big."


def test_a_dropped_sound_that_cannot_be_read_is_refused_in_german(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    broken = tmp_path / "kaputt.wav"
    broken.write_bytes(write_tone(tmp_path / "ganz.wav", 440.0, 0.2).read_bytes()[:30])
    with whole_window(qtbot, tiny_library, tmp_path, language="de") as earshot:
        with qtbot.waitSignal(earshot.search.refused, timeout=PATIENCE_MS):
            earshot.window.search_bar.search_by(FilePath.of(broken))
        assert "kaputt.wav ist beschädigt, denn der Teil mit dem Ton fehlt" in earshot.window.empty.text.text()
