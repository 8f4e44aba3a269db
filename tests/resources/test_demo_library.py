"""The demo library as a user meets it: named, described, audible, the same every time."""

import json
import subprocess
import sys
from importlib import resources
from pathlib import Path

import numpy as np
import pytest
import soundfile

from resources.demo import make_demo, recipes
from resources.demo.library import synthesise
from resources.demo.synth import RATE_HZ, band, count, noise, tone


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return make_demo(tmp_path_factory.mktemp("demo"))


def test_there_are_some_sixty_sounds_and_each_has_a_name_of_its_own(demo: list[Path]) -> None:
    assert 60 <= len(demo) <= 100
    assert len(set(demo)) == len(demo) == len({path.name.lower() for path in demo})


def test_every_sound_can_be_opened_and_heard(demo: list[Path]) -> None:
    quiet = []
    for path in demo:
        samples, rate_hz = soundfile.read(path)
        if rate_hz != RATE_HZ or not 0.3 <= np.max(np.abs(samples)) < 1.0 or np.max(np.abs(samples[:2])) > 0.02:
            quiet.append(path.name)
    assert not quiet, "too quiet, clipped, or starting with a click"


def test_there_are_wav_and_flac_16_and_24_bit_mono_and_stereo_short_and_long(demo: list[Path]) -> None:
    infos = [soundfile.info(path) for path in demo]
    assert {info.format for info in infos} >= {"FLAC"} and {info.subtype for info in infos} == {"PCM_16", "PCM_24"}
    assert {info.channels for info in infos} == {1, 2}
    assert min(info.duration for info in infos) < 0.5 and max(info.duration for info in infos) > 45


def test_making_it_again_touches_nothing(demo: list[Path]) -> None:
    before = [path.stat().st_mtime_ns for path in demo]
    assert make_demo(demo[0].parents[1]) == demo
    assert [path.stat().st_mtime_ns for path in demo] == before


def test_a_sound_is_the_same_every_time() -> None:
    recipe = recipes()[0]
    assert np.array_equal(synthesise(recipe), synthesise(recipe))


def test_the_description_is_in_the_file_where_a_recorder_puts_it(demo: list[Path]) -> None:
    # EBU Tech 3285: the description is the first 256 bytes of the bext chunk.
    path = next(path for path in demo if "Three Knocks" in path.name)
    raw = path.read_bytes()
    start = raw.index(b"bext") + 8
    assert raw[start : start + 256].rstrip(b"\0").decode() == "Three knocks on a wooden door"
    assert int.from_bytes(raw[4:8], "little") == len(raw) - 8


def test_descriptions_fit_a_bext_chunk() -> None:
    assert not [recipe.name for recipe in recipes() if not recipe.text.isascii() or len(recipe.text) > 256]


def test_ucs_names_use_categories_that_exist() -> None:
    table = resources.files("resources").joinpath("ucs/ucs-8.2.1-en.json")
    if not table.is_file():
        pytest.skip("the UCS table is not in resources")
    known = {row["CatID"] for row in json.loads(table.read_text())}
    names = [Path(recipe.name).stem for recipe in recipes() if recipe.name.endswith(("_ED.wav", "_ED.flac"))]
    assert len(names) > 40
    assert not [name for name in names if name.split("_")[0] not in known]


def test_the_module_writes_the_library_from_a_shell(demo: list[Path]) -> None:
    folder = demo[0].parents[1]
    done = subprocess.run(
        [sys.executable, "-m", "resources.demo", str(folder)], capture_output=True, text=True, check=True, timeout=120
    )
    assert str(len(demo)) in done.stdout and str(folder) in done.stdout


def test_a_folder_that_cannot_be_made_is_said_and_exits_1(tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("")
    command = [sys.executable, "-m", "resources.demo", str(blocker / "demo")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 1 and "Choose a folder" in done.stderr


def test_a_band_pass_keeps_its_band_and_drops_the_rest() -> None:
    # A second-order Butterworth magnitude is 1/sqrt(2) at its edge and 1/sqrt(1 + 2**4) = 0.243 an octave above.
    at_edge, octave_above = (np.std(band(tone(hz, 1.0), high_hz=1000)) / np.std(tone(hz, 1.0)) for hz in (1000, 2000))
    assert at_edge == pytest.approx(0.7071, abs=0.01)
    assert octave_above == pytest.approx(0.2425, abs=0.01)


def test_pink_noise_loses_3_db_an_octave() -> None:
    spectrum = np.abs(np.fft.rfft(noise(np.random.default_rng(1), 20.0, 1.0))) ** 2
    hz = np.fft.rfftfreq(count(20.0), 1 / RATE_HZ)
    low, high = (np.mean(spectrum[(hz >= start) & (hz < 2 * start)]) for start in (500, 4000))
    assert 10 * np.log10(low / high) == pytest.approx(9.0, abs=0.5)  # three octaves
