"""`make bundle`: builds, checks and packs Earshot for Linux, and writes what weighs."""

import argparse
import sys
from pathlib import Path

from installer.bundle import description, elf, linux, tree, weights
from installer.bundle.description import CHECKOUT


def main() -> int:
    """Returns the exit status: 0 built, 1 a promise of bundle.toml does not hold."""
    parser = argparse.ArgumentParser(prog="python -m installer.bundle", description=__doc__)
    parser.add_argument(
        "--interpreter", type=Path, help="what interpreter.sh built; by itself the cached one, or built"
    )
    parser.add_argument("--no-archives", action="store_true", help="only the folder build/bundle/earshot")
    options = parser.parse_args()
    asked = description.read()
    folder = CHECKOUT / "build/bundle/earshot"
    saved = tree.make(folder, options.interpreter or tree.cached_interpreter(), asked)
    faults = elf.complaints(folder, tree.own_parts(folder, asked), asked.linux)
    files = () if options.no_archives else linux.archive(folder, CHECKOUT / "dist", asked)
    faults += weights.complaints(folder, files, asked.linux)
    table = weights.table(folder, files, saved, tree.site_packages(folder, asked))
    (folder.parent / "weights.md").write_text(table, encoding="utf-8")
    print(table)
    for fault in faults:
        print(f"not as promised: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
