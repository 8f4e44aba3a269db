"""`python -m resources.demo FOLDER`: writes the demo library and reports its size."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from resources.demo.library import make_demo


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes the demo library into the folder named on the command line.

    Returns:
        The exit code: 0 done, 1 the folder cannot be written.
    """
    parser = argparse.ArgumentParser(prog="python -m resources.demo", description=main.__doc__)
    parser.add_argument("folder", type=Path, help="where to put the sounds; made if it is not there")
    folder: Path = parser.parse_args(arguments).folder
    try:
        written = make_demo(folder)
    except OSError as error:
        print(f"earshot: cannot write the demo library: {error}\nChoose a folder you may write to.", file=sys.stderr)
        return 1
    size_mb = sum(path.stat().st_size for path in written) / 1e6
    print(f"{len(written)} demo sounds, {size_mb:.0f} MB, in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
