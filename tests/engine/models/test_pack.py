import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec import structs

from engine.base.errors import PackError
from engine.base.types import PackId
from engine.models.calibration import Calibration, FittedCurves
from engine.models.encoder import TextEncoder, check_canonical
from engine.models.manifest import FILES, FORMAT, from_json, to_json
from engine.models.pack import Pack, default_pack, find_pack, installed_packs, load_pack, read_info, write_pack
from engine.models.speech_pack import speech_packs
from tests.helpers.tiny_pack import CALIBRATION, MAX_TOKENS, PLAN, SENTENCE_DIM, make_tiny_pack

Copy = Callable[[], Path]
GOLDEN = Path(__file__).parents[2] / "golden" / "packs"


def _rewritten(folder: Path, **changes: Any) -> None:
    """Changes the manifest and gives it a checksum that fits, as a forger would."""
    info = structs.replace(load_pack(folder).info, **changes)
    (folder / "pack.json").write_bytes(to_json(info))


def _write(folder: Path, source: Pack, **changes: Any) -> Any:
    files = {name: (source.folder / name) for name in FILES}
    arguments: dict[str, Any] = {
        "name": "tiny",
        "version": "1",
        "dim": 16,
        "sentence_dim": SENTENCE_DIM,
        "plan": PLAN,
        "max_tokens": MAX_TOKENS,
        "calibration": CALIBRATION,
        "licence": "GPL-3.0-or-later",
        "training_data": "none",
        "metrics": {"map10": 0.5},
        "files": files,
    }
    return write_pack(folder, **{**arguments, **changes})


def test_what_was_written_is_what_is_read(tiny: Pack, tmp_path: Path) -> None:
    written = _write(tmp_path / "new", tiny)
    assert load_pack(tmp_path / "new").info == written
    assert written.plan == PLAN
    assert [entry.name for entry in tmp_path.iterdir()] == ["new"]


@pytest.mark.parametrize("name", [*FILES, "pack.json"])
def test_a_flipped_bit_is_refused_by_the_name_of_its_file(copied: Copy, name: str) -> None:
    folder = copied()
    content = bytearray((folder / name).read_bytes())
    content[len(content) // 2] ^= 1
    (folder / name).write_bytes(content)
    with pytest.raises(PackError, match=name):
        load_pack(folder)


@pytest.mark.parametrize("name", [*FILES, "pack.json"])
def test_a_missing_file_is_named(copied: Copy, name: str) -> None:
    folder = copied()
    (folder / name).unlink()
    with pytest.raises(PackError, match=name):
        load_pack(folder)


@pytest.mark.parametrize("name", ["weights.bin", "run.py", ".hidden", "pack.json.bak"])
def test_a_file_too_many_is_refused(copied: Copy, name: str) -> None:
    folder = copied()
    (folder / name).write_bytes(b"x")
    with pytest.raises(PackError, match="not allowed"):
        load_pack(folder)


def test_a_folder_inside_is_refused(copied: Copy) -> None:
    folder = copied()
    (folder / "more").mkdir()
    with pytest.raises(PackError, match="more"):
        load_pack(folder)


def test_a_link_is_refused_even_to_the_right_bytes(copied: Copy, tiny_folder: Path) -> None:
    folder = copied()
    (folder / "audio.onnx").unlink()
    (folder / "audio.onnx").symlink_to(tiny_folder / "audio.onnx")
    with pytest.raises(PackError, match="link"):
        load_pack(folder)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_refused_without_waiting(copied: Copy) -> None:
    folder = copied()
    (folder / "text.onnx").unlink()
    os.mkfifo(folder / "text.onnx")
    with pytest.raises(PackError, match=r"text\.onnx"):
        load_pack(folder)


def test_a_newer_format_asks_for_an_update(copied: Copy) -> None:
    folder = copied()
    _rewritten(folder, format=FORMAT + 1)
    with pytest.raises(PackError) as caught:
        load_pack(folder)
    assert "Update Earshot" in caught.value.advice


@pytest.mark.parametrize(
    "changes",
    [
        {"files": {**dict.fromkeys(FILES, "0" * 64), "../../evil.onnx": "0" * 64}},
        {"files": {name: "0" * 64 for name in FILES if name != "audio.onnx"}},
        {"pack_id": "0" * 32},
        {"dim": 17},
        {"dim": 0},
        {"dim": True},
        {"name": " "},
        {"sample_rate_hz": 10**9},
        {"sample_rate_hz": 16000.5},
        {"segment_s": 10**400},
        {"hop_s": 3.0},
        {"ladder_s": [2.0, 1.0]},
        {"ladder_s": "0.5"},
        {"padding": "mirror"},
        {"padding": "repeat_whole"},
        {"padding": "repeat_sounding"},
        {"max_tokens": -1},
        {"metrics": {"map10": "good"}},
        {"licence": None},
    ],
    ids=str,
)
def test_a_forged_manifest_is_refused(copied: Copy, changes: dict[str, Any]) -> None:
    folder = copied()
    _rewritten(folder, **changes)
    with pytest.raises(PackError) as caught:
        load_pack(folder)
    assert caught.value.advice


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b"null",
        b"{",
        b'{"a":1,"a":2}',
        b'{"format":NaN}',
        b"\xff\xfe",
        b"[" * 100_000,
        b"{}",
        b'{"format":1}',
    ],
    ids=lambda text: str(text[:20]),
)
def test_what_is_no_manifest_is_refused(text: bytes) -> None:
    with pytest.raises(PackError):
        from_json(text)


