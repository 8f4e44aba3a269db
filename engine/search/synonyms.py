"""Earshot's own synonyms for words of a query, chosen for the names that sounds are given.

They come from resources/ucs/synonyms-en.txt, whose first lines describe the format. All inflections of a word count.
`engine.search.thesaurus` adds the user's additions and exclusions.
"""

from functools import cache
from importlib import resources

from engine.base.text_forms import small
from engine.search.keywords import stem

_FILE = "synonyms-en.txt"


def synonyms_of(word: str) -> tuple[str, ...]:
    """The synonyms of a word, closest first; none for an unlisted word."""
    known, root = _known(), stem(small(word.strip()))
    return known.get(root) or known.get(f"{root}e", ())  # "scraping" lost the e of "scrape"


@cache
def _known() -> dict[str, tuple[str, ...]]:
    """Synonyms by stem: words of the same sets first, then kinds."""
    same: dict[str, dict[str, None]] = {}
    kinds: dict[str, dict[str, None]] = {}
    for line in (resources.files("resources.ucs") / _FILE).read_text(encoding="utf-8").splitlines():
        words, is_kinds, behind = line.partition(" > ")
        if not line.strip() or line.startswith("#"):
            continue
        if is_kinds:
            kinds.setdefault(stem(words), {}).update(dict.fromkeys(behind.split()))
            continue
        for word in words.split():
            others = same.setdefault(stem(word), {})
            others.update(dict.fromkeys(other for other in words.split() if stem(other) != stem(word)))
    return {
        word: tuple(dict.fromkeys((*same.get(word, ()), *kinds.get(word, ())))) for word in same.keys() | kinds.keys()
    }
