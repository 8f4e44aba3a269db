"""The map of a library: made in a child process, kept, brought up to date."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from engine.base.cancellation import StopRequested
from engine.features.map.groups import Grouping, group
from engine.features.map.job import make_map
from engine.features.map.map_data import load_map
from engine.features.map.map_file import SoundMap, map_file, read_map
from engine.models.pack import load_pack
from engine.store.catalogue import Catalogue
from engine.store.filters import Filters
from tests.helpers.synthetic_library import fill
from tests.helpers.tiny_library import REPOSITORY, TinyLibrary
from tests.helpers.tiny_pack import make_tiny_pack


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return make_tiny_pack(tmp_path / "pack")


def made(library: Path, pack: Path, *, anew: bool = False, cancel: Callable[[], bool] = lambda: False) -> SoundMap:
    return make_map(library, pack=pack, anew=anew, cancel=cancel, progress=lambda stage, share: None)


def test_every_sound_has_a_place_and_the_map_is_kept(tmp_path: Path, pack: Path) -> None:
    drawn = fill(tmp_path / "library", pack, 60)
    new = made(tmp_path / "library", pack)
    assert len(new.ids) == len(drawn.paths)
    assert np.isfinite(new.places).all()
    kept = read_map(tmp_path / "library", load_pack(pack).info.pack_id)
    assert kept is not None
    np.testing.assert_array_equal(kept.places, new.places)
    missing = kept.places_of(np.array([new.ids[3], 10_000], dtype=np.int64))
    np.testing.assert_array_equal(missing[0], new.places[3])
    assert np.isnan(missing[1]).all()


def test_a_damaged_map_is_none(tmp_path: Path, pack: Path) -> None:
    fill(tmp_path / "library", pack, 20)
    made(tmp_path / "library", pack)
    pack_id = load_pack(pack).info.pack_id
    path = map_file(tmp_path / "library", pack_id)
    path.write_bytes(path.read_bytes()[:200])
    assert read_map(tmp_path / "library", pack_id) is None
    assert len(made(tmp_path / "library", pack).ids) == 20


def test_sounds_that_came_later_do_not_move_the_others(tmp_path: Path, pack: Path) -> None:
    fill(tmp_path / "library", pack, 60)
    before = made(tmp_path / "library", pack)
    again = made(tmp_path / "library", pack)
    np.testing.assert_array_equal(again.places, before.places)


def test_a_map_that_is_stopped_leaves_the_former_one(tmp_path: Path, pack: Path) -> None:
    fill(tmp_path / "library", pack, 60)
    before = made(tmp_path / "library", pack)
    with pytest.raises(StopRequested):
        made(tmp_path / "library", pack, anew=True, cancel=lambda: True)
    kept = read_map(tmp_path / "library", load_pack(pack).info.pack_id)
    assert kept is not None
    np.testing.assert_array_equal(kept.places, before.places)


def test_the_child_process_tells_how_far_it_is(tmp_path: Path, pack: Path) -> None:
    fill(tmp_path / "library", pack, 40)
    command = [sys.executable, "-m", "engine.features.map", "--follow", str(tmp_path / "library"), "--pack", str(pack)]
    with subprocess.Popen(command, cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        lines = [json.loads(line) for line in child.stdout]
        assert child.wait(timeout=60) == 0
    assert {line["stage"] for line in lines if line["event"] == "placing"} >= {"reading", "laying out"}
    assert lines[-1] == {"event": "placed", "sounds": 40}


def test_no_library_is_the_worlds_fault(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "engine.features.map", str(tmp_path / "nowhere")]
    done = subprocess.run(command, cwd=REPOSITORY, input="", capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert json.loads(done.stdout.splitlines()[-1])["event"] == "error"


def test_what_the_window_draws_leaves_out_what_has_gone_and_counts_what_is_new(tmp_path: Path, pack: Path) -> None:
    fill(tmp_path / "library", pack, 30)
    ids = made(tmp_path / "library", pack).ids
    with Catalogue.open(tmp_path / "library") as catalogue:
        catalogue.sounds.remove(ids[:4])
    data = load_map(tmp_path / "library")
    assert data is not None
    np.testing.assert_array_equal(data.ids, ids[4:])
    assert len(data.points) == 26
    assert data.missing == 0
    assert load_map_of_empty(tmp_path) is None


def load_map_of_empty(tmp_path: Path) -> object:
    with Catalogue.open(tmp_path / "empty"):
        pass
    return load_map(tmp_path / "empty")


def test_groups_are_folders_under_the_root_or_ucs_categories(tiny_library: TinyLibrary) -> None:
    with Catalogue.open(tiny_library.folder, read_only=True) as catalogue:
        ids = catalogue.passing.ids(Filters())
        folders = group(catalogue, ids, Grouping.FOLDER)
        categories = group(catalogue, ids, Grouping.CATEGORY)
        names = [sound.path.text for sound in catalogue.sounds.many(ids)]
    assert folders.names == ("tones", "noises")  # five tones, one noise
    assert [folders.names[code] for code in folders.codes] == [Path(name).parent.name for name in names]
    assert categories.names == ()
    assert (categories.codes == -1).all()


def test_a_parent_that_goes_stops_it(tmp_path: Path, pack: Path) -> None:
    fill(tmp_path / "library", pack, 40)
    command = [sys.executable, "-m", "engine.features.map", "--follow", str(tmp_path / "library"), "--pack", str(pack)]
    done = subprocess.run(command, cwd=REPOSITORY, input="", capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert read_map(tmp_path / "library", load_pack(pack).info.pack_id) is None
