"""Tools that change something, where permitted: write a moment as a file, mark sounds, fill collections.

Files go into one folder, named by whoever started Earshot; no requested path leads out of it. No file is overwritten
or deleted, and no sound file is changed.
"""

import re
from collections.abc import Mapping
from typing import Any

import numpy as np
from msgspec.structs import replace

from engine.base.cancellation import check
from engine.base.errors import QueryError
from engine.base.types import Ids, SoundId
from engine.features.door.arguments import ArgumentKind, ToolArgument
from engine.features.door.messages import DoorAdvice, DoorFault
from engine.features.door.tools import (
    Effect,
    Tool,
    ToolContext,
    marks_record,
    sound_argument,
    sound_in,
    stretch_arguments,
)
from engine.library.library import Library
from engine.library.user_data import UserData
from engine.transfer.collect import ExportItem
from engine.transfer.profile import AS_IT_IS, Container, NamePolicy
from engine.transfer.profile_store import ProfileStore
from engine.transfer.transfer import transfer
from engine.transfer.transfer_plan import head_of

_MOST_SOUNDS = 1_000
_NO_NAME = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]+')
"""Characters that some system forbids in file names."""
_LONGEST_NAME = 120
_LONGEST_S = 1e6

_SOUNDS = ToolArgument(
    "sounds",
    ArgumentKind.LIST,
    "Paths or file: addresses of sounds of the library.",
    is_required=True,
    most=_MOST_SOUNDS,
    items=sound_argument(),
)


def _export(visit: ToolContext, given: Mapping[str, Any]) -> dict[str, Any]:
    assert visit.out is not None  # offered only then
    sound = visit.library.sound(sound_in(visit.library, given["sound"]))
    name = _NO_NAME.sub("_", given.get("name", "").strip())[:_LONGEST_NAME].strip("_. ")
    place_s = given.get("at_s")
    piece = ExportItem(sound.path, sound.metadata, given.get("start_s"), given.get("end_s"), name=name, at_s=place_s)
    # Whatever the profile says on existing names: another program overwrites nothing.
    profile = replace(ProfileStore().get(given.get("profile") or AS_IT_IS.name), policy=NamePolicy.NUMBER)
    if place_s is not None and profile.container.is_wave:
        profile = replace(profile, container=Container.BWF)  # which has a time reference
    if "sample_rate_hz" in given:
        profile = replace(profile, rate_hz=given["sample_rate_hz"])
    done = transfer([piece], visit.out, profile, library=visit.library.folder, cancel=visit.cancel)
    for item in done.skipped:
        raise item.error
    check(visit.cancel)
    files = [
        {
            "path": str(file.path),
            "source": file.source.text,
            "start_s": file.start_s,
            "end_s": file.end_s,
            "profile": profile.name,
            "notes": [str(note) for note in file.notes],
        }
        | ({} if place_s is None else {"at_s": place_s - head_of(piece, file.start_s, file.end_s)})
        for file in done.files
    ]
    credits = None if done.credits is None else str(done.credits)
    return {"file": files[0]["path"], "is_new": done.files[0].is_new, "credits": credits, "files": files}


def _mark(visit: ToolContext, given: Mapping[str, Any]) -> dict[str, Any]:
    ids = _ids(visit.library, given["sounds"])
    if not given.keys() - {"sounds"}:
        raise QueryError(DoorFault.NOTHING_TO_CHANGE, advice=DoorAdvice.GIVE_A_CHANGE)
    _set_marks(visit.library.keeping, ids, given)
    sounds = [visit.library.sound(SoundId(id)) for id in ids.tolist()]
    return {"sounds": [{"path": one.path.text, "uri": one.path.uri, **marks_record(one)} for one in sounds]}


def _set_marks(keeping: UserData, ids: Ids, given: Mapping[str, Any]) -> None:
    if "rating" in given:
        keeping.set_rating(ids, given["rating"])
    if "favourite" in given:
        keeping.set_favourite(ids, given["favourite"])
    if given.get("add_tags"):
        keeping.add_tags(ids, given["add_tags"])
    if given.get("remove_tags"):
        keeping.remove_tags(ids, given["remove_tags"])
    if "note" in given:
        keeping.set_note(ids, given["note"])


def _add_to_collection(visit: ToolContext, given: Mapping[str, Any]) -> dict[str, Any]:
    ids = _ids(visit.library, given["sounds"])
    keeping = visit.library.keeping
    collection = keeping.collection_named(given["name"]) or keeping.make_collection(given["name"])[0]
    keeping.add_to(collection.id, ids)
    filled = keeping.collection(collection.id)
    return {"name": filled.name, "sounds": filled.count, "added": filled.count - collection.count}


def _ids(library: Library, sounds: list[str]) -> Ids:
    """The named sounds, each once.

    Raises:
        QueryError: one of them is not in the library; nothing is changed.
    """
    return np.array(list(dict.fromkeys(int(sound_in(library, text)) for text in sounds)), dtype=np.int64)


def _tags(name: str, about: str) -> ToolArgument:
    tag = ToolArgument("tag", ArgumentKind.TEXT, "A tag.", most=200)
    return ToolArgument(name, ArgumentKind.LIST, about, most=100, items=tag)


EXPORTING = (
    Tool(
        "export_moment",
        "Write a stretch of a sound of the library as a file of its own, or copy the whole sound, into the folder"
        " that the user named for it. Nothing is overwritten; the original is not touched.",
        (
            sound_argument(),
            *stretch_arguments(),
            ToolArgument("name", ArgumentKind.TEXT, "What the file is called, without a suffix.", most=200),
            ToolArgument(
                "profile", ArgumentKind.TEXT, "A transfer profile that the user saved; by default as it is.", most=80
            ),
            ToolArgument(
                "sample_rate_hz",
                ArgumentKind.WHOLE,
                "Sample rate of the file, such as the project's; unless named, the profile's.",
                low=8_000.0,
                high=384_000.0,
            ),
            ToolArgument(
                "at_s",
                ArgumentKind.NUMBER,
                "Place of the stretch in a project, in seconds. The answer's at_s is the place of the file, which has"
                " the profile's first handle before the stretch; a WAV file's time reference says it too.",
                low=0.0,
                high=_LONGEST_S,
            ),
        ),
        _export,
        Effect.FILES,
    ),
)
CHANGING = (
    Tool(
        "mark",
        "Rate, tag or note sounds, or make them favourites: what the user keeps about them, never the files.",
        (
            _SOUNDS,
            ToolArgument("rating", ArgumentKind.WHOLE, "1 to 5, 0 for none.", low=0.0, high=5.0),
            ToolArgument("favourite", ArgumentKind.FLAG, "Whether they are favourites."),
            _tags("add_tags", "Tags to add."),
            _tags("remove_tags", "Tags to take away."),
            ToolArgument("note", ArgumentKind.TEXT, "A note in the place of theirs; empty for none."),
        ),
        _mark,
        Effect.LIBRARY,
    ),
    Tool(
        "add_to_collection",
        "Add sounds at the end of a collection, which is made where there is none of that name.",
        (ToolArgument("name", ArgumentKind.TEXT, "Of the collection.", is_required=True, most=1_000), _SOUNDS),
        _add_to_collection,
        Effect.LIBRARY,
    ),
)
