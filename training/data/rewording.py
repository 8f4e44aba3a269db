"""Other captions of a sound without a language model: the same in other words, and in the words of its labels.

Three ways, all of them plain: a phrase gives way to a stand-in (training.data.thesaurus); what only says that this is a
recording ("as a sound effect") is taken off, or put before a name; and a label that few kinds share is a caption by
itself. Nothing is drawn: the same corpus gives the same captions.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from training.data.corpus import Clip
from training.data.joining import Form, form_of
from training.data.paraphrase import VariantRequest, requests_of
from training.data.thesaurus import Thesaurus
from training.data.variants import Variant, key_of

MODEL = "taxonomies-1"
"""Stands in the file where a language model's name would; a change of rules or words needs another."""
WIDER = "taxonomies-1, wordnet-1"
"""The same of a caption that WordNet or AudioSet's descriptions widened too."""
KINDS_A_LABEL = 3
"""A label that more kinds have than this ("metal", "footsteps") says too little to be a caption."""

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
    """Gives the variants of every caption of these sounds that has any, each caption with its tags once.

    Args:
        clips: of a whole corpus, so that it can be told which labels are particular.
        words: what may stand for what.
        most: of one caption; rewordings come first, then frames, then labels, each in turn.
        wider: further texts of captions, as training.data.widening makes them; they come behind and are not counted.
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
    """Names a request in the file of variants, by caption, tags, rules and what WordNet added."""
    if wider:
        return key_of(WIDER, [request.caption, list(request.tags), most, *wider])
    return key_of(MODEL, [request.caption, list(request.tags), most])


def reworded(caption: str, labels: Sequence[str], words: Thesaurus, most: int) -> tuple[str, ...]:
    """Gives other captions that are true where this one is, at most so many; never the caption itself.

    Args:
        caption: the original.
        labels: of its sound, those that say enough by themselves.
        words: what may stand for what.
        most: how many; the three ways take turns.
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
    """Gives the caption without what only says that it is a recording ("in a clip"), unless one word were left."""
    rest = _FRAME_BEFORE.sub("", _FRAME_BEHIND.sub("", caption))
    return rest if len(rest.split()) > 1 else caption


def _framed(caption: str, name: str) -> list[str]:
    """The bare caption and, where it is a name, the frames that it lacked."""
    frames = [frame.format(name) for frame in _BEFORE_NAMES] if form_of(name) is Form.NAME else []
    if _HAS_SOUND.search(name):
        frames = []
    return [text for text in (name, *frames) if text != caption]


def _labelled(labels: Sequence[str], words: Thesaurus) -> list[str]:
    """Captions of labels, one in words of its own first."""
    texts: list[str] = []
    for label in labels:
        frames = _LABELS[:1] if _HAS_SOUND.search(label) else _LABELS
        texts += [frame.format(label) for frame in frames]
        texts += words.reword(label)
    return texts


def _telling_labels(clips: Sequence[Clip]) -> Mapping[str, int]:
    """Labels that few kinds have, with how many have them."""
    kinds: dict[str, set[str]] = defaultdict(set)
    for clip in clips:
        for label in clip.keywords:
            kinds[label].add(clip.kind)
    return {
        label: len(those) for label, those in kinds.items() if len(those) <= KINDS_A_LABEL and _LETTERS.fullmatch(label)
    }
