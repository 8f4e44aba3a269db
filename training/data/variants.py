"""The file of generated captions: one JSON line for a caption and its tags, appended as they come, never rewritten.

The file is the cache of `earshot-train paraphrase`, which goes on where it was killed, and what training reads;
`earshot-train synonyms` writes it too. A last line that a kill left unfinished is passed over, and cut off before more
is written.
"""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import BinaryIO, Self

from training.data.corpus import CorpusError

FORMAT = 1
_ADVICE = "It must be a file that earshot-train paraphrase or synonyms wrote; move it away to begin anew."


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
    """Generated captions, by the original and its tags."""

    def __init__(self, texts: Mapping[tuple[str, tuple[str, ...]], tuple[str, ...]]) -> None:
        self._texts = texts

    def of(self, caption: str, tags: Sequence[str]) -> tuple[str, ...]:
        """Gives the variants of a caption with these tags; none when there are none."""
        return self._texts.get((caption, tuple(tags)), ())


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
    """Reads a file of variants; those of one caption by several models or prompts are put together.

    Raises:
        CorpusError: no such file, a line before the last that is no variant, or a later version.
    """
    texts: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}
    for variant in _lines(path):
        place = (variant.caption, variant.tags)
        texts[place] = tuple(dict.fromkeys((*texts.get(place, ()), *variant.variants)))
    return Variants(texts)


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
