"""Common to the commands that measure one pack through the engine: reading clips and pack, printing figures."""

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from engine.models.encoder import AudioEncoder
from engine.models.pack import default_pack, load_pack
from training.base.arguments import DONE, SOME_SKIPPED, device_of, say
from training.base.device import ChosenDevice, DeviceMissing, DeviceReason, device_words
from training.data.corpora.reader import LeftOutItem
from training.data.corpora.registry import OWN, places_of, read_parts
from training.data.corpus import Clip, CorpusError
from training.evaluation.library import IndexOptions
from training.evaluation.systems import MeasuredSystem
from training.measures.caption_queries import some_kinds

_OF_ENGINE = ("auto", "cpu", "cuda")


class PrintableFigures(Protocol):
    """Figures that can be printed."""

    def record(self) -> Mapping[str, Any]: ...

    def lines(self) -> Sequence[str]: ...


@dataclass(frozen=True, slots=True)
class Measurement:
    """A pack and the clips to measure it on."""

    pack: Path
    parts: tuple[str, ...]
    clips: tuple[Clip, ...]
    left_out: tuple[LeftOutItem, ...]
    by: IndexOptions

    def head(self) -> str:
        """Returns the first line of the output for people."""
        return f"{self.pack.resolve().name} on {', '.join(self.parts)}, with 95 % intervals:"

    def tell_left_out(self) -> None:
        """Reports what the corpus reader left out, if anything."""
        if self.left_out:
            say(f"{len(self.left_out)} left out, first {self.left_out[0]}: {self.left_out[0].reason.text}")

    def tell(self, found: PrintableFigures, *, is_json: bool) -> int:
        """Prints the figures, as one JSON object or lines, and what was left out; returns the exit status."""
        if is_json:
            print(json.dumps({"parts": self.parts, "pack": self.pack.resolve().name, **found.record()}))
        else:
            print("\n".join([self.head(), *found.lines()]))
        return self.end()

    def end(self) -> int:
        """Reports what was left out; returns the exit status."""
        self.tell_left_out()
        return SOME_SKIPPED if self.left_out else DONE


def read_measured(options: argparse.Namespace) -> Measurement:
    """Reads the options of `training.base.arguments.add_measured_options`.

    Chooses and reports the device first.

    Raises:
        DeviceError: the device is unavailable.
        CorpusError: the corpus is unreadable, or has no such clips.
    """
    pack = options.pack or default_pack()
    by = IndexOptions(options.workers, device_of_system(options, pack))
    parts = tuple(options.part or [f"{OWN}:{options.split}"])
    reading = read_parts(parts, places_of(options.data), "test")
    if not reading.clips:
        raise CorpusError(
            f"the corpus has no clips of {', '.join(parts).removeprefix(f'{OWN}:')}",
            advice="Fetch the whole of it: earshot-train corpus fetch",
        )
    clips = some_kinds(reading.clips, options.limit) if options.limit else list(reading.clips)
    return Measurement(pack, parts, tuple(clips), reading.left_out, by)


def device_of_system(options: argparse.Namespace, *places: Path) -> str:
    """Chooses and reports the device of packs or checkpoints: the CPU unless `--device` says otherwise.

    Tries a pack on it, to find problems before reading a sound.

    Args:
        options: options with `device`.
        places: packs or checkpoints, which share a device. Without any, returns "cpu" silently.

    Raises:
        DeviceError: torch, for a checkpoint, or the engine, for a pack, lacks the device.
        PackError: a pack is unusable.
    """
    if not places:
        return "cpu"
    asked = options.device or "cpu"
    if not MeasuredSystem(places[0]).is_pack:
        return device_of(options, asked)
    if asked not in _OF_ENGINE:
        raise DeviceMissing(
            f"{asked} was asked for, and a pack is computed by the engine, which has no such device",
            advice=f"Take --device {', '.join(_OF_ENGINE[:-1])} or {_OF_ENGINE[-1]}.",
        )
    found = AudioEncoder(load_pack(places[0]), asked).device
    why = DeviceReason.ASKED if asked != "auto" else DeviceReason.NONE if found == "cpu" else DeviceReason.FOUND
    say(device_words(ChosenDevice(found, why)))
    return found


def seen_clips(options: argparse.Namespace) -> Sequence[Clip]:
    """Returns the training clips that `--seen` names; by default Earshot's own train part."""
    return read_parts(options.seen or [f"{OWN}:train"], places_of(options.data)).clips
