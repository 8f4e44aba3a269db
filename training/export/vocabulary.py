"""A smaller vocabulary for a frozen MiniLM in a pack: without the rows that English text cannot reach.

Of the 30,522 rows of its table 994 stand for nothing, and some 1,300 are letters of scripts whose words it was never
taught: a text in these becomes unknown words. What is written in Latin letters, with digits, signs and Greek letters
among them, is cut into the same pieces and gives the same vectors to the bit.
"""

import copy
import json
import unicodedata
from typing import Any

import torch
from tokenizers import Tokenizer
from torch import nn

from training.towers.minilm import MiniLmEncoder, SentenceEncoder

_SCRIPTS = ("LATIN", "GREEK", "MICRO SIGN", "MODIFIER LETTER", "SUPERSCRIPT", "FEMININE", "MASCULINE")
"""How the Unicode names of letters begin that are kept."""
_PREFIX = "##"


def for_english(encoder: MiniLmEncoder) -> MiniLmEncoder:
    """Gives a copy with the rows that text in Latin letters can reach, and positions for `max_tokens` tokens.

    Ids differ from the encoder's own: a copy's tokens are for the copy alone.
    """
    record: dict[str, Any] = json.loads(encoder.tokenizer.to_str())
    vocabulary: dict[str, int] = record["model"]["vocab"]
    special = {added["content"] for added in record["added_tokens"]}
    ordered = sorted(vocabulary, key=vocabulary.__getitem__)
    kept = [token for token in ordered if token in special or is_reachable(token)]
    rows = torch.tensor([vocabulary[token] for token in kept])
    bert: Any = copy.deepcopy(encoder.encoder.bert)
    tables = bert.embeddings
    tables.word_embeddings = _part(tables.word_embeddings, rows, kept.index("[PAD]"))
    tables.position_embeddings = _part(tables.position_embeddings, torch.arange(encoder.max_tokens))
    tokenizer = Tokenizer.from_str(json.dumps(_renumbered(record, {token: row for row, token in enumerate(kept)})))
    tokenizer.no_padding()
    tokenizer.enable_truncation(encoder.max_tokens)
    return MiniLmEncoder(SentenceEncoder(bert).requires_grad_(False).eval(), tokenizer, encoder.max_tokens)


def is_reachable(token: str) -> bool:
    """Says whether a piece can come of a text in Latin or Greek letters."""
    piece = token.removeprefix(_PREFIX)
    if piece.startswith("[unused"):
        return False
    letters = (letter for letter in piece if unicodedata.category(letter)[0] in "LM")
    return all(letter.isascii() or unicodedata.name(letter, "").startswith(_SCRIPTS) for letter in letters)


def _renumbered(record: dict[str, Any], rows: dict[str, int]) -> dict[str, Any]:
    """The tokenizer with the kept pieces alone, by their new rows."""
    added = [{**entry, "id": rows[entry["content"]]} for entry in record["added_tokens"]]
    around = record["post_processor"]
    special = {
        name: {**entry, "ids": [rows[token] for token in entry["tokens"]]}
        for name, entry in around["special_tokens"].items()
    }
    return {
        **record,
        "added_tokens": added,
        "model": {**record["model"], "vocab": rows},
        "post_processor": {**around, "special_tokens": special},
    }


def _part(table: nn.Embedding, rows: torch.Tensor, padding: int | None = None) -> nn.Embedding:
    part = nn.Embedding(len(rows), table.embedding_dim, padding, _weight=table.weight.detach()[rows].clone())
    return part.requires_grad_(False)
