"""Tools that change nothing: search, similar, spot, describe, moments, collections, stats.

A tool takes checked arguments and returns a record of plain values, the same for an assistant and for a script.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum, auto
from pathlib import Path
from typing import Any

from msgspec import Struct

from engine.base.cancellation import Cancel, StopRequested, check
from engine.base.errors import QueryError
from engine.base.messages import told
from engine.base.types import Answer, FilePath, Sound, SoundId, SpokenWord
from engine.cli.shell.answers import hit_record, words_record
from engine.cli.shell.explanations import why_record
from engine.features.door.arguments import ArgumentKind, ToolArgument
from engine.features.door.messages import DoorAdvice, DoorFault
from engine.library.explanation import reasons
from engine.library.library import Library
from engine.search.examples import LEAST_WEIGHT, MOST_WEIGHT, Example
from engine.search.question import Like, Question

MOST_HITS = 100
MOST_LINES = 200
MOST_WORDS = 1_000
"""Words of a transcript that `describe` gives."""
_USUAL_HITS = 10
_USUAL_PER_LINE = 5
_LINES_AT_ONCE = 25
"""Lines of a scene searched together, between two checks whether the client still waits."""
_LONGEST_S = 1e6
_KINDS = 3


class Effect(Enum):
    """What a tool changes."""

    NONE = auto()
    FILES = auto()
    """Writes new files into one folder."""
    LIBRARY = auto()
    """Changes user data: tags, ratings, notes, collections."""


class ToolContext(Struct, frozen=True):
    """The context of one call."""

    library: Library
    out: Path | None
    """The folder for written files; None for no files."""
    cancel: Cancel


class Tool(Struct, frozen=True):
    """A tool for other programs."""

    name: str
    about: str
    """For the caller, possibly an assistant."""
    arguments: tuple[ToolArgument, ...]
    run: Callable[[ToolContext, Mapping[str, Any]], dict[str, Any]]
    """Raises EngineError if it fails, StopRequested when cancelled."""
    effect: Effect = Effect.NONE


def sound_argument(about: str = "Path or file: address of a sound of the library.") -> ToolArgument:
    """Returns the argument that names a sound."""
    return ToolArgument("sound", ArgumentKind.TEXT, about, is_required=True)


def sound_in(library: Library, text: str) -> SoundId:
    """Returns the sound at a path or file: address.

    Raises:
        QueryError: the library has none there.
    """
    id = None
    if "\0" not in text and (text.startswith("file://") or Path(text).is_absolute()):
        id = library.sound_at(path_of(text))
    if id is None:
        raise QueryError(told(DoorFault.NOT_IN_LIBRARY, text), advice=DoorAdvice.GIVE_SOUND)
    return id


def path_of(text: str) -> FilePath:
    """Parses a path or a file: address."""
    return FilePath.of_uri(text) if text.startswith("file://") else FilePath.of(text)


def stretch_arguments() -> tuple[ToolArgument, ToolArgument]:
    """Returns the arguments of a stretch."""
    start = ToolArgument("start_s", ArgumentKind.NUMBER, "Start of the stretch in seconds.", low=0.0, high=_LONGEST_S)
    end = ToolArgument("end_s", ArgumentKind.NUMBER, "End of the stretch in seconds.", low=0.0, high=_LONGEST_S)
    return start, end


def _limit(usual: int, most: int = MOST_HITS) -> ToolArgument:
    return ToolArgument(
        "limit", ArgumentKind.WHOLE, f"Most sounds to give, {usual} unless named.", low=1.0, high=float(most)
    )


_QUERY = (
    "What the sound is like, in plain words (“rusty gate creaking slowly”). a | b means either; -word lowers sounds"
    ' like it; "quoted" words must be in its name or metadata; filters: dur:<2 (seconds), ch:2, sr:>=48k, ext:wav,'
    ' said:"open the door" (words of transcripts),'
    " in:Folder, tag:x, rating:>=3, cat:DOORS (UCS), bpm:90..120, key:Am, loud:>-20, loop:, fav:."
)
_FILTERS = ToolArgument("filters", ArgumentKind.TEXT, "Further filters, in the grammar of the query.", most=1_000)
_EXAMPLE = ToolArgument(
    "example",
    ArgumentKind.OBJECT,
    "A sound that answers shall be like, or less like.",
    parts=(
        ToolArgument("sound", ArgumentKind.TEXT, "Path or file: address of any sound file.", is_required=True),
        *stretch_arguments(),
        ToolArgument(
            "weight",
            ArgumentKind.NUMBER,
            f"How much it counts beside the words: {LEAST_WEIGHT} to {MOST_WEIGHT:g}, 1 unless named.",
            low=LEAST_WEIGHT,
            high=MOST_WEIGHT,
        ),
    ),
)


def _examples(given: list[dict[str, Any]], sign: float) -> list[Example]:
    found = []
    for one in given:
        start_s, end_s = _stretch(one)
        path = _any_file(one["sound"])
        found.append(Example(path, start_s, end_s, sign * one.get("weight", 1.0), with_itself=False))
    return found


def _any_file(text: str) -> FilePath:
    """A file that need not be in the library.

    Raises:
        QueryError: the text names none.
    """
    if "\0" in text or not (text.startswith("file://") or Path(text).is_absolute()):
        raise QueryError(told(DoorFault.NOT_IN_LIBRARY, text), advice=DoorAdvice.GIVE_SOUND)
    return path_of(text)


def _stretch(given: Mapping[str, Any]) -> tuple[float | None, float | None]:
    return given.get("start_s"), given.get("end_s")


def _search(visit: ToolContext, given: Mapping[str, Any]) -> dict[str, Any]:
    examples = [*_examples(given.get("like", []), 1.0), *_examples(given.get("unlike", []), -1.0)]
    question = Question(
        given.get("query", ""),
        filters=given.get("filters", ""),
        limit=given.get("limit", _USUAL_HITS),
        sound_only=given.get("sound_only", False),
        variety=given.get("variety"),
        examples=tuple(examples),
    )
    return _told(visit, visit.library.answer(question, cancel=visit.cancel), question.limit)


def _similar(visit: ToolContext, given: Mapping[str, Any]) -> dict[str, Any]:
    limit = given.get("limit", _USUAL_HITS)
    like = Like(_any_file(given["sound"]), *_stretch(given), with_itself=False)
    question = Question(like=like, filters=given.get("filters", ""), limit=limit, variety=given.get("variety"))
    return _told(visit, visit.library.answer(question, cancel=visit.cancel), limit)


def _told(visit: ToolContext, answer: Answer, limit: int) -> dict[str, Any]:
    """Converts an answer to a record, including what was left out of the question."""
    check(visit.cancel)
    unread = [
        {"part": chip.source, "why": str(chip.why), "left_out": chip.is_left_out} for chip in answer.chips if chip.why
    ]
    record: dict[str, Any] = {"hits": [hit_record(hit) for hit in answer.hits[:limit]], "of": answer.considered}
    beside = {
        "note": None if answer.note is None else str(answer.note),
        "unread": unread or None,
        "unheard": answer.unheard_sounds or None,
        **words_record(answer.chips),
    }
    return record | {name: value for name, value in beside.items() if value is not None}


def _spot(visit: ToolContext, given: Mapping[str, Any]) -> dict[str, Any]:
    limit = given.get("limit", _USUAL_PER_LINE)
    questions = [
        Question(line, filters=given.get("filters", ""), limit=limit, stacks=True, variety=given.get("variety"))
        for line in given["lines"]
    ]
    told: list[dict[str, Any]] = []
    for start in range(0, len(questions), _LINES_AT_ONCE):
        check(visit.cancel)
        answers = visit.library.answer_all(questions[start : start + _LINES_AT_ONCE], cancel=visit.cancel)
        told += [_told(visit, answer, limit) for answer in answers]
    return {"lines": [{"line": line, **one} for line, one in zip(given["lines"], told, strict=True)]}


def _describe(visit: ToolContext, given: Mapping[str, Any]) -> dict[str, Any]:
    id = sound_in(visit.library, given["sound"])
    kinds = [
        {"category": kind.category.category, "subcategory": kind.category.subcategory, "cat_id": kind.category.cat_id}
        | {"confidence": round(kind.confidence, 4)}
        for kind in visit.library.kinds_of(id, _KINDS)
    ]
    said = said_record(visit.library.transcript(id))
    return sound_record(visit.library.sound(id)) | {"sounds_like": kinds} | ({"said": said} if said else {})


def said_record(transcript: Sequence[Sequence[SpokenWord]]) -> dict[str, Any]:
    """Converts a transcript to a record of its first `MOST_WORDS` words; empty if nothing is said."""
    stretches: list[dict[str, Any]] = []
    left = MOST_WORDS
    for words in transcript:
        shown = words[:left]
        left -= len(shown)
        if shown:
            text = " ".join(word.text for word in shown)
            times = {"start_s": round(shown[0].start_s, 3), "end_s": round(shown[-1].end_s, 3)}
            stretches.append({"text": text, **times})
    return {"stretches": stretches, "words": sum(map(len, transcript))} if stretches else {}


def sound_record(sound: Sound) -> dict[str, Any]:
    """Converts a sound and its facts to a record."""
    info, measures, metadata = sound.info, sound.measures, sound.metadata
    technical = (
        {}
        if info is None
        else {
            "format": info.format,
            "codec": info.codec,
            "sample_rate_hz": info.sample_rate_hz,
            "channels": info.channels,
            "layout": info.layout,
            "bit_depth": info.bit_depth,
            "duration_s": round(info.duration_s, 4),
        }
    )
    measured = {
        "loudness_lufs": measures.loudness_lufs,
        "peak_dbfs": measures.peak_dbfs,
        "true_peak_dbtp": measures.true_peak_dbtp,
        "brightness_hz": measures.brightness_hz,
        "is_loop": measures.is_loop,
        "tempo_bpm": measures.sure_tempo_bpm,
        "key": measures.sure_key,
    }
    stated = {
        "title": metadata.title,
        "description": metadata.description,
        "keywords": list(metadata.keywords),
        "artist": metadata.artist,
        "album": metadata.album,
        "comment": metadata.comment,
        "licence": metadata.licence,
        "ucs_id": metadata.ucs_id,
        "category": metadata.category,
    }
    return {
        "path": sound.path.text,
        "uri": sound.path.uri,
        "whereabouts": str(sound.whereabouts),
        "size_bytes": sound.size_bytes,
        **technical,
        "measures": {name: value for name, value in measured.items() if value is not None},
        "metadata": {name: value for name, value in stated.items() if value},
        "marks": marks_record(sound),
    }


def marks_record(sound: Sound) -> dict[str, Any]:
    """Converts a sound's marks to a record."""
    marks = sound.marks
    colour = None if marks.colour is None else str(marks.colour)
    words = {"tags": list(marks.tags), "note": marks.note}
    return {"rating": marks.rating, "colour": colour, "favourite": marks.is_favourite, **words}


