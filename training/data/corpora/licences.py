"""The licence gate: may a sound be trained on, by what is stated of it?

It reads words, it is no lawyer. What states terms that forbid training, commercial use or changes, reserves all rights,
or comes from a vendor's library is restricted; an open licence is open; silence and unknown words are unknown. A
sound of a published corpus is kept and the restriction is reported, because those corpora are for research and say so
themselves; of a user's own library what is restricted is left out.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.training_wording import LeftOutFor, Noted
from engine.wording import Said, said


class Standing(StrEnum):
    """What the words of a licence come to."""

    OPEN = "open"
    UNKNOWN = "unknown"
    RESTRICTED = "restricted"


class Policy(StrEnum):
    """What is left out."""

    SAY = "say"
    """Nothing: what is restricted is counted and reported."""
    LEAVE_OUT = "leave out"
    """What is restricted; what states nothing is kept, counted and reported."""
    STRICT = "strict"
    """Everything that is not stated to be open."""


@dataclass(frozen=True, slots=True)
class LicenceVerdict:
    """What the gate says of one sound."""

    standing: Standing
    reason: LeftOutFor
    """Why, the same for all alike."""
    stated: str = ""
    """The words it goes by."""


_TRAINING = (
    r"(?:a\.?i\.?|artificial intelligence|(?:machine|deep)[- ]learning|data[- ]?mining|tdm|training|data ?sets?)"
)
_AGAINST = (
    r"(?:no|not|never|prohibit\w*|forbid\w*|forbidden|exclud\w*|reserv\w*|disallow\w*|opt(?:ed)?[- ]?out|without)"
)
_RULES: tuple[tuple[Standing, LeftOutFor, str], ...] = (
    (
        Standing.RESTRICTED,
        LeftOutFor.TERMS,
        rf"\b{_AGAINST}\b[^.;\n]{{0,80}}\b{_TRAINING}(?!\w)|\b{_TRAINING}(?!\w)[^.;\n]{{0,60}}\b{_AGAINST}\b",
    ),
    (
        Standing.RESTRICTED,
        LeftOutFor.NON_COMMERCIAL,
        r"\bnon[\s-]*commercial|\bby[- ]nc\b|\bnc(?:[- ](?:sa|nd))?\b|nicht[- ]?kommerziell",
    ),
    (Standing.RESTRICTED, LeftOutFor.NO_DERIVATIVES, r"\bno[\s-]*deriv|\bnd\b"),
    (
        Standing.RESTRICTED,
        LeftOutFor.LIMITED_USE,
        r"\b(?:academic|research|educational|personal|evaluation|preview|demo)\b[^.;\n]{0,30}\bonly\b",
    ),
    (
        Standing.OPEN,
        LeftOutFor.OPEN,
        r"\bcc[\s-]?0\b|creative commons (?:zero|0)|public[\s-]?domain|\bcc[\s-]by\b|\bby-sa\b"
        r"|creativecommons\.org/licenses/by(?:-sa)?/|creative commons[\s:,-]*attribution"
        r"|\battribution\b[\s-]*(?:\d|share)"
        r"|\bmit\b|\bbsd\b|apache|\bl?a?gpl\b|artistic licen|\bodbl\b|\bunlicense\b|free art licen",
    ),
    (Standing.RESTRICTED, LeftOutFor.RIGHTS_RESERVED, r"all rights reserved|alle rechte vorbehalten|tous droits r"),
    (
        Standing.RESTRICTED,
        LeftOutFor.VENDOR_TERMS,
        r"royalty[\s-]?free|\beula\b|end[\s-]user licen|single[\s-]user licen|licen[cs]ed to\b|proprietary"
        r"|not for (?:resale|distribution|redistribution)|may not be (?:used|copied|resold|distributed)"
        r"|unauthori[sz]ed",
    ),
    (
        Standing.RESTRICTED,
        LeftOutFor.COPYRIGHT,
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
    """Says whether a sound may be trained on.

    Args:
        licence: every word on licence, copyright and terms of use that comes with it.
        origins: who made it and which library it is of: artist, album, originator, names of its folders.
        owners: names of the user; a copyright in one of them, or a sound of theirs, is the user's own.
    """
    words = " ".join(licence.split())
    own = any(name and name.casefold() in f"{words} {' '.join(origins)}".casefold() for name in owners)
    for standing, reason, pattern in _PATTERNS:
        found = pattern.search(words)
        if found is None or (own and standing is Standing.RESTRICTED and reason is not LeftOutFor.TERMS):
            continue
        return LicenceVerdict(standing, reason, words[:200])
    if own:
        return LicenceVerdict(Standing.OPEN, LeftOutFor.OWN, words[:200])
    vendor = next((found for found in map(_VENDOR.search, origins) if found), None)
    if vendor is not None:
        return LicenceVerdict(Standing.RESTRICTED, LeftOutFor.VENDOR, " ".join(vendor.group(1).split()))
    if words:
        return LicenceVerdict(Standing.UNKNOWN, LeftOutFor.UNKNOWN_LICENCE, words[:200])
    return LicenceVerdict(Standing.UNKNOWN, LeftOutFor.NO_LICENCE)


def is_kept(verdict: LicenceVerdict, policy: Policy) -> bool:
    """Whether a sound of this standing passes."""
    if policy is Policy.SAY:
        return True
    return verdict.standing is Standing.OPEN or (policy is Policy.LEAVE_OUT and verdict.standing is Standing.UNKNOWN)


def said_of(kept: Sequence[LicenceVerdict]) -> list[Said]:
    """Notes on the sounds that were kept without being stated to be open, the commonest first."""
    counts = Counter(verdict.reason for verdict in kept if verdict.standing is not Standing.OPEN)
    return [said(Noted.KEPT_ALTHOUGH, count, said(reason)) for reason, count in counts.most_common()]
