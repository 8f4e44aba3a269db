"""Why a file could not be read, as a value: what it says, and that it comes back from JSON as it was."""

import json

import pytest

from engine.base.errors import DamagedAudio, DecoderEnded, DecoderExit, EmptyAudio, FileGone
from engine.base.events import FileFailed, JobAborted, broke, from_line, to_line
from engine.base.file_messages import (
    Damage,
    FileAdvice,
    FileFault,
    FileProblem,
    FileWord,
    as_stored,
    place,
    trouble,
    trouble_in,
)
from engine.base.messages import Amount, Message, Unit

DAMAGED = trouble(FileFault.DAMAGED, FileAdvice.COPY_OR_SAVE, Message(Damage.NO_SENSE))
EVERY_KIND_OF_VALUE = trouble(
    FileFault.NOTHING_BETWEEN, Message(FileAdvice.INSIDE, (place(2.5),)), Amount(0.25, Unit.KILOHERTZ, 3), 7, "words"
)


def test_it_reads_as_a_sentence_about_a_file() -> None:
    assert str(DAMAGED.of("/a/cut.wav")) == "/a/cut.wav is damaged: its header is invalid"
    assert str(DAMAGED) == "the file is damaged: its header is invalid"
    assert str(trouble(FileFault.NO_FILE, FileAdvice.CHOOSE_SOUND, Message(FileWord.PIPE)).of("x")) == (
        "x is a pipe, not a file"
    )


def test_an_error_says_its_trouble_in_english_and_keeps_it() -> None:
    err = EmptyAudio(trouble(FileFault.EMPTY, FileAdvice.COPY_OR_EXPORT), "/a/b.wav")
    assert (str(err), err.advice) == ("/a/b.wav is empty", "Copy it or export it again.")
    assert (err.trouble.what, err.name) == (FileFault.EMPTY, "/a/b.wav")


def test_how_a_decoder_ended_is_told_by_the_trouble() -> None:
    found = [
        DecoderEnded(trouble(what, FileAdvice.ENDED_DECODER), "a").how
        for what in (FileFault.DECODER_CRASHED, FileFault.DECODER_HUNG, FileFault.DECODER_MEMORY)
    ]
    assert found == [DecoderExit.CRASHED, DecoderExit.HUNG, DecoderExit.MEMORY]


@pytest.mark.parametrize("what", FileFault)
def test_every_fault_comes_back_from_json(what: FileFault) -> None:
    there = trouble(what, FileAdvice.CONVERT, Message(Damage.GARBLED), place(1.5))
    assert trouble_in(json.loads(json.dumps(there.record()))) == there


@pytest.mark.parametrize("advice", FileAdvice)
def test_every_advice_comes_back_from_json(advice: FileAdvice) -> None:
    there = trouble(FileFault.EMPTY, Message(advice, ("as it was",)))
    assert trouble_in(json.loads(json.dumps(there.record()))) == there


@pytest.mark.parametrize("word", [*Damage, *FileWord])
def test_every_reason_comes_back_from_json(word: Damage | FileWord) -> None:
    there = trouble(FileFault.DAMAGED, FileAdvice.CONVERT, Message(word))
    assert trouble_in(json.loads(json.dumps(there.record()))) == there


def test_values_of_every_kind_come_back_from_json() -> None:
    assert trouble_in(json.loads(json.dumps(EVERY_KIND_OF_VALUE.record()))) == EVERY_KIND_OF_VALUE


def test_a_code_of_another_version_says_that_the_file_could_not_be_read_and_keeps_the_advice() -> None:
    found = trouble_in(DAMAGED.record() | {"what": "MELTED"})
    assert str(found) == "the file could not be read"
    assert found.advice == DAMAGED.advice


@pytest.mark.parametrize("record", [None, 3, "words", [], {}, {"what": 7}, {"what": "CONVERT", "values": {}}])
def test_what_is_no_record_says_that_the_file_could_not_be_read(record: object) -> None:
    assert trouble_in(record).what is FileFault.OF_ANOTHER_VERSION


def test_a_record_that_lacks_a_value_can_still_be_said() -> None:
    assert str(trouble_in({"what": "DAMAGED", "values": []})) == "the file is damaged: %2"


def test_a_number_that_asks_for_too_many_digits_can_still_be_said() -> None:
    record = {"amount": 0.5, "unit": "s", "digits": 2**40}
    told = trouble_in({"what": "NOTHING_FROM", "values": [record], "advice": {"what": "START_AGAIN"}})
    assert str(told) == "the file has no samples from 0.5 s on"


def test_sentences_of_an_earlier_version_are_said_as_they_are() -> None:
    old = as_stored("/a/%1.wav is cut off", "Copy it again.")
    assert (str(old.of("/b.wav")), str(old.advice)) == ("/a/%1.wav is cut off", "Copy it again.")


def test_a_file_that_failed_crosses_a_line_with_its_sentences_beside_the_value() -> None:
    event = FileFailed("/a/ü.wav", "file:///a/%C3%BC.wav", DAMAGED)
    record = json.loads(to_line(event))
    assert record == {
        "event": "failed",
        "path": "/a/ü.wav",
        "uri": "file:///a/%C3%BC.wav",
        "reason": "/a/ü.wav is damaged: its header is invalid",
        "advice": str(FileAdvice.COPY_OR_SAVE.text),
        "trouble": {
            "what": "DAMAGED",
            "values": [{"what": "NO_SENSE", "values": []}],
            "advice": {"what": "COPY_OR_SAVE", "values": []},
        },
    }
    assert from_line(to_line(event)) == event


@pytest.mark.parametrize(
    "err",
    [
        DamagedAudio(DAMAGED, "/a/b.wav"),
        FileGone(FileProblem(FileFault.GONE, Message(FileAdvice.WAS_MOVED)), "/a/gone.wav"),
    ],
)
def test_a_file_that_ends_a_job_crosses_a_line(err: DamagedAudio | FileGone) -> None:
    event = broke(err)
    assert event == JobAborted(str(err), err.advice, type(err).__name__, err.name, err.trouble)
    assert from_line(to_line(event)) == event
