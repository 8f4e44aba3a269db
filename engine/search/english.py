"""English words and names and their frequency in descriptions of sounds; sources are in resources/words/NOTICE.md."""

import gzip
from functools import cache
from importlib import resources

from msgspec import Struct

_NAME = "-"


class English(Struct, frozen=True):
    """The word list."""

    words: dict[str, int]
    """Frequency of each word in descriptions of sounds, 0 for most."""
    names: frozenset[str]
    """Those written only with a capital: Donner, Tokyo."""

    def has(self, word: str) -> bool:
        """Whether a lower-case word is English and not just a name."""
        return word in self.words and word not in self.names


@cache
def english() -> English:
    """The word list, read at the first call."""
    with resources.files("resources.words").joinpath("english.txt.gz").open("rb") as packed:
        lines = [line.partition(" ") for line in gzip.decompress(packed.read()).decode().splitlines()]
    words = {word: int(count) if count.isdigit() else 0 for word, _, count in lines}
    return English(words, frozenset(word for word, _, count in lines if count == _NAME))
