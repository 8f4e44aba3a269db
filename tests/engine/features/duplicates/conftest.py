"""A library of one recording in many versions, and of others that are not it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import soxr

from engine.store.catalogue import Catalogue
from tests.helpers.small_library import store_sounds
from tests.helpers.sounds import noise, wav_bytes, write, write_tone
from tests.helpers.tiny_pack import make_tiny_pack


def knock(seed: int, seconds: float = 2.0, rate: int = 48_000) -> "np.ndarray[tuple[int], np.dtype[np.float32]]":
    """A few bursts of noise at drawn places: an outline of its own."""
    draw = np.random.default_rng(seed)
    wave = np.zeros(round(seconds * rate), dtype=np.float32)
    for at in draw.uniform(0.05, seconds - 0.3, 6):
        burst = noise(0.2, rate, 0.7, seed) * np.exp(-np.arange(round(0.2 * rate)) / (0.04 * rate))
        first = round(at * rate)
        wave[first : first + len(burst)] += burst.astype(np.float32)[: len(wave) - first]
    return np.clip(wave, -0.95, 0.95)


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library's folder; its sounds lie beside it, in `sounds`."""
    home = tmp_path_factory.mktemp("duplicates")
    sounds = home / "sounds"
    wave = knock(1)
    original = write(sounds / "Foley" / "knock.wav", wave, 48_000, "PCM_24")
    (sounds / "Other").mkdir()
    shutil.copy(original, sounds / "Other" / "knock copy.wav")
    write(sounds / "Foley" / "knock.aiff", wave, 48_000, "PCM_24")
    write(sounds / "Foley" / "knock.flac", wave, 48_000, "PCM_16")
    write(sounds / "Foley" / "knock.mp3", wave, 48_000)
    write(sounds / "Foley" / "knock soft.wav", 0.4 * wave, 48_000, "PCM_16")
    write(sounds / "Foley" / "knock 32k.wav", soxr.resample(wave, 48_000, 32_000), 32_000, "PCM_16")
    write(sounds / "Foley" / "knock trimmed.wav", wave[4_800:-14_400], 48_000, "PCM_24")
    write(sounds / "Foley" / "another knock.wav", knock(2), 48_000, "PCM_24")
    write_tone(sounds / "Tones" / "hum.wav", 100.0, 1.0)
    write_tone(sounds / "Tones" / "whistle.wav", 4000.0, 1.0)
    pcm = wav_bytes(noise(0.5, seed=9), 32_000)
    (sounds / "Tones" / "slow.wav").write_bytes(pcm)
    (sounds / "Tones" / "fast.wav").write_bytes(
        wav_bytes(noise(0.5, seed=9), 48_000)
    )  # the same payload, played faster
    pack = make_tiny_pack(home / "pack")
    store_sounds(home / "library", sounds, pack, sorted(sounds.rglob("*.*")), with_digests=False)
    return home / "library"


@pytest.fixture
def catalogue(filled: Path) -> Iterator[Catalogue]:
    with Catalogue.open(filled, read_only=True) as opened:
        yield opened
