"""Filters on the technical quality of sounds, which a feature measures. Unmeasured sounds never pass."""

from collections.abc import Callable

from engine.base.messages import Unit, said
from engine.base.quality import Flaw
from engine.base.query_messages import QueryMessage
from engine.search import filter_labels, value_parsers
from engine.search.filters.filter import Button, Choice, Filter, FilterPart, Panel, claim, either
from engine.store.filters import Between, FlagColumn, QualityNumber

_YES_NO = ("yes", "no")


def _flag(condition: str, known: str = "error IS NULL") -> FlagColumn:
    return FlagColumn(f"sound.id IN (SELECT sound_id FROM quality WHERE {known} AND {{}}({condition}))")


def _has(flaw: Flaw, known: str = "error IS NULL") -> FlagColumn:
    return _flag(f"flaws & {int(flaw)}", known)


def _number(
    column: QualityNumber,
    title: QueryMessage,
    read: Callable[[str], float | None],
    unit: Unit = Unit.NONE,
    step: float | None = None,
) -> Callable[[str], FilterPart]:
    def read_range(value: str) -> FilterPart:
        bounds = value_parsers.read_bounds(value, read, step=step)
        under, over, any_value = QueryMessage.UP_TO, QueryMessage.OR_MORE, QueryMessage.ANY_VALUE
        words = said(title, filter_labels.range_words(bounds, unit, under, over, any_value, digits=4))
        return FilterPart(words, (Between(column, bounds.low, bounds.high),), bounds=bounds)

    return read_range


def _percent(text: str) -> float | None:
    return value_parsers.read_number(text.removesuffix("%"))


_claims_head = claim(_has(Flaw.SILENT_HEAD), QueryMessage.SILENT_HEAD, QueryMessage.NO_SILENT_HEAD)
_claims_tail = claim(_has(Flaw.SILENT_TAIL), QueryMessage.SILENT_TAIL, QueryMessage.NO_SILENT_TAIL)


def silent_end(value: str) -> FilterPart | None:
    """Parses `silent:head` and `silent:tail`; None for anything else."""
    claims = {"head": _claims_head, "tail": _claims_tail}.get(value.strip().lower())
    return None if claims is None else claims("yes")


