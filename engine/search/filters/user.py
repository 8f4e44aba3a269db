"""Filters on places and user marks: folder, tags, ratings, collections, plays."""

from engine.base.messages import said
from engine.base.query_messages import QueryMessage
from engine.base.types import Colour
from engine.search import dates, filter_labels, value_parsers
from engine.search.filters.filter import (
    Button,
    Choice,
    Filter,
    FilterPart,
    Panel,
    Style,
    any_of,
    claim,
    either,
    holding,
    in_range,
)
from engine.search.value_parsers import InvalidValue
from engine.store import filters as columns
from engine.store.filters import AllOf, Between

_YES_OR_NO = ("yes", "no")


def _used(value: str) -> FilterPart:
    """A time at which a sound was used, or else words of the cue that it was used for."""
    try:
        span = dates.age(value) or dates.span(value)
    except InvalidValue:
        return _cue(value)
    condition = Between(columns.USED_AT, span.start_s, span.end_s)
    return FilterPart(said(QueryMessage.USED_AT, span.words), (condition,), span.name, span.bounds)


_cue = holding(columns.CUES, QueryMessage.USED_FOR)


def _note(value: str) -> FilterPart:
    return FilterPart(said(QueryMessage.NOTE_SAYS, value), (AllOf(columns.NOTES, (value,)),), value)


