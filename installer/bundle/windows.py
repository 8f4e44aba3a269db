"""The folder and the installer for Windows, made on Linux: python.org's embeddable interpreter, wheels, and NSIS.

python/                    the interpreter; packages in its Lib/site-packages
bin/earshot.cmd            the command
share/                     icon, licences, changes

Neither has run on Windows.
"""

import shutil
import subprocess
import zipfile
from pathlib import Path

from installer.bundle.contents import add_notices, add_packages, checked_interpreter, compile_all, leave_out, weight
from installer.bundle.description import CHECKOUT, Description, both, spelled_out
from installer.bundle.icons import write_ico

_HERE = Path(__file__).parent
_PROGID = "Earshot.Sound"
LONGEST_PATH = 180
"""Characters below the folder of installation, which has up to 79 before them: Windows stops at 259."""


def site_packages(tree: Path) -> Path:
    """Where the packages of a tree lie."""
    return tree / "python/Lib/site-packages"


def make(tree: Path, interpreter: Path, description: Description) -> dict[str, int]:
    """Fills a folder.

    Args:
        tree: replaced if it exists.
        interpreter: the archive that bundle.toml names.
        description: what goes into it.

    Returns:
        The bytes left out, for each reason in the description.

    Raises:
        ValueError: the interpreter is another one, or a pattern of what is left out matches nothing.
    """
    windows = description.windows
    checked_interpreter(interpreter, windows.interpreter_sha256)
    shutil.rmtree(tree, ignore_errors=True)
    python, site = tree / "python", site_packages(tree)
    with zipfile.ZipFile(interpreter) as archive:
        archive.extractall(python)
    add_packages(site, description, windows.platform)
    saved = leave_out(site, both(description.leave_out, windows.leave_out))
    for pattern in spelled_out(windows.runtime):
        shutil.copy2(next(site.glob(pattern)), python)
    write_search_path(python, description.python)
    compile_all(site, description.python)
    _add_shared(tree)
    return saved


def write_search_path(python: Path, version: str) -> None:
    """Writes the file that fixes where the interpreter looks for modules, whatever registry and environment say."""
    name = f"python{version.replace('.', '')}"
    lines = (f"{name}.zip", ".", "Lib\\site-packages", "import site")
    (python / f"{name}._pth").write_text("".join(f"{line}\r\n" for line in lines), encoding="ascii", newline="")


def _add_shared(tree: Path) -> None:
    notices = tree / "share/doc/earshot"
    notices.mkdir(parents=True)
    add_notices(notices)
    write_ico(CHECKOUT / "resources/icons/earshot.svg", tree / "share/earshot.ico")
    (tree / "bin").mkdir()
    launcher = (_HERE / "launcher.cmd").read_text(encoding="ascii")
    (tree / "bin/earshot.cmd").write_text(launcher, encoding="ascii", newline="\r\n")


def script(tree: Path, out: Path, description: Description) -> str:
    """Fills the installer's script in."""
    suffixes = [suffix for sound in description.sounds for suffix in sound.suffixes]
    key = "Software\\Classes\\.{}\\OpenWithProgids"
    offered = [f'WriteRegStr HKCU "{key.format(suffix)}" "{_PROGID}" ""' for suffix in suffixes]
    taken = [f'DeleteRegValue HKCU "{key.format(suffix)}" "{_PROGID}"' for suffix in suffixes]
    blanks = {
        "@VERSION@": description.version,
        "@TREE@": str(tree),
        "@OUT@": str(out),
        "@DISK_KIB@": str(weight(tree) // 1024),
        "@PROGID@": _PROGID,
        "@OFFER@": "\n  ".join(offered),
        "@TAKE_BACK@": "\n  ".join(taken),
    }
    text = (_HERE / "windows.nsi").read_text(encoding="utf-8")
    for blank, value in blanks.items():
        text = text.replace(blank, value)
    return text


def write_installer(tree: Path, folder: Path, description: Description) -> Path:
    """Packs a tree by makensis, of Debian's package nsis, and returns the installer."""
    folder.mkdir(parents=True, exist_ok=True)
    out = folder / f"earshot-{description.version}-windows-x86_64.exe"
    said = tree.parent / "windows.nsi"
    said.write_text(script(tree, out, description), encoding="utf-8")
    subprocess.run(["makensis", "-V2", "-WX", "-INPUTCHARSET", "UTF8", said], check=True)
    return out


def sign(program: Path, certificate: Path, password: Path) -> None:
    """Signs a program by osslsigncode, in place.

    Args:
        program: the installer.
        certificate: PKCS #12, with its key.
        password: a file that holds the certificate's password.
    """
    unsigned = program.with_suffix(".unsigned")
    program.rename(unsigned)
    key: list[str | Path] = ["-pkcs12", certificate, "-readpass", password]
    try:
        subprocess.run(
            ["osslsigncode", "sign", *key, "-h", "sha256", "-n", "Earshot", "-in", unsigned, "-out", program],
            check=True,
            stdout=subprocess.DEVNULL,
        )
    finally:
        if not program.exists():
            unsigned.rename(program)
    unsigned.unlink()


def long_paths(tree: Path) -> list[str]:
    """Names files whose path would be too long where Windows allows 259 characters."""
    names = (str(path.relative_to(tree)) for path in tree.rglob("*"))
    return [
        f"{name} has {len(name)} characters, {LONGEST_PATH} are promised" for name in names if len(name) > LONGEST_PATH
    ]
