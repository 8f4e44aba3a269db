"""The staging folder and the files made ready in it."""

import os
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import soundfile
from pytestqt.qtbot import QtBot

from desktop.controllers.drag_out.exported_files import ExportedFiles
from desktop.controllers.drag_out.render_queue import RenderQueue
from desktop.controllers.drag_out.staging import RegionOrder, StagingFolder
from desktop.work.jobs import Jobs
from engine.audio.effects import Effects
from engine.base.errors import LibraryError
from engine.base.types import FilePath
from tests.helpers import sounds


def staged(folder: Path) -> StagingFolder:
    return StagingFolder(folder / "ready", handed_in(folder))


def handed_in(folder: Path) -> ExportedFiles:
    return ExportedFiles(folder / "dragged.jsonl", folder / "former")


@pytest.fixture
def source(tmp_path: Path) -> FilePath:
    return FilePath.of(sounds.write_noise(tmp_path / "Gate Creak.wav", 2.0))


def test_a_part_is_a_real_file_named_after_source_and_time(tmp_path: Path, source: FilePath) -> None:
    made = staged(tmp_path).make(RegionOrder(source, 0.5, 1.25))
    assert made is not None and made.name == "Gate Creak 0m00.500-0m01.250.wav"
    assert soundfile.info(made).frames == 24_000


def test_the_same_part_is_made_once_and_another_beside_it(tmp_path: Path, source: FilePath) -> None:
    staging = staged(tmp_path)
    first = staging.make(RegionOrder(source, 0.5, 1.0))
    assert first is not None
    os.utime(first, (1, 1))
    assert staging.make(RegionOrder(source, 0.5, 1.0)) == first
    assert first.stat().st_mtime == 1
    other = staging.make(RegionOrder(source, 0.5, 1.0, Effects(is_reversed=True)))
    assert other is not None and other != first and other.parent != first.parent


def test_a_source_that_changed_is_rendered_again(tmp_path: Path, source: FilePath) -> None:
    staging = staged(tmp_path)
    first = staging.make(RegionOrder(source, 0.5, 1.0))
    sounds.write_noise(source.native, 2.5, seed=4)
    assert staging.make(RegionOrder(source, 0.5, 1.0)) != first


@pytest.mark.shows("part-dragged-out")
def test_what_was_handed_out_stays_for_ever(tmp_path: Path, source: FilePath) -> None:
    staging, order, drags = staged(tmp_path), RegionOrder(source, 0.5, 1.0), tmp_path / "Music" / "drags"
    placed = staging.place(order, drags)
    assert placed is not None and placed.path == drags / order.name
    staging.keep(placed)
    staging.close()
    os.utime(placed.path, (1, 1))  # 1970
    staged(tmp_path).make(RegionOrder(source, 0.0, 0.5))  # the next start
    assert placed.path.exists()
    assert [file.path for file in handed_in(tmp_path).files()] == [placed.path]
    assert not list((tmp_path / "ready").glob(f"*/*/{order.name}"))


def test_a_refused_drop_leaves_nothing_and_takes_no_file_of_before(tmp_path: Path, source: FilePath) -> None:
    staging, drags = staged(tmp_path), tmp_path / "drags"
    kept = staging.place(RegionOrder(source, 0.5, 1.0), drags)
    assert kept is not None
    staging.keep(kept)
    again = staging.place(RegionOrder(source, 0.5, 1.0), drags)
    other = staging.place(RegionOrder(source, 0.0, 1.0), drags)
    assert again is not None and other is not None
    staging.take_back(again)
    staging.take_back(other)
    assert list(drags.iterdir()) == [kept.path]


def test_a_file_of_that_name_is_never_replaced(tmp_path: Path, source: FilePath) -> None:
    order, drags = RegionOrder(source, 0.5, 1.0), tmp_path / "drags"
    drags.mkdir()
    (drags / order.name).write_bytes(b"somebody's own")
    placed = staged(tmp_path).place(order, drags)
    assert placed is not None and placed.path.name == "Gate Creak 0m00.500-0m01.000 (2).wav"
    assert (drags / order.name).read_bytes() == b"somebody's own"


@pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="needs a second file system")
def test_a_folder_on_another_disk_gets_a_whole_copy(tmp_path: Path, source: FilePath) -> None:
    order = RegionOrder(source, 0.5, 1.0)
    with tempfile.TemporaryDirectory(dir="/dev/shm") as other:
        if Path(other).stat().st_dev == tmp_path.stat().st_dev:
            pytest.skip("it is the same file system")
        placed = staged(tmp_path).place(order, Path(other))
        assert placed is not None and soundfile.info(placed.path).frames == 16_000
        assert [path.name for path in Path(other).iterdir()] == [order.name]


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, source: FilePath) -> None:
    (tmp_path / "drags").write_bytes(b"a file")
    with pytest.raises(LibraryError) as refused:
        staged(tmp_path).place(RegionOrder(source, 0.5, 1.0), tmp_path / "drags")
    assert "drags" in str(refused.value) and refused.value.advice


