"""A recogniser of two small wheels, which a hub on this machine serves."""

import hashlib
import io
import sys
import zipfile
from collections.abc import Mapping

import pytest

from engine.features.dialogue import recogniser_packages
from engine.features.dialogue.recogniser_packages import Wheel
from tests.helpers.hub import Hub

MODULES = {"faster_whisper/__init__.py": "HEARS = True\n", "faster_whisper/assets/note.txt": "note"}


def zipped(files: Mapping[str, str]) -> bytes:
    """Returns a zip file of these files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return made.getvalue()


def serve_recogniser(
    served: Hub, monkeypatch: pytest.MonkeyPatch, files: Mapping[str, str] = MODULES
) -> tuple[Wheel, ...]:
    """Puts the wheels on the hub in the place of the real ones, and hides an installed recogniser."""
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    monkeypatch.setitem(sys.modules, "faster_whisper", None)  # nobody finds it then
    contents = {"whisper-1-py3-none-any.whl": zipped(files), "hub-1-py3-none-any.whl": zipped({"hub/__init__.py": ""})}
    served.files |= contents
    wheels = tuple(
        Wheel(name.split("-")[0], "", "", f"{served.address}/{name}", len(data), hashlib.sha256(data).hexdigest())
        for name, data in contents.items()
    )
    monkeypatch.setattr(recogniser_packages, "known_wheels", lambda: wheels)
    return wheels
