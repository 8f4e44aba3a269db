"""Guards for commands that need a selected sound: without one they say so."""

from collections.abc import Callable
from typing import Literal

from desktop.base.translation import translate
from desktop.window.main_window import MainWindow

Needs = Literal["", "sound", "wave"]
"""What a command needs: nothing, a selected sound, or a sound in the deck."""


def with_a_sound(needs: Needs, run: Callable[..., object], window: MainWindow) -> Callable[..., object]:
    """Wraps a command so that it says "Select a sound first" instead of doing nothing."""
    if not needs:
        return run

    def checked(*given: object) -> object:
        is_listed = window.page in ("results", "empty")
        lacks_sound = needs == "sound" and is_listed and not window.results.selectionModel().hasSelection()
        if lacks_sound or (needs == "wave" and window.deck.hit is None):
            window.status.say(translate("Commands", "Select a sound first."))
            return None
        return run(*given)

    return checked
