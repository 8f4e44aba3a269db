"""The application and the disk image for macOS: an interpreter that may lie anywhere, wheels, and Info.plist.

Earshot.app/Contents/
    Info.plist
    MacOS/Earshot                the launcher
    Resources/python/            the interpreter; packages in its site-packages
    Resources/share/             licences, changes
    Resources/Earshot.icns

The folder can be made on any system; signing and the disk image need macOS (`macos.sh`). Neither has run on macOS.
"""

import platform
import plistlib
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Any

from installer.bundle.contents import add_notices, add_packages, checked_interpreter, compile_all, leave_out
from installer.bundle.description import CHECKOUT, Description, both, numbers
from installer.bundle.icons import write_icns
from installer.bundle.mach_o import read_images

_HERE = Path(__file__).parent


def resources(app: Path) -> Path:
    """The folder that holds all of Earshot."""
    return app / "Contents/Resources"


def site_packages(app: Path, description: Description) -> Path:
    """Where the packages of an application lie."""
    return resources(app) / f"python/lib/python{description.python}/site-packages"


def make(app: Path, interpreter: Path, description: Description) -> dict[str, int]:
    """Fills an application.

    Args:
        app: replaced if it exists; its name ends in `.app`.
        interpreter: the archive that bundle.toml names.
        description: what goes into it.

    Returns:
        The bytes left out, for each reason in the description.

    Raises:
        ValueError: the interpreter is another one, or a pattern of what is left out matches nothing.
    """
    macos = description.macos
    checked_interpreter(interpreter, macos.interpreter_sha256)
    shutil.rmtree(app, ignore_errors=True)
    held = resources(app)
    held.mkdir(parents=True)
    with tarfile.open(interpreter) as archive:
        archive.extractall(held, filter="tar")
    site = site_packages(app, description)
    add_packages(site, description, macos.platform, macos=macos.oldest)
    saved = leave_out(site, both(description.leave_out, macos.leave_out))
    compile_all(site, description.python)
    notices = held / "share/doc/earshot"
    notices.mkdir(parents=True)
    add_notices(notices)
    write_icns(CHECKOUT / "resources/icons/earshot.svg", held / "Earshot.icns")
    with (app / "Contents/Info.plist").open("wb") as file:
        plistlib.dump(information(description), file)
    launcher = app / "Contents/MacOS/Earshot"
    launcher.parent.mkdir()
    shutil.copy2(_HERE / "launcher-macos.sh", launcher)
    launcher.chmod(0o755)
    return saved


def information(description: Description) -> dict[str, Any]:
    """Returns what Info.plist says."""
    return {
        "CFBundleIdentifier": description.macos.identifier,
        "CFBundleName": "Earshot",
        "CFBundleDisplayName": "Earshot",
        "CFBundleExecutable": "Earshot",
        "CFBundleIconFile": "Earshot.icns",
        "CFBundlePackageType": "APPL",
        "CFBundleInfoDictionaryVersion": "6.0",
        "CFBundleShortVersionString": description.version,
        "CFBundleVersion": description.version,
        "CFBundleDevelopmentRegion": "en",
        "CFBundleLocalizations": ["en", "de"],
        "LSMinimumSystemVersion": description.macos.oldest,
        "LSArchitecturePriority": ["arm64"],
        "LSApplicationCategoryType": "public.app-category.music",
        "NSHighResolutionCapable": True,
        "NSSupportsAutomaticGraphicsSwitching": True,
        "NSHumanReadableCopyright": "GNU General Public License, version 3 or later",
        "NSMicrophoneUsageDescription": "Earshot listens while you hum, to find sounds like it. It stays on this Mac.",
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": "Sound",
                "CFBundleTypeRole": "Viewer",
                # Offered under "Open With"; no program loses its files.
                "LSHandlerRank": "Alternate",
                "LSItemContentTypes": [sound.uti for sound in description.sounds],
            },
            {
                "CFBundleTypeName": "Folder",
                "CFBundleTypeRole": "Viewer",
                "LSHandlerRank": "Alternate",
                "LSItemContentTypes": ["public.folder"],
            },
        ],
    }


def complaints(app: Path, description: Description) -> list[str]:
    """Names compiled files that the promised Mac could not load: another processor, or a later macOS."""
    oldest = numbers(description.macos.oldest)
    found = []
    for path in sorted(app.rglob("*")):
        if path.is_symlink() or not path.is_file():
            continue
        images = read_images(path)
        ours = [image for image in images if image.is_arm64]
        name = path.relative_to(app)
        if images and not ours:
            found.append(f"{name} is not for Apple silicon")
        found += [
            f"{name} asks for macOS {'.'.join(map(str, image.oldest))}; {description.macos.oldest} is promised"
            for image in ours
            if image.oldest > oldest
        ]
    return found


def archive(app: Path, folder: Path, description: Description) -> Path:
    """Makes the disk image by `macos.sh`, and returns it.

    Raises:
        RuntimeError: this is not macOS.
    """
    if platform.system() != "Darwin":
        raise RuntimeError("A disk image is made on macOS. --no-archives makes the application alone, on any system.")
    folder.mkdir(parents=True, exist_ok=True)
    image = folder / f"earshot-{description.version}-macos-arm64.dmg"
    subprocess.run(["sh", _HERE / "macos.sh", app, image], check=True)
    return image