def _moments(visit: ToolContext, given: Mapping[str, Any]) -> dict[str, Any]:
    id = sound_in(visit.library, given["sound"])
    found = reasons(visit.library, Question(given["query"]), id, cancel=visit.cancel)
    if found is None:
        raise StopRequested
    moments = [
        {"start_s": round(one.start_s, 4), "end_s": round(one.end_s, 4), "similarity": round(one.similarity, 4)}
        for one in found.hit.moments
    ]
    sound = visit.library.sound(id)
    return {"path": sound.path.text, "uri": sound.path.uri, "moments": moments, **why_record(found)}


def _collections(visit: ToolContext, given: Mapping[str, Any]) -> dict[str, Any]:
    keeping = visit.library.keeping
    name = given.get("name")
    if name is None:
        return {"collections": [{"name": one.name, "sounds": one.count} for one in keeping.collections()]}
    collection = keeping.collection_named(name)
    if collection is None:
        raise QueryError(told(DoorFault.NO_SUCH_COLLECTION, name), advice=DoorAdvice.SEE_COLLECTIONS)
    start = given.get("offset", 0)
    ids = keeping.collection_ids(collection.id)[start : start + given.get("limit", MOST_HITS)]
    sounds = [visit.library.sound(SoundId(id)) for id in ids.tolist()]
    listed = [{"path": sound.path.text, "uri": sound.path.uri} for sound in sounds]
    return {"name": collection.name, "of": collection.count, "offset": start, "sounds": listed}


