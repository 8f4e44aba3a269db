"""The waveform of the real window: what it reads of a sound's file, and sounds that leave by the clipboard."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.base.recolour import switch_theme
from desktop.base.start_options import WindowStart
from desktop.controllers.drag_out.feature import DragOut
from desktop.controllers.drag_out.staging import RegionOrder
from desktop.controllers.waveform_data import feature as waves
from desktop.deck.waveform import WaveformView
from desktop.deck.waveform_scene import SceneLook
from desktop.widgets.drag import paths_of, sounds_of
from engine.audio.effects import Effects
from engine.audio.spectrogram import spectrogram
from engine.base.errors import DamagedAudio
from engine.base.file_messages import FileAdvice, FileFault, trouble
from engine.base.types import FilePath
from tests.helpers.sounds import chunk, tone
from tests.helpers.tiny_library import TinyLibrary, earshot, write_sounds


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory, tiny_library: TinyLibrary) -> TinyLibrary:
    """A library of its own, for it is written to; one sound has a cue point."""
    folder = tmp_path_factory.mktemp("waves")
    made = TinyLibrary(folder / "library", tiny_library.pack, folder / "sounds")
    write_sounds(made.sounds)
    marked = made.sounds / "tones" / "take 0.wav"
    content = marked.read_bytes() + chunk(b"cue ", _cue_at(48_000))
    marked.write_bytes(content[:4] + (len(content) - 8).to_bytes(4, "little") + content[8:])
    hum_and_beep = np.concatenate([tone(100.0, 40.0, 16_000), tone(6_000.0, 40.0, 16_000)])
    soundfile.write(made.sounds / "long.wav", np.tile(hum_and_beep, 5), 16_000)
    sides = np.stack([tone(100.0, 6.0, 16_000), 0.1 * tone(100.0, 6.0, 16_000)], axis=1)
    soundfile.write(made.sounds / "broad.wav", sides, 16_000)
    earshot("index", "--json", "--library", made.folder, "--pack", made.pack, "--device", "cpu", made.sounds)
    return made


def _cue_at(frame: int) -> bytes:
    import struct

    return struct.pack("<IIIIIII", 1, 1, frame, int.from_bytes(b"data", "little"), 0, 0, frame)


@pytest.fixture
def app(
    qapp: QApplication, qtbot: QtBot, library: TinyLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[EarshotApp]:
    """The whole application over the library, shown offscreen."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_MUSIC_DIR", str(tmp_path / "Music"))
    made = EarshotApp(qapp, WindowStart(library.folder, tmp_path / "window.json", library.pack))
    with qtbot.waitSignal(made.finding.shown, timeout=20_000):
        made.open()
    yield made
    made.quit()
    made.close()
    made.window.deleteLater()


def show(qtbot: QtBot, app: EarshotApp, words: str, name: str) -> WaveformView:
    """Searches and goes to a sound."""
    window = app.window
    is_it = lambda answered: answered.request.text == words  # noqa: E731
    with qtbot.waitSignal(app.finding.shown, check_params_cb=is_it, timeout=20_000):
        window.search_bar.set_text(words)
    qtbot.waitUntil(lambda: _row_of(app, name) is not None, timeout=20_000)
    row = _row_of(app, name)
    assert row is not None
    window.results.go_to(row)
    qtbot.waitUntil(lambda: window.deck.hit is not None and window.deck.hit.sound.path.name == name)
    return window.deck.waveform


def _row_of(app: EarshotApp, name: str) -> int | None:
    model = app.window.model
    hits = [(row, model.hit(row)) for row in range(model.rowCount())]
    return next((row for row, hit in hits if hit is not None and hit.sound.path.name == name), None)


def copied() -> list[str]:
    """Names of the files on the clipboard."""
    data = QGuiApplication.clipboard().mimeData()
    return [] if data is None else [path.name for path in paths_of(data)]


def test_a_sound_at_rest_gets_its_markers_and_fine_columns(qtbot: QtBot, app: EarshotApp) -> None:
    wave = show(qtbot, app, "take", "take 0.wav")
    qtbot.waitUntil(lambda: wave.scene.detail is not None and bool(wave.scene.markers))
    assert [marker.start_s for marker in wave.scene.markers] == [1.5]  # frame 48,000 at 32 kHz
    detail = wave.scene.detail
    assert detail is not None
    assert detail.highs.max() == pytest.approx(0.5, abs=0.001)


