"""Builds prompts for caption variants and validates the replies; sends nothing itself.

Modelled on the keyword prompt of Primus et al. 2023 (Table 1, section 2.4.4) in our own words: the sound's caption and
tags in, five captions out.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypedDict

from training.data.corpus import Clip
from training.data.variants import key_of

COUNT = 5
FEWER_WORDS_THAN = 20
_CHARACTERS_PER_TOKEN = 4.0
"""Rule of thumb for English; a real tokenizer's count lies within a quarter of it."""
_TOKENS_PER_VARIANT = 20.0
"""A dozen words, an index and a line end."""
_TOKENS_AROUND_MESSAGE = 8

_INSTRUCTIONS = f"""\
You are given a description of a sound and tags that belong to it. Write {COUNT} captions of what can be perceived.
Each caption is one sentence of fewer than {FEWER_WORDS_THAN} words, grammatical, with a subject, a verb and an object.
Leave out names of people, cities and countries, times and dates, and names of devices.
Never use the words "heard" and "recorded".
Answer with nothing but the captions: one caption a line, each after its index and a full stop.
"""

_LINE = re.compile(r"^\s*[*_]*(\d+)[*_]*\s*[.):\-]\s*[*_]*\s*(.+?)\s*$")
_QUOTES = "\"'“”‘’«»*_` "
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_FORBIDDEN = re.compile(r"\b(heard|recorded)\b", re.IGNORECASE)
_TIME = re.compile(r"\b\d{1,2}[:.]\d{2}\b|\b\d{1,2}\s*[ap]\.?m\b|\b(?:19|20)\d{2}\b", re.IGNORECASE)
_DEVICE = re.compile(
    r"\b(zoom h\d\w*|tascam|sennheiser|rode nt|sony pcm|olympus|marantz|iphone|dictaphone)", re.IGNORECASE
)


class ChatMessage(TypedDict):
    """One message of the chat protocol."""

    role: Literal["user"]
    content: str


@dataclass(frozen=True, slots=True)
class VariantRequest:
    """A caption to make variants of."""

    caption: str
    tags: tuple[str, ...]

    def messages(self) -> list[ChatMessage]:
        return [{"role": "user", "content": f"{_INSTRUCTIONS}\n'{self.caption}'\n[{', '.join(self.tags)}]"}]

    def key(self, model: str) -> str:
        return key_of(model, self.messages())


class BadReply(Exception):
    """A reply breaks a rule, which the text names; retried, and never shown to the user alone."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """Expected size of a job."""

    requests: int
    input_tokens: int
    output_tokens: int

    def cost(self, input_price: float, output_price: float) -> float:
        return (self.input_tokens * input_price + self.output_tokens * output_price) / 1e6


def requests_of(clips: Iterable[Clip]) -> list[VariantRequest]:
    """Returns every caption of these sounds with the sound's tags, each pair once, in order."""
    return list(dict.fromkeys(VariantRequest(caption, clip.keywords) for clip in clips for caption in clip.captions))


def estimate(requests: Sequence[VariantRequest]) -> Estimate:
    """Estimates the tokens of one attempt at each request from the number of characters."""
    characters = sum(len(message["content"]) for request in requests for message in request.messages())
    return Estimate(
        len(requests),
        round(characters / _CHARACTERS_PER_TOKEN) + _TOKENS_AROUND_MESSAGE * len(requests),
        round(COUNT * _TOKENS_PER_VARIANT * len(requests)),
    )


def variants_in(reply: str, caption: str) -> tuple[str, ...]:
    """Parses the captions of a reply that keeps to the rules.

    Args:
        reply: the model's text.

    Raises:
        BadReply: not exactly one indexed caption a line from 1 to 5; a caption too short or too long, with a forbidden
            word, a time or a device; or two alike.
    """
    lines = [line for line in reply.splitlines() if line.strip()]
    if len(lines) != COUNT:
        raise BadReply(f"{len(lines)} lines instead of {COUNT}")
    variants = tuple(_variant(line, index) for index, line in enumerate(lines, start=1))
    if len({_plain(text) for text in (caption, *variants)}) <= COUNT:
        raise BadReply("a caption is the original or comes twice")
    return variants


def _variant(line: str, index: int) -> str:
    found = _LINE.match(line)
    if found is None or int(found[1]) != index:
        raise BadReply(f"line {index} does not begin with its index")
    text = found[2].strip(_QUOTES)
    words = len(_WORD.findall(text))
    if not 2 <= words < FEWER_WORDS_THAN:
        raise BadReply(f"caption {index} has {words} words")
    for rule in (_FORBIDDEN, _TIME, _DEVICE):
        if forbidden := rule.search(text):
            raise BadReply(f"caption {index} has {forbidden[0]!r}")
    return text


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(text.lower()))
