"""What README promises of systems: the table of bundle.toml, the README's words, and wheels for the oldest of each."""

import pytest

from installer import wheels
from installer.bundle.description import CHECKOUT, LOCKS

NOT_PROMISED = {"hnsw"}
"""Has no wheels at all; Earshot works without it."""


def test_readme_names_each_system_that_the_check_resolves() -> None:
    readme = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    assert [system.name for system in wheels.systems() if system.name not in readme] == []


def test_each_lock_is_promised_somewhere() -> None:
    promised = {lock for system in wheels.systems() for lock in system.locks}
    assert {path.stem for path in LOCKS.glob("*.txt")} - promised == NOT_PROMISED


def test_pythons_are_those_of_the_project() -> None:
    assert wheels.pythons() == ("3.11", "3.12", "3.13")


@pytest.mark.parametrize("system", wheels.systems(), ids=lambda system: system.platform)
def test_a_user_can_install_it_from_wheels_on_the_oldest_promised(system: wheels.System) -> None:
    # Every lock with every Python is what `make wheels-check` resolves, in two minutes.
    assert _resolved(system, "cpu") == ""


def test_a_promise_that_does_not_hold_is_said() -> None:
    # PyAV's wheel for Apple silicon asks for macOS 14: nobody could install it on 13.
    system = wheels.System("macOS 13", "aarch64-apple-darwin", ("cpu",), macos="13.0")
    assert _resolved(system, "cpu").startswith("av")


def _resolved(system: wheels.System, lock: str) -> str:
    try:
        return wheels.resolve(system, wheels.pythons()[0], LOCKS / f"{lock}.txt")
    except wheels.Unreachable:
        pytest.skip("no package index answers")
