"""Messages of a self-test, for its page and the shell."""

from collections.abc import Sequence
from enum import unique

from engine.base.messages import Amount, Message, MessageCode, told
from engine.features.self_test.gaps import Coverage, GapLine
from engine.features.self_test.kind_search import FoundBySound, KindResult
from engine.features.self_test.named_kinds import NamedBy
from engine.features.self_test.pack_comparison import PackComparison, PackMeasure
from engine.features.self_test.self_test import SelfTest


@unique
class SelfTestMessage(MessageCode):
    """Messages of a self-test."""

    TITLE = "How well Earshot finds your sounds"
    SUMMARY = "%1 of %2 sounds have names that say what they are. These were tested with the model pack %3."
    FIRST_RIGHT = (
        "By sound alone, the first result was right for %1 of %2 kinds. For %3 a right one was in the first ten."
    )
    OVERALL = "Score by sound alone: %1 (mean average precision, 95 % confidence: %2 to %3) over %4 kinds."
    NO_KINDS = (
        "Too few names say what the sounds are. The test needs at least 30, and five of a kind. Rename "
        "some, or give them UCS categories."
    )
    KINDS = "Kinds, by sound alone"
    KINDS_ABOUT = (
        "Earshot searched for each kind's words and ignored all names. The bar is the share of its sounds "
        "found in the first rows; the mark shows what chance would find."
    )
    WELL = "found"
    PARTLY = "partly found"
    HARDLY = "rarely found"
    KIND = "Kind"
    BY_UCS = "%1 (UCS %2)"
    FOUND = "Found"
    FOUND_OF = "%1 of %2"
    MORE = "More"
    PRECISION = "Average precision"
    MEAN_RANK = "Mean place"
    INSTEAD = "Found instead"
    BEST = "First found"
    MISSED = "Not found"
    AT_RANK = "%1, place %2"
    AT_MOMENT = "%1, place %2, at %3"
    ALONE = "Outliers"
    ALONE_ABOUT = (
        "These sounds have fewer similar sounds than any others, takes aside. The usual similarity here is %1. "
        "Such a sound may be rare, damaged, or in the wrong folder."
    )
    NO_ALONE = "There are too few sounds to compare."
    CLOSENESS = "Closeness"
    NEAREST = "Nearest"
    SOUND = "File"
    THIN = "Gaps in the library"
    THIN_ABOUT = (
        "Earshot searched for each line, by name and by sound. In a test, 4 of 100 lines that had a match were "
        "wrongly listed as missing, and of 100 lines without a match only 13 were found. So a line that is not "
        "listed may be missing too."
    )
    ALL_THERE = "Every line has a possible match."
    LINE = "Line"
    MISSING = "nothing answers"
    NEARLY = "answered badly"
    ANSWERED = "answered"
    NOT_KNOWN = "not known"
    CANNOT_TELL = "This model's scores are not calibrated, so it cannot tell which lines have no match."
    SCORE = "Score"
    PACKS = "Other packs"
    NO_PACKS = "No other pack is installed."
    PACK_BETTER = (
        "%1 finds your kinds of sound better. Its first result was right for %2 of %3 kinds, that of the pack in "
        "use for %4."
    )
    PACK_WORSE = (
        "%1 does not find your kinds of sound better. Its first result was right for %2 of %3 kinds, that of the "
        "pack in use for %4."
    )
    PACK_SCORE = (
        "Score of %1: %2, of the pack in use: %3 (mean average precision over %4 kinds; difference with 95 % "
        "confidence: %5 to %6)."
    )
    PACK_SAMPLED = "%1 Measured on %2 sounds that were read for it."
    PACK_NOT = "%1 was not measured: it has not analysed this library. earshot self-test --pack NAME measures it."
    PACK_FEW = "%1 was not measured: too few of your kinds are among the sounds it has analysed."
    PACK_GONE = "%1 was not measured: this model pack is not installed any more."


_FOUND = {
    FoundBySound.WELL: SelfTestMessage.WELL,
    FoundBySound.PARTLY: SelfTestMessage.PARTLY,
    FoundBySound.HARDLY: SelfTestMessage.HARDLY,
}
_THERE = {
    Coverage.NONE: SelfTestMessage.MISSING,
    Coverage.THIN: SelfTestMessage.NEARLY,
    Coverage.UNKNOWN: SelfTestMessage.NOT_KNOWN,
    Coverage.THERE: SelfTestMessage.ANSWERED,
}


def kind_said(kind: KindResult) -> Message | str:
    """Returns a kind's name."""
    return told(SelfTestMessage.BY_UCS, kind.words, kind.cat_id) if kind.by is NamedBy.UCS else kind.words


def found_said(kind: KindResult) -> Message:
    """Words how well it is found."""
    return Message(_FOUND[kind.found_by_sound])


def there_said(line: GapLine) -> Message:
    """Words how a line was answered."""
    return Message(_THERE[line.there])


def lines_said(lines: Sequence[GapLine]) -> Message:
    """Words the answers to all lines: how to read the listed ones, or that none may be missing."""
    if any(line.there is Coverage.UNKNOWN for line in lines):
        return Message(SelfTestMessage.CANNOT_TELL)
    return Message(
        SelfTestMessage.THIN_ABOUT if any(line.may_be_missing for line in lines) else SelfTestMessage.ALL_THERE
    )


def summary_said(test: SelfTest) -> tuple[Message, ...]:
    """Sums up a self-test, a sentence each."""
    summary = told(SelfTestMessage.SUMMARY, test.named, test.sounds, test.pack)
    if test.overall is None:
        return summary, Message(SelfTestMessage.NO_KINDS)
    first, hit = sum(kind.is_first for kind in test.kinds), sum(kind.is_hit for kind in test.kinds)
    return summary, told(SelfTestMessage.FIRST_RIGHT, first, len(test.kinds), hit)


def score_said(test: SelfTest) -> Message | None:
    """Words the score of a self-test; None if nothing was tested."""
    mean = test.overall
    if mean is None:
        return None
    return told(SelfTestMessage.OVERALL, rounded(mean.value), rounded(mean.low), rounded(mean.high), len(test.kinds))


def pack_said(pack: PackComparison) -> Message:
    """Words how another pack compares."""
    if pack.measured is PackMeasure.NOT:
        return told(SelfTestMessage.PACK_FEW if pack.sounds else SelfTestMessage.PACK_NOT, pack.name)
    if pack.measured is PackMeasure.GONE:
        return told(SelfTestMessage.PACK_GONE, pack.name)
    verdict = SelfTestMessage.PACK_BETTER if pack.is_better else SelfTestMessage.PACK_WORSE
    compared = told(verdict, pack.name, pack.first_there, pack.kinds, pack.first_here)
    return (
        told(SelfTestMessage.PACK_SAMPLED, compared, pack.sounds) if pack.measured is PackMeasure.SAMPLE else compared
    )


def pack_score_said(pack: PackComparison) -> Message | None:
    """Words the scores of both packs; None if it was not measured."""
    if pack.measured not in (PackMeasure.STORED, PackMeasure.SAMPLE):
        return None
    means = (rounded(pack.there), rounded(pack.here), pack.kinds, rounded(pack.low), rounded(pack.high))
    return told(SelfTestMessage.PACK_SCORE, pack.name, *means)


def rounded(value: float) -> Amount:
    """Rounds a figure to hundredths."""
    return Amount(value, places=2)
