"""Wheels of a few lines in a folder that serves as an index, and a lock of them, to make real environments."""

import base64
import hashlib
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

_TORCH = """
__version__ = "2.0"
class cuda:
    is_available = staticmethod(lambda: False)
class backends:
    class mps:
        is_available = staticmethod(lambda: False)
"""
ENGINE = (
    "numpy",
    "soundfile",
    "soxr",
    "av",
    "apsw",
    "faiss",
    "msgspec",
    "mutagen",
    "tokenizers",
    "platformdirs",
    "watchdog",
)
TRAINING = ("transformers", "onnx", "onnxruntime")


def make_wheel(folder: Path, name: str, modules: Mapping[str, str], version: str = "1.0") -> Path:
    """Writes a wheel with one-file modules, as in PEP 427."""
    folder.mkdir(parents=True, exist_ok=True)
    info = f"{name}-{version}.dist-info"
    files = {f"{module}.py": text for module, text in modules.items()}
    files[f"{info}/METADATA"] = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    files[f"{info}/WHEEL"] = "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = "".join(f"{path},sha256={_digest(text)},{len(text)}\n" for path, text in files.items())
    path = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for place, text in files.items():
            archive.writestr(place, text)
        archive.writestr(f"{info}/RECORD", f"{record}{info}/RECORD,,\n")
    return path


def training_wheels(folder: Path, *extra: str) -> list[Path]:
    """Writes wheels that satisfy a training's imports, and `extra` modules."""
    plain = {name: "__version__ = '1.0'\n" for name in (*ENGINE, *TRAINING, *extra)}
    return [make_wheel(folder, "tiny_torch", {"torch": _TORCH}), make_wheel(folder, "tiny_rest", plain)]


def write_lock(path: Path, wheels: Sequence[Path], *, is_wrong: bool = False) -> Path:
    lines = []
    for wheel in wheels:
        name, version = wheel.name.split("-")[:2]
        digest = "0" * 64 if is_wrong else hashlib.sha256(wheel.read_bytes()).hexdigest()
        lines.append(f"{name.replace('_', '-')}=={version} \\\n    --hash=sha256:{digest}\n")
    path.write_text("".join(lines), encoding="utf-8")
    return path


def _digest(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
