"""What a feature is: a folder of `engine.features` with a record, `FEATURE` in its `feature.py`.

Features are found by listing the folders; no list names them. Records are light: what takes time to load is imported
on first use.
"""

import pkgutil
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace


class ShellCommand(Struct, frozen=True):
    """A command of `earshot`; its module is found by its name, and loaded when it is used.

    The module of `round-robin` is `round_robin_command` in the folder of its feature. It has `DESCRIPTION`,
    `add_arguments(parser)` and `run(options)`.
    """

    name: str
    help: str
    """Its line in the help."""
    module: str = ""
    """Filled by `features`, and for the core by hand."""

    def within(self, package: str, suffix: str) -> "ShellCommand":
        """Returns the command with the module of its name in a package."""
        return replace(self, module=f"{package}.{self.name.replace('-', '_')}{suffix}")


class OptionalPart(Struct, frozen=True):
    """Something that a feature needs, and that is fetched only on request."""

    name: str
    detail: str
    """Which one is there; without one, how to get it."""


class OptionalParts(Protocol):
    """Lists them, whether they are there or not."""

    def __call__(self, library: Path) -> Iterator[OptionalPart]:
        """Yields the parts of a library, whose folder need not exist. Raises EngineError if one is damaged."""


class Feature(Struct, frozen=True, kw_only=True):
    """What a feature adds to the engine.

    Each field with a function is an extension point: it imports and returns what its docstring names, an interface in
    the room of the core that asks for it by `parts`.
    """

    needs: frozenset[str] = frozenset()
    """Features without which it is not there either; pyproject.toml says why."""
    commands: tuple[ShellCommand, ...] = ()
    pack_commands: tuple[ShellCommand, ...] = ()
    """Further actions of `earshot pack`; the module of `get` is `get_pack_command`."""
    vector_source: Callable[[], object] | None = None
    """`engine.ingest.extensions.VectorSource`: analyses that a job need not make."""
    second_pass: Callable[[], object] | None = None
    """`engine.ingest.extensions.SecondPass`: reads files once more when all can be searched."""
    pack_files: Callable[[], object] | None = None
    """`engine.ingest.extensions.PackFiles`: files in the library that belong to one pack."""
    pack_kind: Callable[[], object] | None = None
    """`engine.models.pack_kinds.PackKind`: packs for other things than searching."""
    files: Callable[[], object] | None = None
    """`engine.store.feature_files.FeatureFiles`: files with rows of a library's sounds, to check and repair."""
    export_log: Callable[[], object] | None = None
    """`engine.store.export_log.ExportLog`: a log of what left a library as files."""
    script_reader: Callable[[], object] | None = None
    """`engine.features.self_test.gaps.ReadsScript`: what the lines of a script ask for."""
    cue_pieces: Callable[[], object] | None = None
    """`engine.features.send.send_command.AnswersCues`: the best sound for each line of a cue sheet, at its time."""
    field_text_writer: Callable[[], object] | None = None
    """`engine.audio.field_text.WritesFieldTexts`: writes texts that another feature made into files."""
    evidence: Callable[[], object] | None = None
    """`engine.search.extensions.MakesEvidence`: examples beside those of a question."""
    speech_sense: Callable[[], object] | None = None
    """`engine.search.extensions.MakesSpeechSense`: ranks by what is said in sounds."""
    transcripts: Callable[[], object] | None = None
    """`engine.search.extensions.MakesTranscriptSearch`: ranks by transcripts of sounds."""
    transcript_exchange: Callable[[], object] | None = None
    """`engine.ingest.sound_transcripts.TranscriptExchange`: gives transcripts to another library, and takes them."""
    optional_parts: Callable[[], object] | None = None
    """`OptionalParts`: what the feature needs and does not come with Earshot."""


@cache
def features() -> Mapping[str, Feature]:
    """Returns the features that have all they need, by the names of their folders, in alphabetical order."""
    package = import_module("engine.features")
    names = sorted(found.name for found in pkgutil.iter_modules(package.__path__) if found.ispkg)
    there = {name: _read(f"engine.features.{name}") for name in names}
    while lacking := [name for name, feature in there.items() if not feature.needs <= there.keys()]:
        there = {name: feature for name, feature in there.items() if name not in lacking}
    return there


def parts(point: Callable[[Feature], Callable[[], object] | None]) -> Iterator[Any]:
    """Yields what the features add at an extension point: a field of their records."""
    for feature in features().values():
        if (load := point(feature)) is not None:
            yield load()


def _read(package: str) -> Feature:
    feature: Feature = import_module(f"{package}.feature").FEATURE
    return replace(
        feature,
        commands=tuple(one.within(package, "_command") for one in feature.commands),
        pack_commands=tuple(one.within(package, "_pack_command") for one in feature.pack_commands),
    )
