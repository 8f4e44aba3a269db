"""What CONTRIBUTING.md says has to change for an addition is all that has to: it is done here, to a copy."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def places(what: str) -> list[str]:
    """The files that CONTRIBUTING.md names first in each point of a list."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    part = text.split(f"**{what}**")[1].split("**")[0].split("\n## ")[0]
    return re.findall(r"^\d\. `([^`]+)`", part, re.MULTILINE)


def test_a_command_of_earshot_train_is_added_in_the_file_that_is_named(tmp_path: Path) -> None:
    (module,) = places("A command of `earshot-train`")
    for package in ("engine", "training"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__", "recipes"))
    (tmp_path / module.replace("NAME", "greet")).write_text(
        "def add_parser(commands): commands.add_parser('greet', help='say hello').set_defaults(run=print)\n"
    )
    words = [sys.executable, "-m", "training.cli", "--help"]
    shown = subprocess.run(words, cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    assert re.search(r"^ +greet +say hello$", shown, re.MULTILINE)


def test_a_command_of_earshot_is_added_in_the_files_that_are_named(tmp_path: Path) -> None:
    module, names, guide = places("A command of `earshot`")
    assert (ROOT / guide).is_file()
    shutil.copytree(ROOT / "engine", tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / module.replace("NAME", "say_hello")).write_text(
        "DESCRIPTION = ''\n"
        "def add_arguments(parser): parser.add_argument('whom')\n"
        "def run(options): print('hello', options.whom); return 0\n"
    )
    listed = (tmp_path / names).read_text(encoding="utf-8")
    (tmp_path / names).write_text(
        listed.replace('    "stats": ', '    "say-hello": "greet",\n    "stats": '), encoding="utf-8"
    )
    earshot = [sys.executable, "-m", "engine.cli"]
    done = subprocess.run([*earshot, "say-hello", "you"], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert done.stdout == "hello you\n"
    shown = subprocess.run([*earshot, "--help"], cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    assert re.search(r"^ +say-hello +greet$", shown, re.MULTILINE)
