"""Speech packs: `kind: words` finds spoken words, `kind: units` transcribes speech into units.

They live and are installed where other packs are, but `installed_packs` does not list them: no library is searched with
one alone. Their manifest extends the common one by `settings` of the kind, which this module does not interpret.
`load_speech_pack` verifies as `load_pack` does; it runs no graph.
"""

import hashlib
import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, structs
from msgspec.structs import replace

from engine.base.errors import PackError, broken_pack
from engine.base.messages import told
from engine.base.pack_messages import PackAdvice, PackFault
from engine.base.types import PackId
from engine.models.graphscan import check_graph
from engine.models.manifest import SHA256, checksum_of, wrong_value
from engine.models.pack_files import (
    MANIFEST,
    VerifiedPack,
    check_names,
    folders_with_packs,
    own_packs,
    read_file,
    replace_folder,
    verified,
)

FORMAT = 1
FILES: Mapping[str, tuple[str, ...]] = {
    "words": ("acoustic.onnx", "phonemes.onnx", "dictionary.txt.xz", "canonical.npz", "MODEL_CARD.md"),
    "units": ("encoder.onnx", "inverter.onnx", "canonical.npz", "MODEL_CARD.md"),
}
"""Exact contents of a pack of each kind, beside pack.json."""
SPEECH_FILES = frozenset(name for names in FILES.values() for name in names)


class SpeechPackInfo(Struct, frozen=True):
    """The facts of one pack, as verified."""

    format: int
    kind: str
    """words or units."""
    pack_id: PackId
    """32 hex digits over kind, graphs, rate and settings: equal ids give equal results."""
    name: str
    version: str
    sample_rate_hz: int
    """Input sample rate."""
    licence: str
    training_data: str
    metrics: Mapping[str, float]
    settings: Mapping[str, Any]
    """The kind's own, JSON values."""
    files: Mapping[str, str]
    """File name to SHA-256 in hex."""


class SpeechPack(VerifiedPack[SpeechPackInfo]):
    """A verified speech pack."""

    __slots__ = ()


def is_speech_pack(folder: Path) -> bool:
    """Whether a folder's pack.json has a kind; a damaged manifest has none."""
    try:
        record = json.loads(read_file(folder / MANIFEST))
    except (PackError, ValueError, RecursionError):
        return False
    return isinstance(record, dict) and "kind" in record


def speech_packs(library: Path | None) -> list[Path]:
    """Lists the folders of speech packs: the library's own, then those that came with Earshot."""
    homes = ([library / "packs"] if library else []) + [own_packs()]
    return [folder for home in homes for folder in folders_with_packs(home) if is_speech_pack(folder)]


def speech_pack_for(kind: str, library: Path | None) -> Path | None:
    """Returns the folder of the speech pack of this kind; None without one.

    A library's own precede those that came with Earshot; of several, the one installed last wins. Unreadable manifests
    are skipped.
    """
    found: list[tuple[bool, float, Path]] = []
    for folder in speech_packs(library):
        try:
            info = read_speech_info(folder)
        except PackError:
            continue
        if info.kind == kind:
            is_own = library is not None and folder.parent == library / "packs"
            found.append((is_own, folder.stat().st_mtime if is_own else 0.0, folder))
    return max(found)[2] if found else None


def read_speech_info(folder: Path) -> SpeechPackInfo:
    """Reads a pack's manifest; its graphs are not checked.

    Raises:
        PackError: no manifest, a damaged one, a newer format, or an unknown kind.
    """
    return from_json(read_file(folder / MANIFEST))


def load_speech_pack(folder: Path, kind: str = "") -> SpeechPack:
    """Verifies a pack folder: names, kinds, sizes, manifest, hashes, self-contained graphs.

    Args:
        folder: the pack's.
        kind: the required kind; empty for any.

    Raises:
        PackError: names the file, the fault and the remedy.
    """
    info = read_speech_info(folder)
    if kind and info.kind != kind:
        raise PackError(told(PackFault.PACK_OF_KIND, folder, info.kind, kind), advice=PackAdvice.NAME_OTHER_PACK)
    expected = {MANIFEST, *FILES[info.kind]}
    check_names(folder, expected, expected)
    held = {name: verified(folder, name, info.files[name]) for name in FILES[info.kind]}
    for name in (name for name in held if name.endswith(".onnx")):
        check_graph(held[name], name)
    del held["MODEL_CARD.md"]
    return SpeechPack(info, folder, held)


