"""Converts the engine's completions into suggestions with the field's whole text."""

from desktop.base.translation import Phrase, number, phrase
from desktop.search.completion import CompletionLine
from engine.library.completion import Completion

_KINDS: dict[str, Phrase] = {
    "word": phrase("SearchingCompletion", "word"),
    "idea": phrase("SearchingCompletion", "idea"),
    "tag": phrase("SearchingCompletion", "tag"),
    "collection": phrase("SearchingCompletion", "collection"),
    "category": phrase("SearchingCompletion", "category"),
    "filter": phrase("SearchingCompletion", "filter"),
    "value": phrase("SearchingCompletion", "value"),
    "history": phrase("SearchingCompletion", "searched before"),
    "saved": phrase("SearchingCompletion", "saved search"),
}


def suggestion_of(completion: Completion, text: str) -> CompletionLine:
    """The suggestion for a completion of `text`."""
    before, after = text[: completion.start], text[completion.end :]
    kind = str(_KINDS[completion.kind]) if completion.kind in _KINDS else completion.kind
    if completion.count is not None:
        kind = f"{kind}  ·  {number(completion.count)}"
    return CompletionLine(
        f"{before}{completion.text}{after}", len(before) + len(completion.text), completion.text, kind
    )
