"""Chooses sounds for the words of some searches, and learns from them, for the pictures of what Earshot learns."""

from collections.abc import Callable

from PySide6.QtCore import QTimer

from desktop.app.app import EarshotApp
from desktop.features.owner.feature import OwnerFeature
from engine.base.types import SoundId
from engine.features.owner.owner import ChoiceKind, ChosenSound, Owner
from engine.library.library import Library
from engine.search.question import Question

_TAUGHT = {"our storm": "thunder", "door creak": "door", "steady rain": "rain", "wind howls": "wind"}
_KINDS = (ChoiceKind.DRAGGED, ChoiceKind.RENAMED, ChoiceKind.PICKED)


def teach(earshot: EarshotApp) -> Callable[[], object]:
    """Returns a step that chooses sounds for several words, opens the dialog, and learns."""

    def chosen(library: Library) -> None:
        for number, (text, words) in enumerate(_TAUGHT.items()):
            ids = library.rank(Question(words, limit=5 + number)).ids.tolist()
            Owner.of(library).note(text, _KINDS[number % 3], [ChosenSound(SoundId(id)) for id in ids])
        library.keeping.add_tags(library.rank(Question("metal", limit=6)).ids, ["Scene4 whoosh"])

    def show() -> None:
        earshot.commands.action("search.learn").trigger()
        QTimer.singleShot(500, _feature(earshot).learn)

    return lambda: earshot.search.ask(chosen, lambda _: show())


def close(earshot: EarshotApp) -> Callable[[], object]:
    def step() -> None:
        dialog = _feature(earshot).dialog
        assert dialog is not None
        dialog.close()

    return step


def _feature(earshot: EarshotApp) -> OwnerFeature:
    return next(feature for feature in earshot.features if isinstance(feature, OwnerFeature))
