"""pack.json, a pack's manifest: strict reading and writing.

Nothing here opens a graph. A missing or unknown key, a wrong type or a value out of range is a PackError that names it;
a checksum over the whole manifest catches a single wrong letter.
"""

import hashlib
import json
import math
import re
from collections.abc import Mapping
from typing import Any, Never, TypeVar

from msgspec import Struct, structs

from engine.audio.segments import PADDINGS, SegmentPlan
from engine.base.errors import PackError, broken_pack
from engine.base.messages import told
from engine.base.pack_messages import PackAdvice, PackFault
from engine.base.types import PackId
from engine.models.calibration import Calibration, FittedCurves

FORMAT = 5
"""The newest format that this Earshot reads, and the one it writes. Format 2 adds the padding "repeat_whole", 3 kinds
in canonical.npz, 4 the padding "repeat_sounding", 5 which curves were fitted."""
_SINCE_2 = ("repeat_whole",)
"""Paddings unknown to readers of format 1."""
_SINCE_4 = ("repeat_sounding",)
"""Paddings unknown to readers of format 3."""
_SAYS_FITTED = 5
_GUESSED = (0.3, 0.75)
"""Thresholds that earlier exports wrote where no curve could be fitted, with one slope for both."""
FILES = ("audio.onnx", "text.onnx", "tokenizer.json", "canonical.npz", "MODEL_CARD.md")
"""Contents of a pack beside pack.json; nothing else is allowed in its folder."""
SHA256 = re.compile(r"[0-9a-f]{64}")
_T = TypeVar("_T", bound=Struct)


class PackInfo(Struct, frozen=True):
    """The facts of one pack, as verified."""

    format: int
    pack_id: PackId
    """32 hex digits over graphs, tokenizer and segment rules: equal ids give equal vectors."""
    name: str
    version: str
    dim: int
    """Size of the vectors shared by sounds and words."""
    sentence_dim: int
    """Size of the vectors that compare words with words."""
    sample_rate_hz: int
    segment_s: float
    hop_s: float
    ladder_s: tuple[float, ...]
    """Allowed lengths of a padded segment, ascending; the last holds a whole segment."""
    padding: str
    """zeros, repeat, repeat_whole or repeat_sounding, see engine.audio.segments."""
    max_tokens: int
    calibration: Calibration
    licence: str
    training_data: str
    metrics: Mapping[str, float]
    files: Mapping[str, str]
    """File name to SHA-256 in hex."""

    @property
    def plan(self) -> SegmentPlan:
        return SegmentPlan(self.sample_rate_hz, self.segment_s, self.hop_s, self.ladder_s, self.padding)


def format_for(padding: str, *, has_kinds: bool = False) -> int:
    """Returns the oldest format that supports these features."""
    if padding in _SINCE_4:
        return 4
    if has_kinds:
        return 3
    return 2 if padding in _SINCE_2 else 1


def make_pack_id(info: PackInfo) -> PackId:
    """Derives the id from everything a vector depends on: graphs, tokenizer, segmentation rules."""
    parts = [info.files[name] for name in ("audio.onnx", "text.onnx", "tokenizer.json")]
    rules = [info.sample_rate_hz, info.segment_s, info.hop_s, list(info.ladder_s), info.padding, info.max_tokens]
    return PackId(hashlib.blake2b(json.dumps([parts, rules]).encode(), digest_size=16).hexdigest())


def to_json(info: PackInfo) -> bytes:
    """Writes the manifest in readable form, with its checksum."""
    curves = structs.asdict(info.calibration)
    if info.format < _SAYS_FITTED:
        del curves["fitted"]
    else:
        curves["fitted"] = structs.asdict(info.calibration.fitted)
    record = {**structs.asdict(info), "calibration": curves}
    record["checksum"] = checksum_of(record)
    return (json.dumps(record, indent=2, ensure_ascii=False) + "\n").encode()