@pytest.mark.shows("small-waveform-row")
def test_zooming_in_ends_at_the_samples_themselves(qtbot: QtBot, app: EarshotApp) -> None:
    wave = show(qtbot, app, "take", "take 0.wav")
    qtbot.waitUntil(lambda: wave.scene.detail is not None)
    wave.zoom(3000.0, 1.5)
    qtbot.waitUntil(lambda: wave.scene.detail is not None and wave.scene.detail.is_samples)
    detail, span = wave.scene.detail, wave.scene.span
    assert detail is not None and detail.start_s <= span.start_s and detail.end_s >= span.end_s
    at = round((1.5 - detail.start_s) * 32_000)
    source, _ = soundfile.read(app.window.deck.hit.sound.path.native, dtype="float32")  # type: ignore[union-attr]
    assert detail.lows[0, at] == source[48_000]


def test_a_long_sound_shows_its_overview_at_once_and_is_read_whole_when_zoomed(
    qtbot: QtBot, app: EarshotApp, library: TinyLibrary
) -> None:
    wave = show(qtbot, app, "long", "long.wav")
    qtbot.waitUntil(lambda: wave.scene.overview is not None)
    assert wave.duration_s == pytest.approx(400.0)
    wave.zoom(4.0, 200.0)  # 100 s: more than is decoded on the spot
    qtbot.waitUntil(lambda: wave.scene.detail is not None)
    assert list((library.folder / "cache" / "waveforms").glob("*.zoom"))
    wave.zoom(0.25)
    wave.zoom(2.0, 10.0)
    detail = wave.scene.detail
    assert detail is not None and detail.start_s <= wave.scene.span.start_s, "the pyramid answers at once"


def test_a_long_sound_that_is_looked_at_for_a_while_gets_a_lane_a_channel(
    qtbot: QtBot, app: EarshotApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waves, "_READ_AT_ONCE_S", 1.0)
    monkeypatch.setattr(waves, "_DECODED_S", 1.0)
    wave = show(qtbot, app, "broad", "broad.wav")
    qtbot.waitUntil(lambda: wave.scene.overview is not None, timeout=20_000)
    qtbot.waitUntil(lambda: wave.lanes == ((0,), (1,)), timeout=20_000)
    detail = wave.scene.detail
    assert detail is not None
    assert detail.highs[1].max() == pytest.approx(0.1 * detail.highs[0].max(), rel=0.01)


def test_the_match_strip_shows_the_query_and_goes_with_it(qtbot: QtBot, app: EarshotApp) -> None:
    wave = show(qtbot, app, "low hum", "take 0.wav")
    qtbot.waitUntil(lambda: wave.scene.strip is not None and len(wave.scene.strip.similarities) > 0)
    strip = wave.scene.strip
    assert strip is not None
    assert 0.0 <= strip.similarities.min() <= strip.similarities.max() <= 1.0
    show(qtbot, app, "", "take 0.wav")
    qtbot.waitUntil(lambda: not wave.scene.has_strip)


def test_s_goes_round_waveform_both_and_spectrogram(qtbot: QtBot, qapp: QApplication, app: EarshotApp) -> None:
    wave = show(qtbot, app, "take", "take 0.wav")
    app.commands.action("waveform.look").trigger()
    assert wave.scene.look is SceneLook.BOTH
    qtbot.waitUntil(lambda: wave.scene.highest_hz > 0 and wave.missing_tiles() == ())
    assert wave.scene.highest_hz == pytest.approx(16_000.0)
    switch_theme(qapp, wave._theme, "light")
    assert wave.missing_tiles() != ()
    qtbot.waitUntil(lambda: wave.missing_tiles() == ())
    app.commands.action("waveform.look").trigger()
    app.commands.action("waveform.look").trigger()
    assert app.window.deck.waveform.scene.look == "waveform"


