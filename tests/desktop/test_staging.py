"""The staging folder and the files made ready in it."""

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import soundfile
from pytestqt.qtbot import QtBot

from desktop.dragging.renders import Renders
from desktop.dragging.staging import Staging, StagingOrder
from desktop.work.jobs import Jobs
from engine.audio.effects import Effects
from engine.types import FilePath
from tests.helpers import sounds

_DAY_S = 86_400.0


@pytest.fixture
def source(tmp_path: Path) -> FilePath:
    return FilePath.of(sounds.write_noise(tmp_path / "Gate Creak.wav", 2.0))


def test_a_part_is_a_real_file_named_after_source_and_time(tmp_path: Path, source: FilePath) -> None:
    made = Staging(tmp_path / "dragged").make(StagingOrder(source, 0.5, 1.25))
    assert made is not None and made.name == "Gate Creak 0m00.500-0m01.250.wav"
    assert soundfile.info(made).frames == 24_000


def test_the_same_part_is_made_once_and_another_beside_it(tmp_path: Path, source: FilePath) -> None:
    staging = Staging(tmp_path / "dragged")
    first = staging.make(StagingOrder(source, 0.5, 1.0))
    assert first is not None
    os.utime(first, (1, 1))
    assert staging.make(StagingOrder(source, 0.5, 1.0)) == first
    assert first.stat().st_mtime == 1
    other = staging.make(StagingOrder(source, 0.5, 1.0, Effects(is_reversed=True)))
    assert other is not None and other != first and other.parent != first.parent


def test_a_source_that_changed_is_rendered_again(tmp_path: Path, source: FilePath) -> None:
    staging = Staging(tmp_path / "dragged")
    first = staging.make(StagingOrder(source, 0.5, 1.0))
    sounds.write_noise(source.native, 2.5, seed=4)
    assert staging.make(StagingOrder(source, 0.5, 1.0)) != first


@pytest.mark.shows("part-dragged-out")
def test_what_was_handed_out_stays_for_its_days_and_then_goes(tmp_path: Path, source: FilePath) -> None:
    staging = Staging(tmp_path / "dragged")
    made = staging.make(StagingOrder(source, 0.5, 1.0))
    assert made is not None
    staging.hand_out(made)
    staging.discard(made)
    staging.discard_unused()
    now_s = made.stat().st_mtime
    later = Staging(tmp_path / "dragged")  # the next start
    assert later.clean(7, now_s + 6.9 * _DAY_S) == 0
    assert made.exists()
    assert later.clean(7, now_s + 7.1 * _DAY_S) == 1
    assert list((tmp_path / "dragged").iterdir()) == []


def test_what_was_only_made_ready_goes_at_the_end(tmp_path: Path, source: FilePath) -> None:
    staging = Staging(tmp_path / "dragged")
    made = staging.make(StagingOrder(source, 0.5, 1.0))
    staging.discard_unused()
    assert made is not None and not made.parent.exists()


def test_cleaning_a_folder_that_is_not_there_is_no_fault(tmp_path: Path) -> None:
    assert Staging(tmp_path / "none").clean(7) == 0


@pytest.fixture
def renders(qtbot: QtBot, tmp_path: Path) -> Iterator[Renders]:
    jobs = Jobs()
    made = Renders(Staging(tmp_path / "dragged"), jobs)
    yield made
    jobs.close()


def test_files_come_in_the_order_asked_for_and_sources_as_they_are(
    qtbot: QtBot, renders: Renders, source: FilePath
) -> None:
    orders = (
        StagingOrder(source),
        StagingOrder(source, 0.5, 1.0),
        StagingOrder(source, effects=Effects(pitch_semitones=3)),
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
    qtbot: QtBot, renders: Renders, source: FilePath
) -> None:
    kept, left = StagingOrder(source, 0.0, 1.0), StagingOrder(source, 0.0, 0.5)
    renders.prepare([kept, left])
    qtbot.waitUntil(lambda: renders.files([kept, left]) is not None)
    files = renders.files([kept, left])
    assert files is not None
    renders.hand_out([kept])
    renders.drop([kept, left])
    qtbot.waitUntil(lambda: not files[1].native.exists())
    assert files[0].native.exists()


def test_a_file_that_cannot_be_made_is_said_and_left_out(qtbot: QtBot, renders: Renders, source: FilePath) -> None:
    gone = StagingOrder(FilePath.of("/nowhere/gone.wav"), 0.0, 1.0)
    with qtbot.waitSignal(renders.failed) as failed:
        renders.prepare([gone])
    assert failed.args is not None and "gone.wav" in failed.args[0] and failed.args[1]
    assert renders.files([gone, StagingOrder(source)]) == (source,)


def test_one_that_is_wanted_again_while_it_is_being_given_up_is_made(tmp_path: Path, source: FilePath) -> None:
    staging, order = Staging(tmp_path / "dragged"), StagingOrder(source, 0.5, 1.5)
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
