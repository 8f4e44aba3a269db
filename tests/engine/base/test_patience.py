"""Copying and verifying with a drive that hangs: a real one, which no signal ends."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine.base.errors import AudioError
from engine.base.file_messages import FileFault
from engine.base.findings import Fault, LibraryPart
from engine.base.io_timeout import DriveHeartbeat, IoTimeout, NotAnswering
from engine.base.types import FilePath, SoundMetadata
from engine.features.verify.verify import verify
from engine.transfer.collect import ExportItem
from tests.helpers.copies import copy, paths
from tests.helpers.hanging import hanging_drive
from tests.helpers.sounds import tone, wav_bytes
from tests.helpers.tiny_library import REPOSITORY, TinyLibrary, earshot

_GIVE_UP_S = 11.0
"""More than the ten seconds after which a silence is told."""
NAMES = ("a.wav", "hung.wav", "z.wav")
FILES = {name: wav_bytes(tone(200.0 + 50 * number, 0.6)) for number, name in enumerate(NAMES)}


@pytest.mark.shows("hung-drive")
def test_copies_are_made_of_what_answers_and_the_rest_is_told(tmp_path: Path) -> None:
    told: list[str] = []
    patience = IoTimeout(lambda path, silent_s: told.append(Path(path.text).name), _GIVE_UP_S)
    with hanging_drive(tmp_path / "drive", FILES, "hung.wav") as drive:
        pieces = [ExportItem(FilePath.of(drive.folder / name), SoundMetadata()) for name in NAMES]
        done = copy(pieces, tmp_path / "out", patience=patience)
        assert [path.name for path in paths(done)] == ["a.wav", "z.wav"]
        assert [(Path(one.path.text).name, one.error.what.what) for one in done.skipped] == [
            ("hung.wav", FileFault.NOT_ANSWERING)
        ]
        assert told == ["hung.wav"]
    left = {path.name for path in (tmp_path / "out").iterdir() if path.suffix == ".wav"}
    assert left == {"a.wav", "z.wav"}


def test_a_file_of_which_nothing_is_said_is_no_copy_either(tmp_path: Path) -> None:
    with hanging_drive(tmp_path / "drive", FILES, unseen=("hung.wav",)) as drive:
        pieces = [ExportItem(FilePath.of(drive.folder / name), SoundMetadata()) for name in NAMES]
        done = copy(pieces, tmp_path / "out", patience=IoTimeout(give_up_s=1.0))
        assert [path.name for path in paths(done)] == ["a.wav", "z.wav"]
        assert [Path(one.path.text).name for one in done.skipped] == ["hung.wav"]


@pytest.fixture
def of_drive(tmp_path: Path, tiny_library: TinyLibrary) -> Path:
    """A library of the sounds of a drive, which is not there any more."""
    library, folder = tmp_path / "library", tmp_path / "drive"
    with hanging_drive(folder, FILES):
        earshot("index", "--json", "--library", library, "--pack", tiny_library.pack, "--device", "cpu", folder)
    return library


@pytest.mark.shows("hung-drive")
def test_verifying_says_what_was_not_looked_at_and_looks_at_the_rest(of_drive: Path, tmp_path: Path) -> None:
    with hanging_drive(tmp_path / "drive", FILES, unseen=("hung.wav",)):
        found = list(verify(of_drive, patience=IoTimeout(give_up_s=1.0)))
    silent = [one for one in found if one.fault is Fault.SILENT]
    assert len(silent) == 1 and any(path.endswith("hung.wav") for path in silent[0].where)
    assert found[-1].part in (LibraryPart.FILES, LibraryPart.BACKUP)


@pytest.mark.shows("hung-drive")
@pytest.mark.parametrize(
    ("words", "ends"),
    [(("verify",), "were not checked"), (("collect", "--to", "out", ""), "2 copied, 0 there already, 1 skipped")],
)
def test_the_shell_says_what_does_not_answer_and_goes_on(
    of_drive: Path, tmp_path: Path, words: tuple[str, ...], ends: str
) -> None:
    command = [sys.executable, "-m", "engine.cli.main", words[0], "--library", str(of_drive), "--give-up-after", "11"]
    rest = [str(tmp_path / word) if word == "out" else word for word in words[1:]]
    with hanging_drive(
        tmp_path / "drive", FILES, "hung.wav", unseen=("hung.wav",) if words[0] == "verify" else ()
    ) as drive:
        process = subprocess.Popen(
            [*command, *rest], cwd=REPOSITORY, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        assert process.stdout is not None
        lines: list[str] = []
        while not lines or ends not in lines[-1]:
            line = process.stdout.readline()
            assert line, lines
            lines.append(line)
        assert any("hung.wav does not answer: nothing for 1" in line for line in lines)
        drive.let_go()
        process.communicate(timeout=60)


def test_what_the_work_raises_is_raised_and_what_it_gives_is_given() -> None:
    patience, path = IoTimeout(), FilePath(b"/a.wav")
    assert patience.wait(lambda sign: 5, path) == 5

    def fail(sign: DriveHeartbeat) -> None:
        raise KeyError("a")

    with pytest.raises(KeyError):
        patience.wait(fail, path)


def test_a_file_that_is_given_up_is_named_and_is_a_sound_that_cannot_be_read() -> None:
    err = NotAnswering(FilePath(b"/nas/a.wav"), 61.2)
    assert isinstance(err, AudioError)
    assert str(err) == "/nas/a.wav does not answer: nothing came of it for 61 s"
