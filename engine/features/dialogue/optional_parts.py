"""What transcribing needs and does not come with Earshot: the speech recogniser and a model."""

import contextlib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from engine.base.feature import OptionalPart
from engine.features.dialogue.packs import dialogue_pack
from engine.features.dialogue.recogniser_packages import packages_folder, wheels_here

_RECOGNISER = "faster-whisper"


def optional_parts(library: Path) -> Iterator[OptionalPart]:
    """Yields the recogniser, and the model of the library in a folder. Raises DialogueError if the model is damaged."""
    yield OptionalPart("speech recogniser", _recogniser())
    pack = dialogue_pack(library)
    if pack is None:
        yield OptionalPart("dialogue pack", "none, so nothing is transcribed; to get one: earshot dialogue get NAME")
    else:
        languages = "English" if pack.is_english else "several languages"
        yield OptionalPart("dialogue pack", f"{pack.name} ({pack.pack_id[:12]}), for {languages}")


def _recogniser() -> str:
    with contextlib.suppress(metadata.PackageNotFoundError):
        return f"{_RECOGNISER} {metadata.version(_RECOGNISER)}, installed with Earshot"
    folder = packages_folder()
    if folder is None:
        return "not installed, so nothing is transcribed; to get it: earshot dialogue get-recogniser"
    version = next((wheel.file_name.split("-")[1] for wheel in wheels_here() if wheel.package == _RECOGNISER), "")
    return f"{_RECOGNISER} {version} in {folder}"