FILTERS: tuple[Filter, ...] = (
    Filter(
        key="flaw",
        title="Flaws",
        takes="nothing or yes for sounds with a flaw, no for sounds without",
        examples=("flaw:", "flaw:no"),
        guide="measured sounds with anything that may have to be mended, without",
        read=claim(_flag("flaws"), QueryMessage.FLAWED, QueryMessage.FLAWLESS),
        values=_YES_NO,
        takes_nothing=True,
        panel=Panel(Button.QUALITY, "Any flaw", (Choice("yes", "With a flaw"), Choice("no", "Without"))),
    ),
    Filter(
        key="clipped",
        title="Clipped",
        takes="nothing, no, or a number of clipped peaks",
        examples=("clipped:", "clipped:no", "clipped:>100"),
        guide="peaks that are cut off flat: any, none, how many",
        read=either(
            claim(_has(Flaw.CLIPPED), QueryMessage.IS_CLIPPED, QueryMessage.NOT_CLIPPED),
            _number(QualityNumber("clipped"), QueryMessage.CLIPPED_PEAKS, value_parsers.read_number, step=1.0),
        ),
        values=_YES_NO,
        takes_nothing=True,
        panel=Panel(Button.QUALITY, choices=(Choice("yes", "Clipped"), Choice("no", "Not clipped"))),
    ),
    Filter(
        key="clicks",
        title="Clicks",
        takes="nothing, no, or a number of clicks",
        examples=("clicks:", "clicks:no", "clicks:>10"),
        guide="clicks of one or a few samples: any, none, how many",
        read=either(
            claim(_has(Flaw.CLICKS), QueryMessage.WITH_CLICKS, QueryMessage.WITHOUT_CLICKS),
            _number(QualityNumber("clicks"), QueryMessage.CLICKS, value_parsers.read_number, step=1.0),
        ),
        values=_YES_NO,
        takes_nothing=True,
        panel=Panel(Button.QUALITY, choices=(Choice("yes", "With clicks"), Choice("no", "Without"))),
    ),
    Filter(
        key="dc",
        title="DC offset",
        takes="nothing, no, or percent of full scale",
        examples=("dc:", "dc:no", "dc:>1%"),
        guide="the waveform does not rest at zero: by 0.3 % or more, not, how far in percent of full scale",
        read=either(
            claim(_has(Flaw.DC), QueryMessage.WITH_DC, QueryMessage.WITHOUT_DC),
            _number(QualityNumber("100 * abs(dc)"), QueryMessage.DC_PERCENT, _percent),
        ),
        values=_YES_NO,
        takes_nothing=True,
        panel=Panel(Button.QUALITY, choices=(Choice("yes", "With DC offset"), Choice("no", "Without"))),
    ),
    Filter(
        key="head",
        title="Silence at the start",
        takes="nothing, no, or a length in seconds",
        examples=("head:", "head:>2", "head:<0.1"),
        guide="silence before the first sound: a second or more, how long",
        read=either(
            _claims_head,
            _number(QualityNumber("head_s"), QueryMessage.HEAD_S, value_parsers.seconds, Unit.SECONDS),
        ),
        values=_YES_NO,
        takes_nothing=True,
        panel=Panel(Button.QUALITY, choices=(Choice("yes", "A second or more"), Choice("no", "Less"))),
    ),
    Filter(
        key="tail",
        title="Silence at the end",
        takes="nothing, no, or a length in seconds",
        examples=("tail:", "tail:>2", "tail:<0.1"),
        guide="silence after the last sound: a second or more, how long",
        read=either(
            _claims_tail,
            _number(QualityNumber("tail_s"), QueryMessage.TAIL_S, value_parsers.seconds, Unit.SECONDS),
        ),
        values=_YES_NO,
        takes_nothing=True,
        panel=Panel(Button.QUALITY, choices=(Choice("yes", "A second or more"), Choice("no", "Less"))),
    ),
    Filter(
        key="cut",
        title="Cut off",
        takes="nothing or yes for sounds that are cut off, no for others",
        examples=("cut:", "cut:no"),
        guide="it ends in the middle of a sound, and does not run into its own start; it ends quietly",
        read=claim(_has(Flaw.CUT, "end_db IS NOT NULL"), QueryMessage.CUT, QueryMessage.NOT_CUT),
        values=_YES_NO,
        takes_nothing=True,
        panel=Panel(Button.QUALITY, choices=(Choice("yes", "Cut off"), Choice("no", "Ends quietly"))),
    ),
    Filter(
        key="mono",
        title="Equal channels",
        takes="nothing or yes for equal channels, no for different ones",
        examples=("mono:", "mono:no"),
        guide="several channels that are equal, that differ; `ch:1` finds files of one channel",
        read=claim(
            _has(Flaw.MONO, "side_db IS NOT NULL"), QueryMessage.EQUAL_CHANNELS, QueryMessage.DIFFERENT_CHANNELS
        ),
        values=_YES_NO,
        takes_nothing=True,
        panel=Panel(Button.QUALITY, choices=(Choice("yes", "Equal"), Choice("no", "Different"))),
    ),
    Filter(
        key="phase",
        title="Phase",
        takes="nothing, no, or a correlation from -1 to 1",
        examples=("phase:", "phase:no", "phase:<0", "phase:-1..-0.5"),
        guide="left and right cancel each other in mono (correlation of −0.3 or less), they do not, their correlation",
        read=either(
            claim(_has(Flaw.PHASE, "phase IS NOT NULL"), QueryMessage.OUT_OF_PHASE, QueryMessage.IN_PHASE),
            _number(QualityNumber("phase"), QueryMessage.CORRELATION, value_parsers.signed_number),
        ),
        values=_YES_NO,
        takes_nothing=True,
        panel=Panel(Button.QUALITY, choices=(Choice("yes", "Cancels in mono"), Choice("no", "Does not"))),
    ),
    Filter(
        key="loops",
        title="Seam",
        takes="nothing or yes if the end runs into the start, no if it does not",
        examples=("loops:", "loops:no"),
        guide="the end runs into the start without a step, or does not",
        read=claim(_flag("seam_fits", "seam_fits IS NOT NULL"), QueryMessage.SEAM_FITS, QueryMessage.SEAM_BREAKS),
        values=_YES_NO,
        takes_nothing=True,
        panel=Panel(Button.QUALITY, "Seam of a loop", (Choice("yes", "Fits"), Choice("no", "Does not"))),
    ),
)
