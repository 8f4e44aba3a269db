"""Unpacks shards, webdataset tar files and parquet files with embedded sounds, into a folder for training.

Training draws sounds in random order again and again, and a shard can only be read from its start. So shards are read
once, sample by sample, into numbered files and captions.jsonl, the layout of `training.data.corpora.folder`. Only one
sample is in memory at a time. A shard's own names are recorded but never become paths; links, devices and folders in a
tar are skipped; sizes are bounded.
"""

import bz2
import gzip
import json
import lzma
import tarfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, cast

from engine.audio.files import AUDIO_SUFFIXES
from training.base.progress import working
from training.data.corpora.folder import LISTS
from training.data.corpora.reader import tidy
from training.data.corpora.splits import recording_of
from training.data.corpus import CorpusError

LIST = LISTS[1]
SOUNDS = "sounds"
MOST_AUDIO_BYTES, MOST_TEXT_BYTES = 2**30, 2**20
"""Limits for one sound and for its texts; larger ones are left out."""
_MOST_AT_ONCE = 2**24
"""Most bytes a tar may request in one read, because its headers can claim any size."""
_TAR = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
_PARQUET = ".parquet"
_IN_A_FOLDER = 1_000
_ROWS = 4
"""Parquet rows read at once."""
_KEPT = ("split", "licence", "license", "keywords", "tags")
_BLOCK = 512
_DAMAGED = (tarfile.TarError, EOFError, OSError, lzma.LZMAError, ValueError)


@dataclass(slots=True)
class UnpackResult:
    """The outcome of unpacking."""

    sounds: int = 0
    left_out: int = 0
    examples: list[str] = field(default_factory=list)
    """The first items left out, each with its reason."""

    def leave(self, what: str, why: str) -> None:
        self.left_out += 1
        if len(self.examples) < 5:
            self.examples.append(f"{what} ({why})")


def unpack(shards: Sequence[Path], out: Path, split: str = "") -> UnpackResult:
    """Writes the samples of shards into a folder; the list comes last, so a folder with a list is complete.

    Args:
        shards: tar or parquet files.
        out: the folder, created if missing.
        split: split of all samples; empty for their own.

    Raises:
        CorpusError: a file of another kind, a missing file, or parquet without pyarrow.
    """
    for shard in shards:
        if not shard.is_file():
            raise CorpusError(f"there is no shard {shard}", advice="Name tar or parquet files.")
        if not shard.name.endswith((*_TAR, _PARQUET)):
            raise CorpusError(f"{shard} is no shard", advice=f"Its name must end in {', '.join((*_TAR, _PARQUET))}.")
        if shard.name.endswith(_PARQUET):
            _pyarrow_parquet()
    out.mkdir(parents=True, exist_ok=True)
    begun, found = out / f".{LIST}.begun", UnpackResult()
    with begun.open("w", encoding="utf-8") as file, working("unpacking, sound") as work:
        folder = _SoundFolder(out, file, split, found, work.step)
        for shard in shards:
            try:
                _read_parquet(shard, folder) if shard.name.endswith(_PARQUET) else _read_tar(shard, folder)
            except _Damaged as err:
                found.leave(str(shard), f"damaged{err.after and f' after {err.after}'}: {err}")
    begun.replace(out / LIST)
    return found


class _Damaged(Exception):
    """A shard cannot be read to its end."""

    def __init__(self, why: object, after: str) -> None:
        super().__init__(str(why) or type(why).__name__)
        self.after = after


