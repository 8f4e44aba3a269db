"""`earshot-train synonyms`: variants of a corpus's captions by taxonomies alone, for the caption swap."""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from training.base.arguments import DONE, Commands, count, say
from training.base.results import parts_kept

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from training.data.paraphrase import VariantRequest
    from training.data.wordnet_variants import WordChange, WordNetVariants
    from training.towers.minilm import MiniLmEncoder


_AT_ONCE = 256


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "synonyms",
        help="make variants of captions from UCS, AudioSet's ontology and labels",
        description="Writes variants of every caption without a network: a phrase replaced by another that UCS or "
        "AudioSet's ontology puts beside it, the caption in another frame, and its sound's labels. The file is of the "
        "form that paraphrase writes and may be the same one; a recipe takes it by captions.variants. With --wordnet "
        "what a caption names also gives way to what says the same, to what is narrower and broader.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--data", action="append", default=[], metavar="NAME=DIR", help="path of a corpus; may be repeated"
    )
    parser.add_argument(
        "--part", action="append", required=True, metavar="NAME:PART", help="such as earshot:train; repeatable"
    )
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--out", type=Path, metavar="FILE", help="JSONL of variants; goes on if there")
    where.add_argument(
        "--examples", type=count, metavar="N", help="write nothing, show what --wordnet makes of N captions"
    )
    parser.add_argument(
        "--ontology", type=Path, metavar="FILE", help="AudioSet's ontology.json; without it the words are those of UCS"
    )
    parser.add_argument("--most", type=count, default=6, metavar="N", help="variants of one caption (default: 6)")
    parser.add_argument(
        "--wordnet", type=Path, metavar="DIR",
        help="WordNet's files, such as /usr/share/wordnet of Debian's wordnet-base; takes minutes",
    )  # fmt: skip
    parser.add_argument("--seed", type=count, default=1, metavar="S", help="of what --wordnet draws (default: 1)")
    parser.set_defaults(run=run, kept=parts_kept)


def run(options: argparse.Namespace) -> int:
    """Runs the command."""
    from training.data.caption_variants import variants_of
    from training.data.corpora.registry import places_of, read_parts
    from training.data.paraphrase import requests_of
    from training.data.thesaurus import thesaurus
    from training.data.variants import VariantFile

    clips = read_parts(options.part, places_of(options.data)).clips
    requests = requests_of(clips)
    if options.examples:
        return _show(options, requests)
    wider: dict[VariantRequest, tuple[str, ...]] = {}
    if options.wordnet:
        say(f"WordNet and {len(requests)} captions")
        rows = zip(requests, _widener(options).widen(requests), strict=True)
        wider = {request: tuple(change.text for change in row) for request, row in rows}
    found = variants_of(clips, thesaurus(options.ontology), options.most, wider)
    with VariantFile(options.out) as file:
        new = [variant for variant in found if variant.key not in file.known]
        file.extend(new)
    texts = {text for variant in found for text in variant.variants}
    print(f"{len(requests)} captions of {', '.join(options.part)}, {len(found)} with variants, {len(new)} new")
    print(f"{sum(len(variant.variants) for variant in found)} variants, {len(texts)} different texts: {options.out}")
    return DONE


def _show(options: argparse.Namespace, requests: Sequence[VariantRequest]) -> int:
    """Prints some captions with their texts, the replaced words and the agreement of each, for a person to judge."""
    from training.data.corpus import CorpusError

    if not options.wordnet:
        raise CorpusError("--examples shows what WordNet makes of captions", advice="Name its folder with --wordnet.")
    some = random.Random(options.seed).sample(list(requests), min(options.examples, len(requests)))
    rows: list[list[WordChange]] = _widener(options).widen(some)
    for request, changes in zip(some, rows, strict=True):
        print(f"{request.caption} [{', '.join(request.tags)}]")
        for change in changes:
            print(f"  {change.agreement:.2f} {change.text} ({change.how})")
    print(f"{sum(map(len, rows))} texts of {sum(map(bool, rows))} among {len(some)} captions")
    return DONE


def _widener(options: argparse.Namespace) -> WordNetVariants:
    from training.data.audioset_ontology import audioset_tree
    from training.data.wordnet import wordnet
    from training.data.wordnet_variants import WideningConfig, WordNetVariants
    from training.towers.minilm import MiniLmConfig

    encoder = MiniLmConfig().build()
    nodes = audioset_tree(options.ontology) if options.ontology else []
    config = WideningConfig(most=options.most, seed=options.seed)
    return WordNetVariants(wordnet(options.wordnet), nodes, encoding(encoder), partial(pieces, encoder), config)


def pieces(encoder: MiniLmEncoder, word: str) -> int:
    """Returns the number of pieces into which MiniLM cuts a word."""
    return len(encoder.tokenizer.encode(word, add_special_tokens=False).ids)


def encoding(encoder: MiniLmEncoder) -> Callable[[Sequence[str]], NDArray[np.float32]]:
    """Returns MiniLM for many texts at once, batched by similar length."""
    import numpy as np
    import torch

    from training.towers.minilm import SENTENCE_DIM

    def encode(texts: Sequence[str]) -> NDArray[np.float32]:
        vectors = np.empty((len(texts), SENTENCE_DIM), dtype=np.float32)
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        with torch.inference_mode():
            for start in range(0, len(order), _AT_ONCE):
                rows = order[start : start + _AT_ONCE]
                vectors[rows] = encoder(*encoder.tokens([texts[row] for row in rows])).numpy()
        return vectors

    return encode
