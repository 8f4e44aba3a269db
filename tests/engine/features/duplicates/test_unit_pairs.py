"""Units find versions that vectors and lengths cannot, and say so: a copy that was cut to a third of its length."""

import json
from pathlib import Path

import numpy as np
import pytest

from engine.cli.main import main
from engine.features.duplicates.near import find_near
from engine.store.catalogue import Catalogue
from tests.helpers.indexing import index
from tests.helpers.sounds import write
from tests.helpers.tiny_pack import make_tiny_pack
from tests.helpers.tiny_units_pack import make_tiny_units_pack

RATE_HZ = 8_000


def tune(seed: int) -> np.ndarray:
    """Six seconds of short tones, of which every third is the same; levels are any; a pause behind each."""
    rng = np.random.default_rng(seed)
    time_s = np.arange(RATE_HZ // 5) / RATE_HZ
    tones = [
        rng.uniform(0.1, 0.5) * np.sin(2 * np.pi * hz * time_s) * np.hanning(len(time_s))
        for hz in np.tile(rng.choice([300, 700, 1500, 2200, 3000], 3, replace=False), 8)
    ]
    return np.concatenate([np.pad(tone, (0, RATE_HZ // 20)) for tone in tones]).astype(np.float32)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pairs")
    sounds, wave = folder / "sounds", tune(1)
    write(sounds / "tune.wav", wave, rate=RATE_HZ)
    write(sounds / "tune soft.wav", 0.9 * wave, rate=RATE_HZ)
    write(sounds / "tune cut.wav", wave[16_000:32_000], rate=RATE_HZ)
    write(sounds / "other.wav", tune(2), rate=RATE_HZ)
    make_tiny_units_pack(folder / "library" / "packs" / "units")
    index(folder / "library", make_tiny_pack(folder / "pack"), sounds)
    return folder / "library"


def names(library: Path) -> list[set[str]]:
    with Catalogue.open(library, read_only=True) as catalogue:
        found = find_near(catalogue).groups(catalogue)
        return [
            {sound.path.name for sound in catalogue.sounds.many(found.group(number))} for number in range(len(found))
        ]


def test_a_copy_cut_to_a_third_is_found_and_says_why(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert names(library) == [{"tune.wav", "tune soft.wav", "tune cut.wav"}]
    assert main(["--library", str(library), "--json", "duplicates", "--near"]) == 0
    (group,) = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    why = {Path(sound["path"]).name: sound.get("why") for sound in group["sounds"]}
    assert why == {"tune.wav": None, "tune soft.wav": None, "tune cut.wav": "pattern"}


def test_without_units_it_is_not(library: Path) -> None:
    units = library / "units.db"
    units.rename(library / "away")
    assert names(library) == [{"tune.wav", "tune soft.wav"}]
    (library / "away").rename(units)
