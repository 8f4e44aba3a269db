"""Changes frames of an ID3 tag, in a WAV or AIFF chunk or before an MP3; mutagen keeps the other frames."""

from collections.abc import Mapping
from io import BytesIO
from typing import Any

import mutagen.id3

from engine.audio.inflation import inflation_bounded
from engine.base.errors import WriteRefused
from engine.base.messages import told
from engine.features.metadata_edits.messages import WriteAdvice, WriteFault

_ID3: Any = mutagen.id3.ID3


def with_frames(content: bytes | None, texts: Mapping[str, str]) -> bytes | None:
    """Returns a chunk's tag with new texts (see `set_frames`); None if there is neither a tag nor anything to write.

    An empty chunk, or one of zeros, has no tag and gets a new one if there is something to write.

    Raises:
        WriteRefused: the tag is damaged.
    """
    if content is None or not any(content):
        if not any(texts.values()):
            return content
        tag = _ID3()
        version = 3
    else:
        try:
            with inflation_bounded():
                tag = _ID3(BytesIO(content), translate=False)
        except (mutagen.MutagenError, ValueError, LookupError, TypeError) as err:
            raise WriteRefused(told(WriteFault.ID3_UNREADABLE, str(err)), advice=WriteAdvice.REPAIR_IN_WRITER) from err
        version = kept_version(tag)
    set_frames(tag, texts)
    out = BytesIO()
    tag.save(out, v1=0, v2_version=version, padding=lambda info: 0)
    return out.getvalue()


def kept_version(tag: Any) -> int:
    """Returns the version to save a tag in: its own, but 2.3 for an old 2.2."""
    if tag.version[1] == 2:
        tag.update_to_v23()
    return 4 if tag.version[1] >= 4 else 3


def set_frames(tag: Any, texts: Mapping[str, str]) -> None:
    """Sets frames by name: TIT2, COMM, or TXXX:NAME. An empty text removes the frame."""
    for name, text in texts.items():
        kind, _, described = name.partition(":")
        for frame in list(tag.values()):
            is_same = frame.FrameID == kind and getattr(frame, "desc", "").lower() == described.lower()
            if is_same:
                described = getattr(frame, "desc", described)
                del tag[frame.HashKey]
        if not text:
            continue
        frame_class = getattr(mutagen.id3, kind)
        arguments: dict[str, Any] = {"encoding": 1, "text": [text]}
        if kind in ("TXXX", "COMM"):
            arguments["desc"] = described
        if kind == "COMM":
            arguments["lang"] = "eng"
        tag.add(frame_class(**arguments))