FILTERS: tuple[Filter, ...] = (
    Filter(
        key="like",
        title="Like a sound",
        takes="a sound file, by its whole path",
        examples=("like:/sounds/gate.wav", 'like:"/sounds/gate 2.wav@1.2-3.0*2"'),
        guide="more like this sound, or this stretch of it in seconds, weighed 2 (see below)",
        read=None,
    ),
    Filter(
        key="unlike",
        title="Unlike a sound",
        takes="a sound file, by its whole path",
        examples=("unlike:/sounds/hinge.wav",),
        guide="less like this sound",
        read=None,
    ),
    Filter(
        key="words",
        title="Weight of the words",
        takes="a number from 0.05 to 10",
        examples=("words:0.5", "words:2"),
        guide="how much the words count beside such sounds",
        read=None,
    ),
    Filter(
        key="variety",
        title="Variety",
        takes="all, folded, different, or a number from 0 to 1",
        examples=("variety:folded", "variety:different", "variety:0.5"),
        guide="how different the answers shall be: takes folded into one row, or rows unlike each other",
        read=None,
    ),
    Filter(
        key="say",
        title="Spoken words",
        takes="a word or phrase that somebody says",
        examples=("say:seven", 'say:"open the door"'),
        guide="somebody says it (see below)",
        read=None,
    ),
    Filter(
        key="said",
        title="Transcript",
        takes="words of a transcript, or no for sounds without speech",
        examples=('said:"open the door"', "said:open", "said:no"),
        guide="the transcript has these words (see below)",
        read=None,
    ),
    Filter(
        key="in",
        title="Folder",
        takes="part of a folder's path",
        examples=("in:Foley", 'in:"Wind and rain"'),
        guide="part of a folder's path",
        read=holding(columns.FOLDERS, QueryMessage.IN_FOLDER),
        source="folders",
    ),
    Filter(
        key="tag",
        title="Tag",
        takes="a tag",
        examples=("tag:door", 'tag:"room tone"'),
        guide="a tag",
        read=holding(columns.TAGS, QueryMessage.TAGGED),
        source="tags",
        style=Style.ALL,
        lists=columns.TAGS,
        panel=Panel(Button.TAG, is_long=True),
    ),
    Filter(
        key="collection",
        title="Collection",
        takes="a collection",
        examples=('collection:"Scene 4"',),
        guide="sounds of a collection",
        read=holding(columns.COLLECTIONS, QueryMessage.IN_COLLECTION),
        source="collections",
    ),
    Filter(
        key="rating",
        title="Rating",
        takes="0 to 5",
        examples=("rating:>=3", "rating:4", "rating:2..4", "rating:0"),
        guide="your rating; 0 for sounds without one",
        read=in_range(columns.RATING, value_parsers.rating, filter_labels.rating),
        values=(">=3", ">=4", "5", "0"),
        states={"rated": ">=1", "unrated": "0"},
        panel=Panel(
            Button.RATING,
            choices=(
                Choice("5", "★★★★★"),
                Choice(">=4", "at least ★★★★"),
                Choice(">=3", "at least ★★★"),
                Choice(">=2", "at least ★★"),
                Choice(">=1", "at least ★"),
                Choice("0", "Not rated"),
            ),
        ),
    ),
    Filter(
        key="colour",
        title="Colour",
        takes=f"nothing, no, or one or more of {', '.join(Colour)}",
        examples=("colour:red", "colour:red,blue", "colour:", "colour:no"),
        guide="your colour (`color:` works too)",
        read=either(
            claim(columns.COLOURED, QueryMessage.COLOURED, QueryMessage.NOT_COLOURED),
            any_of(columns.COLOURS, value_parsers.colours, filter_labels.colours),
        ),
        values=(*Colour, "no"),
        style=Style.ANY,
        takes_nothing=True,
        aliases=("color",),
        states={"coloured": "yes", "colored": "yes"},
        panel=Panel(
            Button.COLOUR,
            choices=tuple(Choice(colour, colour.capitalize(), colour) for colour in Colour),
            columns=2,
        ),
    ),
    Filter(
        key="fav",
        title="Favourite",
        takes="nothing, yes or no",
        examples=("fav:", "fav:yes", "fav:no"),
        guide="favourites only, or none",
        read=claim(columns.FAVOURITES, QueryMessage.FAVOURITES, QueryMessage.NO_FAVOURITES),
        values=_YES_OR_NO,
        takes_nothing=True,
        states={"favourite": "yes", "favorite": "yes", "fav": "yes"},
    ),
    Filter(
        key="heard",
        title="Played",
        takes="nothing, yes or no",
        examples=("heard:", "heard:yes", "heard:no"),
        guide="listened to, or never",
        read=claim(columns.HEARD, QueryMessage.HEARD, QueryMessage.NOT_HEARD),
        values=_YES_OR_NO,
        takes_nothing=True,
        states={"heard": "yes", "unheard": "no"},
        panel=Panel(Button.HEARD, "Played", (Choice("yes", "Played before"), Choice("no", "Never played"))),
    ),
    Filter(
        key="used",
        title="Used",
        takes="nothing, yes, no, an age in days, a date, or words of a cue",
        examples=("used:yes", "used:no", "used:<30d", "used:2024-05", 'used:"door slams"'),
        guide="dragged or copied out, or never; in the last 30 days; in that month; for a cue with these words",
        read=either(claim(columns.USED, QueryMessage.USED, QueryMessage.NOT_USED), _used),
        values=(*_YES_OR_NO, "today", "week", "month"),
        takes_nothing=True,
        states={"used": "yes", "unused": "no"},
        panel=Panel(Button.HEARD, "Dragged or copied out", (Choice("yes", "Used before"), Choice("no", "Never used"))),
    ),
    Filter(
        key="note",
        title="Note",
        takes="nothing, no, or words of the note",
        examples=("note:", "note:no", 'note:"too loud"'),
        guide="words of your note, with a note, without one",
        read=either(claim(columns.NOTED, QueryMessage.NOTED, QueryMessage.NOT_NOTED), _note),
        values=_YES_OR_NO,
        takes_nothing=True,
        states={"noted": "yes"},
    ),
    Filter(
        key="offline",
        title="Offline",
        takes="nothing, yes or no",
        examples=("offline:", "offline:yes", "offline:no"),
        guide="only sounds whose drive is not connected, or none of them",
        read=claim(columns.OFFLINE, QueryMessage.OFFLINE, QueryMessage.NOT_OFFLINE),
        values=_YES_OR_NO,
        takes_nothing=True,
        states={"offline": "yes", "online": "no"},
        panel=Panel(Button.OFFLINE, "Drive", (Choice("no", "Connected"), Choice("yes", "Not connected"))),
    ),
    Filter(
        key="missing",
        title="Missing",
        takes="nothing, yes or no",
        examples=("missing:", "missing:yes", "missing:no"),
        guide="only sounds whose file is not where it was, or none of them",
        read=claim(columns.MISSING, QueryMessage.IS_MISSING, QueryMessage.IS_NOT_MISSING),
        values=_YES_OR_NO,
        takes_nothing=True,
        states={"missing": "yes"},
        panel=Panel(Button.OFFLINE, "File", (Choice("no", "In its place"), Choice("yes", "Missing"))),
    ),
)
