"""What weighs in a package: a table for docs/packages.md, and whether the promises about its size hold."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from installer.bundle.contents import weight
from installer.bundle.description import Limits

_MB = 1_000_000
_PARTS = {
    "Qt and PySide6": ("PySide6", "PySide6_*", "pyside6_*", "shiboken6*"),
    "SciPy and scikit-learn, for the map": ("scipy*", "sklearn*", "scikit_learn*", "joblib*", "openTSNE*", "opentsne*"),
    "PyAV with FFmpeg": ("av", "av.libs", "av-*"),
    "Earshot: the packs of models": ("resources/packs",),
    "Earshot: all else": ("engine", "desktop", "training", "resources", "earshot-*", "share"),
    "ONNX Runtime": ("onnxruntime*",),
    "faiss": ("faiss*",),
    "NumPy": ("numpy*",),
}


def table(tree: Path, files: Sequence[Path], saved: Mapping[str, int], site: Path) -> str:
    """Writes sizes in Markdown: downloads, parts, and what was left out."""
    rows = [f"| {name} | {_mb(size)} |" for name, size in _parts(tree, site)]
    left = ", ".join(f"{reason} {_mb(size)}" for reason, size in saved.items())
    packed = [f"`{file.name}` has {_mb(file.stat().st_size)} MB." for file in files]
    return "\n".join(
        [*packed, f"Left out, in MB: {left}.", "", "| part | MB on disk |", "| --- | ---: |", *rows, ""],
    )


def complaints(tree: Path, files: Sequence[Path], promise: Limits) -> list[str]:
    """Tells which size is larger than promised."""
    sizes = [(file.name, file.stat().st_size, promise.largest_download_mb) for file in files]
    sizes.append(("the folder", weight(tree), promise.largest_disk_mb))
    return [f"{name} has {_mb(size)} MB, {most} are promised" for name, size, most in sizes if size > most * _MB]


def _parts(tree: Path, site: Path) -> list[tuple[str, int]]:
    """Returns each part with its bytes, heaviest first, the sum last."""
    seen: set[Path] = set()
    parts = []
    for name, patterns in _PARTS.items():
        files = {
            file
            for pattern in patterns
            for path in site.glob(pattern)
            for file in ([path] if path.is_file() else path.rglob("*"))
            if not file.is_dir()
        } - seen
        seen |= files
        parts.append((name, sum(file.lstat().st_size for file in files)))
    whole = weight(tree)
    packages = weight(site)
    parts.append(("other packages", packages - sum(size for _, size in parts)))
    parts.append(("Python and its libraries", weight(tree / "python") - packages))
    parts.append(("PortAudio, licences, menu entry", whole - weight(tree / "python")))
    return [*sorted(parts, key=lambda part: -part[1]), ("all", whole)]


def _mb(size: int) -> str:
    return f"{size / _MB:.0f}" if size >= 10 * _MB else f"{size / _MB:.1f}"