def test_what_was_only_made_ready_goes_at_the_end(tmp_path: Path, source: FilePath) -> None:
    staging = staged(tmp_path)
    made = staging.make(RegionOrder(source, 0.5, 1.0))
    staging.close()
    assert made is not None and list((tmp_path / "ready").iterdir()) == []


def test_files_of_former_versions_are_listed_and_stay(tmp_path: Path) -> None:
    old = tmp_path / "former" / "5f3a" / "Creak.wav"
    old.parent.mkdir(parents=True)
    old.write_bytes(b"12345")
    os.utime(old, (1, 1))
    (found,) = handed_in(tmp_path).files()
    assert (found.path, found.size_bytes) == (old, 5)


@pytest.fixture
def renders(qtbot: QtBot, tmp_path: Path) -> Iterator[RenderQueue]:
    jobs = Jobs()
    made = RenderQueue(staged(tmp_path), jobs)
    yield made
    jobs.close()


def test_files_come_in_the_order_asked_for_and_sources_as_they_are(
    qtbot: QtBot, renders: RenderQueue, source: FilePath
) -> None:
    orders = (
        RegionOrder(source),
        RegionOrder(source, 0.5, 1.0),
        RegionOrder(source, effects=Effects(pitch_semitones=3)),
    )
    assert renders.files(orders) is None
    renders.prepare(orders)
    qtbot.waitUntil(lambda: renders.files(orders) is not None)
    files = renders.files(orders)
    assert files is not None
    assert [file.name for file in files] == [
        "Gate Creak.wav",
        "Gate Creak 0m00.500-0m01.000.wav",
        "Gate Creak_+3st.wav",
    ]
    assert all(file.native.exists() for file in files)
    assert renders.share(orders) == 1.0


def test_a_selection_that_moved_on_takes_its_file_along_unless_it_was_dropped(
    qtbot: QtBot, renders: RenderQueue, source: FilePath, tmp_path: Path
) -> None:
    kept, left = RegionOrder(source, 0.0, 1.0), RegionOrder(source, 0.0, 0.5)
    renders.prepare([left])
    renders.hand([kept], tmp_path / "drags")
    qtbot.waitUntil(lambda: renders.files([left]) is not None and renders.handed([kept]) is not None)
    files, handed = renders.files([left]), renders.handed([kept])
    assert files is not None and handed is not None
    assert renders.settle([kept], is_taken=True)
    renders.drop([kept, left])
    qtbot.waitUntil(lambda: not files[0].native.exists())
    assert handed[0].native.exists()


def test_a_drag_that_was_given_up_leaves_nothing_in_the_folder(
    qtbot: QtBot, renders: RenderQueue, source: FilePath, tmp_path: Path
) -> None:
    order, drags = RegionOrder(source, 0.0, 1.0), tmp_path / "drags"
    renders.hand([order], drags)
    assert not renders.settle([order], is_taken=False)
    qtbot.waitUntil(lambda: renders.files([order]) is not None)
    assert not list(drags.glob("*"))
    renders.hand([order], drags)
    qtbot.waitUntil(lambda: renders.handed([order]) is not None)
    assert [file.name for file in drags.iterdir()] == [order.name]
    assert not renders.settle([order], is_taken=False)
    qtbot.waitUntil(lambda: not list(drags.glob("*")))


def test_a_file_that_cannot_be_made_is_said_and_left_out(qtbot: QtBot, renders: RenderQueue, source: FilePath) -> None:
    gone = RegionOrder(FilePath.of("/nowhere/gone.wav"), 0.0, 1.0)
    with qtbot.waitSignal(renders.failed) as failed:
        renders.prepare([gone])
    assert failed.args is not None and "gone.wav" in failed.args[0] and failed.args[1]
    assert renders.files([gone, RegionOrder(source)]) == (source,)


def test_one_that_is_wanted_again_while_it_is_being_given_up_is_made(tmp_path: Path, source: FilePath) -> None:
    staging, order = staged(tmp_path), RegionOrder(source, 0.5, 1.5)
    begun, go = threading.Event(), threading.Event()

    def is_given_up() -> bool:
        begun.set()
        go.wait(60)
        return True

    first = threading.Thread(target=staging.make, args=(order, is_given_up))
    first.start()
    begun.wait(60)

    def after_the_first() -> bool:
        go.set()
        first.join(10)
        return False

    made = staging.make(order, after_the_first)
    assert made is not None and soundfile.info(made).frames == 32_000
    assert [path.name for path in made.parent.iterdir()] == [made.name]