def test_a_stretch_that_cannot_be_read_does_not_hold_up_the_spectrogram_of_the_others(
    qtbot: QtBot, app: EarshotApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed: list[float] = []

    def torn(path: FilePath, start_s: float, *rest: object, **more: object) -> object:
        if not failed:
            failed.append(start_s)
            raise DamagedAudio(trouble(FileFault.IS_DAMAGED, FileAdvice.FROM_THE_START), path.text)
        return spectrogram(path, start_s, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(waves, "spectrogram", torn)
    wave = show(qtbot, app, "high beep", "long.wav")
    wave.set_look(SceneLook.SPECTROGRAM)
    wave.zoom(40.0, 400.0)
    qtbot.waitUntil(lambda: len(failed) == 1 and len(wave.missing_tiles()) == 1, timeout=20_000)


def test_ctrl_c_on_the_waveform_copies_the_selection_as_a_file(qtbot: QtBot, app: EarshotApp, tmp_path: Path) -> None:
    wave = show(qtbot, app, "take", "take 1.wav")
    wave.select(0.5, 1.25)
    app.commands.action("drag.copy_selection").trigger()
    clipboard = QGuiApplication.clipboard()
    qtbot.waitUntil(lambda: copied() == ["take 1 0m00.500-0m01.250.wav"])
    (file,) = paths_of(clipboard.mimeData())
    assert clipboard.mimeData().hasFormat("x-special/gnome-copied-files")
    assert soundfile.info(file.native).frames == 24_000
    hit = app.window.deck.hit
    assert hit is not None and sounds_of(clipboard.mimeData()) == (hit.sound.id,)
    uses: list[int] = []
    app.search.ask(lambda library: library.sound(hit.sound.id).marks.uses, uses.append)
    qtbot.waitUntil(lambda: uses == [1])
    app.window.close()
    assert file.native.exists()


def test_rows_are_copied_with_the_effects_that_are_on(qtbot: QtBot, app: EarshotApp) -> None:
    show(qtbot, app, "take", "take 2.wav")
    app.hearing.adjust(pitch_semitones=12.0)
    app.commands.action("edit.copy_files").trigger()
    clipboard = QGuiApplication.clipboard()
    qtbot.waitUntil(lambda: copied() == ["take 2_+12st.wav"])
    (file,) = paths_of(clipboard.mimeData())
    assert soundfile.info(file.native).frames == 48_000  # 3 s an octave higher are 1.5 s


def test_time_stretch_and_pitch_shift_of_the_deck_go_into_what_is_copied(qtbot: QtBot, app: EarshotApp) -> None:
    show(qtbot, app, "take", "take 2.wav")
    controls = app.window.deck.controls
    qtbot.keyClick(controls.stretch.field, Qt.Key.Key_PageUp)
    qtbot.keyClick(controls.tune.field, Qt.Key.Key_Down)
    assert (app.hearing.effects.stretch_percent, app.hearing.effects.shift_semitones) == (125.0, -1.0)
    app.commands.action("edit.copy_files").trigger()
    qtbot.waitUntil(lambda: copied() == ["take 2_stretch125_pitch-1st.wav"])
    (file,) = paths_of(QGuiApplication.clipboard().mimeData())
    assert abs(soundfile.info(file.native).frames - 120_000) <= 1  # 3 s become 3.75 s at 32 kHz
    app.commands.action("audition.plain").trigger()
    assert app.hearing.effects.is_neutral


def test_a_settled_selection_is_ready_before_it_is_dragged_and_gone_when_it_was_not(
    qtbot: QtBot, app: EarshotApp, tmp_path: Path
) -> None:
    wave = show(qtbot, app, "take", "take 3.wav")
    staged = tmp_path / "cache" / "earshot" / "ready"
    wave.select(1.0, 2.0)
    qtbot.waitUntil(lambda: [file.name for file in staged.glob("*/*/*.wav")] == ["take 3 0m01.000-0m02.000.wav"])
    wave.select(1.0, 2.5)
    qtbot.waitUntil(lambda: [file.name for file in staged.glob("*/*/*.wav")] == ["take 3 0m01.000-0m02.500.wav"])
    wave.clear_selection()
    qtbot.waitUntil(lambda: not list(staged.glob("*/*/*.wav")))


def test_a_file_that_is_not_ready_is_waited_for_while_the_button_is_held(
    qtbot: QtBot, app: EarshotApp, tmp_path: Path
) -> None:
    """The wait that a drag begins with; what comes after it needs a real screen: tests/end_to_end."""
    wave = show(qtbot, app, "long", "long.wav")
    dragging = next(feature for feature in app.features if isinstance(feature, DragOut))
    orders = (RegionOrder(FilePath.of(library_file(app)), 1.0, 399.0, Effects(pitch_semitones=5.0)),)
    QTest.mousePress(wave, Qt.MouseButton.LeftButton, pos=wave.rect().center())
    dragging.renders.hand(orders, tmp_path / "drags")
    assert dragging.renders.handed(orders) is None
    turns: list[float] = []
    clock = QTimer()
    clock.timeout.connect(lambda: turns.append(dragging.renders.share(orders)))
    clock.start(5)
    assert dragging._wait(orders), "it is ready, and the button is still held"
    assert len(turns) > 1, "the window was alive meanwhile"
    QTest.mouseRelease(wave, Qt.MouseButton.LeftButton, pos=wave.rect().center())
    files = dragging.renders.handed(orders)
    assert files is not None and files[0].native.exists()


def test_a_selection_that_settles_meanwhile_does_not_take_the_file_of_a_drag_away(
    qtbot: QtBot, app: EarshotApp
) -> None:
    wave = show(qtbot, app, "take", "take 2.wav")
    dragging = next(feature for feature in app.features if isinstance(feature, DragOut))
    order = RegionOrder(FilePath.of(library_file(app)), 0.5, 1.5)
    wave.select(0.5, 1.5)
    qtbot.waitUntil(lambda: dragging.renders.files([order]) is not None)
    dragging._leaving = (order,)
    wave.select(0.5, 1.75)
    other = RegionOrder(order.source, 0.5, 1.75)
    qtbot.waitUntil(lambda: dragging.renders.files([other]) is not None)
    files = dragging.renders.files([order])
    assert files is not None and files[0].native.exists()


def test_letting_go_or_escape_ends_the_wait_and_the_file_goes_on_being_made(
    qtbot: QtBot, app: EarshotApp, tmp_path: Path
) -> None:
    wave = show(qtbot, app, "long", "long.wav")
    dragging = next(feature for feature in app.features if isinstance(feature, DragOut))
    path, at = FilePath.of(library_file(app)), wave.rect().center()
    QTest.mousePress(wave, Qt.MouseButton.LeftButton, pos=at)
    QTimer.singleShot(0, lambda: QTest.mouseRelease(wave, Qt.MouseButton.LeftButton, pos=at))
    dropped = (RegionOrder(path, 2.0, 399.0, Effects(pitch_semitones=6.0)),)
    dragging.renders.hand(dropped, tmp_path / "drags")
    assert not dragging._wait(dropped)
    dragging.renders.settle(dropped, is_taken=False)
    assert "again" in app.window.status.answer.text()
    QTest.mousePress(wave, Qt.MouseButton.LeftButton, pos=at)
    QTimer.singleShot(0, lambda: QTest.keyClick(app.window, Qt.Key.Key_Escape))
    escaped = (RegionOrder(path, 3.0, 399.0, Effects(pitch_semitones=7.0)),)
    dragging.renders.hand(escaped, tmp_path / "drags")
    assert not dragging._wait(escaped)
    dragging.renders.settle(escaped, is_taken=False)
    QTest.mouseRelease(wave, Qt.MouseButton.LeftButton, pos=at)
    qtbot.waitUntil(lambda: dragging.renders.files([*dropped, *escaped]) is not None, timeout=20_000)


def library_file(app: EarshotApp) -> Path:
    """The file on show."""
    assert app.window.deck.hit is not None
    return app.window.deck.hit.sound.path.native


def test_escape_clears_the_selection_before_the_rows(qtbot: QtBot, app: EarshotApp) -> None:
    wave = show(qtbot, app, "take", "take 1.wav")
    app.hearing.stop()
    wave.select(0.5, 1.0)
    app.commands.action("window.back_out").trigger()
    assert wave.selection is None
    assert app.window.results.current_hit() is not None


def test_z_zooms_at_the_keyboard_s_place(qtbot: QtBot, app: EarshotApp) -> None:
    wave = show(qtbot, app, "take", "take 1.wav")
    wave.set_cursor(1.0)
    app.commands.action("waveform.zoom_in").trigger()
    assert wave.scene.span.length_s == pytest.approx(1.5)
    assert wave.scene.span.holds(1.0)
    app.commands.action("waveform.fit").trigger()
    assert wave.scene.span.is_whole


def test_the_row_of_a_moment_leaves_as_that_moment(qtbot: QtBot, app: EarshotApp) -> None:
    show(qtbot, app, "low hum", "long.wav")
    results = app.window.results
    leader = results.currentIndex().row()
    hit = app.window.model.hit(leader)
    assert hit is not None and len(hit.moments) > 1
    results.toggle_open(leader)
    results.go_to(leader + 2)
    app.commands.action("edit.copy_files").trigger()
    moment = hit.moments[1]
    wanted = RegionOrder(hit.sound.path, moment.start_s, moment.end_s).name
    qtbot.waitUntil(lambda: copied() == [wanted])
