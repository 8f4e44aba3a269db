"""The workflows name what is there: targets of the Makefile, archives of bundle.toml, actions by commit."""

import re
from pathlib import Path
from typing import Any

import pytest

from installer.bundle import description
from installer.bundle.description import CHECKOUT

yaml = pytest.importorskip("yaml", reason="PyYAML comes with training's packages")
SAID = description.read()
WORKFLOWS = sorted((CHECKOUT / ".github/workflows").glob("*.yml"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_of_others_are_pinned_by_commit(path: Path) -> None:
    used = [step["uses"] for job in _jobs(path).values() for step in job["steps"] if "uses" in step]
    assert used and [action for action in used if not re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40}", action)] == []


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_every_job_ends_by_itself_or_only_signs(path: Path) -> None:
    assert [name for name, job in _jobs(path).items() if "timeout-minutes" not in job and name != "provenance"] == []


def test_every_target_that_is_made_is_in_the_makefile() -> None:
    makefile = (CHECKOUT / "Makefile").read_text(encoding="utf-8")
    made = set(re.findall(r"\bmake (bundle[\w-]*|deb)\b", _text("packages")))
    assert made == {"bundle", "bundle-windows", "bundle-macos", "deb"}
    assert [target for target in made if f"\n{target}:" not in makefile] == []


def test_the_interpreters_that_are_fetched_are_those_of_the_description() -> None:
    assert SAID.windows.interpreter in _text("packages") and SAID.macos.interpreter in _text("packages")


def test_only_the_job_that_signs_may_ask_for_an_identity() -> None:
    jobs = _jobs(CHECKOUT / ".github/workflows/packages.yml")
    assert [name for name, job in jobs.items() if "permissions" in job] == ["provenance"]
    assert _read(CHECKOUT / ".github/workflows/packages.yml")["permissions"] == {"contents": "read"}


def test_tests_run_on_each_promised_system() -> None:
    systems = {job["runs-on"].split("-")[0] for job in _jobs(CHECKOUT / ".github/workflows/test.yml").values()}
    assert systems == {"ubuntu", "macos", "windows"}


def _read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return found


def _jobs(path: Path) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = _read(path)["jobs"]
    return found


def _text(name: str) -> str:
    return (CHECKOUT / f".github/workflows/{name}.yml").read_text(encoding="utf-8")
