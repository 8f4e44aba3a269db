"""What fields and groups of metadata are called in the window."""

from desktop.translation import Phrase, phrase
from engine.metadata.edit import Field
from engine.metadata.facts import Group

FIELD_NAMES: dict[Field, Phrase] = {
    Field.TITLE: phrase("FieldNames", "Title"),
    Field.DESCRIPTION: phrase("FieldNames", "Description"),
    Field.KEYWORDS: phrase("FieldNames", "Keywords"),
    Field.UCS_ID: phrase("FieldNames", "UCS category"),
    Field.ARTIST: phrase("FieldNames", "Designer"),
    Field.ALBUM: phrase("FieldNames", "Library"),
    Field.COMMENT: phrase("FieldNames", "Comment"),
}
FIELD_TIPS: dict[Field, Phrase] = {
    Field.TITLE: phrase("FieldNames", "The short name of the sound; the FXName of UCS"),
    Field.DESCRIPTION: phrase("FieldNames", "What can be heard, in a sentence"),
    Field.KEYWORDS: phrase("FieldNames", "Words to find it by, with commas between them"),
    Field.UCS_ID: phrase("FieldNames", "A category of the Universal Category System; type a CatID or any word"),
    Field.ARTIST: phrase("FieldNames", "Who recorded or made it"),
    Field.ALBUM: phrase("FieldNames", "The collection it was published in"),
    Field.COMMENT: phrase("FieldNames", "Notes that travel with the file"),
}
GROUP_NAMES: dict[Group, Phrase] = {
    Group.DESCRIPTION: phrase("GroupNames", "Description"),
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


def field_of_fact(name: str) -> str:
    """What a fact of the group Description is called: its field's name, else the name itself."""
    known = {field.value: title for field, title in FIELD_NAMES.items()}
    return str(known.get(name, name))