def _stats(visit: ToolContext, given: Mapping[str, Any]) -> dict[str, Any]:
    stats = visit.library.stats()
    counts = {"sounds": stats.sounds, "failed": stats.failed, "offline": stats.offline, "missing": stats.missing}
    return counts | {"folders": list(stats.roots), "pack": stats.pack_name}


_VARIETY = ToolArgument(
    "variety",
    ArgumentKind.NUMBER,
    "How different the answers shall be: 0 all, 0.25 takes of one thing folded, 1 as different as possible.",
    low=0.0,
    high=1.0,
)

READING = (
    Tool(
        "search",
        "Find sounds by describing them, by sounds they shall be like or unlike, or by both. Each hit has its path, its"
        " best moment in seconds, a score and a confidence: strong, fair, weak, or null where nobody can tell.",
        (
            ToolArgument("query", ArgumentKind.TEXT, _QUERY),
            ToolArgument("like", ArgumentKind.LIST, "Sounds that answers shall be like.", most=10, items=_EXAMPLE),
            ToolArgument("unlike", ArgumentKind.LIST, "Sounds they shall be less like.", most=10, items=_EXAMPLE),
            _FILTERS,
            ToolArgument("sound_only", ArgumentKind.FLAG, "Rank by how they sound alone, without names and metadata."),
            _VARIETY,
            _limit(_USUAL_HITS),
        ),
        _search,
    ),
    Tool(
        "similar",
        "Find sounds like one sound file, or like a stretch of it. The file need not be in the library, and is itself"
        " left out.",
        (
            sound_argument("Path or file: address of any sound file."),
            *stretch_arguments(),
            _FILTERS,
            _VARIETY,
            _limit(_USUAL_HITS),
        ),
        _similar,
    ),
    Tool(
        "spot",
        "Find sounds for every line of a scene at once: a few candidates a line, takes of one thing folded.",
        (
            ToolArgument(
                "lines",
                ArgumentKind.LIST,
                "A description a line, each in the grammar of search's query.",
                is_required=True,
                most=MOST_LINES,
                items=ToolArgument("line", ArgumentKind.TEXT, "What is wanted.", most=1_000),
            ),
            _FILTERS,
            _VARIETY,
            _limit(_USUAL_PER_LINE, 20),
        ),
        _spot,
    ),
    Tool(
        "describe",
        "Say what is known of one sound of the library: format, length, level, tempo and key, its metadata, the user's"
        " tags, rating and note, the kinds (UCS categories) that it sounds like, and what its transcript says was said:"
        f" the first {MOST_WORDS:,} words, with the number of all.",
        (sound_argument(),),
        _describe,
    ),
    Tool(
        "moments",
        "Say where in one sound of the library a description is heard, how well each of its windows fits, and how much"
        " each word brings.",
        (sound_argument(), ToolArgument("query", ArgumentKind.TEXT, _QUERY, is_required=True)),
        _moments,
    ),
    Tool(
        "collections",
        "List the user's collections, or with a name the sounds of one, in its order.",
        (
            ToolArgument("name", ArgumentKind.TEXT, "Of one collection, whatever the case of its letters.", most=1_000),
            ToolArgument("offset", ArgumentKind.WHOLE, "Sounds to pass over.", low=0.0, high=1e9),
            _limit(MOST_HITS),
        ),
        _collections,
    ),
    Tool(
        "stats", "Say how many sounds the library holds, in which folders, and with which pack it listens.", (), _stats
    ),
)
