"""What CONTRIBUTING.md says has to change for an addition is all that has to: it is done here, to a copy."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import soundfile

from desktop.results.columns import Column

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
    words = [sys.executable, "-m", "training.cli.main", "--help"]
    shown = subprocess.run(words, cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    assert re.search(r"^ +greet +say hello$", shown, re.MULTILINE)


def test_a_command_of_earshot_is_added_in_the_files_that_are_named(tmp_path: Path) -> None:
    module, record, guide = places("A command of `earshot`")
    assert (ROOT / guide).is_file()
    shutil.copytree(ROOT / "engine", tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / module).parent.with_name("say_hello").mkdir()
    for file, content in (
        (
            module,
            "DESCRIPTION = ''\n"
            "def add_arguments(parser): parser.add_argument('whom')\n"
            "def run(options): print('hello', options.whom); return 0\n",
        ),
        (
            record,
            "from engine.base.feature import Feature, ShellCommand\n"
            "FEATURE = Feature(commands=(ShellCommand('say-hello', 'greet'),))\n",
        ),
        (str(Path(record).with_name("__init__.py")), ""),
    ):
        (tmp_path / file.replace("NAME", "say_hello")).write_text(content)
    earshot = [sys.executable, "-m", "engine.cli.main"]
    done = subprocess.run([*earshot, "say-hello", "you"], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert done.stdout == "hello you\n"
    shown = subprocess.run([*earshot, "--help"], cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    assert re.search(r"^ +say-hello +greet$", shown, re.MULTILINE)


def test_every_list_is_short_and_names_what_is_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("## How to add")[1].split("\n## ")[0]
    lists = re.findall(r"^\*\*(.+?)\*\*", text, re.MULTILINE)
    assert len(lists) >= 8
    for name in lists:
        files = places(name)
        assert 1 <= len(files) <= 3, name
        assert [file for file in files if "NAME" not in file and not (ROOT / file).is_file()] == []
        assert [file for file in files if not (ROOT / file.split("NAME")[0]).parent.is_dir()] == []


def python(folder: Path, program: str) -> str:
    """What a program prints that imports from a folder."""
    words = [sys.executable, "-c", program]
    return subprocess.run(words, cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


def copied(folder: Path, *packages: str) -> Path:
    """Packages without what they have compiled."""
    for package in packages:
        large = ("packs",) if package == "resources" else ("recipes",)
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__", *large))
    return folder


def changed(file: Path, before: str, after: str) -> None:
    """Puts one text in the place of another, which occurs once."""
    text = file.read_text(encoding="utf-8")
    assert text.count(before) == 1, (file.name, before)
    file.write_text(text.replace(before, after), encoding="utf-8")


def test_a_column_is_added_in_the_files_that_are_named(tmp_path: Path) -> None:
    columns, order = places("A column of the results")
    copied(tmp_path, "engine", "desktop")
    last = max(Column)
    line = f"    {last.name} = {last.value}\n"
    changed(tmp_path / columns, line, f"{line}    SECONDS = {last + 1}\n")
    changed(
        tmp_path / columns,
        "}\nJOINING",
        "    Column.SECONDS: ColumnTraits(\n"
        '        phrase("Column", "Seconds"), 80, SortKey.SECONDS,\n'
        '        text=lambda hit: f"{hit.sound.info.duration_s:.0f} s",\n'
        "    ),\n"
        "}\nJOINING",
    )
    changed(tmp_path / order, '    DEPTH = "depth"\n', '    DEPTH = "depth"\n    SECONDS = "seconds"\n')
    changed(
        tmp_path / order,
        '    SortKey.DEPTH: "bit_depth",',
        '    SortKey.DEPTH: "bit_depth",\n    SortKey.SECONDS: "round(duration_s)",',
    )
    shown = python(
        tmp_path,
        f"import sys; sys.path.append({str(ROOT)!r})\n"
        "from tests.helpers.hits import make_hit\n"
        "from desktop.results.columns import ABOUT, Column, cell_text\n"
        "print(ABOUT[Column.SECONDS].title, cell_text(make_hit(1, duration_s=2.4), Column.SECONDS))",
    )
    assert shown == "Seconds 2 s"


def test_a_filter_on_a_new_measure_is_added_in_the_files_that_are_named(tmp_path: Path) -> None:
    filters, wording, guide = places("A filter")
    assert "`silent:>50%`" in (ROOT / guide).read_text(encoding="utf-8")
    copied(tmp_path, "engine", "resources")
    changed(tmp_path / wording, '    DARKER = "', '    SURE_UNDER = "unsure"\n    SURE_OVER = "sure"\n    DARKER = "')
    changed(
        tmp_path / filters,
        "_channels = in_range(",
        "def _sure(value: str) -> FilterPart:\n"
        "    bounds = value_parsers.read_bounds(value, value_parsers.read_number, step=None)\n"
        "    under, over = QueryMessage.SURE_UNDER, QueryMessage.SURE_OVER\n"
        "    words = filter_labels.range_words(bounds, Unit.NONE, under, over, over)\n"
        "    return FilterPart(words, (Between(NumberColumn('sound.key_confidence'), bounds.low, bounds.high),))\n"
        "_channels = in_range(",
    )
    changed(
        tmp_path / filters,
        '    Filter(\n        key="bright",',
        "    Filter(key='sure', title='', takes='', examples=(), guide='', read=_sure),\n"
        '    Filter(\n        key="bright",',
    )
    program = (
        "from engine.search.query_parser import parse\n"
        "from engine.store.filters import where\n"
        "typed = parse('sure:>0.5', synonyms=lambda word: ())\n"
        "print(typed.chips[0].text, 'sound.key_confidence' in where(typed.filters)[0])"
    )
    assert python(tmp_path, program) == "sure True"


def test_an_option_is_added_in_the_files_that_are_named(tmp_path: Path) -> None:
    module, guide = places("An option of a command")
    assert "--by-folder" in (ROOT / guide).read_text(encoding="utf-8")
    copied(tmp_path, "engine")
    stats = tmp_path / module.replace("NAME", "stats")
    changed(
        stats,
        '    what.add_argument("--failed"',
        '    parser.add_argument("--loud", help="hm")\n    what.add_argument("--failed"',
    )
    shown = python(
        tmp_path, "from engine.cli.main import main\ntry: main(['stats', '--help'])\nexcept SystemExit: pass"
    )
    assert re.search(r"^ +--loud LOUD +hm$", shown, re.MULTILINE)


def test_a_format_is_added_in_the_file_that_is_named(tmp_path: Path) -> None:
    (files,) = places("A format of sound files")
    copied(tmp_path, "engine")
    changed(tmp_path / files, " .caf ", " .caf .zzz ")
    soundfile.write(tmp_path / "tone.zzz", np.zeros((4800, 2)), 48_000, format="FLAC")
    program = (
        "from pathlib import Path\n"
        "from engine.audio.decode import AUDIO_SUFFIXES, open_audio\n"
        "with open_audio(Path('tone.zzz')) as sound:\n"
        "    print('.zzz' in AUDIO_SUFFIXES, sound.info.format, sound.info.channels)"
    )
    assert python(tmp_path, program) == "True FLAC 2"


def test_a_tower_is_added_in_the_files_that_are_named(tmp_path: Path) -> None:
    module, registry, guide = places("A tower")
    assert "`yamnet`" in (ROOT / guide).read_text(encoding="utf-8")
    copied(tmp_path, "engine", "training")
    (tmp_path / module.replace("NAME", "deaf")).write_text(
        "from dataclasses import dataclass\n"
        "from training.towers.yamnet import YamnetConfig\n"
        "@dataclass(frozen=True, slots=True)\n"
        "class DeafConfig:\n"
        "    tower: str = 'deaf'\n"
        "    checkpoint: str = ''\n"
        "    def build(self): return YamnetConfig().build()\n"
    )
    changed(tmp_path / registry, '    "yamnet": ', '    "deaf": "training.towers.deaf:DeafConfig",\n    "yamnet": ')
    program = (
        "from training.runs.config import Config, ear_of, from_mapping\n"
        "config = from_mapping(Config, {'model': {'audio': {'tower': 'deaf'}}})\n"
        "print(type(config.model.audio).__name__, config.sample_rate_hz)"
    )
    assert python(tmp_path, program) == "DeafConfig 16000"


def test_a_page_is_added_in_the_files_that_are_named(tmp_path: Path) -> None:
    (feature,) = places("A page of the window")
    copied(tmp_path, "engine", "desktop", "resources")
    file = tmp_path / feature.replace("NAME", "hello")
    file.parent.mkdir()
    (file.parent / "__init__.py").touch()
    file.write_text(
        "from PySide6.QtCore import QObject\n"
        "from PySide6.QtWidgets import QLabel\n"
        "from desktop.controllers.feature import FeaturePart, WindowFeature\n"
        "from desktop.controllers.ports import Commands, Navigation\n"
        "class Hello(QObject):\n"
        "    def __init__(self, commands: Commands, navigation: Navigation):\n"
        "        super().__init__()\n"
        "        show = lambda is_on: navigation.open_page('hello', is_on)\n"
        "        shown = commands.add('hello.show', 'Hello', show, menu='View', is_checkable=True)\n"
        "        navigation.add_page('hello', QLabel('you'), 'A page', shown)\n"
        "FEATURE = WindowFeature((FeaturePart(525, Hello),))\n"
    )
    shown = python(
        tmp_path,
        "import os, sys\n"
        "os.environ['QT_QPA_PLATFORM'] = 'offscreen'\n"
        "from pathlib import Path\n"
        "from PySide6.QtWidgets import QApplication, QLabel\n"
        "from desktop.app.app import EarshotApp\n"
        "from desktop.base.start_options import WindowStart\n"
        "application, here = QApplication(sys.argv), Path.cwd()\n"
        "app = EarshotApp(application, WindowStart(here / 'library', here / 'window.json', None))\n"
        "action = app.commands.action('hello.show')\n"
        "action.trigger()\n"
        "window = app.window\n"
        "print(window.page, window.page_header.title.text(), window.pages.currentWidget().text(), end=' ')\n"
        "app.navigation.leave()\n"
        "print(window.page in ('results', 'empty'), action.isChecked())\n"
        "app.close()\n",
    )
    assert shown == "hello A page you True False"
