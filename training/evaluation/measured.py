"""What the commands that measure one pack through the engine share: the clips and the pack they are asked for."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.models.pack import default_pack
from training.arguments import DONE, SOME_SKIPPED, say
from training.data.corpora.reading import PassedOver
from training.data.corpora.registry import OWN, places_of, read_parts
from training.data.corpus import Clip, CorpusError
from training.measures.listening import some_kinds


@dataclass(frozen=True, slots=True)
class Measurement:
    """What is measured, and on what."""

    pack: Path
    parts: tuple[str, ...]
    clips: tuple[Clip, ...]
    left_out: tuple[PassedOver, ...]

    def head(self) -> str:
        """For people: the first line of what is printed."""
        return f"{self.pack.resolve().name} on {', '.join(self.parts)}, with 95 % intervals:"

    def tell_left_out(self) -> None:
        """Says what the corpus' reader left out, if anything."""
        if self.left_out:
            say(f"{len(self.left_out)} left out, first {self.left_out[0]}: {self.left_out[0].reason.text}")

    def end(self) -> int:
        """Says what was left out; the exit status."""
        self.tell_left_out()
        return SOME_SKIPPED if self.left_out else DONE


def read_measured(options: argparse.Namespace) -> Measurement:
    """Reads what `training.arguments.add_measured_options` was given.

    Raises:
        CorpusError: the corpus cannot be read, or has no such clips.
    """
    parts = tuple(options.part or [f"{OWN}:{options.split}"])
    reading = read_parts(parts, places_of(options.data), "test")
    if not reading.clips:
        raise CorpusError(
            f"the corpus has no clips of {', '.join(parts).removeprefix(f'{OWN}:')}",
            advice="Fetch the whole of it: earshot-train corpus fetch",
        )
    clips = some_kinds(reading.clips, options.limit) if options.limit else list(reading.clips)
    return Measurement(options.pack or default_pack(), parts, tuple(clips), reading.left_out)


def seen_clips(options: argparse.Namespace) -> Sequence[Clip]:
    """What training saw, as `--seen` says it; else Earshot's own train part."""
    return read_parts(options.seen or [f"{OWN}:train"], places_of(options.data)).clips