class _SoundFolder:
    """The output folder and its list."""

    def __init__(self, out: Path, rows: IO[str], split: str, found: UnpackResult, step: Callable[[], None]) -> None:
        self._out, self._rows, self._split, self._step, self.found = out, rows, split, step, found
        self._number = 0

    @contextmanager
    def file(self, suffix: str) -> Iterator[tuple[IO[bytes], str]]:
        """Opens the next numbered file; yields it with its name within the folder."""
        name = f"{SOUNDS}/{self._number // _IN_A_FOLDER:06d}/{self._number:09d}{_suffix(suffix)}"
        self._number += 1
        path = self._out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            yield file, name

    def drop(self, name: str) -> None:
        (self._out / name).unlink()

    def row(self, file: str, sample: str, said: Mapping[str, Any], texts: Sequence[str]) -> None:
        """Adds a written sound to the list with its captions and metadata."""
        captions = [tidy(text) for text in (*texts, *_captions(said)) if tidy(text)]
        if not captions:
            self.found.leave(sample, "no caption")
            self.drop(file)
            return
        kept = {name: said[name] for name in _KEPT if said.get(name)}
        kept["keywords"] = kept.pop("tags", None) or kept.get("keywords") or []
        row = {**kept, "file": file, "captions": captions, "original": sample, "group": recording_of(sample)}
        row |= {"split": self._split} if self._split else {}
        self._rows.write(json.dumps(row, ensure_ascii=False) + "\n")
        self.found.sounds += 1
        self._step()


@dataclass(slots=True)
class _TarSample:
    """Consecutive tar members of one name."""

    name: str
    file: str = ""
    said: dict[str, Any] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)
    why: str = ""
    """Reason to leave it out; empty to keep it."""


def _read_tar(shard: Path, folder: _SoundFolder) -> None:
    """Reads a webdataset shard: members that share a name up to its first dot are one sample."""
    sample = _TarSample("")
    try:
        with _decompressed(shard) as raw:
            bounded = _LimitedReader(raw)
            with tarfile.open(fileobj=cast(IO[bytes], bounded), mode="r:") as tar:
                while (member := tar.next()) is not None:
                    cast(Any, tar).members.clear()  # the tar would keep all of them
                    if not member.isreg() or member.issparse():
                        continue
                    name, ending = _parted(member.name)
                    if name != sample.name:
                        _end(sample, folder)
                        sample = _TarSample(name)
                    content = tar.extractfile(member)
                    assert content is not None, "it is a regular file"
                    _take(sample, ending, member.size, content, folder)
            if bounded.last.strip(b"\0"):
                raise tarfile.ReadError("what follows is no header of a tar")
    except _DAMAGED as err:
        _end(sample, folder)
        raise _Damaged(err, sample.name) from err
    _end(sample, folder)


def _take(sample: _TarSample, ending: str, size: int, content: IO[bytes], folder: _SoundFolder) -> None:
    """Adds one member to a sample."""
    if f".{ending.rpartition('.')[2]}" in AUDIO_SUFFIXES:
        if sample.file:
            sample.why = "it holds several sounds"
        elif size > MOST_AUDIO_BYTES:
            sample.why = f"its sound has {size:,} bytes"
        else:
            with folder.file(f".{ending.rpartition('.')[2]}") as (file, name):
                sample.file, sample.why = name, "its sound is cut off"
                while chunk := content.read(2**16):
                    file.write(chunk)
                sample.why = ""
    elif ending.rpartition(".")[2] in ("txt", "json"):
        if size > MOST_TEXT_BYTES:
            sample.why = f"its text has {size:,} bytes"
            return
        try:
            text = content.read().decode("utf-8")
            value = json.loads(text) if ending.endswith("json") else None
        except ValueError as err:
            sample.why = f"its {ending} cannot be read: {err}"
            return
        if isinstance(value, dict):
            sample.said |= value
        elif value is None:
            sample.texts.append(text)


def _end(sample: _TarSample, folder: _SoundFolder) -> None:
    """Writes a complete sample."""
    if not sample.name:
        return
    if sample.why or not sample.file:
        folder.found.leave(sample.name, sample.why or "no sound")
        if sample.file:
            folder.drop(sample.file)
    else:
        folder.row(sample.file, sample.name, sample.said, sample.texts)