def write_speech_pack(
    folder: Path,
    *,
    kind: str,
    name: str,
    version: str,
    sample_rate_hz: int,
    licence: str,
    training_data: str,
    metrics: Mapping[str, float],
    settings: Mapping[str, Any],
    files: Mapping[str, bytes],
) -> SpeechPackInfo:
    """Writes a pack whole or not at all, and verifies it before it replaces an older one.

    Args:
        folder: its destination, whose parent is created. An older pack there is replaced.
        kind: words or units.
        name: what users see.
        version: of this pack, such as 1.0.
        sample_rate_hz: input sample rate.
        licence: of the weights and other contents, an SPDX expression or a sentence.
        training_data: its training data, in a sentence.
        metrics: name to finite number.
        settings: of the kind's own, JSON values.
        files: the kind's files of FILES, as bytes.

    Raises:
        PackError: a missing or extra file, or a pack that its own reader refuses.
        StorageFull: no space left; the older pack remains.
    """
    if files.keys() != set(FILES[kind]):
        odd = ", ".join(sorted(files.keys() ^ set(FILES[kind])))
        raise broken_pack(f"missing or too many for a pack of {kind}: {odd}", PackAdvice.THESE_FILES)
    info = SpeechPackInfo(
        FORMAT, kind, PackId(""), name, version, sample_rate_hz, licence, training_data,
        {key: float(value) for key, value in metrics.items()}, dict(settings),
        {key: hashlib.sha256(files[key]).hexdigest() for key in FILES[kind]},
    )  # fmt: skip
    info = replace(info, pack_id=make_pack_id(info))
    replace_folder(folder, {**files, MANIFEST: to_json(info)}, load_speech_pack)
    return info


def make_pack_id(info: SpeechPackInfo) -> PackId:
    """Derives the id from everything a result depends on: kind, graphs, rate, settings."""
    parts = {name: digest for name, digest in info.files.items() if name.endswith(".onnx")}
    whole = json.dumps([info.kind, parts, info.sample_rate_hz, info.settings], sort_keys=True)
    return PackId(hashlib.blake2b(whole.encode(), digest_size=16).hexdigest())


def to_json(info: SpeechPackInfo) -> bytes:
    """Writes the manifest in readable form, with its checksum."""
    record = structs.asdict(info)
    record["checksum"] = checksum_of(record)
    return (json.dumps(record, indent=2, ensure_ascii=False) + "\n").encode()


def from_json(text: bytes) -> SpeechPackInfo:
    """Reads the text of `to_json`.

    Raises:
        PackError: not such a manifest, a newer format, an unknown kind, a value out of range, or a wrong checksum.
    """
    try:
        record: Any = json.loads(text)
    except (ValueError, RecursionError) as err:
        raise broken_pack(f"pack.json cannot be read: {err}") from err
    if not isinstance(record, dict) or "kind" not in record:
        raise broken_pack("pack.json names no kind", PackAdvice.NAME_SPEECH_PACK)
    version, kind = record.get("format"), record["kind"]
    if (type(version) is int and version > FORMAT) or not isinstance(kind, str) or kind not in FILES:
        raise PackError(
            told(PackFault.PACK_BEYOND, repr(str(kind)[:40]), str(version)[:40]), advice=PackAdvice.UPDATE_FOR_PACK
        )
    checksum = record.pop("checksum", None)
    if checksum != checksum_of(record):
        raise broken_pack("pack.json does not match its own checksum")
    expected = set(SpeechPackInfo.__struct_fields__)
    if record.keys() != expected:
        odd = ", ".join(sorted(record.keys() ^ expected))
        raise broken_pack(f"pack.json: keys missing or unknown: {odd}")
    info = SpeechPackInfo(**record)
    _check(info)
    return info


def _check(info: SpeechPackInfo) -> None:
    texts = (info.name, info.version, info.licence, info.training_data)
    claims = {
        "format": type(info.format) is int and info.format >= 1,
        "name": all(isinstance(text, str) for text in texts) and 0 < len(info.name.strip()) <= 200,
        "sample_rate_hz": type(info.sample_rate_hz) is int and 4000 <= info.sample_rate_hz <= 192_000,
        "metrics": isinstance(info.metrics, dict)
        and all(type(value) in (int, float) and math.isfinite(value) for value in info.metrics.values()),
        "settings": isinstance(info.settings, dict),
        "files": isinstance(info.files, dict)
        and info.files.keys() == set(FILES[info.kind])
        and all(isinstance(digest, str) and SHA256.fullmatch(digest) for digest in info.files.values()),
    }
    for name, holds in claims.items():
        if not holds:
            raise wrong_value(name, getattr(info, name))
    if info.pack_id != make_pack_id(info):
        raise wrong_value("pack_id", info.pack_id)
