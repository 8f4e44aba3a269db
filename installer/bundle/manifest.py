"""What goes beside the packages: checksums, and what is inside as a bill of materials (CycloneDX 1.6, JSON).

The bill is read from the package itself, of what is installed there, so that it cannot name what is not inside.
"""

import hashlib
import json
import re
from collections.abc import Sequence
from email.message import Message
from email.parser import HeaderParser
from pathlib import Path
from typing import Any

from installer.bundle.description import Description

_NAME = re.compile(r"[-_.]+")
CHECKSUMS = "SHA256SUMS"


def write(site: Path, notices: Path, files: Sequence[Path], description: Description) -> None:
    """Writes the bill of each package beside it, and one file of checksums of all that is in that folder.

    Args:
        site: site-packages of what the files hold.
        notices: the folder with a licence for each library that came by no wheel; it need not be there.
        files: packages in one folder, just built.
        description: its version is the bill's.
    """
    for file in files:
        bill = bill_of_materials(site, notices, file, description)
        text = json.dumps(bill, indent=1, ensure_ascii=False) + "\n"
        file.with_name(f"{file.name}.cdx.json").write_text(text, encoding="utf-8")
    folder = files[0].parent
    packages = sorted(path for path in folder.iterdir() if path.is_file() and path.name != CHECKSUMS)
    lines = [f"{_sha256(path)}  {path.name}\n" for path in packages]
    (folder / CHECKSUMS).write_text("".join(lines), encoding="utf-8")


def bill_of_materials(site: Path, notices: Path, file: Path, description: Description) -> dict[str, Any]:
    """Returns what a package holds in CycloneDX's JSON: without time or serial number, the same each time."""
    components = [_component(path) for path in sorted(site.glob("*.dist-info/METADATA"))]
    inside = [part for part in components if part["name"] != "earshot"]
    names = sorted(path.name for path in notices.iterdir()) if notices.is_dir() else []
    inside += [{"type": "library", "bom-ref": f"library/{name}", "name": name} for name in names]
    inside.append({"type": "platform", "bom-ref": "python", "name": "CPython", "version": description.python})
    earshot = {
        "type": "application",
        "bom-ref": "earshot",
        "name": "Earshot",
        "version": description.version,
        "licenses": [{"expression": "GPL-3.0-or-later"}],
        "hashes": [{"alg": "SHA-256", "content": _sha256(file)}],
    }
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": earshot},
        "components": inside,
        "dependencies": [{"ref": "earshot", "dependsOn": [part["bom-ref"] for part in inside]}],
    }


def _component(metadata: Path) -> dict[str, Any]:
    said = HeaderParser().parsestr(metadata.read_text(encoding="utf-8", errors="replace"))
    name, version = _NAME.sub("-", said["Name"]).lower(), said["Version"]
    purl = f"pkg:pypi/{name}@{version}"
    found: dict[str, Any] = {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}
    licences = _licences(said)
    return {**found, "licenses": licences} if licences else found


def _licences(said: Message) -> list[dict[str, Any]]:
    """What a package says of its licence: an SPDX expression, or its own words."""
    if expression := said.get("License-Expression"):
        return [{"expression": expression}]
    if stated := said.get("License", "").strip():
        return [{"license": {"name": stated.splitlines()[0][:200]}}]
    return []


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
