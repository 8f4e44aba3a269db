"""Writes variants of a corpus' captions that taxonomies and labels give."""

import argparse

from training.data.corpora.registry import places_of, read_parts
from training.data.paraphrase import requests_of
from training.data.rewording import variants_of
from training.data.thesaurus import thesaurus
from training.data.variants import VariantFile
from training.tasks import DONE


def synonyms(options: argparse.Namespace) -> int:
    """Runs the command."""
    clips = read_parts(options.part, places_of(options.data)).clips
    found = variants_of(clips, thesaurus(options.ontology), options.most)
    with VariantFile(options.out) as file:
        new = [variant for variant in found if variant.key not in file.known]
        file.extend(new)
    texts = {text for variant in found for text in variant.variants}
    print(
        f"{len(requests_of(clips))} captions of {', '.join(options.part)}, {len(found)} with variants, {len(new)} new"
    )
    print(f"{sum(len(variant.variants) for variant in found)} variants, {len(texts)} different texts: {options.out}")
    return DONE
