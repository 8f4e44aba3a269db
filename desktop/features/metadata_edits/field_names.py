"""Names of metadata fields and groups in the window."""

from desktop.base.translation import Phrase, phrase, translate
from engine.audio.fields import AnyField, CustomField, Field
from engine.features.metadata_edits.file_facts import Fact, Group

FIELD_NAMES: dict[Field, Phrase] = {
    Field.TITLE: phrase("FieldNames", "Title"),
    Field.DESCRIPTION: phrase("FieldNames", "Description"),
    Field.KEYWORDS: phrase("FieldNames", "Keywords"),
    Field.UCS_ID: phrase("FieldNames", "UCS category"),
    Field.ARTIST: phrase("FieldNames", "Designer"),
    Field.ALBUM: phrase("FieldNames", "Library"),
    Field.COMMENT: phrase("FieldNames", "Comment"),
    Field.SCENE: phrase("FieldNames", "Scene"),
    Field.TAKE: phrase("FieldNames", "Take"),
    Field.TAPE: phrase("FieldNames", "Tape"),
    Field.ORIGINATOR: phrase("FieldNames", "Originator"),
    Field.TIMECODE: phrase("FieldNames", "Timecode"),
    Field.TRACKS: phrase("FieldNames", "Tracks"),
}
FIELD_TIPS: dict[Field, Phrase] = {
    Field.TITLE: phrase("FieldNames", "The short name of the sound; the FXName of UCS"),
    Field.DESCRIPTION: phrase("FieldNames", "What the sound contains, in one sentence"),
    Field.KEYWORDS: phrase("FieldNames", "Search words, separated by commas"),
    Field.UCS_ID: phrase("FieldNames", "A category of the Universal Category System; type a CatID or any word"),
    Field.ARTIST: phrase("FieldNames", "Who recorded or made it"),
    Field.ALBUM: phrase("FieldNames", "The collection it was published in"),
    Field.COMMENT: phrase("FieldNames", "Notes stored in the file"),
    Field.SCENE: phrase("FieldNames", "The scene, as the recordist slated it"),
    Field.TAKE: phrase("FieldNames", "The take of the scene"),
    Field.TAPE: phrase("FieldNames", "The tape, roll or recording day"),
    Field.ORIGINATOR: phrase("FieldNames", "Who, or which recorder, made the file; at most 32 letters"),
    Field.TIMECODE: phrase("FieldNames", "Where a WAV file begins on the clock: hh:mm:ss:ff at its rate"),
    Field.TRACKS: phrase("FieldNames", "Track names of a WAV file in order, separated by semicolons"),
}


def name_of_field(field: AnyField) -> str:
    """Name of a field; user-defined fields have their own."""
    return field.name or field.key if isinstance(field, CustomField) else str(FIELD_NAMES[field])


GROUP_NAMES: dict[Group, Phrase] = {
    Group.DESCRIPTION: phrase("GroupNames", "Description"),
    Group.RECORDING: phrase("GroupNames", "Recording"),
    Group.TECHNICAL: phrase("GroupNames", "Technical"),
    Group.BEXT: phrase("GroupNames", "BEXT"),
    Group.IXML: phrase("GroupNames", "iXML"),
    Group.INFO: phrase("GroupNames", "INFO"),
    Group.ID3: phrase("GroupNames", "ID3"),
    Group.TAGS: phrase("GroupNames", "Tags"),
    Group.MARKERS: phrase("GroupNames", "Markers"),
    Group.CHUNKS: phrase("GroupNames", "Chunks"),
    Group.OTHER: phrase("GroupNames", "Other"),
}


_RECORDING_NAMES = {
    "project": phrase("FieldNames", "Project"),
    "note": phrase("FieldNames", "Note"),
    "circled": phrase("FieldNames", "Circled"),
    "timecode": phrase("FieldNames", "Timecode"),
    "track": phrase("FieldNames", "Track"),
}


def name_of_fact(fact: Fact) -> str:
    """Name of a fact: translated if Earshot defines it, else as in the file."""
    if fact.group is Group.RECORDING:
        kind, _, number = fact.name.partition(" ")
        return " ".join(filter(None, (str(_RECORDING_NAMES[kind]), number)))
    known = {field.value: title for field, title in FIELD_NAMES.items()} if fact.group is Group.DESCRIPTION else {}
    return str(known.get(fact.name, fact.name))


def value_of_fact(fact: Fact) -> str:
    """Value of a fact: translated if Earshot defines it."""
    is_ours = fact.group is Group.RECORDING and fact.name == "circled"
    return translate("FieldNames", "yes") if is_ours else fact.value
