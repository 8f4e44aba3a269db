"""Reasons for `earshot search --why`: lines for people, and a record for programs."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from engine.base.types import Hit
from engine.cli.shell.output import printable

if TYPE_CHECKING:
    from engine.library.explanation import Explanation

_MOMENTS = 3
Explaining = Callable[[Hit], "Explanation"]


def why_record(reasons: "Explanation") -> dict[str, Any]:
    """Returns a hit's `reasons` as `search --why --json` prints them."""
    strip = reasons.strip
    windows = zip(strip.starts_s.tolist(), strip.ends_s.tolist(), strip.similarities.tolist(), strict=True)
    words = zip(reasons.words, reasons.shares, strict=True)
    return {
        "score_alone": round(reasons.hit.score, 4),
        "windows": [
            {"start_s": round(start_s, 4), "end_s": round(end_s, 4), "chance": round(chance, 4)}
            for start_s, end_s, chance in windows
        ],
        "words": [
            {
                "word": word.word,
                "score_without": None if word.without is None else round(word.without, 4),
                "share": None if share is None else round(share, 4),
            }
            for word, share in words
        ],
        "kinds": [
            {
                "category": kind.category.category,
                "subcategory": kind.category.subcategory,
                "cat_id": kind.category.cat_id,
                "confidence": round(kind.confidence, 4),
            }
            for kind in reasons.kinds
        ],
    }


def why_lines(reasons: "Explanation") -> Iterator[str]:
    """Yields the reasons for people, one line per kind."""
    strip = reasons.strip
    best = strip.similarities.argsort()[::-1][:_MOMENTS]
    if len(best):
        heard = (f"{_clock(float(strip.starts_s[at]))} ({float(strip.similarities[at]):.0%})" for at in best)
        yield f"heard at {', '.join(heard)}"
    told = [
        f"{printable(word.word)} {'alone' if share is None else f'{share:+.0%}'}"
        for word, share in zip(reasons.words, reasons.shares, strict=True)
    ]
    if told:
        yield f"words: {', '.join(told)}"
    if reasons.kinds:
        kinds = (f"{kind.category.category} {kind.category.subcategory}" for kind in reasons.kinds)
        yield f"sounds like {', '.join(kinds)}"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(seconds, 60.0)
    return f"{int(minutes)}:{rest:04.1f}"
