"""The record of the feature."""

from engine.base.feature import Feature, ShellCommand


def _field_text_writer() -> object:
    from engine.features.metadata_edits.field_text_writer import write_field_texts

    return write_field_texts


FEATURE = Feature(
    commands=(
        ShellCommand("describe", "show or edit the metadata of files"),
        ShellCommand("undo", "undo the newest change of metadata"),
    ),
    field_text_writer=_field_text_writer,
)
