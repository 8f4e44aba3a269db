"""Filters on texts in a file: the recorder's notes, its makers, keywords."""

from engine.audio.custom_fields import is_name
from engine.base.messages import Message, said
from engine.base.query_messages import QueryMessage
from engine.search import filter_labels, value_parsers
from engine.search.filters.filter import Button, Filter, FilterPart, Panel, Range, Style, holding
from engine.search.timecodes import clock_span
from engine.store import filters as columns
from engine.store.file_fields import FileField, compared
from engine.store.filters import AllOf, AnyOf, Between, NameColumn


def _whole(field: FileField, column: NameColumn, words: QueryMessage, value: str) -> FilterPart:
    """One or several texts, any of which suffices."""
    texts = tuple(dict.fromkeys(" ".join(part.split()) for part in value.split(",") if part.strip()))
    if not texts:
        raise value_parsers.InvalidValue
    asked = AnyOf(column, tuple(dict.fromkeys(compared(field, text) for text in texts)))
    return FilterPart(filter_labels.any_of(words, texts), (asked,), ",".join(texts))


def _timecode(value: str) -> FilterPart:
    span = clock_span(value)
    return FilterPart(span.words, (Between(columns.TIMECODE, span.low, span.high),), span.name)


def _custom(value: str) -> FilterPart:
    """A user-defined field, and part of its text after an equals sign."""
    name, _, text = (" ".join(part.split()) for part in value.partition("="))
    if not is_name(name):
        raise value_parsers.InvalidValue
    words = said(QueryMessage.CUSTOM_FIELD, name, text) if text else said(QueryMessage.HAS_CUSTOM_FIELD, name)
    return FilterPart(words, (AllOf(columns.CUSTOM, (f"{name}={text}",)),), f"{name}={text}")


def _custom_label(value: str) -> Message:
    name, _, text = value.partition("=")
    shown = name.replace("_", " ").capitalize()
    return said(QueryMessage.CUSTOM_FIELD, shown, text) if text else said(QueryMessage.HAS_CUSTOM_FIELD, shown)


FILTERS: tuple[Filter, ...] = (
    Filter(
        key="scene",
        title="Scene",
        takes="one or more scenes",
        examples=("scene:12A", "scene:12A,12B"),
        guide="the scene that the recorder noted",
        read=lambda value: _whole(FileField.SCENE, columns.SCENES, QueryMessage.SCENE, value),
        source=FileField.SCENE,
        style=Style.ANY,
        lists=columns.SCENES,
        panel=Panel(Button.SCENE, is_long=True),
    ),
    Filter(
        key="take",
        title="Take",
        takes="one or more takes",
        examples=("take:3", "take:3,4"),
        guide="its take; zeros in front do not count",
        read=lambda value: _whole(FileField.TAKE, columns.TAKES, QueryMessage.TAKE, value),
        source=FileField.TAKE,
        style=Style.ANY,
        lists=columns.TAKES,
        panel=Panel(Button.TAKE, is_long=True),
    ),
    Filter(
        key="tape",
        title="Tape",
        takes="one or more tapes",
        examples=("tape:18Y12M31",),
        guide="its tape or roll",
        read=lambda value: _whole(FileField.TAPE, columns.TAPES, QueryMessage.TAPE, value),
        source=FileField.TAPE,
        style=Style.ANY,
        lists=columns.TAPES,
        panel=Panel(Button.TAPE, is_long=True),
    ),
    Filter(
        key="track",
        title="Track",
        takes="part of a track's name",
        examples=("track:boom", 'track:"Lav 2"'),
        guide="part of the name of one of its tracks",
        read=holding(columns.TRACKS, QueryMessage.TRACK),
        source=FileField.TRACK,
        style=Style.ALL,
    ),
    Filter(
        key="originator",
        title="Originator",
        takes="part of a name",
        examples=("originator:Zoom",),
        guide="part of the name of who, or which recorder, made the file",
        read=holding(columns.ORIGINATORS, QueryMessage.ORIGINATOR),
        source=FileField.ORIGINATOR,
        style=Style.ALL,
    ),
    Filter(
        key="designer",
        title="Designer",
        takes="part of a name",
        examples=('designer:"Jane Doe"',),
        guide="part of the designer's name; a whole name wins",
        read=holding(columns.DESIGNERS, QueryMessage.DESIGNER),
        source=FileField.DESIGNER,
        style=Style.ALL,
        lists=columns.DESIGNERS,
        panel=Panel(Button.DESIGNER, is_long=True),
    ),
    Filter(
        key="library",
        title="Library",
        takes="part of a name",
        examples=('library:"Old Houses"',),
        guide="part of the name of the library it was published in, likewise",
        read=holding(columns.LIBRARIES, QueryMessage.LIBRARY),
        source=FileField.LIBRARY,
        style=Style.ALL,
        lists=columns.LIBRARIES,
        panel=Panel(Button.LIBRARY, is_long=True),
    ),
    Filter(
        key="keyword",
        title="Keyword",
        takes="one or more keywords",
        examples=("keyword:rain", 'keyword:"room tone",hum'),
        guide="one of its keywords",
        read=lambda value: _whole(FileField.KEYWORD, columns.KEYWORDS, QueryMessage.KEYWORD, value),
        source=FileField.KEYWORD,
        style=Style.ANY,
        lists=columns.KEYWORDS,
        panel=Panel(Button.KEYWORD, is_long=True),
    ),
    Filter(
        key="tc",
        title="Timecode",
        takes="a timecode, cut short where one likes, or from one to another",
        examples=("tc:10:00:00:00-10:05:00:00", "tc:10:02", "tc:>=10:00", "tc:<09:30"),
        guide="recordings that begin then, by hh:mm:ss:ff at each file's rate (`timecode:` works too)",
        read=_timecode,
        aliases=("timecode",),
        panel=Panel(Button.TIMECODE, range=Range("hh:mm:ss:ff", "10:00", "10:05:30:00")),
    ),
    Filter(
        key="field",
        title="Custom field",
        takes="the name of a field, an equals sign and part of its text",
        examples=("field:show=", 'field:"Show=Old Houses"'),
        guide="part of the text of a field that you made, a whole text wins; with nothing behind the sign, sounds that "
        "say anything in it",
        read=_custom,
        source="custom",
        style=Style.ALL,
        lists=columns.CUSTOM,
        label=_custom_label,
        panel=Panel(Button.CUSTOM, is_long=True),
    ),
)
