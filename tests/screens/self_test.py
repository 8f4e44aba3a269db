"""A library whose names state kinds, and the self-test dialog's pictures."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import soundfile

from desktop.app.app import EarshotApp
from desktop.features.self_test.dialog import SelfTestDialog
from desktop.features.self_test.feature import SelfTestFeature
from tests.helpers.tiny_library import earshot as command
from tests.screens.scene import Scene

_KINDS = (
    "ANMLDog_Large Dog Barking",
    "BELLHand_Shop Bell Ding",
    "BIRDSong_Garden Bird",
    "CLOCKTick_Wall Clock",
    "DOORWood_Heavy Slam",
    "FEETHmn_Steps On Gravel",
    "FIRECrkl_Camp Fire",
    "GLASBrk_Window Breaking",
    "GUNPis_Single Shot",
    "HMNBrth_Slow Breathing",
    "RAINMetl_Rain On Tin Roof",
    "THUN_Thunder Crack And Roll",
    "UIClick_Button",
    "VEHHorn_Two Honks",
    "WATRDrip_Cave Drips",
    "WIND_Howling Wind",
)
_TAKES = 7


def make_kinds_library(demo: Path, sounds: Path, library: Path) -> None:
    """Writes takes of demo sounds, each with its own speed, level and noise, and indexes them with the demo."""
    draw = np.random.default_rng(5)
    for name in _KINDS:
        whole, rate_hz = soundfile.read(next(demo.rglob(f"{name}_*.wav")), dtype="float32")
        for take in range(1, _TAKES + 1):
            noise = draw.standard_normal(whole.shape).astype(np.float32) * draw.uniform(0.0, 0.02)
            file = sounds / f"Session {take}" / f"{name} {take}_ED.wav"
            file.parent.mkdir(parents=True, exist_ok=True)
            soundfile.write(
                file, np.clip(whole * draw.uniform(0.3, 0.9) + noise, -1, 1), round(rate_hz * draw.uniform(0.7, 1.4))
            )
    command("index", "--json", "--library", library, "--device", "cpu", sounds, demo)


class SelfTestActs:
    """Steps before a picture. The last picture's dialog is closed by then, and its test kept."""

    def __init__(self, earshot: EarshotApp) -> None:
        self._earshot = earshot

    def open(self) -> None:
        self._earshot.commands.action("library.self_test").trigger()

    def turn_to(self, tab: int) -> None:
        """Shows a tab, with the cursor on its second row."""
        dialog = self._dialog
        dialog.tabs.setCurrentIndex(tab)
        rows = (dialog.kinds.list, dialog.alone.list, dialog.missing.list, dialog.packs.list)[tab]
        item = rows.topLevelItem(1)
        rows.setFocus()
        if item is not None:
            rows.setCurrentItem(item)

    def ask_ucs(self) -> None:
        self._dialog.missing.ucs.click()

    @property
    def _dialog(self) -> SelfTestDialog:
        (feature,) = (one for one in self._earshot.features if isinstance(one, SelfTestFeature))
        assert feature.dialog is not None
        return feature.dialog


def scenes(earshot: EarshotApp) -> Iterator[Scene]:
    """Yields its pictures, over a library whose names state kinds."""
    test = SelfTestActs(earshot)
    yield Scene("57-self-test", (earshot.commands.action("library.self_test").trigger,), 4000)
    yield Scene("58-self-test-near-nothing", (test.open, lambda: test.turn_to(1)))
    yield Scene("59-self-test-missing", (test.open, lambda: test.turn_to(2), test.ask_ucs), 20000)
    yield Scene("60-self-test-packs", (test.open, lambda: test.turn_to(3)))
