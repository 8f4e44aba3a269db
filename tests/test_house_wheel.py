"""The wheel, installed into an empty environment away from the checkout, indexes and searches."""

import json
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from desktop.base.translation import LANGUAGES
from resources.demo import make_demo

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the paths inside an environment are those of POSIX")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Builds the wheel from a copy of the sources, as git knows them."""
    folder = tmp_path_factory.mktemp("wheel")
    sources = folder / "sources"
    sources.mkdir()
    kept = [
        "engine",
        "desktop",
        "training",
        "resources",
        "pyproject.toml",
        "setup.py",
        "README.md",
        "LICENSE",
        "docs/user-guide*.md",
    ]
    listed = subprocess.run(["git", "ls-files", "-z", *kept], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    for name in filter(None, listed.stdout.split("\0")):
        target = sources / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((ROOT / name).read_bytes())
    _run([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(sources)], folder)
    return next(folder.glob("earshot-*.whl"))


@pytest.fixture(scope="module")
def earshot(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Installs the base lock and the wheel into an empty environment, as a user without torch has them."""
    folder = tmp_path_factory.mktemp("environment")
    uv = shutil.which("uv", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if uv is None:
        pytest.skip("no uv in this environment; sh installer/start.sh setup-training puts it there")
    venv.EnvBuilder(with_pip=False, symlinks=True).create(folder)
    install = [uv, "pip", "install", "--quiet", "--python", str(folder / "bin/python")]
    _run([*install, "--require-hashes", "-r", str(ROOT / "installer/locks/cpu.txt")], folder)
    _run([*install, "--no-deps", str(wheel)], folder)
    return folder / "bin/earshot"


def test_the_wheel_carries_code_packs_and_licence_and_no_tests(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names if ".dist-info" not in name and ".data/" not in name}
    assert tops == {"engine", "desktop", "training", "resources"}
    assert any(name.endswith("licenses/LICENSE") for name in names)
    tracked = subprocess.run(["git", "ls-files", "resources"], cwd=ROOT, capture_output=True, text=True, check=True)
    missing = {name for name in tracked.stdout.split() if not name.endswith(".gitattributes")} - set(names)
    assert not missing
    assert {f"resources/translations/{code}.qm" for code in LANGUAGES} <= set(names)
    guides = {name.rpartition("/")[2] for name in names if ".data/data/share/doc/earshot/" in name}
    assert guides == {page.name for page in (ROOT / "docs").glob("user-guide*.md")} >= {"user-guide.md"}


def test_index_and_search_work_outside_the_checkout(earshot: Path, tmp_path: Path) -> None:
    sounds = tmp_path / "sounds"
    sounds.mkdir()
    for path in make_demo(tmp_path / "all"):
        if path.parent.name in ("Bells", "Drums"):
            path.rename(sounds / path.name)
    library = str(tmp_path / "library")

    where = _run([str(earshot.with_name("python")), "-c", "import engine; print(engine.__file__)"], tmp_path)
    indexed = _run([str(earshot), "index", "--json", "--library", library, str(sounds)], tmp_path)
    found = _run([str(earshot), "search", "--json", "--library", library, "--limit", "3", "church bell"], tmp_path)

    guide = "from desktop.features.help.guide import guide_file; print(guide_file())"
    shown = _run([str(earshot.with_name("python")), "-c", guide], tmp_path)

    assert str(ROOT) not in where + shown
    assert shown.strip().endswith("user-guide.md")
    last = json.loads(indexed.splitlines()[-1])
    assert last["added"] == len(list(sounds.iterdir())) and last["failed"] == 0
    hits = [json.loads(line) for line in found.splitlines()]
    assert len(hits) == 3 and "Church Bell" in hits[0]["path"]


def _run(command: list[str], folder: Path) -> str:
    """Runs a command away from the checkout; on failure the test shows what it printed."""
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=250
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"
    return done.stdout
