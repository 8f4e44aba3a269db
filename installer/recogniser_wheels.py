"""Writes resources/dialogue-recogniser.json: the wheels by which transcripts come to an Earshot that has none.

`make recogniser-wheels INDEX=URL` is for people with a network, when installer/locks/dialogue.txt changed. It asks the
package index for the addresses and sizes of the locked packages that Earshot does not bring, and keeps only files whose
SHA-256 is in the lock.
"""

import json
import re
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).parents[1]
LOCK = CHECKOUT / "installer/locks/dialogue.txt"
TABLE = CHECKOUT / "resources/dialogue-recogniser.json"
PACKAGES = ("ctranslate2", "faster-whisper", "filelock", "fsspec", "huggingface-hub")
"""Of the lock, those that a package of Earshot does not bring: bundle.toml leaves the last three out."""
PYTHONS = ("3.11", "3.12", "3.13")
SYSTEMS = {
    "linux-x86_64": re.compile(r"manylinux.*_x86_64"),
    "macosx-arm64": re.compile(r"macosx_\d+_\d+_arm64"),
    "windows-amd64": re.compile(r"win_amd64"),
}
_HASH = re.compile(r"sha256:([0-9a-f]{64})")
_PATIENCE_S = 60.0


def main(index: str) -> int:
    """Writes the table from what the index at this address states."""
    hashes = set(_HASH.findall(LOCK.read_text(encoding="utf-8")))
    wheels = [wheel for name in PACKAGES for file in _files(index, name) for wheel in _wheels(name, file, hashes)]
    TABLE.write_text(json.dumps({"version": 1, "wheels": wheels}, indent=1) + "\n", encoding="utf-8")
    return 0


def _files(index: str, name: str) -> list[dict[str, Any]]:
    request = urllib.request.Request(
        f"{index.rstrip('/')}/{name}/", headers={"Accept": "application/vnd.pypi.simple.v1+json"}
    )
    with urllib.request.urlopen(request, timeout=_PATIENCE_S) as answer:
        found: list[dict[str, Any]] = json.load(answer)["files"]
    return found


def _wheels(name: str, file: dict[str, Any], hashes: set[str]) -> Iterator[dict[str, object]]:
    """Yields a file's record for the Python and the system that it is for, if it is a locked wheel for one of ours."""
    if file["hashes"].get("sha256") not in hashes or not file["filename"].endswith(".whl"):
        return
    python, _, platform = file["filename"].removesuffix(".whl").split("-")[-3:]
    versions = [""] if python == "py3" else [one for one in PYTHONS if python == "cp" + one.replace(".", "")]
    systems = [""] if platform == "any" else [one for one, known in SYSTEMS.items() if known.search(platform)]
    for version in versions:
        for system in systems:
            yield {
                "package": name,
                "python": version,
                "system": system,
                "address": file["url"],
                "size_bytes": file["size"],
                "sha256": file["hashes"]["sha256"],
            }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
