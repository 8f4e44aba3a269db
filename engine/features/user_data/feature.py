"""The record of the feature."""

from engine.base.feature import Feature, ShellCommand

FEATURE = Feature(
    commands=(
        ShellCommand("export-data", "export your ratings, tags, notes, collections and searches to a file"),
        ShellCommand("import-data", "import a file that export-data wrote"),
    ),
)
