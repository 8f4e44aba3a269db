"""Model packs on disk: verified reading, atomic writing, and where packs live.

A pack is a folder of exactly six files; packs side by side may share their text-side files
(`engine.models.shared_files`). `load_pack` reads each file once, through a handle that follows no link, and checks
its hash before any native library sees it; sessions are made from those very bytes. It runs no graph:
`engine.models.encoder.check_canonical` does.
"""

import contextlib
import hashlib
import logging
from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from engine.audio.segments import SegmentPlan
from engine.base.errors import PackError, broken_pack
from engine.base.messages import told
from engine.base.pack_messages import PackAdvice, PackFault
from engine.base.types import PackId
from engine.models.calibration import Calibration
from engine.models.canonical import read_canonical
from engine.models.graphscan import check_graph
from engine.models.manifest import FILES, FORMAT, PackInfo, format_for, from_json, make_pack_id, to_json
from engine.models.pack_files import (
    MANIFEST,
    MAX_GRAPH_BYTES,
    VerifiedPack,
    check_names,
    folders_with_packs,
    most_bytes,
    own_packs,
    read_file,
    replace_folder,
    verified,
)
from engine.models.shared_files import SHAREABLE
from engine.models.speech_pack import is_speech_pack

_log = logging.getLogger(__name__)

__all__ = [
    "MANIFEST",
    "MAX_GRAPH_BYTES",
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


class Pack(VerifiedPack[PackInfo]):
    """A verified pack."""

    __slots__ = ()


def load_pack(folder: Path) -> Pack:
    """Verifies a pack folder: names, kinds, sizes, manifest, hashes, self-contained graphs, canonical vectors.

    Raises:
        PackError: names the file, the fault and the remedy.
    """
    _check_names(folder)
    info = read_info(folder)
    held = {name: verified(folder, name, info.files[name]) for name in FILES}
    for name in ("audio.onnx", "text.onnx"):
        check_graph(held[name], name)
    canonical = read_canonical(held["canonical.npz"])
    dims = (canonical.audio_vector.shape[1], canonical.joint.shape[1], canonical.sentence.shape[1])
    if dims != (info.dim, info.dim, info.sentence_dim):
        raise broken_pack(
            f"canonical.npz has vectors of {dims}, pack.json says {(info.dim, info.dim, info.sentence_dim)}"
        )
    kinds = canonical.kinds
    if kinds is not None and (
        info.format < format_for(info.padding, has_kinds=True)
        or (kinds.joint.shape[1], kinds.sentence.shape[1]) != (info.dim, info.sentence_dim)
    ):
        raise broken_pack("canonical.npz holds kinds that do not go with pack.json")
    del held["MODEL_CARD.md"]
    _log.debug("pack %s %s %s is verified", info.name, info.version, info.pack_id)
    return Pack(info, folder, held)


def read_info(folder: Path) -> PackInfo:
    """Reads a pack's manifest, for lists; its graphs are not checked, so do not run it.

    Raises:
        PackError: no manifest, a damaged one, or a newer format.
    """
    return from_json(read_file(folder / MANIFEST))


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
    """Writes a pack whole or not at all, and verifies it before it replaces an older one.

    Args:
        folder: its destination, whose parent is created. An older pack there is replaced.
        name: what users see.
        version: of this pack, such as 1.0.
        dim: size of the vectors that sounds and words share.
        sentence_dim: size of the sentence vectors.
        plan: how sounds are cut; its rate, lengths and padding go into the manifest.
        max_tokens: longest text in tokens.
        calibration: curves and thresholds.
        licence: of the weights, an SPDX expression or a sentence.
        training_data: its training data, in a sentence.
        metrics: name to finite number.
        files: audio.onnx, text.onnx, tokenizer.json, canonical.npz and MODEL_CARD.md, as bytes or a file to copy.

    Raises:
        PackError: a missing or extra file, or a pack that its own reader refuses.
        StorageFull: no space left; the older pack remains.
    """
    if files.keys() != set(FILES):
        odd = ", ".join(sorted(files.keys() ^ set(FILES)))
        raise broken_pack(f"a pack holds {', '.join(FILES)}; missing or too many: {odd}", PackAdvice.THESE_FILES)
    info = PackInfo(
        format=FORMAT,
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
        contents = {key: value if isinstance(value, bytes) else value.read_bytes() for key, value in files.items()}
    except OSError as err:
        raise PackError(told(PackFault.CANNOT_WRITE_PACK, folder, str(err)), advice=PackAdvice.CHECK_FOLDER) from err
    info = replace(info, files={key: hashlib.sha256(contents[key]).hexdigest() for key in FILES})
    info = replace(info, pack_id=make_pack_id(info))
    replace_folder(folder, {**contents, MANIFEST: to_json(info)}, load_pack)
    return info


def installed_packs(library_data_dir: Path | None) -> list[Path]:
    """Lists the folders that hold a pack.json: those that came with Earshot, then those in `library_data_dir`/packs.

    They are not verified: `load_pack` does that. `speech_packs` lists speech packs.
    """
    homes = [own_packs()] + ([library_data_dir / "packs"] if library_data_dir else [])
    return [folder for home in homes for folder in folders_with_packs(home) if not is_speech_pack(folder)]


def find_pack(pack_id: PackId, library_data_dir: Path | None) -> Path | None:
    """Returns the folder of the installed pack with this id, None without one.

    Reads manifests only, and skips unreadable ones, so that a damaged pack does not hide a good one.
    """
    for folder in installed_packs(library_data_dir):
        with contextlib.suppress(PackError):
            if read_info(folder).pack_id == pack_id:
                return folder
    return None


def load_pack_of(library: Path, kept: tuple[PackId, str] | None, named: Path | None = None) -> Pack:
    """Loads the pack that a library is searched with; Earshot's own for a library without vectors.

    Args:
        library: the library's folder, which may hold packs of its own.
        kept: id and name of the pack whose vectors are searched, from `Catalogue.pack`.
        named: a pack's folder, used only while it is that pack: the library may have been switched since.

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
    raise PackError(told(PackFault.PACK_NOT_INSTALLED, library, name, pack_id[:8]), advice=PackAdvice.INSTALL_OR_LISTEN)


def default_pack() -> Path:
    """Returns the folder of the starter pack that comes with Earshot.

    Raises:
        PackError: this installation has none.
    """
    folder = own_packs() / "starter"
    if not (folder / MANIFEST).is_file():
        raise PackError(told(PackFault.NO_STARTER, folder), advice=PackAdvice.REINSTALL)
    return folder


def _check_names(folder: Path) -> None:
    """Refuses a folder that holds anything but the six files, each an ordinary file; some may be shared."""
    expected = {MANIFEST, *FILES}
    check_names(folder, expected - set(SHAREABLE), expected)
