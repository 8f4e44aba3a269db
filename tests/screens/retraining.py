"""The pages of *Retrain…* for pictures, filled by hand, since a training takes longer than a picture may."""

import math
import random
from collections.abc import Callable
from pathlib import Path

from desktop.app.app import EarshotApp
from desktop.base.settings_file import read_settings
from desktop.base.theme import load_theme, resolved
from desktop.features.retrain.dialog import RetrainDialog, RetrainPage
from desktop.features.retrain.process import ProcessState
from desktop.features.retrain.setup import SetupProgress
from desktop.features.retrain.training_progress import TrainingProgress
from tests.helpers.scripted_training import AFTER, BEFORE, MATERIAL

_ALIVE = ProcessState(is_alive=True, is_stopping=False, is_resumable=True, last_words="")
_OVER = ProcessState(is_alive=False, is_stopping=False, is_resumable=True, last_words="")
_STEPS = 800


def pages(earshot: EarshotApp) -> dict[str, Callable[[], object]]:
    """Returns what shows each page, by the name of its picture."""
    return {
        "not-installed": lambda: _install(_dialog(earshot), None),
        "installing": lambda: _install(_dialog(earshot), SetupProgress("Downloading torch (528.9MiB)", 1_200, 3_400)),
        "material": lambda: _material(_dialog(earshot)),
        "running": lambda: _running(_dialog(earshot), is_alive=True),
        "stopped": lambda: _running(_dialog(earshot), is_alive=False),
        "finished": lambda: _finished(_dialog(earshot)),
        "nothing-better": lambda: _finished(_dialog(earshot), is_better=False),
    }


def learnt(until: int = _STEPS) -> TrainingProgress:
    """Returns a plausible story: a loss that falls and jumps, rising validations."""
    story, chance = TrainingProgress(), random.Random(1)
    story.take(MATERIAL)
    begun = {"event": "begun", "steps": _STEPS, "minutes": 30, "device": "cpu", "from": "starter", "pack_id": "p"}
    story.take(begun)
    for step in range(1, until, 2):
        loss = 1.4 + 2.6 * math.exp(-step / 90) + chance.gauss(0, 0.18)
        spent, left_s = step * 30 / _STEPS, (_STEPS - step) * 30 * 60 / _STEPS
        story.take({"event": "step", "step": step, "steps": _STEPS, "loss": loss, "minutes": spent, "left_s": left_s})
        if step % 50 == 1:
            value = 0.31 + 0.18 * (1 - math.exp(-step / 150)) + chance.gauss(0, 0.01)
            rest = {"val_recall1": value - 0.1, "val_recall10": value + 0.2, "best": True}
            story.take({"event": "looked", "step": step, "val_map10": value, **rest})
    return story


def _dialog(earshot: EarshotApp) -> RetrainDialog:
    theme = load_theme(resolved(read_settings(earshot.start.settings_file).theme))
    dialog = RetrainDialog(theme, earshot.window)
    dialog.material.show_library(earshot.start.library)
    dialog.show()
    return dialog


def _install(dialog: RetrainDialog, making: SetupProgress | None) -> None:
    dialog.install.show_place(Path.home() / ".local/share/earshot/training/environment")
    dialog.install.show_making(making, is_running=making is not None)
    dialog.show_page(RetrainPage.INSTALL)


def _material(dialog: RetrainDialog) -> None:
    dialog.show_page(RetrainPage.MATERIAL)
    material = learnt(0).material
    assert material is not None
    dialog.material.show_material(material)
    first = dialog.material.list.topLevelItem(0)
    assert first is not None
    first.setExpanded(True)


def _running(dialog: RetrainDialog, *, is_alive: bool) -> None:
    story = learnt(420)
    if not is_alive:
        story.take({"event": "stopped", "step": 419})
    dialog.progress.show_run(story, _ALIVE if is_alive else _OVER)
    dialog.show_page(RetrainPage.PROGRESS)


def _finished(dialog: RetrainDialog, *, is_better: bool = True) -> None:
    story = learnt()
    pack: dict[str, object] = {"event": "finished", "pack": "", "pack_id": "q", "name": "starter + library"}
    for record in (BEFORE, AFTER, pack) if is_better else (BEFORE, pack | {"pack": None, "kept_start": True}):
        story.take(record)
    dialog.outcome.show_run(story)
    dialog.show_page(RetrainPage.RESULT)
