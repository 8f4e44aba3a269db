"""Opens the listeners a library has packs for."""

import logging
from collections.abc import Callable
from pathlib import Path

from engine.base.errors import PackError
from engine.base.messages import Message, told
from engine.features.speech.listener import Ears, SpeechListener
from engine.features.speech.messages import SpeechNote
from engine.features.speech.units_listener import UnitsEars
from engine.features.speech.units_store import UnitsFile
from engine.features.speech.words_file import WordsFile
from engine.features.speech.words_listener import WordsEars
from engine.models.speech_pack import read_speech_info, speech_pack_for

_log = logging.getLogger(__name__)

_FILES: dict[str, type[WordsFile] | type[UnitsFile]] = {"words": WordsFile, "units": UnitsFile}


def ears_of(kind: str, pack: Path) -> Ears:
    """Opens a pack for listening, without a library.

    Args:
        kind: words or units.
        pack: its folder.

    Raises:
        PackError: it cannot be used.
    """
    return WordsEars(pack) if kind == "words" else UnitsEars(pack, read_speech_info(pack).sample_rate_hz)


def listeners_of(library: Path, note: Callable[[str, Message], None]) -> list[SpeechListener]:
    """Opens a listener for each kind with an installed pack; may be empty.

    Args:
        library: the library's folder.
        note: called with an unusable pack's folder and the reason.

    Raises:
        LibraryError: a listener's file cannot be written.
    """
    found: list[SpeechListener] = []
    for kind, own in _FILES.items():
        folder = speech_pack_for(kind, library)
        if folder is None:
            _log.debug("no pack for %s", kind)
            continue
        try:
            ears = ears_of(kind, folder)
            file = own.for_pack(library, read_speech_info(folder).pack_id)
            found.append(SpeechListener(kind, folder, ears, file))
            _log.debug("a pack for %s is used", kind)
        except PackError as err:
            _log.warning("a pack for %s cannot be used: %s", kind, err)
            note(str(folder), told(SpeechNote.SPEECH_UNHEARD, err.what, err.to_do))
    return found
