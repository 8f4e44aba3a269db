"""Filters on texts in a file: the recorder's notes, its makers, keywords."""

from engine.audio.custom_fields import is_name
from engine.base.wording import Said, Saying, said
from engine.search import filter_words, limits
from engine.search.filters.record import Button, Filter, FilterPart, Panel, Range, Style, holding
from engine.search.timecodes import clock_span
from engine.store import filters as columns
from engine.store.file_fields import FileField, compared
from engine.store.filters import AnyOf, Between, Each, Names


def _whole(field: FileField, column: Names, words: Saying, value: str) -> FilterPart:
    """One or several texts, any of which suffices."""
    texts = tuple(dict.fromkeys(" ".join(part.split()) for part in value.split(",") if part.strip()))
    if not texts:
        raise limits.Unreadable
    asked = AnyOf(column, tuple(dict.fromkeys(compared(field, text) for text in texts)))
    return FilterPart(filter_words.any_of(words, texts), (asked,), ",".join(texts))


def _timecode(value: str) -> FilterPart:
    span = clock_span(value)
    return FilterPart(span.words, (Between(columns.TIMECODE, span.low, span.high),), span.name)


def _custom(value: str) -> FilterPart:
    """A user-defined field, and part of its text after an equals sign."""
    name, _, text = (" ".join(part.split()) for part in value.partition("="))
    if not is_name(name):
        raise limits.Unreadable
    words = said(Saying.CUSTOM_FIELD, name, text) if text else said(Saying.HAS_CUSTOM_FIELD, name)
    return FilterPart(words, (Each(columns.CUSTOM, (f"{name}={text}",)),), f"{name}={text}")


def _custom_label(value: str) -> Said:
    name, _, text = value.partition("=")
    shown = name.replace("_", " ").capitalize()
    return said(Saying.CUSTOM_FIELD, shown, text) if text else said(Saying.HAS_CUSTOM_FIELD, shown)


FILTERS: tuple[Filter, ...] = (
    Filter(
        "scene",
        "Scene",
        "one or more scenes",
        ("scene:12A", "scene:12A,12B"),
        "the scene that the recorder noted",
        lambda value: _whole(FileField.SCENE, columns.SCENES, Saying.SCENE, value),
        source=FileField.SCENE,
        style=Style.ANY,
        lists=columns.SCENES,
        panel=Panel(Button.SCENE, is_long=True),
    ),
    Filter(
        "take",
        "Take",
        "one or more takes",
        ("take:3", "take:3,4"),
        "its take; zeros in front do not count",
        lambda value: _whole(FileField.TAKE, columns.TAKES, Saying.TAKE, value),
        source=FileField.TAKE,
        style=Style.ANY,
        lists=columns.TAKES,
        panel=Panel(Button.TAKE, is_long=True),
    ),
    Filter(
        "tape",
        "Tape",
        "one or more tapes",
        ("tape:18Y12M31",),
        "its tape or roll",
        lambda value: _whole(FileField.TAPE, columns.TAPES, Saying.TAPE, value),
        source=FileField.TAPE,
        style=Style.ANY,
        lists=columns.TAPES,
        panel=Panel(Button.TAPE, is_long=True),
    ),
    Filter(
        "track",
        "Track",
        "part of a track's name",
        ("track:boom", 'track:"Lav 2"'),
        "part of the name of one of its tracks",
        holding(columns.TRACKS, Saying.TRACK),
        source=FileField.TRACK,
        style=Style.ALL,
    ),
    Filter(
        "originator",
        "Originator",
        "part of a name",
        ("originator:Zoom",),
        "part of the name of who, or which recorder, made the file",
        holding(columns.ORIGINATORS, Saying.ORIGINATOR),
        source=FileField.ORIGINATOR,
        style=Style.ALL,
    ),
    Filter(
        "designer",
        "Designer",
        "part of a name",
        ('designer:"Jane Doe"',),
        "part of the designer's name; a whole name wins",
        holding(columns.DESIGNERS, Saying.DESIGNER),
        source=FileField.DESIGNER,
        style=Style.ALL,
        lists=columns.DESIGNERS,
        panel=Panel(Button.DESIGNER, is_long=True),
    ),
    Filter(
        "library",
        "Library",
        "part of a name",
        ('library:"Old Houses"',),
        "part of the name of the library it was published in, likewise",
        holding(columns.LIBRARIES, Saying.LIBRARY),
        source=FileField.LIBRARY,
        style=Style.ALL,
        lists=columns.LIBRARIES,
        panel=Panel(Button.LIBRARY, is_long=True),
    ),
    Filter(
        "keyword",
        "Keyword",
        "one or more keywords",
        ("keyword:rain", 'keyword:"room tone",hum'),
        "one of its keywords",
        lambda value: _whole(FileField.KEYWORD, columns.KEYWORDS, Saying.KEYWORD, value),
        source=FileField.KEYWORD,
        style=Style.ANY,
        lists=columns.KEYWORDS,
        panel=Panel(Button.KEYWORD, is_long=True),
    ),
    Filter(
        "tc",
        "Timecode",
        "a timecode, cut short where one likes, or from one to another",
        ("tc:10:00:00:00-10:05:00:00", "tc:10:02", "tc:>=10:00", "tc:<09:30"),
        "recordings that begin then, by hh:mm:ss:ff at each file's rate (`timecode:` works too)",
        _timecode,
        aliases=("timecode",),
        panel=Panel(Button.TIMECODE, range=Range("hh:mm:ss:ff", "10:00", "10:05:30:00")),
    ),
    Filter(
        "field",
        "Custom field",
        "the name of a field, an equals sign and part of its text",
        ("field:show=", 'field:"Show=Old Houses"'),
        "part of the text of a field that you made, a whole text wins; with nothing behind the sign, sounds that say "
        "anything in it",
        _custom,
        source="custom",
        style=Style.ALL,
        lists=columns.CUSTOM,
        label=_custom_label,
        panel=Panel(Button.CUSTOM, is_long=True),
    ),
)
