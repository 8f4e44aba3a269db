"""One retraining from what was asked to the pack, told line by line; stops when asked and goes on where it stopped."""

import logging
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import torch

from engine.errors import EngineError
from training.data.corpus import Clip
from training.data.features import caption_vectors
from training.retrain.journal import Journal, RetrainError, Stopped, StopWish
from training.retrain.learning import Heard, Learner
from training.retrain.material import Material, Source, read_material, too_little
from training.retrain.measuring import Measured, measure
from training.retrain.pictures import Picture, read_pictures
from training.retrain.result import make, names_of, write
from training.retrain.settings import RetrainConfig
from training.retrain.start import Start, pack_in_use, start_from
from training.retrain.state import State, load_state

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a retraining is asked for."""

    source: Source
    folder: Path
    """Of the run."""
    pack: Path | None = None
    """Whose weights it starts from; None for the library's own, else the starter."""

    def record(self, config: RetrainConfig) -> dict[str, object]:
        """What run.json says of it."""
        return {
            self.source.kind: str(self.source.path),
            "own": list(self.source.owners),
            "strict": self.source.is_strict,
            "pack": None if self.pack is None else str(self.pack),
            "minutes": config.minutes,
            "steps": config.steps,
        }


def look(asked: Asked, config: RetrainConfig, journal: Journal) -> Material:
    """Tells what would be used and what is left out; the event `material`.

    Raises:
        CorpusError: there is no such library, folder or manifest.
    """
    material = read_material(asked.source, config)
    refusal = too_little(material, config)
    refused = None if refusal is None else {"message": str(refusal), "advice": refusal.advice}
    journal.tell("material", **material.facts(), refused=refused)
    return material


def run(asked: Asked, config: RetrainConfig, journal: Journal, wish: StopWish, *, is_resumed: bool = False) -> bool:
    """Does all of it; tells how it ended in any case. True when it is not a failure."""
    journal.begin(asked.record(config))
    if is_resumed:
        wish.forget()
    try:
        _run(asked, config, journal, wish, is_resumed)
    except Stopped:
        state = _state(asked, is_resumed=True)
        journal.tell("stopped", step=state.step)
        journal.stands("stopped")
        return True
    except EngineError as err:
        journal.tell("failed", message=str(err), advice=err.advice)
    except OSError as err:
        journal.tell(
            "failed", message=str(err), advice="Make room or let Earshot read and write there, then try again."
        )
    except Exception as err:  # the border of the process: the window must learn of it
        traceback.print_exc()
        journal.tell("failed", message=f"{type(err).__name__}: {err}", advice="The folder's log.txt says where.")
    else:
        journal.stands("finished")
        return True
    journal.stands("failed")
    return False


def _run(asked: Asked, config: RetrainConfig, journal: Journal, wish: StopWish, is_resumed: bool) -> None:
    material = look(asked, config, journal)
    _refuse(material, config)
    wish.check()
    start = start_from(pack_in_use(asked.source, asked.pack))
    model, cache = start.config.model, asked.folder / "cache"
    pictures, unreadable = read_pictures(material.clips, model.front_end, config.most_s, cache, wish.check)
    if unreadable:
        gone = frozenset(clip.id for clip in material.clips if clip.id not in pictures)
        material = material.without(unreadable, gone)
        journal.tell("material", **material.facts(), refused=None)
        _refuse(material, config)
    heard = _heard(material, pictures, start, cache)
    before = _measure(journal, "before", start.before, material, wish)
    state = _state(asked, is_resumed=is_resumed)
    journal.tell(
        "begun",
        steps=config.steps if config.minutes is None else None,
        minutes=config.minutes,
        device="cpu",
        **{"from": start.name},
        pack_id=start.info.pack_id,
    )
    weights = Learner(start, heard, config, state, journal, wish, asked.folder / "checkpoint.pt").learn()
    wish.check()
    journal.tell("exporting")
    names = caption_vectors(names_of(heard), model.text, cache)
    made = make(start, weights, heard, {clip.id: names[row] for row, clip in enumerate(heard.val)})
    made = replace(made, notes=(*made.notes, *_verdict(state)))
    unmeasured = asked.folder / "cache" / "pack"
    write(made, unmeasured, start, asked.source, material, state, {})
    after = _measure(journal, "after", unmeasured, material, wish, before)
    pack = asked.folder / "pack"
    info = write(made, pack, start, asked.source, material, state, {"before": before, "after": after})
    notes = [*start.notes, *made.notes]
    journal.tell("finished", pack=str(pack), pack_id=info.pack_id, name=info.name, notes=notes)


def _refuse(material: Material, config: RetrainConfig) -> None:
    refusal: RetrainError | None = too_little(material, config)
    if refusal is not None:
        raise refusal


def _heard(material: Material, pictures: dict[str, Picture], start: Start, cache: Path) -> Heard:
    """The parts with their pictures and sentence vectors."""
    train, val = material.part("train"), material.part("val")
    texts = sorted({caption for clip in (*train, *val) for caption in clip.captions})
    vectors = caption_vectors(texts, start.config.model.text, cache)
    sentences: dict[str, torch.Tensor] = dict(zip(texts, vectors, strict=True))
    return Heard(train, val, pictures, sentences)


def _measure(
    journal: Journal, which: str, pack: Path, material: Material, wish: StopWish, before: Measured | None = None
) -> Measured:
    """Measures a pack on what was kept away, and tells."""
    wish.check()
    held_out: Sequence[Clip] = material.part("test")
    found = measure(pack, held_out)
    gain = {} if before is None else found.gain_over(before)
    journal.tell("measured", which=which, **found.facts(), **gain)
    return found


def _verdict(state: State) -> list[str]:
    """What is to be said when nothing was gained."""
    if state.best_step == 0:
        return ["no step found the sounds better that were held out to judge it: the weights are those of the start"]
    return []


def _state(asked: Asked, *, is_resumed: bool) -> State:
    """What it goes on from; a run that was stopped before its first step begins anew."""
    path = asked.folder / "checkpoint.pt"
    return load_state(path) if is_resumed and path.exists() else State()
