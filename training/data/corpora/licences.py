"""The licence gate: decides from what is stated about a sound whether it may be used for training.

It matches words and is no lawyer. Terms that forbid training, commercial use or changes, reserved rights and vendors'
libraries are restricted; open licences are open; silence and unknown words are unknown. Restricted sounds of published
corpora are kept and reported, because those corpora are for research and say so; restricted sounds of a user's library
are left out.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.base.messages import Message, said
from engine.base.training_messages import ExclusionReason, TrainingNote


class LicenceStatus(StrEnum):
    """What a licence amounts to."""

    OPEN = "open"
    UNKNOWN = "unknown"
    RESTRICTED = "restricted"


class Policy(StrEnum):
    """Which sounds to leave out."""

    SAY = "say"
    """None; restricted sounds are counted and reported."""
    LEAVE_OUT = "leave out"
    """Restricted sounds; those that state nothing are kept, counted and reported."""
    STRICT = "strict"
    """Every sound not stated to be open."""


@dataclass(frozen=True, slots=True)
class LicenceVerdict:
    """The gate's decision on one sound."""

    standing: LicenceStatus
    reason: ExclusionReason
    stated: str = ""
    """The words that decided it."""


_TRAINING = (
    r"(?:a\.?i\.?|artificial intelligence|(?:machine|deep)[- ]learning|data[- ]?mining|tdm|training|data ?sets?)"
)
_AGAINST = (
    r"(?:no|not|never|prohibit\w*|forbid\w*|forbidden|exclud\w*|reserv\w*|disallow\w*|opt(?:ed)?[- ]?out|without)"
)
_RULES: tuple[tuple[LicenceStatus, ExclusionReason, str], ...] = (
    (
        LicenceStatus.RESTRICTED,
        ExclusionReason.TERMS,
        rf"\b{_AGAINST}\b[^.;\n]{{0,80}}\b{_TRAINING}(?!\w)|\b{_TRAINING}(?!\w)[^.;\n]{{0,60}}\b{_AGAINST}\b",
    ),
    (
        LicenceStatus.RESTRICTED,
        ExclusionReason.NON_COMMERCIAL,
        r"\bnon[\s-]*commercial|\bby[- ]nc\b|\bnc(?:[- ](?:sa|nd))?\b|nicht[- ]?kommerziell",
    ),
    (LicenceStatus.RESTRICTED, ExclusionReason.NO_DERIVATIVES, r"\bno[\s-]*deriv|\bnd\b"),
    (
        LicenceStatus.RESTRICTED,
        ExclusionReason.LIMITED_USE,
        r"\b(?:academic|research|educational|personal|evaluation|preview|demo)\b[^.;\n]{0,30}\bonly\b",
    ),
    (
        LicenceStatus.OPEN,
        ExclusionReason.OPEN,
        r"\bcc[\s-]?0\b|creative commons (?:zero|0)|public[\s-]?domain|\bcc[\s-]by\b|\bby-sa\b"
        r"|creativecommons\.org/licenses/by(?:-sa)?/|creative commons[\s:,-]*attribution"
        r"|\battribution\b[\s-]*(?:\d|share)"
        r"|\bmit\b|\bbsd\b|apache|\bl?a?gpl\b|artistic licen|\bodbl\b|\bunlicense\b|free art licen",
    ),
    (
        LicenceStatus.RESTRICTED,
        ExclusionReason.RIGHTS_RESERVED,
        r"all rights reserved|alle rechte vorbehalten|tous droits r",
    ),
    (
        LicenceStatus.RESTRICTED,
        ExclusionReason.VENDOR_TERMS,
        r"royalty[\s-]?free|\beula\b|end[\s-]user licen|single[\s-]user licen|licen[cs]ed to\b|proprietary"
        r"|not for (?:resale|distribution|redistribution)|may not be (?:used|copied|resold|distributed)"
        r"|unauthori[sz]ed",
    ),
    (
        LicenceStatus.RESTRICTED,
        ExclusionReason.COPYRIGHT,
        r"©|℗|\(c\)|\(p\)\s*\d|\bcopyright\b|\bcopr\b",
    ),
)
_PATTERNS = [(standing, reason, re.compile(pattern, re.IGNORECASE)) for standing, reason, pattern in _RULES]

_VENDORS = (
    "sound ideas", "hollywood edge", "boom library", "pro sound effects", "prosoundeffects", "sonniss", "soundsnap",
    "splice", "native instruments", "loopmasters", "digital juice", "blastwave", "soundmorph", "rabbit ears audio",
    "tonsturm", "krotos", "soundly", "a sound effect", "asoundeffect", "hiss and a roar", "articulated sounds",
    "bbc sound effects", "sound grinder", "soundbits", "hzandbits", "the recordist", "audio hero", "airborne sound",
    "big room sound", "detunized", "epidemic sound", "artlist", "shutterstock", "pond5", "audiojungle", "envato",
    "universal production music", "valentino production", "network sound effects", "justsoundeffects", "audiomicro",
    "sound dogs", "sounddogs", "mattia cellotto", "echo collective", "wow sound", "cinesamples", "spitfire audio",
    "production crate", "zero-g", "ueberschall", "big fish audio", "black octopus", "cymatics", "output inc",
)  # fmt: skip
_VENDOR = re.compile(
    r"(?<![a-z])(" + "|".join(re.escape(name).replace(r"\ ", r"[\s_-]*") for name in _VENDORS) + r")(?![a-z])",
    re.IGNORECASE,
)


def judge(licence: str, *, origins: Sequence[str] = (), owners: Sequence[str] = ()) -> LicenceVerdict:
    """Decides whether a sound may be used for training.

    Args:
        licence: all words about licence, copyright and terms of use that come with it.
        origins: its maker and library: artist, album, originator, names of its folders.
        owners: names of the user; a copyright or sound in one of these names is the user's own.
    """
    words = " ".join(licence.split())
    own = any(name and name.casefold() in f"{words} {' '.join(origins)}".casefold() for name in owners)
    for standing, reason, pattern in _PATTERNS:
        found = pattern.search(words)
        if found is None or (own and standing is LicenceStatus.RESTRICTED and reason is not ExclusionReason.TERMS):
            continue
        return LicenceVerdict(standing, reason, words[:200])
    if own:
        return LicenceVerdict(LicenceStatus.OPEN, ExclusionReason.OWN, words[:200])
    vendor = next((found for found in map(_VENDOR.search, origins) if found), None)
    if vendor is not None:
        return LicenceVerdict(LicenceStatus.RESTRICTED, ExclusionReason.VENDOR, " ".join(vendor.group(1).split()))
    if words:
        return LicenceVerdict(LicenceStatus.UNKNOWN, ExclusionReason.UNKNOWN_LICENCE, words[:200])
    return LicenceVerdict(LicenceStatus.UNKNOWN, ExclusionReason.NO_LICENCE)


def is_kept(verdict: LicenceVerdict, policy: Policy) -> bool:
    """Whether the policy keeps a sound with this verdict."""
    if policy is Policy.SAY:
        return True
    return verdict.standing is LicenceStatus.OPEN or (
        policy is Policy.LEAVE_OUT and verdict.standing is LicenceStatus.UNKNOWN
    )


def said_of(kept: Sequence[LicenceVerdict]) -> list[Message]:
    """Reports kept sounds that are not stated to be open, the most frequent reason first."""
    counts = Counter(verdict.reason for verdict in kept if verdict.standing is not LicenceStatus.OPEN)
    return [said(TrainingNote.KEPT_ALTHOUGH, count, said(reason)) for reason, count in counts.most_common()]
