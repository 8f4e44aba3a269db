"""The append-only file of generated captions: one JSON line for a caption and its tags.

`earshot-train paraphrase` uses it as a cache and resumes from it, `earshot-train synonyms` writes it too, and training
reads it. An incomplete last line, left by a kill, is ignored and cut off before more is written.

Also reads the file that Primus et al. 2023 published for Clotho, clotho_gpt/variations.json: one JSON list of {idx,
path, caption, query, response, variations, …}. Their loader draws one of an item's first five `variations`.
"""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Self

from training.data.corpora.clotho import plain_name
from training.data.corpora.reader import tidy
from training.data.corpus import CorpusError

FORMAT = 1
PUBLISHED_COUNT = 5
"""Variants of a caption that the loader of variations.json draws from; it ignores the rest of an answer."""
_ADVICE = "It must be a file that earshot-train paraphrase or synonyms wrote, or a published variations.json."


@dataclass(frozen=True, slots=True)
class Variant:
    """One caption and its variants."""

    key: str
    """Key of caption, tags, prompt and model, by `key_of`."""
    caption: str
    """The original, verbatim."""
    tags: tuple[str, ...]
    model: str
    variants: tuple[str, ...]


class Variants:
    """Generated captions, by original and tags, or by original and the name of its sound's file."""

    def __init__(
        self,
        texts: Mapping[tuple[str, tuple[str, ...]], tuple[str, ...]],
        of_files: Mapping[tuple[str, str], tuple[str, ...]] | None = None,
    ) -> None:
        self._texts, self._of_files = texts, of_files or {}

    def of(self, caption: str, tags: Sequence[str], file: str = "") -> tuple[str, ...]:
        """Returns the variants of a caption with these tags, or of a sound with this file; empty if there are none."""
        return self._texts.get((caption, tuple(tags))) or self._of_files.get((file, caption), ())


class VariantFile:
    """The growing file, used in a `with` block by one thread and one process at a time."""

    def __init__(self, path: Path) -> None:
        """Opens or creates the file and cuts off an incomplete last line.

        Raises:
            CorpusError: an earlier line is invalid, the file is of a later version, or it cannot be written.
        """
        self.known = {variant.key: variant for variant in _lines(path)} if path.exists() else {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file: BinaryIO = path.open("r+b" if path.exists() else "x+b")
        except OSError as err:
            raise CorpusError(f"{path}: {err.strerror}", advice="Choose another file.") from err
        content = self._file.read()
        self._file.seek(content.rfind(b"\n") + 1)
        self._file.truncate()

    def append(self, variant: Variant) -> None:
        """Appends one variant; it is on disk on return."""
        self.extend([variant])

    def extend(self, variants: Sequence[Variant]) -> None:
        """Appends several variants; they are on disk on return."""
        for variant in variants:
            line = json.dumps({"format": FORMAT, **asdict(variant)}, ensure_ascii=False)
            self._file.write(line.encode() + b"\n")
            self.known[variant.key] = variant
        self._file.flush()
        os.fsync(self._file.fileno())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def read_variants(path: Path) -> Variants:
    """Reads a file of variants, ours or the published one; merges several models' variants of a caption.

    Raises:
        CorpusError: no such file, an invalid line before the last, or a later version.
    """
    if _is_published(path):
        return Variants({}, _published(path))
    texts: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}
    for variant in _lines(path):
        place = (variant.caption, variant.tags)
        texts[place] = tuple(dict.fromkeys((*texts.get(place, ()), *variant.variants)))
    return Variants(texts)


def _is_published(path: Path) -> bool:
    """Whether the file is one list, like variations.json, rather than a line a caption."""
    try:
        with path.open("rb") as file:
            return path.suffix == ".json" and file.read(64).lstrip()[:1] == b"["
    except OSError as err:
        raise CorpusError(f"no variants at {path}: {err.strerror}", advice=_ADVICE) from err


def _published(path: Path) -> dict[tuple[str, str], tuple[str, ...]]:
    """Variants of variations.json by file name and caption, both normalised as in corpora."""
    try:
        return dict(map(_of_file, json.loads(path.read_text(encoding="utf-8"))))
    except (OSError, ValueError, KeyError, TypeError) as err:
        raise CorpusError(f"{path} is no variations.json: {err!r}", advice=_ADVICE) from err


def _of_file(item: Mapping[str, object]) -> tuple[tuple[str, str], tuple[str, ...]]:
    """One item's sound and caption, and the variants that their loader draws from."""
    texts = item["variations"]
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise ValueError("variations is no list of texts")
    name = PurePosixPath(str(item["path"]).replace("\\", "/")).name
    return (plain_name(name), tidy(item["caption"])), tuple(text for text in texts[:PUBLISHED_COUNT] if text)


def key_of(model: str, messages: object) -> str:
    """Hashes all inputs of an answer: the model, and the messages with caption, tags and prompt."""
    return hashlib.blake2b(json.dumps([model, messages]).encode(), digest_size=12).hexdigest()


def _lines(path: Path) -> Iterator[Variant]:
    try:
        *whole, _unfinished = path.read_bytes().split(b"\n")
    except OSError as err:
        raise CorpusError(f"no variants at {path}: {err.strerror}", advice=_ADVICE) from err
    for number, line in enumerate(whole, start=1):
        try:
            record = json.loads(line)
            version = record.pop("format")
            if version > FORMAT:
                raise CorpusError(f"{path} is of version {version}, newer than {FORMAT}", advice="Update Earshot.")
            yield Variant(
                key=str(record["key"]),
                caption=str(record["caption"]),
                tags=tuple(map(str, record["tags"])),
                model=str(record["model"]),
                variants=tuple(map(str, record["variants"])),
            )
        except (ValueError, KeyError, TypeError, AttributeError) as err:
            raise CorpusError(f"line {number} of {path} is no variant: {err!r}", advice=_ADVICE) from err
