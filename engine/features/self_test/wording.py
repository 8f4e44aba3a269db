"""Messages of a self-test, for its page and the shell."""

from collections.abc import Sequence

from engine.base.messages import Amount, Message, told
from engine.features.self_test.gaps import Coverage, GapLine
from engine.features.self_test.kind_search import FoundBySound, KindResult
from engine.features.self_test.messages import SelfTestMessage
from engine.features.self_test.named_kinds import NamedBy
from engine.features.self_test.pack_comparison import PackComparison, PackMeasure
from engine.features.self_test.self_test import SelfTest

_FOUND = {
    FoundBySound.WELL: SelfTestMessage.WELL,
    FoundBySound.PARTLY: SelfTestMessage.PARTLY,
    FoundBySound.HARDLY: SelfTestMessage.HARDLY,
}
_THERE = {
    Coverage.NONE: SelfTestMessage.NOTHING_ANSWERS,
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
