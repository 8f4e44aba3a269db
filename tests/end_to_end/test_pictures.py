"""The pictures of README and guide are today's window: one is taken again, and compared by its size and its words."""

import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.helpers.qt import missing_x_programs
from tests.helpers.tiny_library import REPOSITORY

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")
pictures = pytest.importorskip("tests.screens.pictures", reason="pictures are made by Pillow, of the training extra")


def test_the_first_page_has_the_size_and_words_of_its_picture(tmp_path: Path) -> None:
    if missing := [*missing_x_programs(), *([] if shutil.which("espeak-ng") else ["espeak-ng"])]:
        pytest.skip(f"taking pictures needs {', '.join(missing)}")
    from PIL import Image

    ((taken, words),) = pictures.take(tmp_path, "dark", ("00-first-run",)).values()
    kept = json.loads(pictures.WORDS.read_text(encoding="utf-8"))["00-first-run"]
    assert words == kept, "the window's words have changed: make pictures"
    with Image.open(taken) as today, Image.open(pictures.TOUR / "00-first-run.png") as shown:
        assert today.size == shown.size


def test_every_picture_of_the_documents_is_there_small_and_made_by_the_command() -> None:
    texts = "".join((REPOSITORY / name).read_text(encoding="utf-8") for name in ("README.md", "docs/tour.md"))
    named = set(re.findall(r"images/tour/([\w-]+)\.png", texts))
    made = {*pictures.DARK, *(f"{scene}-light" for scene in pictures.LIGHT)}
    assert named <= made
    assert {path.stem for path in pictures.TOUR.glob("*.png")} == made
    assert set(json.loads(pictures.WORDS.read_text(encoding="utf-8"))) == made
    large = [path.name for path in pictures.TOUR.glob("*.png") if path.stat().st_size > pictures.MOST_BYTES]
    assert large == []
