"""What errors say, as values: their English, and that it comes back from JSON as it was."""

import json
from collections import Counter
from pathlib import Path

import pytest

from engine.base.errors import DamagedAudio, EngineError, LibraryBusy, LibraryError
from engine.base.events import FileRemark, JobAborted, broke, from_line, to_line
from engine.base.file_messages import Damage, FileAdvice, FileFault, FileWord, system_words, trouble
from engine.base.job_messages import FileNote, tenths
from engine.base.library_messages import LibraryAdvice, LibraryFault, VectorFlaw
from engine.base.messages import Amount, Message, MessageCode, PlainText, Unit, kinds, message_in, record_of, told
from engine.base.training_messages import ExclusionReason

EVERYTHING = [code for kind in kinds() if kind is not ExclusionReason for code in kind]


def test_an_error_says_in_english_what_it_has_as_a_value() -> None:
    err = LibraryError(told(LibraryFault.CANNOT_WRITE, Path("/a/b"), "no"), advice=LibraryAdvice.WRITABLE_FOLDER)
    assert (str(err), err.advice) == ("/a/b cannot be written: no", "Choose a folder you may write to.")
    assert (err.what.values, err.to_do) == (("/a/b", "no"), Message(LibraryAdvice.WRITABLE_FOLDER))


def test_a_text_that_somebody_else_worded_stays_as_it_is() -> None:
    err = EngineError("100 %1 of it", advice="")
    assert (str(err), err.advice) == ("100 %1 of it", "")


def test_such_a_text_comes_back_from_json() -> None:
    err = EngineError("100 %1 of it", advice="")
    assert message_in(json.loads(json.dumps(record_of(err.what)))) == err.what


def test_a_long_path_is_said_whole() -> None:
    path = "/" + 300 * "a"
    assert str(told(LibraryFault.NO_LIBRARY, Path(path))) == f"there is no library in {path}"


def test_no_two_have_a_code_of_the_same_name() -> None:
    assert [name for name, count in Counter(wording.name for wording in EVERYTHING).items() if count > 1] == []


def test_no_two_of_a_set_read_alike() -> None:
    assert [kind for kind in kinds() if len(kind) < len(kind.__members__)] == []


@pytest.mark.parametrize("what", EVERYTHING)
def test_all_that_errors_say_comes_back_from_json(what: MessageCode) -> None:
    there = told(what, "words", 7, Message(VectorFlaw.NO_HEADER), Amount(0.5, Unit.SECONDS, places=2, is_grouped=True))
    assert message_in(json.loads(json.dumps(record_of(there)))) == there


@pytest.mark.parametrize("what", ExclusionReason)
def test_a_reason_of_a_training_comes_back_where_reasons_go_first(what: ExclusionReason) -> None:
    assert message_in(record_of(Message(what)), ExclusionReason) == Message(what)


def test_messages_of_rooms_and_features_are_found() -> None:
    there = {kind.__module__ for kind in kinds()}
    assert {"engine.base.library_messages", "engine.index.messages", "engine.features.door.messages"} <= there


def test_what_ended_a_job_comes_back_as_a_value() -> None:
    err = LibraryBusy(told(LibraryFault.LIBRARY_WRITTEN, Path("/a")), advice=LibraryAdvice.WAIT_OR_STOP)
    line = to_line(broke(err))
    assert json.loads(line)["message"] == "another Earshot is writing this library: /a"
    back = from_line(line)
    assert isinstance(back, JobAborted)
    assert (back.said, back.said_advice) == (err.what, err.to_do)


def test_a_line_of_an_earlier_version_has_its_sentences_alone() -> None:
    line = '{"event": "error", "message": "it broke", "advice": "Mend it.", "kind": "LibraryError"}'
    assert from_line(line) == JobAborted("it broke", "Mend it.", "LibraryError")


def test_a_note_of_a_job_comes_back_as_a_value() -> None:
    noted = FileRemark("/a/b.wav", told(FileNote.DAMAGED_AFTER, tenths(2.0), Message(Damage.GARBLED)))
    line = to_line(noted)
    assert json.loads(line)["note"] == "damaged after 2.0 s: its audio is garbled"
    assert from_line(line) == noted


def test_a_note_of_an_earlier_version_is_its_sentence() -> None:
    noted = from_line('{"event": "noted", "path": "/a", "note": "ends 3 s early"}')
    assert isinstance(noted, FileRemark)
    assert noted.note == "ends 3 s early"


def test_what_the_system_says_often_is_a_value() -> None:
    assert system_words(FileNotFoundError(2, "No such file or directory")) == Message(FileWord.NO_SUCH)
    assert system_words(OSError(5, "Input/output error")) == Message(FileWord.DISK_FAILS)
    assert system_words(OSError(71, "Protocol error")) == "Protocol error"


def test_an_amount_with_places_keeps_its_zeros() -> None:
    assert str(told(PlainText.AT, Amount(0.5, Unit.SECONDS, places=2))) == "0.50 s"
    assert str(told(PlainText.AT, Amount(20_001, places=0))) == "20001"
    assert str(told(PlainText.AT, Amount(20_001, places=0, is_grouped=True))) == "20,001"


def test_an_error_of_a_file_has_its_trouble_as_what_it_says() -> None:
    err = DamagedAudio(trouble(FileFault.DAMAGED, FileAdvice.COPY_OR_SAVE, Message(Damage.NO_SENSE)), "/a/cut.wav")
    assert err.what == err.trouble.of("/a/cut.wav")
    assert err.advice == str(err.trouble.advice)
