"""One retraining from the request to the pack, reported line by line; stops on request and resumes there."""

import logging
import traceback
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from engine.base import training_events
from engine.base.errors import EngineError
from engine.base.messages import Message, said
from engine.base.training_events import Failure, PackExport, PackMeasured, Result, TrainingStarted
from engine.base.training_messages import RetrainAdvice, TrainingNote
from training.data.corpus import Clip
from training.evaluation.figures import QueryScores
from training.retrain.comparison import figures_by_name, gain_of, measure
from training.retrain.heads import LearntModel, hear, learn, recipe
from training.retrain.journal import Journal, RetrainError, RetrainStopped, StopSignal
from training.retrain.material import SplitMaterial, too_little
from training.retrain.request import RetrainRequest, look
from training.retrain.result import CardContents, make, write
from training.retrain.settings import RetrainConfig
from training.retrain.start import StartWeights, pack_in_use, start_from

_log = logging.getLogger(__name__)


def run(
    asked: RetrainRequest, config: RetrainConfig, journal: Journal, wish: StopSignal, *, is_resumed: bool = False
) -> bool:
    """Does everything and reports the ending in any case. Returns True unless it failed."""
    journal.begin(asked.record(config))
    if is_resumed:
        wish.forget()
    try:
        _run(asked, config, journal, wish, is_resumed)
    except RetrainStopped as wished:
        _log.info("stopped after step %d", wished.step)
        journal.tell(training_events.TrainingStopped(wished.step))
        journal.stands("stopped")
        return True
    except EngineError as err:
        _log.info("the retraining failed: %s", err)
        journal.tell(Failure.of(err))
    except OSError as err:
        _log.info("the retraining failed: %s", err)
        journal.tell(Failure.of(EngineError(str(err), advice=RetrainAdvice.MAKE_ROOM)))
    except Exception as err:  # the border of the process: the window must learn of it
        traceback.print_exc()
        journal.tell(Failure.of(EngineError(f"{type(err).__name__}: {err}", advice=RetrainAdvice.LOG_SAYS)))
    else:
        journal.stands("finished")
        return True
    journal.stands("failed")
    return False


def _run(asked: RetrainRequest, config: RetrainConfig, journal: Journal, wish: StopSignal, is_resumed: bool) -> None:
    material = look(asked, config, journal)
    _log.info(
        "%s: %d sounds train, %d val, %d held out, %d left out",
        asked.source.kind,
        *(len(material.part(split)) for split in ("train", "val", "test")),
        len(material.left_out.left_out),
    )
    _refuse(material, config)
    wish.check()
    start = start_from(pack_in_use(asked.source, asked.pack))
    settings, cache = recipe(start, asked.source, config, len(material.part("train"))), asked.folder / "cache"
    heard, readable = hear(material, settings, config, cache, wish.check)
    if len(readable.clips) < len(material.clips):
        material = readable
        journal.tell(material.told())
        _refuse(material, config)
    before = _measure(journal, "before", start.before, material, wish)
    steps = config.steps if config.minutes is None else None
    device, precision = settings.run.accelerator, settings.run.precision
    _log.info("start %s %s on %s, precision %s", start.name, start.info.pack_id, device, precision)
    journal.tell(TrainingStarted(steps, config.minutes, device, precision, start.name, start.info.pack_id))
    learnt = learn(start, heard, settings, config.blends, journal, wish, is_resumed=is_resumed)
    wish.check()
    _log.info(
        "learnt %d steps in %.1f min, best at %d, share %.2f",
        learnt.step,
        learnt.minutes,
        learnt.best_step,
        learnt.share,
    )
    if learnt.is_start:  # its pack would be the start again, under the same id
        _keep(start, journal)
        return
    journal.tell(PackExport())
    made = make(start, learnt, heard, settings, cache)
    made = replace(made, notes=(*made.notes, *_verdict(learnt)))
    unmeasured, story = cache / "pack", CardContents(start, asked.source, material, learnt)
    write(made, unmeasured, story, {})
    after = _measure(journal, "after", unmeasured, material, wish, before)
    pack = asked.folder / "pack"
    info = write(made, pack, story, {"before": before, "after": after})
    _log.info("pack %s written", info.pack_id)
    notes = (*start.notes, *made.notes)
    journal.tell(Result(str(pack), info.pack_id, info.name, is_start=False, notes=notes))


def _keep(start: StartWeights, journal: Journal) -> None:
    """Ends a run that improved nothing: makes no pack, and the one in use stays."""
    journal.tell(Result(None, start.info.pack_id, start.info.name, is_start=True, notes=tuple(start.notes)))


def _refuse(material: SplitMaterial, config: RetrainConfig) -> None:
    refusal: RetrainError | None = too_little(material, config)
    if refusal is not None:
        raise refusal


def _measure(
    journal: Journal,
    which: str,
    pack: Path,
    material: SplitMaterial,
    wish: StopSignal,
    before: QueryScores | None = None,
) -> QueryScores:
    """Measures a pack on the held-out sounds and reports the figures."""
    wish.check()
    held_out: Sequence[Clip] = material.part("test")
    found = measure(pack, held_out)
    gain = {} if before is None else gain_of(found, before)
    journal.tell(PackMeasured(which, len(found.clusters), **figures_by_name(found), **gain))
    return found


def _verdict(learnt: LearntModel) -> list[Message]:
    """Returns what to say when not everything learnt is kept."""
    if learnt.share < 1.0:
        return [said(TrainingNote.PART_OF_THE_WAY, round(100 * learnt.share), learnt.best_step)]
    return []
