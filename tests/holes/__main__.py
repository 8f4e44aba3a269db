"""`make holes`: takes each refusal out of a copy of the code, one by one, and runs its test, which has to fail.

`python -m tests.holes NEWER` tries those alone whose line in the table has this word.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.holes.places import places, without
from tests.holes.table import TESTS

_REPOSITORY = Path(__file__).resolve().parents[2]
_COPIED = ("engine", "desktop", "training", "tests", "resources", "installer", "docs", "pyproject.toml")
_FAILED = 1
"""pytest's status where tests ran and one failed."""


def main(words: list[str]) -> int:
    """Gives 1 where a test did not notice, or failed with the refusal too."""
    holes = 0
    with tempfile.TemporaryDirectory(prefix="earshot-holes-") as folder:
        root = Path(folder)
        for name in _COPIED:
            source = _REPOSITORY / name
            (shutil.copytree if source.is_dir() else shutil.copy)(source, root / name)
        for place, statement in list(places(root)):
            if not all(word in str(place) for word in words):
                continue
            test, file = TESTS[str(place)], root / place.file
            whole = file.read_text(encoding="utf-8")
            file.write_text(without(whole, statement), encoding="utf-8")
            failed = _status(root, test)
            file.write_text(whole, encoding="utf-8")
            is_noticed = failed == _FAILED and _status(root, test) == 0
            holes += not is_noticed
            print("noticed" if is_noticed else "NOT NOTICED", place, test, flush=True)
    print(f"{holes} not noticed")
    return 1 if holes else 0


def _status(root: Path, test: str) -> int:
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", test]
    environment = {**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=root, env=environment, capture_output=True, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
