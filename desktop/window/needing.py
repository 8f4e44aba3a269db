"""Guards for commands that need a selected sound: without one they say so."""

from collections.abc import Callable

from desktop.base.translation import translate
from desktop.window.main_window import MainWindow

_NEED_A_SOUND = frozenset(
    {
        "library.reread",
        "metadata.batch",
        "sound.play",
        "sound.reveal",
        "library.remove_sounds",
        "sound.open_in_editor",
        "results.edit_cell",
        "results.open",
        "edit.copy_path",
        "edit.copy_files",
        "find.similar",
        "keep.favourite",
        "metadata.rename",
    }
)
_NEED_A_WAVE = frozenset(
    {
        "find.pattern",
        "waveform.zoom_in",
        "waveform.zoom_out",
        "waveform.zoom_selection",
        "waveform.fit",
        "waveform.select_from",
        "waveform.select_to",
        "waveform.select_all",
        "waveform.select_moment",
        "waveform.select_none",
        "drag.copy_selection",
    }
)
_NEED_A_SOUND_TOO = ("keep.rate_", "keep.colour_", "keep.collection_")


def with_a_sound(id: str, run: Callable[..., object], window: MainWindow) -> Callable[..., object]:
    """Wraps a command so that it says "Select a sound first" instead of doing nothing."""
    is_of_a_sound, is_of_a_wave = id in _NEED_A_SOUND or id.startswith(_NEED_A_SOUND_TOO), id in _NEED_A_WAVE
    if not is_of_a_sound and not is_of_a_wave:
        return run

    def checked(*given: object) -> object:
        is_listed = window.page in ("results", "empty")
        lacks_sound = is_of_a_sound and is_listed and not window.results.selectionModel().hasSelection()
        if lacks_sound or (is_of_a_wave and window.deck.hit is None):
            window.status.say(translate("Commands", "Select a sound first."))
            return None
        return run(*given)

    return checked
