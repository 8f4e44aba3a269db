"""Model packs on disk: verified reading, atomic writing, and where packs live.

A pack is a folder of six files and nothing else. `load_pack` reads each file once, through a handle that follows no
link, and checks its hash before any native library sees a byte of it; the bytes that were checked are the bytes that
sessions are made from. It runs no graph: `engine.models.encoder.check_canonical` does.
"""

import contextlib
import errno
import hashlib
import importlib.resources
import os
import stat
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.audio.segments import SegmentPlan
from engine.errors import PackError, StorageFull
from engine.models.calibration import Calibration
from engine.models.canonical import read_canonical
from engine.models.graphscan import check_graph
from engine.models.manifest import FILES, PackInfo, format_for, from_json, make_pack_id, to_json
from engine.types import PackId

__all__ = [
    "Calibration",
    "Pack",
    "PackInfo",
    "default_pack",
    "find_pack",
    "installed_packs",
    "load_pack",
    "most_bytes",
    "read_info",
    "write_pack",
]

MANIFEST = "pack.json"
MAX_GRAPH_BYTES = 2**30
"""Of audio.onnx and of text.onnx; verified bytes are held in memory until a session is made from them."""
_MAX_BYTES = {
    "audio.onnx": MAX_GRAPH_BYTES,
    "text.onnx": MAX_GRAPH_BYTES,
    "tokenizer.json": 2**25,
    "canonical.npz": 2**25,
}
_MAX_SMALL_BYTES = 2**20
_AGAIN = "Install the pack again; if it came with Earshot, reinstall Earshot."


@dataclass(frozen=True, slots=True)
class Pack:
    """A verified pack: its facts, and the verified bytes of its files until someone takes them."""

    info: PackInfo
    folder: Path
    _held: dict[str, bytes] = field(repr=False, compare=False)

    def take(self, name: str) -> bytes:
        """Hands over a file's verified bytes: from memory the first time, read and hashed again after that.

        Raises:
            PackError: the file changed since the pack was loaded.
        """
        held = self._held.pop(name, None)
        return held if held is not None else _verified(self.folder, name, self.info.files[name])

    def release(self) -> None:
        """Lets go of the bytes nobody took; `take` then reads again."""
        self._held.clear()


def load_pack(folder: Path) -> Pack:
    """Verifies a pack folder: names, kinds, sizes, manifest, hashes, self-contained graphs, canonical vectors.

    Raises:
        PackError: what is wrong with which file, and what to do.
    """
    _check_names(folder)
    info = from_json(_read(folder, MANIFEST))
    held = {name: _verified(folder, name, info.files[name]) for name in FILES}
    for name in ("audio.onnx", "text.onnx"):
        check_graph(held[name], name)
    canonical = read_canonical(held["canonical.npz"])
    dims = (canonical.audio_vector.shape[1], canonical.joint.shape[1], canonical.sentence.shape[1])
    if dims != (info.dim, info.dim, info.sentence_dim):
        raise PackError(
            f"canonical.npz has vectors of {dims}, pack.json says {(info.dim, info.dim, info.sentence_dim)}",
            advice=_AGAIN,
        )
    del held["MODEL_CARD.md"]
    return Pack(info, folder, held)


def read_info(folder: Path) -> PackInfo:
    """Reads what a pack says of itself, for lists; its graphs are not looked at, so do not run it on this word.

    Raises:
        PackError: no manifest, a damaged one, or a newer format.
    """
    return from_json(_read(folder, MANIFEST))


def write_pack(
    folder: Path,
    *,
    name: str,
    version: str,
    dim: int,
    sentence_dim: int,
    plan: SegmentPlan,
    max_tokens: int,
    calibration: Calibration,
    licence: str,
    training_data: str,
    metrics: Mapping[str, float],
    files: Mapping[str, bytes | Path],
) -> PackInfo:
    """Writes a pack whole or not at all, and verifies it before it takes the place of an older one.

    Args:
        folder: where it shall stand; its parent is made. An older pack there is replaced.
        name: what users see.
        version: of this pack, such as 1.0.
        dim: size of the vectors that sounds and words share.
        sentence_dim: size of the sentence vectors.
        plan: how sounds are cut; its rate, lengths and padding go into the manifest.
        max_tokens: longest text in tokens.
        calibration: curves and thresholds.
        licence: of the weights, an SPDX expression or a sentence.
        training_data: what it learnt from, in a sentence.
        metrics: name to finite number.
        files: audio.onnx, text.onnx, tokenizer.json, canonical.npz and MODEL_CARD.md, as bytes or a file to copy.

    Raises:
        PackError: a file missing or too many, or a pack that its own reader refuses.
        StorageFull: no space left; the older pack still stands.
    """
    if files.keys() != set(FILES):
        odd = ", ".join(sorted(files.keys() ^ set(FILES)))
        raise PackError(
            f"a pack holds {', '.join(FILES)}; missing or too many: {odd}", advice="Give exactly these files."
        )
    info = PackInfo(
        format=format_for(plan.padding),
        pack_id=PackId(""),
        name=name,
        version=version,
        dim=dim,
        sentence_dim=sentence_dim,
        sample_rate_hz=plan.sample_rate_hz,
        segment_s=float(plan.segment_s),
        hop_s=float(plan.hop_s),
        ladder_s=tuple(float(rung) for rung in plan.ladder_s),
        padding=plan.padding,
        max_tokens=max_tokens,
        calibration=calibration,
        licence=licence,
        training_data=training_data,
        metrics={key: float(value) for key, value in metrics.items()},
        files={},
    )
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as work:
            staged = Path(work) / "new"
            staged.mkdir()
            contents = {key: value if isinstance(value, bytes) else value.read_bytes() for key, value in files.items()}
            info = replace(info, files={key: hashlib.sha256(contents[key]).hexdigest() for key in FILES})
            info = replace(info, pack_id=make_pack_id(info))
            for key, content in (*contents.items(), (MANIFEST, to_json(info))):
                _write_synced(staged / key, content)
            load_pack(staged)
            if folder.exists():
                folder.rename(Path(work) / "old")
            staged.rename(folder)
    except OSError as err:
        if err.errno == errno.ENOSPC:
            raise StorageFull(f"no space left for the pack {folder}", advice="Free some space and try again.") from err
        raise PackError(
            f"cannot write the pack {folder}: {err}", advice="Check the folder and its permissions."
        ) from err
    return info


