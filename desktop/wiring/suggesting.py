"""Turns the engine's completions into suggestions for the search field: what the whole field would hold."""

from desktop.panels.completion import Suggestion
from desktop.translation import Phrase, number, phrase
from engine.search.completion import Completion

_KINDS: dict[str, Phrase] = {
    "word": phrase("Suggesting", "word"),
    "idea": phrase("Suggesting", "idea"),
    "tag": phrase("Suggesting", "tag"),
    "collection": phrase("Suggesting", "collection"),
    "category": phrase("Suggesting", "category"),
    "filter": phrase("Suggesting", "filter"),
    "value": phrase("Suggesting", "value"),
    "history": phrase("Suggesting", "searched before"),
    "saved": phrase("Suggesting", "saved search"),
}


def suggestion_of(completion: Completion, text: str) -> Suggestion:
    """The suggestion for a completion of `text`."""
    before, after = text[: completion.start], text[completion.end :]
    kind = str(_KINDS[completion.kind]) if completion.kind in _KINDS else completion.kind
    if completion.count is not None:
        kind = f"{kind}  ·  {number(completion.count)}"
    return Suggestion(f"{before}{completion.text}{after}", len(before) + len(completion.text), completion.text, kind)