def from_json(text: bytes) -> PackInfo:
    """Reads the text of `to_json`.

    Raises:
        PackError: not a manifest, a newer format, a key missing, unknown or out of range, or a wrong checksum.
    """
    try:
        record: dict[str, Any] = json.loads(text, object_pairs_hook=_no_twins, parse_constant=_no_constant)
    except (ValueError, RecursionError) as err:
        raise broken_pack(f"pack.json cannot be read: {err}") from err
    if not isinstance(record, dict):
        raise broken_pack(f"pack.json holds {type(record).__name__}, expected an object")
    if "kind" in record:
        raise PackError(told(PackFault.PACK_FOR_SPEECH, repr(str(record["kind"])[:40])), advice=PackAdvice.BESIDE_IT)
    version = record.get("format")
    if type(version) is int and version > FORMAT:
        raise PackError(told(PackFault.PACK_NEWER, version, FORMAT), advice=PackAdvice.UPDATE_FOR_PACK)
    checksum = record.pop("checksum", None)
    if checksum != checksum_of(record):
        raise broken_pack("pack.json does not match its own checksum")
    try:
        info = _build(PackInfo, {**record, "calibration": _curves(_object(record, "calibration"), version)})
        _check(info)
    except (ValueError, OverflowError) as err:  # a number too large for float, or one that Calibration refuses
        raise broken_pack(f"pack.json: {err}") from err
    return info


def _curves(record: Mapping[str, Any], version: object) -> Calibration:
    """The curves; a manifest older than `fitted` is judged by its values."""
    if type(version) is int and version >= _SAYS_FITTED:
        return _build(Calibration, {**record, "fitted": _build(FittedCurves, _object(record, "fitted"))})
    if "fitted" in record:
        raise broken_pack(f"pack.json: format {version} does not know calibration.fitted")
    curves = _build(Calibration, {**record, "fitted": FittedCurves()})
    is_guess = curves.sound_slope == curves.meaning_slope and (curves.fair, curves.strong) == _GUESSED
    return structs.replace(curves, fitted=FittedCurves(sound=not is_guess, name=not is_guess))


def _build(kind: type[_T], record: Mapping[str, Any]) -> _T:
    """Makes a flat struct from a JSON object that has exactly its fields, each of its declared type."""
    fields = {field.name: field.type for field in structs.fields(kind)}
    if record.keys() != fields.keys():
        odd = sorted(record.keys() ^ fields.keys())
        raise broken_pack(f"pack.json: keys missing or unknown: {', '.join(odd)}")
    values = dict(record)
    for name, declared in fields.items():
        value = values[name]
        if declared is float and type(value) is int:
            values[name] = float(value)
        elif declared is tuple[float, ...] or name == "ladder_s":
            if not isinstance(value, list) or not all(type(item) in (int, float) for item in value):
                raise wrong_value(name, value)
            values[name] = tuple(float(item) for item in value)
        elif declared in (int, float, str, bool) and type(value) is not declared:
            raise wrong_value(name, value)
    return kind(**values)


def _check(info: PackInfo) -> None:
    rungs = info.ladder_s
    claims = {
        "format": 1 <= info.format <= FORMAT,
        "name": bool(info.name.strip()) and len(info.name) <= 200,
        "dim": 1 <= info.dim <= 8192,
        "sentence_dim": 1 <= info.sentence_dim <= 8192,
        "sample_rate_hz": 4000 <= info.sample_rate_hz <= 192_000,
        "segment_s": 0 < info.segment_s <= 60,
        "hop_s": 0 < info.hop_s <= info.segment_s,
        "ladder_s": bool(rungs)
        and rungs[0] > 0
        and list(rungs) == sorted(set(rungs))
        and info.segment_s <= rungs[-1] <= 60,
        "padding": info.padding in PADDINGS and format_for(info.padding) <= info.format,
        "max_tokens": 1 <= info.max_tokens <= 4096,
        "metrics": isinstance(info.metrics, dict)
        and all(type(value) in (int, float) and math.isfinite(value) for value in info.metrics.values()),
        "files": isinstance(info.files, dict)
        and info.files.keys() == set(FILES)
        and all(isinstance(digest, str) and SHA256.fullmatch(digest) for digest in info.files.values()),
    }
    for name, holds in claims.items():
        if not holds:
            raise wrong_value(name, getattr(info, name))
    if info.pack_id != make_pack_id(info):
        raise wrong_value("pack_id", info.pack_id)


def _object(record: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = record.get(name)
    if not isinstance(value, dict):
        raise wrong_value(name, value)
    return value


def checksum_of(record: Mapping[str, Any]) -> str:
    """BLAKE2b over the values alone: spacing and order of keys do not count."""
    return hashlib.blake2b(json.dumps(record, sort_keys=True).encode(), digest_size=16).hexdigest()


def wrong_value(name: str, value: object) -> PackError:
    """The error for a manifest with this value in this field."""
    return broken_pack(f"pack.json: {name} is {str(value)[:100]!r}, which no pack can have")


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) != len(pairs):
        raise ValueError("a key stands twice")
    return record


def _no_constant(name: str) -> Never:
    raise ValueError(f"{name} is no JSON number")
