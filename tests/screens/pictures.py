"""`make pictures`: takes the pictures of README and guide anew, as `python -m tests.screens` takes all of them.

Each is a PNG of at most 200 kB in docs/images/tour, in 256 colours. Beside them words.json has the words that stood on
each, read from the widgets: tests/end_to_end/test_pictures.py takes one picture again and compares.
"""

import json
import subprocess
import sys
from pathlib import Path

from PIL import Image

from tests.helpers.tiny_library import REPOSITORY

TOUR = REPOSITORY / "docs/images/tour"
WORDS = TOUR / "words.json"
SIZE = "1280x800"
MOST_BYTES = 200_000
DARK = (
    "00-first-run",
    "02-results",
    "03-filters",
    "06-spectrogram",
    "08-similar",
    "10-marks",
    "11-suggestions",
    "15-map",
    "18-palette",
    "61-shared-conflicts",
)
LIGHT = ("02-results",)


def take(folder: Path, theme: str, scenes: tuple[str, ...]) -> dict[str, tuple[Path, list[str]]]:
    """Takes pictures of some scenes; returns the file and the words of each."""
    options = [part for scene in scenes for part in ("--scene", scene)]
    command = [sys.executable, "-m", "tests.screens", str(folder), "--size", SIZE, "--theme", theme, *options]
    subprocess.run(command, cwd=REPOSITORY, check=True)
    out = folder / f"{SIZE}-{theme}"
    return {
        scene: (out / f"{scene}.png", (out / f"{scene}.txt").read_text(encoding="utf-8").splitlines())
        for scene in scenes
    }


def keep(source: Path, target: Path) -> None:
    """Writes a picture in 256 colours.

    Raises:
        ValueError: it is larger than promised.
    """
    with Image.open(source) as picture:
        picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(target, optimize=True)
    if target.stat().st_size > MOST_BYTES:
        raise ValueError(f"{target.name} has {target.stat().st_size} bytes, {MOST_BYTES} are promised")


def main() -> int:
    """Takes all of them; returns 0."""
    folder = Path(sys.argv[1]).resolve()
    words: dict[str, list[str]] = {}
    for theme, scenes, suffix in (("dark", DARK, ""), ("light", LIGHT, "-light")):
        for scene, (file, shown) in take(folder, theme, scenes).items():
            keep(file, TOUR / f"{scene}{suffix}.png")
            words[f"{scene}{suffix}"] = shown
    WORDS.write_text(json.dumps(words, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
