"""English words and names, and how often each is said of sounds; resources/words/NOTICE.md names the sources."""

import gzip
from dataclasses import dataclass
from functools import cache
from importlib import resources

_NAME = "-"


@dataclass(frozen=True, slots=True)
class English:
    """The list."""

    words: dict[str, int]
    """Each with how often it is said of sounds, 0 for most."""
    names: frozenset[str]
    """Those that are written with a capital only: Donner, Tokyo."""

    def has(self, word: str) -> bool:
        """Whether it is an English word, in lower case, and no mere name."""
        return word in self.words and word not in self.names


@cache
def english() -> English:
    """The list, read the first time."""
    with resources.files("resources.words").joinpath("english.txt.gz").open("rb") as packed:
        lines = [line.partition(" ") for line in gzip.decompress(packed.read()).decode().splitlines()]
    words = {word: int(count) if count.isdigit() else 0 for word, _, count in lines}
    return English(words, frozenset(word for word, _, count in lines if count == _NAME))