def test_128_mutants_are_refused_or_identical(copied: Copy, tiny: Pack) -> None:
    draw = random.Random(3)
    refused = 0
    for _ in range(128):
        folder = copied()
        path = folder / draw.choice([*FILES, "pack.json"])
        content = bytearray(path.read_bytes())
        place, kind = draw.randrange(len(content)), draw.choice(["flip", "cut", "zero", "insert", "swap"])
        if kind == "flip":
            content[place] ^= 1 << draw.randrange(8)
        elif kind == "cut":
            del content[place:]
        elif kind == "zero":
            content[place : place + 64] = bytes(len(content[place : place + 64]))
        elif kind == "insert":
            content[place:place] = draw.randbytes(draw.randrange(1, 9))
        else:
            other = folder / draw.choice([name for name in FILES if name != path.name])
            content = bytearray(other.read_bytes())
        path.write_bytes(content)
        try:
            assert load_pack(folder).info == tiny.info
        except PackError as err:
            refused += 1
            assert err.advice
    assert refused >= 120  # a mutant that writes what already stood there is no mutant


def test_nothing_native_is_loaded_before_the_hashes_are_checked(copied: Copy) -> None:
    folder = copied()
    (folder / "audio.onnx").write_bytes(b"not a graph")
    code = (
        "import sys; from pathlib import Path\n"
        "from engine.base.errors import PackError; from engine.models.pack import load_pack\n"
        "try: load_pack(Path(sys.argv[1]))\n"
        "except PackError as err: print('refused', [m for m in ('onnxruntime', 'tokenizers') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code, str(folder)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "refused []"


def test_a_file_changed_after_loading_never_reaches_a_session(copied: Copy) -> None:
    folder = copied()
    pack = load_pack(folder)
    original = (folder / "audio.onnx").read_bytes()
    (folder / "audio.onnx").write_bytes(b"changed")
    assert pack.take("audio.onnx") == original
    with pytest.raises(PackError, match="damaged"):
        pack.take("audio.onnx")


def test_a_pickle_in_the_canonical_file_is_refused(tiny: Pack, tmp_path: Path) -> None:
    path = tmp_path / "evil.npz"
    np.savez(path, waveform=np.array([print], dtype=object), audio_vector=[1], texts=["a"], joint=[1], sentence=[1])
    files = {name: (tiny.folder / name) for name in FILES} | {"canonical.npz": path}
    with pytest.raises(PackError, match="canonical"):
        _write(tmp_path / "new", tiny, files=files)


def test_equal_ids_mean_equal_vectors_only(tiny: Pack, tmp_path: Path) -> None:
    named = _write(tmp_path / "a", tiny, name="other name", metrics={})
    coarser = _write(tmp_path / "b", tiny, plan=structs.replace(PLAN, hop_s=2.0))
    assert named.pack_id == tiny.info.pack_id
    assert coarser.pack_id != tiny.info.pack_id


def test_a_write_that_is_refused_leaves_the_older_pack(tiny: Pack, tmp_path: Path) -> None:
    older = _write(tmp_path / "pack", tiny)
    with pytest.raises(PackError, match="vectors"):
        _write(tmp_path / "pack", tiny, dim=5)
    assert load_pack(tmp_path / "pack").info == older
    assert [entry.name for entry in tmp_path.iterdir()] == ["pack"]


def test_a_write_takes_the_place_of_the_older_pack(tiny: Pack, tmp_path: Path) -> None:
    _write(tmp_path / "pack", tiny)
    newer = _write(tmp_path / "pack", tiny, version="2")
    assert load_pack(tmp_path / "pack").info == newer


def test_a_pack_with_a_file_too_few_is_not_written(tiny: Pack, tmp_path: Path) -> None:
    with pytest.raises(PackError, match="MODEL_CARD"):
        _write(tmp_path / "pack", tiny, files={name: b"" for name in FILES if name != "MODEL_CARD.md"})


def test_packs_of_a_library_are_listed_and_scraps_are_not(tiny_folder: Path, tmp_path: Path) -> None:
    shutil.copytree(tiny_folder, tmp_path / "packs" / "mine")
    (tmp_path / "packs" / "scrap").mkdir()
    shutil.copytree(tiny_folder, tmp_path / "packs" / ".mine-half")
    assert set(installed_packs(tmp_path)) - set(installed_packs(None)) == {tmp_path / "packs" / "mine"}


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a folder that cannot be looked into")
def test_packs_that_cannot_be_looked_into_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "packs" / "mine").mkdir(parents=True)
    (tmp_path / "packs").chmod(0)
    try:
        assert installed_packs(tmp_path) == installed_packs(None)
        assert speech_packs(tmp_path) == speech_packs(None)
    finally:
        (tmp_path / "packs").chmod(0o700)


