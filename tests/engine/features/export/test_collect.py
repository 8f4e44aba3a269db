"""Copies into a project: true, never over another file, with credits, and never half of anything."""

import csv
import os
from pathlib import Path

import pytest
import soundfile

from engine.audio.metadata import read_metadata
from engine.base.errors import LibraryError, StorageFull
from engine.base.library_messages import LibraryFault
from engine.base.types import FilePath, SoundMetadata
from engine.transfer import collect as collecting
from engine.transfer.collect import ExportItem
from engine.transfer.credits import CreditsFormat, credit_of, source_url
from tests.helpers.copies import copy, paths
from tests.helpers.sounds import write_tone, write_with_bext

NOTHING = SoundMetadata()


def piece(
    path: Path, metadata: SoundMetadata = NOTHING, start_s: float | None = None, end_s: float | None = None
) -> ExportItem:
    return ExportItem(FilePath.of(path), metadata, start_s, end_s)


def test_a_copy_has_the_same_bytes_and_time(tmp_path: Path) -> None:
    source = write_with_bext(tmp_path / "library" / "door.wav")
    os.utime(source, ns=(1, 1_600_000_000_123_456_789))
    done = copy([piece(source)], tmp_path / "new" / "project")
    made = tmp_path / "new" / "project" / "door.wav"
    assert [(file.path, file.is_new) for file in done.files] == [(made, True)] and done.skipped == ()
    assert made.read_bytes() == source.read_bytes()
    assert made.stat().st_mtime_ns == 1_600_000_000_123_456_789


def test_a_taken_name_gets_a_number_and_the_same_file_is_not_copied_twice(tmp_path: Path) -> None:
    first = write_tone(tmp_path / "a" / "hit.wav", 100.0, 0.1)
    second = write_tone(tmp_path / "b" / "hit.wav", 900.0, 0.1)
    project = tmp_path / "project"
    project.mkdir()
    (project / "hit.wav").write_bytes(b"mine")
    done = copy([piece(first), piece(second)], project)
    again = copy([piece(second)], project)
    assert [path.name for path in paths(done)] == ["hit (2).wav", "hit (3).wav"]
    assert [(file.path.name, file.is_new) for file in again.files] == [("hit (3).wav", False)]
    assert (project / "hit.wav").read_bytes() == b"mine"
    assert sorted(path.name for path in project.iterdir()) == [
        "credits.txt", "hit (2).wav", "hit (3).wav", "hit.wav",
    ]  # fmt: skip


def test_a_stretch_is_a_file_of_its_own(tmp_path: Path) -> None:
    source = write_tone(tmp_path / "long.wav", 200.0, 3.0)
    other = write_tone(tmp_path / "elsewhere" / "long.wav", 300.0, 3.0)
    stretches = [piece(path, start_s=1.0, end_s=1.5) for path in (source, other)]
    done = copy(stretches, tmp_path / "project")
    assert [path.name for path in paths(done)] == [
        "long 0m01.000-0m01.500.wav", "long 0m01.000-0m01.500 (2).wav",
    ]  # fmt: skip
    assert soundfile.info(done.files[0].path).frames == 16_000
    again = copy(stretches, tmp_path / "project")
    # The very same files are there already.
    assert [(file.path, file.is_new) for file in again.files] == [(path, False) for path in paths(done)]


def test_what_cannot_be_read_is_skipped_and_named(tmp_path: Path) -> None:
    good = write_tone(tmp_path / "good.wav", 100.0, 0.1)
    done = copy([piece(tmp_path / "gone.wav"), piece(good)], tmp_path / "project")
    assert [path.name for path in paths(done)] == ["good.wav"]
    assert [(skipped.path.name, "gone.wav" in str(skipped.what)) for skipped in done.skipped] == [("gone.wav", True)]


def test_a_cancelled_copy_leaves_whole_files_only(tmp_path: Path) -> None:
    files = [write_tone(tmp_path / f"{number}.wav", 100.0, 40.0) for number in range(3)]  # 2.6 MB: several blocks
    asked = iter(range(10_000))
    shares: list[float] = []
    done = copy(
        [piece(file) for file in files],
        tmp_path / "project",
        cancel=lambda: next(asked) > 12,
        progress=shares.append,
    )
    assert done.is_cancelled
    assert 0 < len(done.files) < 3
    assert {path.name for path in (tmp_path / "project").iterdir()} == {
        *(path.name for path in paths(done)), "credits.txt",
    }  # fmt: skip
    assert shares == sorted(shares) and 1 / 3 <= shares[-1] < 1.0


def test_a_disk_without_room_is_told_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = write_tone(tmp_path / "a.wav", 100.0, 0.1)
    monkeypatch.setattr(collecting, "_SPARE_BYTES", 1 << 60)
    with pytest.raises(StorageFull, match="MB are needed"):
        copy([piece(source)], tmp_path / "project")
    assert list((tmp_path / "project").iterdir()) == []


def test_a_place_that_is_no_folder_is_told(tmp_path: Path) -> None:
    source = write_tone(tmp_path / "a.wav", 100.0, 0.1)
    with pytest.raises(LibraryError):
        copy([piece(source)], source / "project")


