"""Why a file could not be taken in: a value in the event, the same value in the catalogue, and never its name."""

import os
from pathlib import Path

import pytest

from engine.base.errors import EngineError
from engine.base.events import Event, FileFailed, Scanned, from_line, to_line
from engine.base.file_messages import Damage, FileAdvice, FileFault, FileProblem, FileWord, trouble
from engine.base.messages import Message
from engine.base.types import FilePath
from engine.ingest.control import Control
from engine.ingest.job import run_job
from engine.ingest.spec import JobSpec
from engine.store.catalogue import Catalogue
from tests.helpers.indexing import spec_for
from tests.helpers.sounds import write_tone


def failures(spec: JobSpec, *, gone: Path | None = None) -> dict[str, FileProblem]:
    """What a job says of each file that failed, by name, as a line brings it; `gone` goes once it was seen."""
    found: dict[str, FileProblem] = {}

    def see(event: Event) -> None:
        if isinstance(event, Scanned) and event.done and gone is not None:
            gone.unlink()
        if isinstance(event, FileFailed):
            came = from_line(to_line(event))
            assert isinstance(came, FileFailed)
            found[os.path.basename(came.path)] = came.trouble

    run_job(spec, Control(), see)
    return found


def kept(library: Path) -> dict[str, FileProblem]:
    """What the catalogue has of each file that failed, by name."""
    with Catalogue.open(library, read_only=True) as catalogue:
        return {file.path.name: file.trouble for file in catalogue.files.failed(100)}


@pytest.fixture
def sounds(tmp_path: Path) -> Path:
    """A folder with a good sound, and one of each kind that cannot be read."""
    folder = tmp_path / "sounds"
    folder.mkdir()
    whole = write_tone(folder / "good.wav", 440.0, 0.5).read_bytes()
    (folder / "empty.wav").touch()
    (folder / "damaged.wav").write_bytes(whole[:30])
    (folder / "unknown.wav").write_bytes(b"no sound at all, but some words" * 40)
    return folder


def test_what_is_wrong_with_files_is_said_and_kept_as_one_value(tmp_path: Path, pack: Path, sounds: Path) -> None:
    said = failures(spec_for(tmp_path / "library", pack, sounds))
    assert said == {
        "empty.wav": trouble(FileFault.EMPTY, FileAdvice.COPY_OR_EXPORT),
        "damaged.wav": trouble(FileFault.DAMAGED, FileAdvice.COPY_OR_SAVE, Message(Damage.NO_SOUND_PART)),
        "unknown.wav": trouble(FileFault.NO_SOUND_FILE, FileAdvice.CONVERT),
    }
    assert kept(tmp_path / "library") == said


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_said_and_not_kept(tmp_path: Path, pack: Path, sounds: Path) -> None:
    os.mkfifo(sounds / "pipe.wav")
    said = failures(spec_for(tmp_path / "library", pack, sounds))
    assert said["pipe.wav"] == trouble(FileFault.NO_FILE, FileAdvice.RENAME, Message(FileWord.PIPE))
    assert "pipe.wav" not in kept(tmp_path / "library")


def test_a_file_that_goes_meanwhile_is_said_and_not_kept(tmp_path: Path, pack: Path, sounds: Path) -> None:
    said = failures(spec_for(tmp_path / "library", pack, sounds), gone=sounds / "good.wav")
    assert said["good.wav"] == trouble(FileFault.GONE, FileAdvice.WAS_MOVED)
    assert "good.wav" not in kept(tmp_path / "library")


@pytest.mark.parametrize("what", [FileFault.INDEXING_CRASHED, FileFault.INDEXING_MEMORY])
def test_a_file_that_ended_a_process_is_said_and_kept_with_how(
    tmp_path: Path, pack: Path, sounds: Path, what: FileFault
) -> None:
    guilt = trouble(what, FileAdvice.CONVERT_OR_LEAVE)
    blamed = ((FilePath.of(sounds / "good.wav"), guilt),)
    spec = JobSpec(tmp_path / "library", (FilePath.of(sounds),), pack=pack, blamed=blamed, makes_library=True)
    assert failures(JobSpec.from_line(spec.to_line()))["good.wav"] == guilt
    assert kept(tmp_path / "library")["good.wav"] == guilt


def test_a_file_that_was_mended_has_no_trouble_any_more(tmp_path: Path, pack: Path, sounds: Path) -> None:
    failures(spec_for(tmp_path / "library", pack, sounds))
    write_tone(sounds / "empty.wav", 220.0, 0.5)
    assert failures(spec_for(tmp_path / "library", pack, sounds)) == {}
    assert set(kept(tmp_path / "library")) == {"damaged.wav", "unknown.wav"}


def test_a_decoder_that_cannot_be_loaded_ends_the_job_and_no_file_is_to_blame(
    tmp_path: Path, pack: Path, sounds: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A library of the system for which there is no memory left: what it could have read must be read again."""

    def analysis(*_: object) -> None:
        raise ImportError("libopus.so: failed to map segment from shared object")

    spec = spec_for(tmp_path / "library", pack, sounds)
    with monkeypatch.context() as patched:
        patched.setattr("engine.ingest.worker.analysis", analysis)
        with pytest.raises(EngineError, match="cannot be loaded: libopus"):
            failures(spec)
        assert kept(tmp_path / "library") == {}
    assert set(failures(spec)) == {"empty.wav", "damaged.wav", "unknown.wav"}
    with Catalogue.open(tmp_path / "library", read_only=True) as catalogue:
        assert catalogue.sounds.counts().sounds == 1
