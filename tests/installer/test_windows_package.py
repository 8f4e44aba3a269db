"""The package for Windows: what can be known of it without Windows and without python.org's interpreter."""

import importlib.util
import re
import shutil
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from engine.audio.files import AUDIO_SUFFIXES
from installer.bundle import contents, description, icons, pe, windows
from installer.bundle.description import CHECKOUT

needs_nsis = pytest.mark.skipif(
    shutil.which("makensis") is None or shutil.which("7z") is None,
    reason="makensis and 7z are needed (nsis, p7zip-full)",
)
SAID = description.read()


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A package whose interpreter and packages are empty files."""
    folder = tmp_path / "Earshot tree"
    for name in (
        "python/python.exe",
        "python/pythonw.exe",
        "python/Lib/site-packages/engine/__init__.py",
        "bin/earshot.cmd",
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"MZ")
    notices = folder / "share/doc/earshot"
    notices.mkdir(parents=True)
    contents.add_notices(notices)
    icons.write_ico(CHECKOUT / "resources/icons/earshot.svg", folder / "share/earshot.ico")
    return folder


@needs_nsis
def test_the_installer_is_built_and_holds_the_tree_and_an_uninstaller(tree: Path, tmp_path: Path) -> None:
    made = windows.write_installer(tree, tmp_path / "dist", SAID)
    listed = subprocess.run(["7z", "l", "-ba", "-slt", made], capture_output=True, text=True, check=True).stdout
    held = set(re.findall(r"^Path = (.*)$", listed, re.MULTILINE))
    assert {".new/python/pythonw.exe", ".new/bin/earshot.cmd", ".new/share/earshot.ico"} <= {
        name.replace("\\", "/").removeprefix("$INSTDIR/") for name in held
    }
    assert "uninstall.exe" in {name.replace("\\", "/").rsplit("/", 1)[-1] for name in held}


@needs_nsis
def test_the_installer_asks_for_no_administrator(tree: Path, tmp_path: Path) -> None:
    made = windows.write_installer(tree, tmp_path / "dist", SAID)
    # The manifest inside, by which Windows decides whether to ask.
    assert b'requestedExecutionLevel level="asInvoker"' in made.read_bytes()


def test_the_installer_writes_nothing_of_other_users(tree: Path, tmp_path: Path) -> None:
    text = windows.script(tree, tmp_path / "out.exe", SAID)
    code = [line for line in text.splitlines() if not line.lstrip().startswith(";")]
    assert [
        line for line in code if re.search(r"HKLM|HKCR|SHCTX|SetShellVarContext|PROGRAMFILES|WINDIR|SYSDIR", line)
    ] == []


def test_the_uninstaller_deletes_only_what_was_installed(tree: Path, tmp_path: Path) -> None:
    section = windows.script(tree, tmp_path / "out.exe", SAID).split('Section "Uninstall"')[1]
    assert re.findall(r"RMDir /r (\S+)", section) == [r'"$INSTDIR\.going"', r'"$INSTDIR\bin"', r'"$INSTDIR\share"']
    assert re.findall(r"Delete (\S+)", section) == [r'"$INSTDIR\uninstall.exe"', r'"$SMPROGRAMS\Earshot.lnk"']


def test_each_registry_value_that_is_written_is_deleted(tree: Path, tmp_path: Path) -> None:
    install, uninstall = windows.script(tree, tmp_path / "out.exe", SAID).split('Section "Uninstall"')
    written = {key for key in re.findall(r'WriteReg\w+ HKCU "([^"]+)"', install)}
    deleted = set(re.findall(r'DeleteReg\w+ HKCU "([^"]+)"', uninstall))
    assert [key for key in written if not any(key == one or key.startswith(f"{one}\\") for one in deleted)] == []


def test_no_blank_of_the_script_is_left(tree: Path, tmp_path: Path) -> None:
    assert re.findall(r"@[A-Z_]+@", windows.script(tree, tmp_path / "out.exe", SAID)) == []


def test_the_kinds_of_files_are_ones_that_earshot_reads() -> None:
    assert [suffix for sound in SAID.sounds for suffix in sound.suffixes if f".{suffix}" not in AUDIO_SUFFIXES] == []


def test_an_interpreter_other_than_the_pinned_one_is_refused(tmp_path: Path) -> None:
    other = tmp_path / SAID.windows.interpreter
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("python.exe", b"MZ")
    with pytest.raises(ValueError, match=r"bundle\.toml asks for 009d6bf7"):
        windows.make(tmp_path / "tree", other, SAID)
    assert not (tmp_path / "tree").exists()


def test_the_interpreter_looks_into_its_own_folder_alone(tmp_path: Path) -> None:
    windows.write_search_path(tmp_path, "3.11")
    assert (tmp_path / "python311._pth").read_bytes() == b"python311.zip\r\n.\r\nLib\\site-packages\r\nimport site\r\n"


def test_a_path_too_long_for_windows_is_named(tmp_path: Path) -> None:
    (tmp_path / ("a" * 90)).mkdir()
    (tmp_path / ("a" * 90) / ("b" * 90)).touch()
    assert windows.long_paths(tmp_path) == [f"{'a' * 90}/{'b' * 90} has 181 characters, 180 are promised"]


def test_the_icon_has_every_size_as_png(tmp_path: Path) -> None:
    icons.write_ico(CHECKOUT / "resources/icons/earshot.svg", tmp_path / "earshot.ico")
    content = (tmp_path / "earshot.ico").read_bytes()
    zero, kind, count = struct.unpack_from("<HHH", content)
    entries = [struct.unpack_from("<BBBBHHII", content, 6 + 16 * number) for number in range(count)]
    assert (zero, kind) == (0, 1)
    assert [entry[0] for entry in entries] == [16, 24, 32, 48, 64, 0]
    # Width in the IHDR chunk of each PNG: 8 bytes of signature, 4 of length, 4 of name.
    assert [struct.unpack_from(">I", content, entry[7] + 16)[0] for entry in entries] == [16, 24, 32, 48, 64, 256]


@pytest.mark.skipif(shutil.which("objdump") is None, reason="objdump is needed")
def test_a_library_of_another_system_is_named(tmp_path: Path) -> None:
    site = tmp_path / "python/Lib/site-packages"
    site.mkdir(parents=True)
    shutil.copy2(sys.executable, site / "stray.so")
    assert pe.complaints(tmp_path, site, SAID.windows) == [
        "python/Lib/site-packages/stray.so is not for Windows on x86-64 processors"
    ]


@pytest.mark.skipif(shutil.which("objdump") is None, reason="objdump is needed")
def test_a_library_that_nobody_brings_is_named(tmp_path: Path) -> None:
    # setuptools brings a program for Windows on x86-64, which asks for the C runtime of Visual Studio.
    site = tmp_path / "python/Lib/site-packages"
    site.mkdir(parents=True)
    program = importlib.util.find_spec("setuptools")
    assert program is not None and program.origin is not None
    shutil.copy2(Path(program.origin).with_name("cli-64.exe"), site)
    assert pe.complaints(tmp_path, site, SAID.windows) == [
        "python/Lib/site-packages/cli-64.exe asks for vcruntime140.dll, which nobody brings"
    ]
    (tmp_path / "python/VCRUNTIME140.dll").write_bytes((site / "cli-64.exe").read_bytes())
    assert pe.complaints(tmp_path, site, SAID.windows) == []


@needs_nsis
@pytest.mark.skipif(shutil.which("osslsigncode") is None, reason="osslsigncode is needed")
def test_the_installer_is_signed_with_a_certificate(tree: Path, tmp_path: Path) -> None:
    made = windows.write_installer(tree, tmp_path / "dist", SAID)
    certificate, password = _certificate(tmp_path)
    windows.sign(made, certificate, password)
    said = subprocess.run(
        ["osslsigncode", "verify", "-CAfile", tmp_path / "certificate.pem", "-in", made],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (said.returncode, "Signature verification: ok" in said.stdout) == (0, True), said.stdout
    assert [path.name for path in made.parent.iterdir()] == [made.name]


@needs_nsis
@pytest.mark.skipif(shutil.which("osslsigncode") is None, reason="osslsigncode is needed")
def test_a_wrong_password_leaves_the_installer_as_it_was(tree: Path, tmp_path: Path) -> None:
    made = windows.write_installer(tree, tmp_path / "dist", SAID)
    before = made.read_bytes()
    certificate, password = _certificate(tmp_path)
    password.write_text("wrong")
    with pytest.raises(subprocess.CalledProcessError):
        windows.sign(made, certificate, password)
    assert made.read_bytes() == before


def _certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for signing programs, by nobody, and its password."""
    key, public, both = folder / "key.pem", folder / "certificate.pem", folder / "certificate.p12"
    subject = ["-subj", "/CN=Earshot test", "-addext", "extendedKeyUsage=codeSigning"]
    new = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *subject]
    subprocess.run([*new, "-keyout", key, "-out", public], check=True, capture_output=True)
    pack = ["openssl", "pkcs12", "-export", "-inkey", key, "-in", public, "-passout", "pass:secret", "-out", both]
    subprocess.run(pack, check=True, capture_output=True)
    password = folder / "password"
    password.write_text("secret")
    return both, password
