"""What lies beside the packages: a bill of what is inside, and checksums that `sha256sum --check` takes."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from installer.bundle import description, manifest

SAID = description.read()


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A download, and beside it in `site` what it would hold."""
    _installed(tmp_path / "site", "Some_Package", "1.2", "License-Expression: MIT")
    _installed(tmp_path / "site", "older", "3", "License: BSD, or so\n        and more")
    _installed(tmp_path / "site", "earshot", SAID.version, "License-Expression: GPL-3.0-or-later")
    (tmp_path / "notices").mkdir()
    (tmp_path / "notices/portaudio").touch()
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist/earshot.run").write_bytes(b"package")
    return tmp_path / "dist/earshot.run"


def test_the_bill_names_what_is_installed_with_its_licence(package: Path, tmp_path: Path) -> None:
    bill = manifest.bill_of_materials(tmp_path / "site", tmp_path / "notices", package, SAID)
    assert [(part["name"], part.get("version"), part.get("licenses")) for part in bill["components"]] == [
        ("some-package", "1.2", [{"expression": "MIT"}]),
        ("older", "3", [{"license": {"name": "BSD, or so"}}]),
        ("portaudio", None, None),
        ("CPython", SAID.python, None),
    ]
    assert bill["metadata"]["component"]["version"] == SAID.version


def test_every_part_of_the_bill_is_known_by_one_name(package: Path, tmp_path: Path) -> None:
    bill = manifest.bill_of_materials(tmp_path / "site", tmp_path / "notices", package, SAID)
    names = [part["bom-ref"] for part in bill["components"]]
    assert bill["dependencies"] == [{"ref": "earshot", "dependsOn": names}]
    assert len(set(names)) == len(names)


def test_the_same_package_has_the_same_bill(package: Path, tmp_path: Path) -> None:
    manifest.write(tmp_path / "site", tmp_path / "notices", [package], SAID)
    first = package.with_name("earshot.run.cdx.json").read_bytes()
    manifest.write(tmp_path / "site", tmp_path / "notices", [package], SAID)
    assert package.with_name("earshot.run.cdx.json").read_bytes() == first
    assert json.loads(first)["bomFormat"] == "CycloneDX"


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="sha256sum is needed")
def test_checksums_are_those_that_sha256sum_checks(package: Path, tmp_path: Path) -> None:
    manifest.write(tmp_path / "site", tmp_path / "notices", [package], SAID)
    check = ["sha256sum", "--check", "--quiet", "--strict", manifest.CHECKSUMS]
    assert subprocess.run(check, cwd=package.parent, check=False).returncode == 0
    assert len((package.parent / manifest.CHECKSUMS).read_text().splitlines()) == 2
    package.write_bytes(b"another")
    assert subprocess.run(check, cwd=package.parent, check=False, capture_output=True).returncode == 1


def _installed(site: Path, name: str, version: str, licence: str) -> None:
    folder = site / f"{name}-{version}.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(
        f"Metadata-Version: 2.4\nName: {name}\nVersion: {version}\n{licence}\n\nAbout it.\n"
    )
