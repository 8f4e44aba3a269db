"""What the packages' description says, and what is read from compiled files."""

import dataclasses
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from installer.bundle import contents, description, elf, weights
from installer.bundle.description import LOCKS, spelled_out
from tests.helpers.notices import KEY

linux_only = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("readelf") is None or shutil.which("cc") is None,
    reason="readelf and a C compiler are needed",
)


def test_the_description_names_locks_that_exist() -> None:
    said = description.read()
    assert [lock for lock in said.locks if not (LOCKS / f"{lock}.txt").is_file()] == []


def test_each_choice_of_a_pattern_is_one_pattern() -> None:
    assert list(spelled_out("Qt/{lib,qml}/*.{a,so}")) == ["Qt/lib/*.a", "Qt/lib/*.so", "Qt/qml/*.a", "Qt/qml/*.so"]


def test_versions_compare_as_numbers() -> None:
    assert description.numbers("2.9") < description.numbers("2.31")


@linux_only
def test_a_library_that_looks_outside_the_package_is_named(tmp_path: Path) -> None:
    _library(tmp_path / "lib/inside.so", "-Wl,-rpath,$ORIGIN/../other")
    _library(tmp_path / "lib/outside.so", "-Wl,-rpath,/opt/builder/lib")
    _library(tmp_path / "lib/above.so", "-Wl,-rpath,$ORIGIN/../../..")
    said = elf.complaints(tmp_path, (), description.read().linux)
    assert said == [
        "lib/above.so looks for libraries in $ORIGIN/../../.., outside the package",
        "lib/outside.so looks for libraries in /opt/builder/lib, outside the package",
    ]


@linux_only
@pytest.mark.skipif(shutil.which("patchelf") is None, reason="no patchelf here")
def test_a_folder_outside_is_taken_out_and_others_stay(tmp_path: Path) -> None:
    _library(tmp_path / "lib/mixed.so", "-Wl,-rpath,/opt/builder/lib:$ORIGIN/../other")
    elf.look_inside(tmp_path)
    assert elf.demands(tmp_path / "lib/mixed.so").folders == ("$ORIGIN/../other",)


@linux_only
def test_a_library_that_nobody_brings_is_named(tmp_path: Path) -> None:
    _library(tmp_path / "libbrought.so", "-Wl,-soname,libbrought.so")
    _library(tmp_path / "away/libmissing.so", "-Wl,-soname,libmissing.so")
    _library(tmp_path / "asks.so", "-Wl,--no-as-needed", tmp_path / "libbrought.so", tmp_path / "away/libmissing.so")
    shutil.rmtree(tmp_path / "away")
    said = elf.complaints(tmp_path, (), description.read().linux)
    assert said == ["asks.so asks for libmissing.so, which nobody brings"]


def test_a_folder_heavier_than_promised_is_said(tmp_path: Path) -> None:
    linux = description.read().linux
    with (tmp_path / "heavy").open("wb") as file:
        file.truncate((linux.largest_disk_mb + 2) * 1_000_000)
    assert weights.complaints(tmp_path, (), linux) == ["the folder has 702 MB, 700 are promised"]


def _library(path: Path, *options: str | Path) -> None:
    path.parent.mkdir(exist_ok=True)
    subprocess.run(["cc", "-shared", "-fPIC", "-x", "c", "/dev/null", "-x", "none", *options, "-o", path], check=True)


def test_a_build_names_its_commit_and_asks_nobody_unless_told_whom(tmp_path: Path) -> None:
    said = description.read()
    assert (said.notice_address, said.notice_key) == ("", "")
    contents.write_build(tmp_path / "build.json", said)
    record = json.loads((tmp_path / "build.json").read_text())
    assert re.fullmatch(r"[0-9a-f]{12}", record["commit"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", record["date"])
    assert record["notice_address"] == ""


@pytest.mark.parametrize(
    ("address", "key"),
    [("http://example.org/notice", KEY), ("https://example.org/notice", ""), ("https://example.org/notice", KEY[2:])],
)
def test_an_address_without_https_or_key_fails_the_build(tmp_path: Path, address: str, key: str) -> None:
    said = dataclasses.replace(description.read(), notice_address=address, notice_key=key)
    with pytest.raises(ValueError, match="minisign"):
        contents.write_build(tmp_path / "build.json", said)
    assert not (tmp_path / "build.json").exists()


def test_packages_bring_what_checks_the_signature_of_a_notice() -> None:
    locked = "".join((LOCKS / f"{lock}.txt").read_text() for lock in description.read().locks)
    assert re.search(r"^cryptography==[\d.]+ \\$", locked, re.MULTILINE)
