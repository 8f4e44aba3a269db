"""Parts of the window on their own, offscreen."""

import gc
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop.base.theme import Theme, load_theme
from desktop.base.translation import use_language
from desktop.results.delegate import ResultsDelegate
from desktop.results.model import ResultsModel
from desktop.results.view import ResultsView
from desktop.search.bar.bar import SearchBar
from engine.audio import decoder_pool
from tests.helpers.desk import clear_desk


@pytest.fixture(scope="module", autouse=True)
def whole_garbage() -> Iterator[None]:
    """Garbage goes in the GUI thread alone, as in the window: in another, Qt objects of an earlier test crash it.

    What a file left is collected before the next one, with what its windows froze.
    """
    gc.disable()
    yield
    gc.unfreeze()
    gc.collect()
    gc.enable()


@pytest.fixture(autouse=True)
def own_garbage() -> Iterator[None]:
    """What a test left is collected before the next one."""
    yield
    gc.collect(1)


@pytest.fixture(autouse=True)
def own_look(qapp: QApplication) -> Iterator[None]:
    """A test that opens a whole window leaves its theme on no other test."""
    style, palette, font = qapp.styleSheet(), qapp.palette(), qapp.font()
    yield
    if qapp.styleSheet() != style:
        qapp.setStyleSheet(style)
        qapp.setPalette(palette)
        qapp.setFont(font)


@pytest.fixture(autouse=True)
def own_pointer(qapp: QApplication) -> None:
    """No window, menu, key or button that another test left takes this one's events; any move of the pointer is one.

    Qt gives a pointer's moves to an open popup, keeps them from what a modal dialog blocks, and leaves out a move to
    where the pointer is already. Offscreen the first window that has the place under it gets them, whichever is above.
    """
    clear_desk(qapp)


@pytest.fixture(scope="session", autouse=True)
def emptied_clipboard() -> Iterator[None]:
    """Offscreen Qt frees what a test has copied after the interpreter is gone, and crashes: it is emptied before."""
    yield
    if isinstance(QApplication.instance(), QApplication):
        QApplication.clipboard().clear()


@pytest.fixture(scope="session")
def shared_decoders() -> Iterator[decoder_pool.DecoderPool]:
    """Decoder processes that all tests of the window share; none is started before a sound is opened."""
    away = decoder_pool.DecoderPool()
    yield away
    away.close()


@pytest.fixture(autouse=True)
def decoders_away(shared_decoders: decoder_pool.DecoderPool) -> Iterator[decoder_pool.DecoderPool]:
    """Sounds are read by decoder processes, as in the window."""
    decoder_pool.use(shared_decoders)
    yield shared_decoders
    decoder_pool.use(None)


@pytest.fixture
def theme() -> Theme:
    return load_theme("dark")


@pytest.fixture
def results(qtbot: QtBot, theme: Theme) -> Iterator[ResultsView]:
    """A results table on show, with no rows and no overviews."""
    parent = QWidget()
    qtbot.addWidget(parent)
    model = ResultsModel(parent)
    view = ResultsView(model, ResultsDelegate(theme, lambda sound: None, parent), parent)
    view.resize(1000, 400)
    parent.resize(1000, 400)
    parent.show()
    qtbot.waitExposed(parent)
    yield view


@pytest.fixture
def bar(qtbot: QtBot, theme: Theme) -> SearchBar:
    """The search bar alone, on show."""
    bar = SearchBar(theme)
    qtbot.addWidget(bar)
    bar.show()
    qtbot.waitExposed(bar)
    return bar


@pytest.fixture
def german() -> Iterator[None]:
    """What the window says from now on is German."""
    use_language("de")
    yield
    use_language("en")