def test_credits_name_author_licence_and_source(tmp_path: Path) -> None:
    source = write_tone(tmp_path / "door.wav", 100.0, 0.1)
    metadata = SoundMetadata(
        title="Door",
        artist="Ana Núñez",
        licence="CC BY 4.0 https://creativecommons.org/licenses/by/4.0/",
        description="Creaks\nslowly",
        fields={"info.ICMT": "From https://freesound.org/s/1234/.", "id3.WCOP": "https://creativecommons.org/x"},
    )
    copy([piece(source, metadata)], tmp_path / "project")
    assert (tmp_path / "project" / "credits.txt").read_text(encoding="utf-8").split("\n\n")[1] == (
        "door.wav\n  Title: Door\n  Author: Ana Núñez\n"
        "  Licence: CC BY 4.0 https://creativecommons.org/licenses/by/4.0/\n"
        "  Source: https://freesound.org/s/1234/\n  Description: Creaks slowly\n"
    )


def test_a_file_without_a_licence_is_said_to_have_none(tmp_path: Path) -> None:
    plain = write_with_bext(tmp_path / "plain.wav", "Wooden door")
    credit = credit_of("plain.wav", read_metadata(plain))
    assert (credit.licence, credit.description, credit.source) == ("no licence stated", "Wooden door", "")


def test_credits_of_a_second_copy_are_added_and_a_strange_file_is_left_alone(tmp_path: Path) -> None:
    one = write_tone(tmp_path / "one.wav", 100.0, 0.1)
    two = write_tone(tmp_path / "two.wav", 200.0, 0.1)
    project = tmp_path / "project"
    project.mkdir()
    (project / "credits.csv").write_text("my own list\n")
    for file in (one, two):
        copy([piece(file)], project, credits=CreditsFormat.CSV)
    assert (project / "credits.csv").read_text() == "my own list\n"
    with (project / "credits (2).csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["file"], row["licence"]) for row in rows] == [
        ("one.wav", "no licence stated"), ("two.wav", "no licence stated"),
    ]  # fmt: skip


def test_a_named_source_comes_before_an_address_in_a_comment() -> None:
    fields = {"info.ICMT": "see http://comment.example/", "vorbis.CONTACT": "https://author.example/"}
    assert source_url(SoundMetadata(fields=fields)) == "https://author.example/"


def test_a_name_as_long_as_names_can_be_is_copied_and_what_others_are_writing_is_left_alone(tmp_path: Path) -> None:
    source = write_tone(tmp_path / "library" / f"{'d' * 251}.wav", 200.0, 0.1)
    short = write_tone(tmp_path / "library" / "door.wav", 300.0, 0.1)
    project = tmp_path / "project"
    project.mkdir()
    (project / "door.wav.part").write_bytes(b"a download of somebody else")
    done = copy([piece(source), piece(short)], project)
    assert ([path.name for path in paths(done)], done.skipped) == ([source.name, "door.wav"], ())
    assert (project / "door.wav.part").read_bytes() == b"a download of somebody else"


@pytest.mark.parametrize("form", list(CreditsFormat))
def test_copies_whose_credits_were_lost_get_them_with_the_next_ones(tmp_path: Path, form: CreditsFormat) -> None:
    """As after a kill behind the copies and before the credits; harmless names and others, each credited once."""
    files = [write_tone(tmp_path / "in" / name, 440.0, 0.1) for name in ("a.wav", "=b, c.wav", "d.wav")]
    pieces = [ExportItem(FilePath.of(file), SoundMetadata(artist="Ada")) for file in files]
    copy(pieces[:2], tmp_path / "out", credits=None)
    copy(pieces, tmp_path / "out", credits=form)
    first = (tmp_path / "out" / form.file_name).read_text()
    copy(pieces, tmp_path / "out", credits=form)
    assert [first.count(name) for name in ("a.wav", "b, c.wav", "d.wav", "Ada")] == [1, 1, 1, 3]
    assert (tmp_path / "out" / form.file_name).read_text() == first


@pytest.mark.parametrize("stem", ["x" * 251, "🔊" * 62 + "abc", "é" * 125 + "x"])
def test_two_sounds_of_one_name_as_long_as_a_disk_takes_are_both_copied(tmp_path: Path, stem: str) -> None:
    one, other = tmp_path / "1" / f"{stem}.wav", tmp_path / "2" / f"{stem}.wav"
    assert len(one.name.encode()) == 255
    write_tone(one, 440.0, 0.1), write_tone(other, 880.0, 0.1)
    done = copy([piece(one), piece(other)], tmp_path / "out")
    assert done.skipped == ()
    assert [path.read_bytes() for path in paths(done)] == [one.read_bytes(), other.read_bytes()]
    assert paths(done)[1].name.endswith(" (2).wav") and stem.startswith(paths(done)[1].name.removesuffix(" (2).wav"))


@pytest.mark.parametrize("times", [(None, None), (0.0, 0.05)])
def test_a_name_of_many_bytes_is_shortened_by_bytes(tmp_path: Path, times: tuple[float | None, float | None]) -> None:
    source = write_tone(tmp_path / "a.wav", 440.0, 0.1)
    done = copy([ExportItem(FilePath.of(source), NOTHING, *times, name="🔊" * 120)], tmp_path / "out")
    assert done.skipped == ()
    assert set(paths(done)[0].stem) == {"🔊"} and len(paths(done)[0].name.encode()) <= 255


def test_a_copy_that_differs_from_what_was_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that keeps something else than it was given."""
    source = write_tone(tmp_path / "tone.wav")
    monkeypatch.setattr(collecting.os, "fsync", lambda descriptor: os.pwrite(descriptor, b"another", 1_000))
    with pytest.raises(LibraryError) as caught:
        copy([ExportItem(FilePath.of(source), SoundMetadata())], tmp_path / "out")
    assert caught.value.what.what is LibraryFault.COPY_DIFFERS
    assert list((tmp_path / "out").iterdir()) == []
