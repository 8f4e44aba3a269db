"""The pass over a library: it continues where it was ended, and outlives children that die or hang."""

import sys
from pathlib import Path

import pytest

from engine.base.cancellation import StopRequested
from engine.base.errors import DialogueError
from engine.features.dialogue.listening import ListeningStep, listen
from engine.features.dialogue.packs import get_pack
from engine.features.dialogue.transcripts import TranscriptFile, text_of
from tests.engine.features.dialogue.transcribed_library import make_library

CHILD = """
import json, sys, time
print(json.dumps({"ready": "x"}), flush=True)
for line in sys.stdin:
    sounds = json.loads(line)["sounds"]
    for id, path in sounds:
        if "call.wav" in bytes.fromhex(path).decode():
            FAULT
        print(json.dumps({"sound": id, "stretches": [[["hello", 0.5, 0.9, 0.8]]]}), flush=True)
    print(json.dumps({"done": len(sounds)}), flush=True)
"""


def child(fault: str) -> tuple[str, ...]:
    return (sys.executable, "-c", CHILD.replace("FAULT", fault))


def run(library: Path, fault: str = "pass", patience_s: float = 30.0) -> ListeningStep:
    return listen(library, lambda step: None, command=child(fault), patience_s=patience_s)


def texts(library: Path) -> list[str]:
    file = TranscriptFile.at(library)
    assert file is not None
    found = [text_of(words) for _, words in file.stretches()]
    file.close()
    return found


def test_every_sound_is_transcribed_once(tmp_path: Path) -> None:
    library = make_library(tmp_path)
    first, again = run(library), run(library)
    assert (first.done, first.spoken, first.failed) == (3, 3, 0)
    assert again.total == 0
    assert texts(library) == ["hello"] * 3


@pytest.mark.shows("transcripts")
@pytest.mark.parametrize(
    ("fault", "patience_s"), [("import os; os.kill(os.getpid(), 9)", 30.0), ("time.sleep(60)", 2.0)]
)
def test_a_child_that_dies_or_hangs_costs_the_sound_alone(tmp_path: Path, fault: str, patience_s: float) -> None:
    library = make_library(tmp_path)
    end = run(library, fault, patience_s)
    assert (end.done, end.spoken, end.failed) == (3, 2, 1)
    assert texts(library) == ["hello"] * 2
    assert run(library).total == 0


def test_a_changed_sound_is_transcribed_again(tmp_path: Path) -> None:
    library = make_library(tmp_path)
    run(library)
    file = TranscriptFile.at(library)
    assert file is not None
    known = file.known()
    pack = file.pack_id()
    file.close()
    written = TranscriptFile.for_pack(library, pack)
    written.keep(next(iter(known)), b"another digest", ())
    written.close()
    assert run(library).total == 1


def test_a_cancelled_pass_continues(tmp_path: Path) -> None:
    library = make_library(tmp_path)
    with pytest.raises(StopRequested):
        listen(library, lambda step: None, command=child("pass"), cancel=lambda: True)
    assert run(library).done == 3


def test_a_child_that_cannot_start_is_an_error_with_its_last_words(tmp_path: Path) -> None:
    library = make_library(tmp_path)
    command = (sys.executable, "-c", "import sys; sys.exit('no such model')")
    with pytest.raises(DialogueError, match="no such model"):
        listen(library, lambda step: None, command=command)


def test_without_a_pack_the_command_to_get_one_is_named(tmp_path: Path) -> None:
    with pytest.raises(DialogueError) as caught:
        listen(tmp_path, lambda step: None, command=child("pass"))
    assert "earshot dialogue get" in caught.value.advice


@pytest.mark.shows("transcripts")
def test_an_english_model_refuses_another_language(tmp_path: Path) -> None:
    library = make_library(tmp_path)
    # Whisper's English models have 51,864 tokens, the multilingual ones more.
    (tmp_path / "model" / "vocabulary.txt").write_text("token\n" * 51_864)
    get_pack(str(tmp_path / "model"), library, lambda name, done, size: None)
    with pytest.raises(DialogueError, match="knows English only") as caught:
        listen(library, lambda step: None, language="de", command=child("pass"))
    assert "earshot dialogue get FOLDER" in caught.value.advice
    assert listen(library, lambda step: None, language="en", command=child("pass")).spoken == 3


def test_a_language_that_no_model_knows_is_refused_before_a_sound_is_read(tmp_path: Path) -> None:
    library = make_library(tmp_path)
    with pytest.raises(DialogueError, match="“xx”") as caught:
        listen(library, lambda step: None, language="xx", command=child("pass"))
    assert "such as de or es" in caught.value.advice
    assert listen(library, lambda step: None, language="es", command=child("pass")).spoken == 3