def test_a_list_of_packs_needs_no_graphs(copied: Copy, tiny: Pack) -> None:
    folder = copied()
    (folder / "audio.onnx").write_bytes(b"")
    assert read_info(folder) == tiny.info


def test_a_damaged_pack_does_not_hide_a_good_one(tiny: Pack, tmp_path: Path) -> None:
    shutil.copytree(tiny.folder, tmp_path / "packs" / "b good")
    (tmp_path / "packs" / "a bad").mkdir()
    (tmp_path / "packs" / "a bad" / "pack.json").write_bytes(b"{")
    assert find_pack(tiny.info.pack_id, tmp_path) == tmp_path / "packs" / "b good"
    assert find_pack(PackId("0" * 32), tmp_path) is None


def test_no_pack_says_where_it_looked(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="nowhere"):
        load_pack(tmp_path / "nowhere")


def test_the_tiny_pack_is_the_same_every_time(tiny: Pack, tmp_path: Path) -> None:
    again = load_pack(make_tiny_pack(tmp_path / "again"))
    assert again.info == tiny.info
    assert json.loads((again.folder / "pack.json").read_bytes()) == json.loads((tiny.folder / "pack.json").read_bytes())


def test_a_pack_of_format_4_is_read_for_ever() -> None:
    pack = load_pack(GOLDEN / "format-4")
    assert (pack.info.format, pack.info.padding) == (4, "repeat_sounding")
    assert pack.info.pack_id == "a88509840a9df02272728eecfba89de5"
    assert check_canonical(pack).ok


def test_a_pack_of_format_3_is_read_for_ever() -> None:
    pack = load_pack(GOLDEN / "format-3")
    assert pack.info.format == 3
    assert check_canonical(pack).ok
    # Its one kind is called "a puppy barks" and heard where "hiss" is.
    dog, hiss = TextEncoder(pack).encode(["dog"]).joint, TextEncoder(pack, is_drawn=False).encode(["hiss"]).joint
    assert float(dog[0] @ hiss[0]) > 0.99


def test_a_pack_of_format_2_is_read_for_ever() -> None:
    pack = load_pack(GOLDEN / "format-2")
    assert (pack.info.format, pack.info.padding) == (2, "repeat_whole")
    assert pack.info.pack_id == "daa66f421f15097c81a636458779960c"
    assert check_canonical(pack).ok


def test_a_pack_of_format_5_says_which_curves_were_fitted() -> None:
    pack = load_pack(GOLDEN / "format-5")
    assert (pack.info.format, pack.info.calibration.fitted) == (5, FittedCurves(sound=True, name=False))
    assert check_canonical(pack).ok


def test_a_pack_that_does_not_say_so_is_judged_by_the_curves_it_holds(copied: Copy) -> None:
    assert load_pack(GOLDEN / "format-4").info.calibration.fitted == FittedCurves()
    assert read_info(default_pack()).calibration.fitted == FittedCurves()
    guess = Calibration(0.9, 14.3, 0.8, 14.3, fair=0.3, strong=0.75)  # what an import wrote where nothing was fitted
    folder = copied()
    _rewritten(folder, format=4, calibration=guess)
    assert "fitted" not in json.loads((folder / "pack.json").read_bytes())["calibration"]
    assert load_pack(folder).info.calibration.fitted == FittedCurves(sound=False, name=False)


def test_what_was_fitted_is_written_and_read(tiny: Pack, tmp_path: Path) -> None:
    fitted = FittedCurves(sound=False, name=True)
    written = _write(tmp_path / "new", tiny, calibration=structs.replace(CALIBRATION, fitted=fitted))
    record = json.loads((tmp_path / "new" / "pack.json").read_bytes())
    assert record["calibration"]["fitted"] == {"sound": False, "name": True}
    assert load_pack(tmp_path / "new").info == written
    assert written.pack_id == tiny.info.pack_id


def test_a_pack_of_format_1_is_read_for_ever() -> None:
    pack = load_pack(GOLDEN / "format-1")
    assert pack.info.pack_id == "ceab31a1698146773a8220c8cf79a328"
    assert check_canonical(pack).ok


def test_the_starter_pack_gives_its_canonical_vectors() -> None:
    if not installed_packs(None):
        with pytest.raises(PackError, match="starter"):
            default_pack()
        pytest.skip("this checkout has no starter pack yet")
    report = check_canonical(load_pack(default_pack()))
    assert report.ok, report