def installed_packs(library_data_dir: Path | None) -> list[Path]:
    """Lists the folders that hold a pack.json: those that came with Earshot, then those in `library_data_dir`/packs.

    They are not verified: `load_pack` does that.
    """
    homes = [_resources()] + ([library_data_dir / "packs"] if library_data_dir else [])
    found: list[Path] = []
    for home in homes:
        if home.is_dir():
            found += sorted(
                entry for entry in home.iterdir() if not entry.name.startswith(".") and (entry / MANIFEST).is_file()
            )
    return found


def most_bytes(name: str) -> int:
    """Gives the most bytes that a pack's file of this name may have."""
    return _MAX_BYTES.get(name, _MAX_SMALL_BYTES)


def find_pack(pack_id: PackId, library_data_dir: Path | None) -> Path | None:
    """Gives the folder of the installed pack with this id, None when there is none.

    Only manifests are read; one that cannot be read is passed over, so that a damaged pack does not hide a good one.
    """
    for folder in installed_packs(library_data_dir):
        with contextlib.suppress(PackError):
            if read_info(folder).pack_id == pack_id:
                return folder
    return None


def load_pack_of(library: Path, kept: tuple[PackId, str] | None, named: Path | None = None) -> Pack:
    """Loads the pack that a library is searched with, or the one that comes with Earshot for a library without vectors.

    Args:
        library: the library's folder, where packs of its own may lie.
        kept: id and name of the pack whose vectors are searched, as `Catalogue.pack` gives them.
        named: a pack's folder, which serves as long as it is that pack: the library may have been switched since.

    Raises:
        PackError: that pack is not installed, or is damaged.
    """
    if named is not None and (kept is None or read_info(named).pack_id == kept[0]):
        return load_pack(named)
    if kept is None:
        return load_pack(default_pack())
    pack_id, name = kept
    folder = find_pack(pack_id, library)
    if folder is not None:
        return load_pack(folder)
    raise PackError(
        f"the library {library} was indexed with the pack {name} ({pack_id[:8]}…), which is not installed",
        advice="Install it with `earshot pack install FOLDER`, or embed all anew: `earshot pack use starter`.",
    )


def default_pack() -> Path:
    """Gives the folder of the starter pack that comes with Earshot.

    Raises:
        PackError: this installation has none.
    """
    folder = _resources() / "starter"
    if not (folder / MANIFEST).is_file():
        raise PackError(
            f"the starter pack is missing from {folder}", advice="Reinstall Earshot, or name another pack with --pack."
        )
    return folder


def _resources() -> Path:
    """Where packs lie in the installed data package; a path that does not exist when Earshot runs from an archive."""
    return Path(str(importlib.resources.files("resources"))) / "packs"


def _check_names(folder: Path) -> None:
    """Refuses a folder that holds anything but the six files, each an ordinary file."""
    try:
        with os.scandir(folder) as entries:
            kinds = {entry.name: entry.is_file(follow_symlinks=False) for entry in entries}
    except OSError as err:
        raise PackError(f"no pack at {folder}: {err.strerror}", advice="Name a folder that holds a pack.json.") from err
    expected = {MANIFEST, *FILES}
    if missing := sorted(expected - kinds.keys()):
        raise PackError(f"the pack {folder} lacks {', '.join(missing)}", advice=_AGAIN)
    if extra := sorted(kinds.keys() - expected):
        raise PackError(
            f"the pack {folder} holds what no pack may: {', '.join(map(ascii, extra[:5]))}",
            advice="Remove it, then try again.",
        )
    if links := sorted(name for name, is_file in kinds.items() if not is_file):
        raise PackError(f"the pack {folder}: {', '.join(links)} is a link or no ordinary file", advice=_AGAIN)


def _verified(folder: Path, name: str, sha256: str) -> bytes:
    content = _read(folder, name)
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        raise PackError(f"{name} in {folder} is damaged: its hash is {found[:12]}…, not {sha256[:12]}…", advice=_AGAIN)
    return content


def _read(folder: Path, name: str) -> bytes:
    """Reads one ordinary file of the pack, following no link and not beyond its size cap."""
    path, cap = folder / name, most_bytes(name)
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        with os.fdopen(os.open(path, flags), "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode) or status.st_size > cap:
                raise PackError(f"{path} is no ordinary file of at most {cap} bytes", advice=_AGAIN)
            content = file.read(status.st_size + 1)
    except OSError as err:
        raise PackError(f"{path} cannot be read: {err.strerror}", advice=_AGAIN) from err
    if len(content) != status.st_size:
        raise PackError(f"{path} changed while it was read", advice="Wait until nothing writes to it, then try again.")
    return content


def _write_synced(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
