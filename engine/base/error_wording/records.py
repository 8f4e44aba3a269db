"""Reads error messages back from JSON, for other processes."""

from engine.base import file_faults, message_records
from engine.base.error_wording.bulk import BulkAdvice, BulkFault
from engine.base.error_wording.dialogue import DialogueAdvice, DialogueFault
from engine.base.error_wording.door import DoorAdvice, DoorFault
from engine.base.error_wording.index import IndexAdvice, IndexFault, IndexFlaw
from engine.base.error_wording.library import LibraryAdvice, LibraryFault, VectorFlaw
from engine.base.error_wording.metadata import Oddity, WriteAdvice, WriteFault
from engine.base.error_wording.owner import OwnerAdvice, OwnerFault
from engine.base.error_wording.packs import PackAdvice, PackFault, PackRefusal
from engine.base.error_wording.query_messages import (
    FieldWord,
    KeepingAdvice,
    KeepingFault,
    NamedThing,
    QueryAdvice,
    QueryFault,
    SpokenAdvice,
    SpokenFault,
    UserDataAdvice,
    UserDataFault,
)
from engine.base.error_wording.sidecar import SidecarAdvice, SidecarFault
from engine.base.error_wording.spotting import CueAdvice, CueFault, CueFlaw
from engine.base.error_wording.studio import StudioAdvice, StudioFault
from engine.base.error_wording.transfer import TransferAdvice, TransferFault, TransferNote
from engine.base.messages import Message, MessageCode

WORDINGS: tuple[type[MessageCode], ...] = (
    LibraryFault,
    LibraryAdvice,
    VectorFlaw,
    IndexFlaw,
    IndexFault,
    IndexAdvice,
    PackFault,
    PackAdvice,
    PackRefusal,
    QueryFault,
    QueryAdvice,
    SpokenFault,
    SpokenAdvice,
    FieldWord,
    KeepingFault,
    KeepingAdvice,
    NamedThing,
    UserDataFault,
    UserDataAdvice,
    WriteFault,
    WriteAdvice,
    Oddity,
    CueFault,
    CueAdvice,
    CueFlaw,
    OwnerFault,
    OwnerAdvice,
    DialogueFault,
    DialogueAdvice,
    DoorFault,
    DoorAdvice,
    SidecarFault,
    SidecarAdvice,
    StudioFault,
    StudioAdvice,
    BulkFault,
    BulkAdvice,
    TransferFault,
    TransferAdvice,
    TransferNote,
)
"""All error messages except those on files; code names are unique."""
_KINDS: tuple[type[MessageCode], ...] = (*file_faults.WORDINGS, *WORDINGS)
_BY_CODE = {wording.name: wording for kind in _KINDS for wording in kind}


def said_in(record: object) -> Message:
    """Reads a record; an unknown code becomes its first value, or the code itself."""
    return message_records.said_in(record, _BY_CODE)
