"""`make bundle`: builds, checks and packs Earshot for Linux, Windows or macOS, and writes what weighs."""

import argparse
import sys
from pathlib import Path

from installer.bundle import description, elf, linux, macos, manifest, pe, tree, weights, windows
from installer.bundle.description import CHECKOUT, Description


def main() -> int:
    """Returns the exit status: 0 built, 1 a promise of bundle.toml does not hold."""
    parser = argparse.ArgumentParser(prog="python -m installer.bundle", description=__doc__)
    parser.add_argument("system", nargs="?", choices=("linux", "windows", "macos"), default="linux")
    parser.add_argument(
        "--interpreter",
        type=Path,
        help="the archive that bundle.toml names; for Linux what interpreter.sh built, by itself the cached one",
    )
    parser.add_argument("--no-archives", action="store_true", help="only the folder below build/bundle")
    parser.add_argument("--sign", type=Path, metavar="FILE", help="Windows: a certificate with its key, PKCS #12")
    parser.add_argument("--password", type=Path, metavar="FILE", help="a file with the certificate's password")
    options = parser.parse_args()
    if options.system != "linux" and options.interpreter is None:
        parser.error(f"--interpreter is needed for {options.system}")
    if options.sign is not None and options.password is None:
        parser.error("--sign needs --password")
    return {"linux": _linux, "windows": _windows, "macos": _macos}[options.system](options, description.read())


def _linux(options: argparse.Namespace, asked: Description) -> int:
    folder = CHECKOUT / "build/bundle/earshot"
    saved = tree.make(folder, options.interpreter or tree.cached_interpreter(), asked)
    faults = elf.complaints(folder, tree.own_parts(folder, asked), asked.linux)
    files = () if options.no_archives else linux.archive(folder, CHECKOUT / "dist", asked)
    return _finish(folder, files, saved, faults, tree.site_packages(folder, asked), asked, asked.linux)


def _windows(options: argparse.Namespace, asked: Description) -> int:
    folder = CHECKOUT / "build/bundle/windows"
    saved = windows.make(folder, options.interpreter, asked)
    site = windows.site_packages(folder)
    faults = [*pe.complaints(folder, site, asked.windows), *windows.long_paths(folder)]
    files = () if options.no_archives else (windows.write_installer(folder, CHECKOUT / "dist", asked),)
    if files and options.sign is not None:
        windows.sign(files[0], options.sign, options.password)
    return _finish(folder, files, saved, faults, site, asked, asked.windows)


def _macos(options: argparse.Namespace, asked: Description) -> int:
    app = CHECKOUT / "build/bundle/macos/Earshot.app"
    saved = macos.make(app, options.interpreter, asked)
    faults = macos.complaints(app, asked)
    files = () if options.no_archives else (macos.archive(app, CHECKOUT / "dist", asked),)
    return _finish(macos.resources(app), files, saved, faults, macos.site_packages(app, asked), asked, asked.macos)


def _finish(
    folder: Path,
    files: tuple[Path, ...],
    saved: dict[str, int],
    faults: list[str],
    site: Path,
    asked: Description,
    promise: description.Limits,
) -> int:
    faults += weights.complaints(folder, files, promise)
    table = weights.table(folder, files, saved, site)
    (folder.parent / "weights.md").write_text(table, encoding="utf-8")
    if files:
        manifest.write(site, folder / "share/doc/earshot/libraries", files, asked)
    print(table)
    for fault in faults:
        print(f"not as promised: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
