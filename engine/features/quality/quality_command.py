"""`earshot quality`: measures the technical quality of sounds, and lists what may have to be mended."""

import argparse
from typing import TYPE_CHECKING

from engine.base.quality import Flaw
from engine.cli.shell import DONE, SOME_SKIPPED
from engine.cli.shell.options import add_actions, library_folder
from engine.cli.shell.output import counted, duration_text, json_line, printable, say

if TYPE_CHECKING:
    from engine.base.messages import Message
    from engine.base.types import FilePath
    from engine.features.quality.quality_pass import QualityStep
    from engine.store.catalogue import Catalogue

DESCRIPTION = """\
Measure the technical quality of the library's sounds, and list what may have to be mended: clipped peaks, clicks, DC
offset, silence at the ends, ends in the middle of a sound, equal channels, channels that cancel each other, seams of
loops. Files are only read; nothing is mended by itself. `earshot search clipped:` and the like find the same sounds."""
_MOST = 1_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its actions."""
    action = add_actions(parser)
    listed = action("list", "list the sounds with a flaw, and how many have which (the default)")
    names = [str(flaw.name).lower().replace("_", "-") for flaw in Flaw]
    listed.add_argument("flaw", nargs="?", choices=names, metavar="FLAW", help=f"only this one: {', '.join(names)}")
    measure = action("measure", "measure every sound that was not measured yet; can be interrupted and repeated")
    measure.add_argument("--retry-failed", action="store_true", help="read sounds again that could not be read before")


def run(options: argparse.Namespace) -> int:
    """Runs an action; 3 if some sounds could not be read."""
    return _measure(options) if options.action == "measure" else _list(options)


def _measure(options: argparse.Namespace) -> int:
    from engine.base.cancellation import StopRequested
    from engine.base.child_processes import step_back
    from engine.cli.shell.jobs import cancelled_by_signals
    from engine.features.quality.process import decoders
    from engine.features.quality.quality_pass import measure_library
    from engine.ingest.control import Control

    step_back()
    control = Control()
    with cancelled_by_signals(control), decoders():
        try:
            end = measure_library(
                library_folder(options),
                _show_json if options.json else _show,
                failed=_say_failed,
                retries=options.retry_failed,
                cancel=lambda: control.is_cancelled,
            )
        except StopRequested:
            say("stopped; the same command continues from here")
            return DONE
    say(f"{counted(end.done - end.failed, 'sound', 'sounds')} measured, {end.flawed} with a flaw")
    if end.failed:
        say(f"{counted(end.failed, 'sound', 'sounds')} could not be read")
    return SOME_SKIPPED if end.failed else DONE


def _say_failed(path: "FilePath", why: "Message") -> None:
    say(f"not measured: {printable(path.text)}: {why}")


def _show(step: "QualityStep") -> None:
    say(
        f"measured {step.done} of {step.total}, {step.flawed} with a flaw;"
        f" {duration_text(step.done_s)} of {duration_text(step.total_s)} of sound"
    )


def _show_json(step: "QualityStep") -> None:
    counts = {"done": step.done, "total": step.total, "flawed": step.flawed, "failed": step.failed}
    json_line({**counts, "done_s": round(step.done_s, 1), "total_s": round(step.total_s, 1)})


def _list(options: argparse.Namespace) -> int:
    from engine.store.catalogue import Catalogue

    wanted = Flaw(sum(Flaw)) if options.flaw is None else Flaw[options.flaw.upper().replace("-", "_")]
    with Catalogue.open(library_folder(options), read_only=True) as catalogue:
        for sound in catalogue.quality.flawed(wanted, _MOST):
            names = [str(flaw.name).lower() for flaw in sound.quality.flaws]
            if options.json:
                figures = {name: getattr(sound.quality, name) for name in _FIGURES}
                json_line({"path": sound.path.text, "uri": sound.path.uri, "flaws": names, **figures})
            else:
                print(f"{printable(sound.path.text)}: {', '.join(names)}")
        _summarise(catalogue)
    return DONE


_FIGURES = ("clipped", "clicks", "dc", "head_s", "tail_s", "end_db", "side_db", "phase", "seam_db", "seam_fits")


def _summarise(catalogue: "Catalogue") -> None:
    from engine.base.quality_messages import flaw_words
    from engine.features.quality.measurer import RULES

    for flaw, count in catalogue.quality.counts().items():
        if count:
            say(f"{count:8d}  {flaw_words(flaw)[0]}")
    measured, flawed, failed = catalogue.quality.totals()
    waiting, _ = catalogue.quality.waiting(RULES)
    say(f"{counted(measured, 'sound', 'sounds')} measured, {flawed} with a flaw; {failed} not read, {waiting} to do")
