"""Harnesses of what people type and what names say: the query language down to SQL, completion, UCS names."""

import json
from collections.abc import Iterator
from functools import cache

import numpy as np

from engine.audio.category_completion import complete_category
from engine.audio.fields import Field
from engine.audio.key_names import canonical
from engine.audio.stated_music import key_name, stated
from engine.audio.ucs import by_cat_id, parse_name
from engine.base.errors import EngineError
from engine.base.types import FilePath, Measures, SoundMetadata
from engine.features.metadata_edits.edit import Edit
from engine.features.metadata_edits.ucs_names import UcsParts, clean, propose
from engine.features.speech.phonemes import words_in
from engine.ingest.name_text import name_text
from engine.library.completion import Completer
from engine.search.filter_registry import FILTERS
from engine.search.languages import translate
from engine.search.lexicon import Lexicon
from engine.search.query_parser import asked, parse
from engine.search.synonyms import synonyms_of
from engine.store.catalogue import Catalogue
from engine.store.vocabulary import Words
from engine.store.word_splitting import index_text, match_expression
from engine.transfer.credits import credit_of
from engine.transfer.table import harmless
from tests.fuzz.harness import Harness, letters, scratch


def _parse(data: bytes) -> None:
    """The bytes are words, and behind a null byte the filters that were chosen."""
    text, _, chosen = letters(data).partition("\0")
    query = parse(text, synonyms=synonyms_of, filters=chosen, doubt=_lexicon().doubt, translate=translate)
    for chip in query.chips:
        assert all(0 <= start < end <= len(text) for start, end in chip.spans), (chip, len(text))
        assert all(0 <= start < end <= len(chosen) for start, end in chip.chosen_spans), (chip, len(chosen))
    without = frozenset(chip.id for chip in query.chips[::2])
    left = parse(text, synonyms=synonyms_of, filters=chosen, without=without)
    assert len(left.alternatives) >= 1
    typed, filters = asked(text, without, filters=chosen)
    parse(typed, synonyms=synonyms_of, filters=filters)


@cache
def _lexicon() -> Lexicon:
    words = Words(["sch\u00f6n", "thunder"], np.array([1, 2]))
    return Lexicon(lambda: words, lambda word: np.arange(word in words))


def _ask(data: bytes) -> None:
    """As typed, down to the catalogue: conditions and full text."""
    text = letters(data)
    query = parse(text, synonyms=lambda word: ())
    catalogue = _catalogue()
    catalogue.passing.ids(query.filters)
    for alternative in query.alternatives[:4]:
        for words in (*alternative.words[:4], *alternative.required[:4], alternative.describe):
            catalogue.texts.matching(words)
            catalogue.texts.matching(words, is_prefix=True)


def _complete(data: bytes) -> None:
    text = letters(data)
    complete_category(text)
    _completer().complete(text)
    _completer().complete(text, len(text) // 2)


def _name(data: bytes) -> None:
    text = letters(data)
    parse_name(text), by_cat_id(text), synonyms_of(text)
    key_name(text), canonical(text), clean(text), harmless(text), words_in(text)
    index_text(text), match_expression(text, is_prefix=True)
    path = FilePath(b"/sounds/" + data.replace(b"\0", b"").replace(b"/", b"-"))
    metadata = SoundMetadata(title=text, artist=text, comment=text, fields={"id3.TBPM": text, "vorbis.key": text})
    stated(Measures(), metadata, path)
    name_text(path, FilePath(b"/sounds"), metadata)
    credit_of(path.name, metadata)


def _edit(data: bytes) -> None:
    text = letters(data)
    for field in Field:
        try:
            edit = Edit.of({field: text})
        except EngineError:
            continue
        edit.values[field].encode()
    here = FilePath.of(scratch() / "RAIN_a_b_c.wav")
    parts = UcsParts("RAIN", fx_name=text, creator=text[:20], source=text[20:40], user_data=text[40:60])
    for proposal in propose([(here, SoundMetadata(title=text))], parts):
        assert b"\0" not in proposal.new_path.raw and proposal.new_path.native.parent == here.native.parent


@cache
def _catalogue() -> Catalogue:
    return Catalogue.open(scratch() / "library")


@cache
def _completer() -> Completer:
    return Completer(_catalogue())


def queries() -> Iterator[bytes]:
    """Every example of the help, and what people paste."""
    for described in FILTERS.values():
        yield from (example.encode() for example in described.examples)
        yield f"door {described.key}:".encode()
    yield b'heavy door | "old wood" -music dur:<2 ext:wav,flac \xe2\x80\x9ein quotes\xe2\x80\x9c -"no rain" say:seven'
    yield b'door\0dur:<2 tag:"room tone" size:>999G is:loop'
    yield b"'; DROP TABLE sound; -- NEAR(a b) a* OR ^b {x}:y"
    yield json.dumps("door\u0301 \U0001f6aa \ud83d").encode()


def _names() -> Iterator[bytes]:
    yield b"DOORWood-Old_Heavy Creak_JD_HOUSE_take 2"
    yield b"Break 168bpm Am (F# minor)"
    yield b"AMBForst_x"
    yield "Tür_knarrt 128.5 BPM Bb maj".encode()


_KEYS = tuple(f"{key}:" for key in FILTERS)
_SIGNS = ("<=", ">=", "..", '"', "|", "-", "today", "week", "999999999999", "1:30", "44.1k", "5.1", "yes", "no", "\0")

HARNESSES = (
    Harness("query", _parse, queries, (*_KEYS, *_SIGNS)),
    Harness("asking", _ask, queries, (*_KEYS, *_SIGNS), 1024),
    Harness("completion", _complete, queries, (*_KEYS, *_SIGNS), 1024),
    Harness("names", _name, _names, ("_", "-", "bpm", "minor", "#", "\u266d"), 1024),
    Harness("edit", _edit, _names, ("_", ", ", ";", "\n"), 1024),
)