def _read_parquet(shard: Path, folder: _SoundFolder) -> None:
    """Reads a shard written by `datasets`: a column of structs with bytes and path, or of bytes, beside captions."""
    parquet: Any = _pyarrow_parquet()
    row, number = f"{shard.name}:0", 0
    try:
        with parquet.ParquetFile(shard, buffer_size=2**20, pre_buffer=False) as table:
            audio = _audio_column(table.schema_arrow)
            plain = [name for name in table.schema_arrow.names if name == audio or _is_said(name)]
            for batch in table.iter_batches(batch_size=_ROWS, columns=plain, use_threads=False):
                for said in batch.to_pylist():
                    row, number = f"{shard.name}:{number}", number + 1
                    _take_row(row, said, said.pop(audio), folder)
    except _DAMAGED as err:  # pyarrow's own are ValueErrors and OSErrors
        raise _Damaged(err, row) from err


def _take_row(row: str, said: Mapping[str, Any], value: Any, folder: _SoundFolder) -> None:
    content = value.get("bytes") if isinstance(value, dict) else value
    original = str(value.get("path") or "") if isinstance(value, dict) else ""
    if not content or len(content) > MOST_AUDIO_BYTES:
        folder.found.leave(row, f"its sound has {len(content):,} bytes" if content else "it holds no sound of its own")
        return
    with folder.file(Path(original).suffix) as (file, name):
        file.write(content)
    folder.row(name, original or row, said, ())


def _audio_column(schema: Any) -> str:
    """The column of sounds, as structs with a bytes field or as bytes; prefers one called audio."""
    import pyarrow

    def has_bytes(kind: Any) -> bool:
        if pyarrow.types.is_struct(kind):
            return any(has_bytes(part.type) for part in kind if part.name == "bytes")
        return bool(pyarrow.types.is_binary(kind) or pyarrow.types.is_large_binary(kind))

    found = [part.name for part in schema if has_bytes(part.type)]
    if not found:
        raise ValueError("it has no column of sounds, as bytes")
    return "audio" if "audio" in found else str(found[0])


def _is_said(name: str) -> bool:
    return name in _KEPT or name.startswith(("caption", "text"))


def _captions(said: Mapping[str, Any]) -> list[str]:
    """Captions of a sample: caption, captions, caption_2, text, each a text or a list of texts."""
    found: list[Any] = []
    for name, value in said.items():
        if name.startswith(("caption", "text")):
            found += value if isinstance(value, list) else [value]
    return [text for text in found if isinstance(text, str)]


def _parted(name: str) -> tuple[str, str]:
    """Splits a member's name into its sample's name and the ending that tells its role."""
    folder, _, own = name.rpartition("/")
    stem, _, ending = own.partition(".")
    return (f"{folder}/{stem}" if folder else stem), ending.lower()


def _suffix(suffix: str) -> str:
    """Suffix of the numbered file; decoders go by the bytes."""
    return suffix.lower() if suffix.lower() in AUDIO_SUFFIXES else ".wav"


def _decompressed(shard: Path) -> Any:
    """Opens a tar, decompressing if necessary."""
    openers: dict[str, Callable[..., Any]] = {"gz": gzip.open, "tgz": gzip.open, "bz2": bz2.open, "xz": lzma.open}
    return openers.get(shard.name.rpartition(".")[2], open)(shard, "rb")


class _LimitedReader:
    """A file that limits each read, because a tar's own headers claim their sizes."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self.last = file, b""

    def read(self, count: int) -> bytes:
        if count > _MOST_AT_ONCE:
            raise tarfile.ReadError(f"a header says that it has {count:,} bytes")
        found = self._file.read(count)
        self.last = found if count == _BLOCK else b""
        return found

    def seek(self, place: int) -> int:
        return self._file.seek(place)

    def tell(self) -> int:
        return self._file.tell()


def _pyarrow_parquet() -> Any:
    try:
        from pyarrow import parquet
    except ModuleNotFoundError as err:
        raise CorpusError(
            "parquet files are read by pyarrow, which is not installed",
            advice="Install it: .venv/bin/uv pip install --require-hashes -r installer/locks/cluster.txt",
        ) from err
    return parquet
