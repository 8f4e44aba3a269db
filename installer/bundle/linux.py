"""The two downloads for Linux: a script that unpacks itself, and a plain archive of the same folder."""

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

from installer.bundle.description import Description
from installer.bundle.tree import weight

_HERE = Path(__file__).parent
_DIGITS = 8


def archive(tree: Path, folder: Path, description: Description) -> tuple[Path, Path]:
    """Packs a tree.

    Args:
        tree: the folder of `installer.bundle.tree.make`.
        folder: where the packages go.
        description: its version is in their names.

    Returns:
        The `.run`, which asks for gzip as every Linux has it, and the smaller `.tar.xz`.
    """
    name = f"earshot-{description.version}"
    folder.mkdir(parents=True, exist_ok=True)
    run = folder / f"{name}-linux-x86_64.run"
    packed = folder / f"{name}-linux-x86_64.tar.xz"
    plain = folder / f"{name}.tar"
    # The same bytes from the same files, whoever packs them and when.
    date = os.environ.get("SOURCE_DATE_EPOCH", "0")
    options = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", f"--mtime=@{date}", "--format=gnu"]
    subprocess.run(["tar", "-C", tree, *options, f"--transform=s,^\\./\\?,{name}/,S", "-cf", plain, "."], check=True)
    payload = folder / f"{name}.tar.gz"
    with payload.open("wb") as file:
        subprocess.run(["gzip", "--no-name", "--stdout", plain], stdout=file, check=True)
    write_run(run, payload, description.version, weight(tree))
    payload.unlink()
    with packed.open("wb") as file:
        subprocess.run(["xz", "-6", "--threads=2", "--stdout", plain], stdout=file, check=True)
    plain.unlink()
    return run, packed


def write_run(run: Path, payload: Path, version: str, disk_bytes: int) -> None:
    """Writes the script that installs, with a gzipped archive behind it."""
    text = (_HERE / "run_header.sh").read_text(encoding="utf-8")
    with payload.open("rb") as file:
        checksum = hashlib.file_digest(file, "sha256").hexdigest()
    text = text.replace("@VERSION@", version).replace("@SUM@", checksum)
    text = text.replace("@DISK_MB@", str(round(disk_bytes / 1e6)))
    blank = "@OFFSET@"
    offset = len(text.encode()) - len(blank) + _DIGITS + 1
    text = text.replace(blank, f"{offset:0{_DIGITS}d}")
    with run.open("wb") as file, payload.open("rb") as source:
        file.write(text.encode())
        shutil.copyfileobj(source, file)
    run.chmod(0o755)
