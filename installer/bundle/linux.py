"""The two downloads for Linux: a script that unpacks itself, and a plain archive of the same folder."""

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

from installer.bundle.contents import weight
from installer.bundle.description import Description

_HERE = Path(__file__).parent
_DIGITS = 8


def archive(tree: Path, folder: Path, description: Description) -> tuple[Path, Path]:
    """Packs a tree.

    Args:
        tree: the folder of `installer.bundle.tree.make`.
        folder: where the packages go.
        description: its version is in their names.

    Returns:
        The `.run` and the `.tar.xz`.
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
    with packed.open("wb") as file:
        subprocess.run(["xz", "-6", "--threads=2", "--stdout", plain], stdout=file, check=True)
    plain.unlink()
    python = folder / "python.tar.gz"
    own = [*options, "--exclude=site-packages", "--use-compress-program=gzip --no-name"]
    subprocess.run(["tar", "-C", tree, *own, "-cf", python, "python"], check=True)
    write_run(run, python, packed, description.version, weight(tree))
    python.unlink()
    return run, packed


def write_run(run: Path, python: Path, payload: Path, version: str, disk_bytes: int) -> None:
    """Writes the script that installs, and behind it two archives.

    Args:
        run: written.
        python: the interpreter, `.tar.gz`, which unpacks the payload where there is no xz.
        payload: everything, `.tar.xz`.
        version: Earshot's.
        disk_bytes: what it takes when unpacked.
    """
    text = (_HERE / "run_header.sh").read_text(encoding="utf-8")
    with payload.open("rb") as file:
        checksum = hashlib.file_digest(file, "sha256").hexdigest()
    text = text.replace("@VERSION@", version).replace("@SUM@", checksum)
    text = text.replace("@DISK_MB@", str(round(disk_bytes / 1e6)))
    blanks = ("@PYTHON_OFFSET@", "@OFFSET@")
    first = len(text.encode()) + sum(_DIGITS - len(blank) for blank in blanks) + 1
    for blank, offset in zip(blanks, (first, first + python.stat().st_size), strict=True):
        text = text.replace(blank, f"{offset:<{_DIGITS}d}")
    with run.open("wb") as file:
        file.write(text.encode())
        for part in (python, payload):
            with part.open("rb") as source:
                shutil.copyfileobj(source, file)
    run.chmod(0o755)
