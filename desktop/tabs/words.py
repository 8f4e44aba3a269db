"""What a tab is called: its words, the sound it is like, or the place it looks in."""

import os
from pathlib import PurePath

from desktop import engine_words
from desktop.panels.library_list import PLACES
from desktop.terms import Term, terms_of, text_of
from desktop.translation import translate
from desktop.work.requests import Request
from engine.search.examples import LIKE, UNLIKE
from engine.search.parse import parse


def title_of(request: Request) -> str:
    """One line for a request; "All sounds" for nothing."""
    if request.reference is not None:
        return translate("Tabs", "Similar to %1", PurePath(request.reference.path.name).stem)
    if request.text.strip():
        return request.text.strip()
    if request.among is not None:
        return request.among.label
    terms = terms_of(request.filters)
    named = next((str(place.title) for place in PLACES if place.scope == text_of(terms)), "")
    return named or ", ".join(map(_said, terms))


def _said(term: Term) -> str:
    if term.key in (LIKE, UNLIKE):
        chip = next(iter(parse(str(term), synonyms=lambda word: ()).chips))
        return engine_words.chip(chip)
    if term.key == "in":
        return os.path.basename(term.value.rstrip("/\\")) or term.value
    return term.value if term.key == "collection" else str(term)
