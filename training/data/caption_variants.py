"""Caption variants without a language model, from a thesaurus and from the sound's labels.

Three deterministic ways: a phrase gives way to a stand-in (training.data.thesaurus); words about the recording ("as a
sound effect") are removed, or put before a name; and a label that few kinds share becomes a caption itself.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from training.data.caption_joining import Form, form_of
from training.data.corpus import Clip
from training.data.paraphrase import VariantRequest, requests_of
from training.data.thesaurus import Thesaurus
from training.data.variants import Variant, key_of

MODEL = "taxonomies-1"
"""Replaces the language model's name in the file; change it when rules or words change."""
WIDER = "taxonomies-1, wordnet-1"
"""MODEL for captions that WordNet or AudioSet's descriptions widened too."""
KINDS_A_LABEL = 3
"""A label shared by more kinds ("metal", "footsteps") says too little for a caption."""

_FRAME_BEHIND = re.compile(
    r"(?: heard)? (?:in (?:a|this) (?:sound )?clip|in (?:a|this) (?:short |long )?recording|as a sound effect)$"
)
_FRAME_BEFORE = re.compile(r"^(?:the sound of|sounds? of|sound effect of|audio clip of|an? recording of|noise of) ")
_BEFORE_NAMES = ("the sound of {0}", "{0} can be heard", "a recording of {0}")
_LABELS = ("{0}", "{0} sound", "recording of {0}")
_HAS_SOUND = re.compile(r"\b(?:sounds?|noises?|music|recording|voice|speech)\b")
_LETTERS = re.compile(r"[a-z0-9][a-z0-9 '-]*[a-z0-9]")


def variants_of(
    clips: Sequence[Clip], words: Thesaurus, most: int, wider: Mapping[VariantRequest, tuple[str, ...]] | None = None
) -> list[Variant]:
    """Returns the variants of every caption that has any, each pair of caption and tags once.

    Args:
        clips: a whole corpus, to find the labels that few kinds share.
        most: limit for one caption; rewordings, frames and labels take turns.
        wider: further texts from training.data.wordnet_variants, appended without counting.
    """
    telling = _telling_labels(clips)
    found: list[Variant] = []
    for request in requests_of(clips):
        texts = reworded(request.caption, [tag for tag in request.tags if tag in telling], words, most)
        more = tuple(text for text in (wider or {}).get(request, ()) if text not in texts)
        if texts or more:
            key = key_of_request(request, most, more)
            found.append(Variant(key, request.caption, request.tags, WIDER if more else MODEL, (*texts, *more)))
    return found


def key_of_request(request: VariantRequest, most: int, wider: Sequence[str] = ()) -> str:
    """Returns the request's key in the file of variants: caption, tags, rules and WordNet's additions."""
    if wider:
        return key_of(WIDER, [request.caption, list(request.tags), most, *wider])
    return key_of(MODEL, [request.caption, list(request.tags), most])


def reworded(caption: str, labels: Sequence[str], words: Thesaurus, most: int) -> tuple[str, ...]:
    """Returns up to `most` other captions that are true if this one is; never the caption itself.

    Args:
        labels: its sound's labels that are telling alone.
        most: limit; the three ways take turns.
    """
    name = bare(caption)
    ways = [list(words.reword(caption)), _framed(caption, name), _labelled(labels, words)]
    ways[0] += [text for text in words.reword(name) if name != caption]
    texts: list[str] = []
    while any(ways):
        texts += [way.pop(0) for way in ways if way]
    different: dict[str, str] = {}
    for text in texts:
        if text.lower() != caption.lower():
            different.setdefault(text.lower(), text)
    return tuple(different.values())[:most]


def bare(caption: str) -> str:
    """Strips words about the recording ("in a clip"), unless only one word would remain."""
    rest = _FRAME_BEFORE.sub("", _FRAME_BEHIND.sub("", caption))
    return rest if len(rest.split()) > 1 else caption


def _framed(caption: str, name: str) -> list[str]:
    """The bare caption and, if it is a name, the frames that it lacks."""
    frames = [frame.format(name) for frame in _BEFORE_NAMES] if form_of(name) is Form.NAME else []
    if _HAS_SOUND.search(name):
        frames = []
    return [text for text in (name, *frames) if text != caption]


def _labelled(labels: Sequence[str], words: Thesaurus) -> list[str]:
    texts: list[str] = []
    for label in labels:
        frames = _LABELS[:1] if _HAS_SOUND.search(label) else _LABELS
        texts += [frame.format(label) for frame in frames]
        texts += words.reword(label)
    return texts


def _telling_labels(clips: Sequence[Clip]) -> Mapping[str, int]:
    """Labels that few kinds have, with the number of kinds."""
    kinds: dict[str, set[str]] = defaultdict(set)
    for clip in clips:
        for label in clip.keywords:
            kinds[label].add(clip.kind)
    return {
        label: len(those) for label, those in kinds.items() if len(those) <= KINDS_A_LABEL and _LETTERS.fullmatch(label)
    }
