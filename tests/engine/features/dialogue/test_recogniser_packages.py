"""The recogniser's packages: from a hub on this machine, with their checksums, into a folder and nowhere else."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.base.cancellation import StopRequested
from engine.base.errors import DialogueError, PackError
from engine.features.dialogue import recogniser_packages
from engine.features.dialogue.recogniser import is_installed, require_installed
from engine.features.dialogue.recogniser_packages import (
    get_recogniser,
    known_wheels,
    packages_folder,
    remove_recogniser,
    wheels_here,
)
from installer.recogniser_wheels import LOCK, PACKAGES, PYTHONS, SYSTEMS
from tests.helpers.hub import Hub, hub
from tests.helpers.recogniser_wheels import MODULES, serve_recogniser


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    with hub() as found:
        serve_recogniser(found, monkeypatch)
        yield found


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "earshot" / "dialogue-recogniser"
    monkeypatch.setattr(recogniser_packages, "default_folder", lambda: folder.with_name("library"))
    return folder


def get() -> Path:
    return get_recogniser(lambda name, done, size: None)


@pytest.mark.shows("transcripts")
def test_it_is_got_once_asked_for_and_removed_without_a_trace(served: Hub, place: Path) -> None:
    assert not is_installed() and not served.asked
    assert get() == place == packages_folder()
    assert is_installed()
    assert (place / "faster_whisper/__init__.py").read_text() == MODULES["faster_whisper/__init__.py"]
    assert [one.name for one in place.parent.iterdir()] == [place.name]
    assert remove_recogniser()
    assert not is_installed() and not list(place.parent.iterdir())


def test_without_it_one_is_told_how_to_get_it(served: Hub, place: Path) -> None:
    with pytest.raises(DialogueError, match="recogniser is not installed") as caught:
        require_installed()
    assert "earshot dialogue get-recogniser" in caught.value.advice


def test_a_cut_download_goes_on(served: Hub, place: Path) -> None:
    served.cut = {"whisper-1-py3-none-any.whl": 50}
    with pytest.raises(PackError, match="stopped sending"):
        get()
    assert not is_installed()
    get()
    assert ("/model/whisper-1-py3-none-any.whl", "bytes=50-") in served.asked


def test_another_file_than_the_locked_one_is_not_unpacked(served: Hub, place: Path) -> None:
    served.files["hub-1-py3-none-any.whl"] = b"x" * len(served.files["hub-1-py3-none-any.whl"])
    with pytest.raises(PackError, match="is not the expected file"):
        get()
    assert packages_folder() is None and not place.exists()


@pytest.mark.parametrize("name", ["../outside.py", "/outside.py", "a\\..\\..\\outside.py", "C:outside.py"])
def test_a_wheel_that_names_a_place_outside_is_refused(
    served: Hub, place: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    serve_recogniser(served, monkeypatch, {name: "bad"})
    with pytest.raises(DialogueError, match="is damaged"):
        get()
    assert packages_folder() is None and not list(place.parent.parent.rglob("*outside*"))


def test_a_wheel_that_unpacks_to_too_much_is_refused(served: Hub, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recogniser_packages, "_MOST_BYTES", 10)
    with pytest.raises(DialogueError, match="is damaged"):
        get()
    assert not place.exists()


def test_a_cancelled_download_leaves_no_half_recogniser(served: Hub, place: Path) -> None:
    get()
    with pytest.raises(StopRequested):
        get_recogniser(lambda name, done, size: None, cancel=lambda: True)
    assert packages_folder() == place  # the one before


def test_one_for_another_earshot_is_not_used(served: Hub, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    get()
    serve_recogniser(served, monkeypatch, {"faster_whisper/__init__.py": "later"})
    assert packages_folder() is None


def test_a_system_without_wheels_is_named(served: Hub, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recogniser_packages, "wheels_here", lambda: ())
    with pytest.raises(DialogueError, match=r"no speech recogniser for .* with Python 3"):
        get()


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_each_system_has_every_package_by_the_lock(python: str, system: str) -> None:
    lock = LOCK.read_text()
    found = [one for one in known_wheels() if one.python in ("", python) and one.system in ("", system)]
    assert [one.package for one in found] == list(PACKAGES)
    assert all(f"sha256:{one.sha256}" in lock and one.address.startswith("https://") for one in found)


def test_this_system_has_wheels() -> None:
    assert {wheel.package for wheel in wheels_here()} == set(PACKAGES)
