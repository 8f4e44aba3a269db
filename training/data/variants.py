"""The file of generated captions: one JSON line for a caption and its tags, appended as they come, never rewritten.

The file is the cache of `earshot-train paraphrase`, which goes on where it was killed, and what training reads;
`earshot-train synonyms` writes it too. A last line that a kill left unfinished is passed over, and cut off before more
is written.

The file that Primus et al. 2023 published for Clotho, clotho_gpt/variations.json, is read too: one JSON list of
{idx, path, caption, query, response, variations, …}. Their loader draws one of the first five `variations` of an item.
"""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Self

from training.data.corpora.clotho import plain_name
from training.data.corpora.reading import tidy
from training.data.corpus import CorpusError

FORMAT = 1
PUBLISHED_COUNT = 5
"""Variants of a caption that the loader of variations.json draws from; further lines of an answer are never drawn."""
_ADVICE = "It must be a file that earshot-train paraphrase or synonyms wrote, or a published variations.json."


@dataclass(frozen=True, slots=True)
class Variant:
    """One caption and what was made of it."""

    key: str
    """Of caption, tags, prompt and model: `key_of`."""
    caption: str
    """The original, to the letter."""
    tags: tuple[str, ...]
    model: str
    variants: tuple[str, ...]


class Variants:
    """Generated captions, by the original and its tags, or by the original and the name of its sound's file."""

    def __init__(
        self,
        texts: Mapping[tuple[str, tuple[str, ...]], tuple[str, ...]],
        of_files: Mapping[tuple[str, str], tuple[str, ...]] | None = None,
    ) -> None:
        self._texts, self._of_files = texts, of_files or {}

    def of(self, caption: str, tags: Sequence[str], file: str = "") -> tuple[str, ...]:
        """Gives the variants of a caption with these tags, or of a sound with this file; none when there are none."""
        return self._texts.get((caption, tuple(tags))) or self._of_files.get((file, caption), ())


class VariantFile:
    """The file while it grows, in a `with` block. One thread at a time, one process at a time."""

    def __init__(self, path: Path) -> None:
        """Opens or makes the file and cuts off an unfinished last line.

        Raises:
            CorpusError: a line before the last is no variant, the file is of a later version, or it cannot be written.
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
        """Adds one, which is on the disk when this returns."""
        self.extend([variant])

    def extend(self, variants: Sequence[Variant]) -> None:
        """Adds several, which are on the disk when this returns."""
        for variant in variants:
            line = json.dumps({"format": FORMAT, **asdict(variant)}, ensure_ascii=False)
            self._file.write(line.encode() + b"\n")
            self.known[variant.key] = variant
        self._file.flush()
        os.fsync(self._file.fileno())

    def __enter__(self) -> Self:
        """Gives the file, which is closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes the file."""
        self._file.close()


def read_variants(path: Path) -> Variants:
    """Reads a file of variants, ours or the published one; those of one caption by several models are put together.

    Raises:
        CorpusError: no such file, a line before the last that is no variant, or a later version.
    """
    if _is_published(path):
        return Variants({}, _published(path))
    texts: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}
    for variant in _lines(path):
        place = (variant.caption, variant.tags)
        texts[place] = tuple(dict.fromkeys((*texts.get(place, ()), *variant.variants)))
    return Variants(texts)


def _is_published(path: Path) -> bool:
    """Whether it is one list, as variations.json is, and not a line a caption."""
    try:
        with path.open("rb") as file:
            return path.suffix == ".json" and file.read(64).lstrip()[:1] == b"["
    except OSError as err:
        raise CorpusError(f"no variants at {path}: {err.strerror}", advice=_ADVICE) from err


def _published(path: Path) -> dict[tuple[str, str], tuple[str, ...]]:
    """What variations.json has, by the name of the sound's file and the caption as corpora are read."""
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
    """Names a request by all that decides its answer: the model, and the messages with caption, tags and prompt."""
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
