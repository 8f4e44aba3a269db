"""The application for macOS, as far as it can be known without a Mac."""

import io
import plistlib
import shutil
import struct
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from installer.bundle import description, icons, macos
from installer.bundle.description import CHECKOUT, INSTALLER

SAID = description.read()
BUNDLE = INSTALLER / "bundle"


def test_information_is_a_property_list_that_names_program_icon_and_version(tmp_path: Path) -> None:
    (tmp_path / "Info.plist").write_bytes(plistlib.dumps(macos.information(SAID)))
    said = plistlib.loads((tmp_path / "Info.plist").read_bytes())
    assert (said["CFBundleExecutable"], said["CFBundleIconFile"]) == ("Earshot", "Earshot.icns")
    assert said["CFBundleShortVersionString"] == SAID.version
    assert said["LSMinimumSystemVersion"] == SAID.macos.oldest


def test_the_microphone_is_asked_for_in_words_and_by_an_entitlement() -> None:
    # Without the words macOS ends a program that opens the microphone; without the entitlement it hears silence.
    entitled = plistlib.loads((BUNDLE / "entitlements.plist").read_bytes())
    assert macos.information(SAID)["NSMicrophoneUsageDescription"].startswith("Earshot ")
    assert entitled["com.apple.security.device.audio-input"] is True


def test_no_kind_of_file_is_taken_from_other_programs() -> None:
    kinds = macos.information(SAID)["CFBundleDocumentTypes"]
    assert {kind["LSHandlerRank"] for kind in kinds} == {"Alternate"}
    assert kinds[0]["LSItemContentTypes"] == [sound.uti for sound in SAID.sounds]


def test_the_icon_holds_a_png_of_each_size(tmp_path: Path) -> None:
    icons.write_icns(CHECKOUT / "resources/icons/earshot.svg", tmp_path / "Earshot.icns")
    content = (tmp_path / "Earshot.icns").read_bytes()
    sides, place = [], 8
    assert (content[:4], struct.unpack_from(">I", content, 4)[0]) == (b"icns", len(content))
    while place < len(content):
        # 8 bytes of the part's head, 8 of PNG's signature, length and name of its first chunk, then the width.
        sides.append(struct.unpack_from(">I", content, place + 24)[0])
        place += struct.unpack_from(">I", content, place + 4)[0]
    assert sides == [16, 32, 128, 256, 512, 1024]


def test_a_file_for_a_later_macos_or_another_processor_is_named(tmp_path: Path) -> None:
    (tmp_path / "fine.so").write_bytes(_library(0x0100000C, 15))
    (tmp_path / "later.so").write_bytes(_library(0x0100000C, 16))
    (tmp_path / "intel.dylib").write_bytes(_library(0x01000007, 11))
    (tmp_path / "Class.class").write_bytes(struct.pack(">IHH", 0xCAFEBABE, 0, 65))
    assert macos.complaints(tmp_path, SAID) == [
        "intel.dylib is not for Apple silicon",
        "later.so asks for macOS 16.0; 15.0 is promised",
    ]


def test_of_a_file_for_two_processors_ours_counts(tmp_path: Path) -> None:
    intel, ours = _library(0x01000007, 10), _library(0x0100000C, 16)
    head = struct.pack(">II", 0xCAFEBABE, 2)
    head += struct.pack(">iiIII", 0x01000007, 3, 64, len(intel), 0)
    head += struct.pack(">iiIII", 0x0100000C, 0, 64 + len(intel), len(ours), 0)
    (tmp_path / "both.dylib").write_bytes(head.ljust(64, b"\0") + intel + ours)
    assert macos.complaints(tmp_path, SAID) == ["both.dylib asks for macOS 16.0; 15.0 is promised"]


def test_an_interpreter_other_than_the_pinned_one_is_refused(tmp_path: Path) -> None:
    other = tmp_path / SAID.macos.interpreter
    with tarfile.open(other, "w:gz") as archive:
        archive.addfile(tarfile.TarInfo("python/bin/python3"), io.BytesIO())
    with pytest.raises(ValueError, match=r"bundle\.toml asks for cd54cc86"):
        macos.make(tmp_path / "Earshot.app", other, SAID)
    assert not (tmp_path / "Earshot.app").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="a shell is needed")
def test_the_launcher_starts_the_interpreter_beside_it_by_a_link_too(tmp_path: Path) -> None:
    app = tmp_path / "My programs/Earshot.app"
    python = app / "Contents/Resources/python/bin/python3"
    launcher = app / "Contents/MacOS/Earshot"
    for path in (python, launcher):
        path.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\nprintf "%s|" "$@"\n')
    shutil.copy2(BUNDLE / "launcher-macos.sh", launcher)
    python.chmod(0o755)
    launcher.chmod(0o755)
    (tmp_path / "earshot").symlink_to(launcher)
    said = subprocess.run([tmp_path / "earshot", "search", "a b"], capture_output=True, text=True, check=True).stdout
    assert said == "-P|-m|engine.cli.main|search|a b|"


def test_a_disk_image_is_refused_elsewhere_in_words(tmp_path: Path) -> None:
    if sys.platform == "darwin":
        pytest.skip("this is macOS")
    with pytest.raises(RuntimeError, match="A disk image is made on macOS"):
        macos.archive(tmp_path / "Earshot.app", tmp_path, SAID)


def _library(processor: int, oldest: int) -> bytes:
    """A library without code: a head and the command that says which macOS it asks for (mach-o/loader.h)."""
    command = struct.pack("<IIIIII", 0x32, 24, 1, oldest << 16, oldest << 16, 0)
    return struct.pack("<IIIIIIII", 0xFEEDFACF, processor, 0, 6, 1, len(command), 0, 0) + command
