"""A sidecar written by one library and found by another: what is taken from it, and what is not believed."""

import hashlib
import json
import os
import shutil
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.audio.content import content_id, payload_digest
from engine.base.errors import SidecarError
from engine.features.sidecar import shelf
from engine.features.sidecar.format import LARGEST_BYTES, NAME, packed, read_sidecar
from engine.ingest.ready import PayloadAnalysis
from engine.store.catalogue import Catalogue
from engine.store.vectors import VectorLog
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import earshot
from tests.helpers.tiny_pack import make_tiny_pack

SOUNDS = 12


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_pack(tmp_path_factory.mktemp("pack") / "tiny")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory, pack: Path) -> Path:
    """A folder with sounds, one of them of several segments, and the sidecar that was written beside them."""
    home = tmp_path_factory.mktemp("written")
    sounds = home / "sounds"
    for number in range(SOUNDS - 1):
        write_tone(sounds / f"part {number % 3}" / f"take {number}.wav", hz=120.0 * (number + 1), seconds=2.0)
    write_tone(sounds / "long.wav", hz=333.0, seconds=31.0)
    index(home / "library", pack, sounds)
    told = earshot("sidecar", "write", "--json", "--library", home / "library", sounds)[0]
    assert (told["sounds"], told["left_out"], told["file"]) == (SOUNDS, 0, str(sounds / NAME))
    return home


@pytest.fixture
def copied(written: Path, tmp_path: Path) -> Path:
    """The folder as somebody else gets it: elsewhere, with other names."""
    shutil.copytree(written / "sounds", tmp_path / "elsewhere")
    for number, path in enumerate(sorted((tmp_path / "elsewhere").rglob("*.wav"))):
        path.rename(path.with_name(f"renamed {number}.wav"))
    return tmp_path / "elsewhere"


def index(library: Path, pack: Path, folder: Path, *options: str) -> list[dict[str, object]]:
    command = ("index", "--json", "--library", library, "--pack", pack, "--device", "cpu", "--workers", "1")
    return earshot(*command, *options, folder)


def notes(events: list[dict[str, object]]) -> list[tuple[str, list[object]]]:
    said = [event["said"] for event in events if event["event"] == "noted"]
    assert all(isinstance(one, dict) for one in said)
    return [(one["what"], one["values"]) for one in said]  # type: ignore[index]


def heard(library: Path) -> dict[bytes, tuple[object, ...]]:
    """All that a library keeps of each payload, whatever its name: vectors to the bit."""
    with Catalogue.open(library, read_only=True) as catalogue:
        searched = catalogue.packs.searched()
        assert searched is not None
        log = VectorLog.existing(library / "vectors", searched[0], "segments")
        assert log is not None
        blocks = list(log.read_all(catalogue.frames.of(searched[0], "segments")))
        vectors = {int(id): row.tobytes() for ids, rows in blocks for id, row in zip(ids, rows, strict=True)}
        spans = {sound: range(first, first + count) for sound, first, count in catalogue.packs.segment_spans(None)}
        found = {}
        for one in catalogue.files.payloads():
            rows = catalogue.segments.rows(np.array(spans[int(one.id)]))
            bounds = tuple(zip(rows.start_s.tolist(), rows.end_s.tolist(), strict=True))
            sound = catalogue.sounds.one(one.id)
            peaks = catalogue.sounds.peaks_bytes(one.id)
            assert one.payload_digest is not None
            found[one.payload_digest] = (
                *(sound.info, sound.measures, peaks, one.content_id, bounds),
                tuple(vectors[segment] for segment in spans[int(one.id)]),
            )
    return found


@pytest.mark.shows("sidecar")
def test_whoever_adds_the_folder_has_the_same_to_the_bit(
    written: Path, copied: Path, pack: Path, tmp_path: Path
) -> None:
    events = index(tmp_path / "library", pack, copied)
    taken = [values[0] for what, values in notes(events) if what == "SIDECAR_TAKEN"]
    assert taken and SOUNDS - shelf.PROBATION - 4 <= int(str(taken[0])) <= SOUNDS - shelf.PROBATION
    assert heard(tmp_path / "library") == heard(written / "library")
    hits = earshot("search", "--json", "--library", tmp_path / "library", "steady low tone")
    assert len(hits) == SOUNDS and all("renamed" in hit["path"] for hit in hits)


def test_a_sound_that_was_changed_is_listened_to(copied: Path, pack: Path, written: Path, tmp_path: Path) -> None:
    changed = next(copied.rglob("renamed 0.wav"))
    content = bytearray(changed.read_bytes())
    content[len(content) // 3] ^= 0x40  # between the places that the content id looks at
    changed.write_bytes(content)
    assert content_id(changed)  # whatever it is, the whole payload decides
    index(tmp_path / "library", pack, copied)
    mine, theirs = heard(tmp_path / "library"), heard(written / "library")
    assert len(mine) == SOUNDS and len(mine.keys() & theirs.keys()) == SOUNDS - 1
    assert payload_digest(changed) in mine.keys() - theirs.keys()


def test_nothing_is_taken_where_it_is_not_wanted(copied: Path, pack: Path, tmp_path: Path) -> None:
    assert notes(index(tmp_path / "library", pack, copied, "--no-sidecars")) == []


def rewritten(folder: Path, change: Callable[[PayloadAnalysis], PayloadAnalysis], **head: object) -> None:
    """Writes the sidecar of a folder again, with something else in it and all checksums right."""
    sidecar = read_sidecar(folder / NAME)
    made = sidecar.head
    about = {"pack_id": made.pack_id, "pack": made.pack, "dim": made.dim} | head
    sounds = [change(sound) for sound in sidecar.sounds.values()]
    (folder / NAME).write_bytes(packed(**about, sounds=sounds))  # type: ignore[arg-type]


def test_a_sidecar_that_lies_is_found_out(copied: Path, written: Path, pack: Path, tmp_path: Path) -> None:
    rewritten(copied, lambda sound: replace(sound, vectors=np.roll(sound.vectors, 5, axis=1)))
    assert notes(index(tmp_path / "library", pack, copied)) == [("SIDECAR_REFUSED", [0])]
    assert heard(tmp_path / "library") == heard(written / "library")


def test_one_that_lies_later_is_found_out_by_chance(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "ONE_IN", 1)  # every later one
    sidecar = read_sidecar(copied / NAME)
    kept = shelf.SidecarShelf([copied / NAME], sidecar.head.pack_id)
    for number, (digest, sound) in enumerate(sidecar.sounds.items()):
        assert kept.take(digest) is None
        honest = sound.vectors.astype(np.float32)
        kept.compare(digest, sound.bounds, honest if number < shelf.PROBATION else np.roll(honest, 5, axis=1))
    assert [said.what.name for _, said in kept.notes()] == ["SIDECAR_REFUSED"]
    assert kept.take(next(iter(sidecar.sounds))) is None


def test_exactly_the_first_three_of_a_sidecar_are_listened_to(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One fewer is a sound on trust, one more a sound listened to for nothing."""
    monkeypatch.setattr(shelf.secrets, "randbelow", lambda below: 1)  # no later one
    sidecar = read_sidecar(copied / NAME)
    kept = shelf.SidecarShelf([copied / NAME], sidecar.head.pack_id)
    taken = []
    for digest, sound in sidecar.sounds.items():
        taken.append(kept.take(digest) is not None)
        kept.compare(digest, sound.bounds, sound.vectors.astype(np.float32))
    assert taken == [False] * 3 + [True] * (SOUNDS - 3)


def test_one_in_64_of_the_later_ones_is_listened_to(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def drawn(below: int) -> int:
        asked.append(below)
        return 0 if len(asked) == 5 else 63

    monkeypatch.setattr(shelf.secrets, "randbelow", drawn)
    sidecar = read_sidecar(copied / NAME)
    kept = shelf.SidecarShelf([copied / NAME], sidecar.head.pack_id)
    taken = []
    for digest, sound in sidecar.sounds.items():
        taken.append(kept.take(digest) is not None)
        kept.compare(digest, sound.bounds, sound.vectors.astype(np.float32))
    assert set(asked) == {64}
    assert [number for number, is_taken in enumerate(taken) if not is_taken] == [0, 1, 2, 7]


@pytest.mark.parametrize(
    "lie",
    [
        lambda sound: (sound.bounds[:-1], sound.vectors[:-1]),
        lambda sound: (sound.bounds, np.roll(sound.vectors, 1, axis=1)),
        lambda sound: (tuple((start_s + 0.002, end_s) for start_s, end_s in sound.bounds), sound.vectors),
        lambda sound: (sound.bounds, sound.vectors[:, :-1]),
    ],
)
def test_whatever_a_sidecar_says_otherwise_ends_the_trust_in_it(
    copied: Path, lie: Callable[[PayloadAnalysis], tuple[tuple[tuple[float, float], ...], np.ndarray]]
) -> None:
    sidecar = read_sidecar(copied / NAME)
    kept = shelf.SidecarShelf([copied / NAME], sidecar.head.pack_id)
    digest, sound = next((key, one) for key, one in sidecar.sounds.items() if len(one.bounds) > 1)
    assert kept.take(digest) is None
    bounds, vectors = lie(sound)
    kept.compare(digest, bounds, vectors.astype(np.float32))
    assert [said.what.name for _, said in kept.notes()] == ["SIDECAR_REFUSED"]


def test_an_earlier_sidecar_without_windows_of_events_is_trusted(copied: Path) -> None:
    sidecar = read_sidecar(copied / NAME)
    kept = shelf.SidecarShelf([copied / NAME], sidecar.head.pack_id)
    digest, sound = next((key, one) for key, one in sidecar.sounds.items() if len(one.bounds) > 10)
    assert kept.take(digest) is None
    row = sum(start_s <= 2.2 for start_s, _ in sound.bounds)
    bounds = (*sound.bounds[:row], (2.2, 2.9), *sound.bounds[row:])
    vectors = np.insert(sound.vectors, row, np.roll(sound.vectors[0], 1), axis=0)
    kept.compare(digest, bounds, vectors.astype(np.float32))
    assert kept.notes() == []


def test_a_sidecar_without_a_window_of_the_plan_is_refused(copied: Path) -> None:
    whole = read_sidecar(copied / NAME)
    digest, sound = next((key, one) for key, one in whole.sounds.items() if len(one.bounds) > 10)
    lacking = replace(sound, bounds=sound.bounds[:3] + sound.bounds[4:], vectors=np.delete(sound.vectors, 3, axis=0))
    rewritten(copied, lambda one: lacking if one.payload_digest == digest else one)
    kept = shelf.SidecarShelf([copied / NAME], whole.head.pack_id)
    assert kept.take(digest) is None
    kept.compare(digest, sound.bounds, sound.vectors.astype(np.float32))
    assert [said.what.name for _, said in kept.notes()] == ["SIDECAR_REFUSED"]


def test_nothing_more_is_taken_of_one_that_lied_after_it_was_believed(
    copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sidecar = read_sidecar(copied / NAME)
    kept = shelf.SidecarShelf([copied / NAME], sidecar.head.pack_id)
    drawn = iter([1, 0, 1, 1])  # the second of those that are believed is listened to
    monkeypatch.setattr(shelf.secrets, "randbelow", lambda below: next(drawn))
    sounds = list(sidecar.sounds.items())
    for digest, sound in sounds[:3]:
        assert kept.take(digest) is None
        kept.compare(digest, sound.bounds, sound.vectors.astype(np.float32))
    assert kept.take(sounds[3][0]) is not None
    digest, sound = sounds[4]
    assert kept.take(digest) is None
    kept.compare(digest, sound.bounds, np.roll(sound.vectors.astype(np.float32), 5, axis=1))
    assert [kept.take(digest) for digest, _ in sounds[5:]] == [None] * (SOUNDS - 5)


def test_a_comparison_that_nobody_asked_for_earns_no_trust(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf.secrets, "randbelow", lambda below: 1)
    sidecar = read_sidecar(copied / NAME)
    kept = shelf.SidecarShelf([copied / NAME], sidecar.head.pack_id)
    digest, sound = next(iter(sidecar.sounds.items()))
    assert kept.take(digest) is None
    for _ in range(5):  # once is what was asked; copies of one file say no more than one
        kept.compare(digest, sound.bounds, sound.vectors.astype(np.float32))
    other = list(sidecar.sounds)[1]
    assert kept.take(other) is None


def test_one_of_another_pack_is_left_alone(copied: Path, written: Path, pack: Path, tmp_path: Path) -> None:
    rewritten(copied, lambda sound: sound, pack_id="0" * 32, pack="strange")
    assert notes(index(tmp_path / "library", pack, copied)) == [("SIDECAR_OTHER_PACK", ["strange"])]
    assert heard(tmp_path / "library") == heard(written / "library")


@pytest.mark.parametrize(
    "change",
    [
        lambda sound: replace(sound, vectors=sound.vectors * np.float16(2)),
        lambda sound: replace(sound, vectors=sound.vectors * np.float16("nan")),
        lambda sound: replace(sound, bounds=tuple((start, end + 1e6) for start, end in sound.bounds)),
        lambda sound: replace(sound, bounds=tuple((float("nan"), end) for _, end in sound.bounds)),
        lambda sound: replace(sound, info=replace(sound.info, duration_s=float("inf"))),
        lambda sound: replace(sound, info=replace(sound.info, sample_rate_hz=-1)),
        lambda sound: replace(sound, info=replace(sound.info, codec="\x1b[2J")),
        lambda sound: replace(sound, info=replace(sound.info, layout="FL FX")),
        lambda sound: replace(sound, measures=replace(sound.measures, loudness_lufs=1e300)),
        lambda sound: replace(sound, measures=replace(sound.measures, true_peak_dbtp=1e300)),
        lambda sound: replace(sound, measures=replace(sound.measures, key="x" * 1000)),
        lambda sound: replace(sound, peaks=replace(sound.peaks, duration_s=9e9)),
    ],
)
def test_what_cannot_be_right_is_listened_to(
    copied: Path, written: Path, pack: Path, tmp_path: Path, change: Callable[[PayloadAnalysis], PayloadAnalysis]
) -> None:
    rewritten(copied, change)
    assert read_sidecar(copied / NAME).sounds == {}
    assert notes(index(tmp_path / "library", pack, copied)) == []
    assert heard(tmp_path / "library") == heard(written / "library")


def test_a_damaged_one_stops_nothing(copied: Path, written: Path, pack: Path, tmp_path: Path) -> None:
    content = bytearray((copied / NAME).read_bytes())
    content[-5] ^= 1
    (copied / NAME).write_bytes(content)
    [(what, values)] = notes(index(tmp_path / "library", pack, copied))
    assert what == "SIDECAR_UNREAD" and "checksum" in json.dumps(values)
    assert heard(tmp_path / "library") == heard(written / "library")


@given(data=st.data())
def test_whatever_was_done_to_it_is_told_by_one_error(written: Path, data: st.DataObject) -> None:
    content = bytearray((written / "sounds" / NAME).read_bytes())
    place = written / "fuzzed.sidecar"
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))
    if data.draw(st.booleans()):
        del content[data.draw(st.integers(0, len(content) - 1)) :]
    elif len(content) > 48:  # with a digest that fits, so that what lies behind it is read
        content[12:44] = hashlib.blake2b(bytes(content[44:]), digest_size=32).digest()
    place.write_bytes(content)
    try:
        read_sidecar(place)
    except SidecarError as err:
        assert err.what.what.name.startswith(("NO_SIDECAR", "SIDECAR_"))


def test_nothing_unpacks_to_more_than_it_says(written: Path) -> None:
    bomb = zlib.compress(bytes(100_000_000), 9)
    names = ("contents", "digests", "counts", "bounds", "vectors", "about", "peak_sizes", "peaks")
    for size in (10, LARGEST_BYTES + 1):
        sections = [[name, len(bomb) if name == "peaks" else 0, size if name == "peaks" else 0] for name in names]
        manifest = {"pack_id": "0" * 32, "pack": "x", "dim": 4, "sounds": 0, "segments": 0, "sections": sections}
        text = json.dumps(manifest).encode()
        body = struct.pack("<I", len(text)) + text + bomb
        digest = hashlib.blake2b(body, digest_size=32).digest()
        place = written / "bomb.sidecar"
        place.write_bytes(b"ESIDECAR" + struct.pack("<I", 1) + digest + body)
        with pytest.raises(SidecarError, match="size of"):
            read_sidecar(place)


def test_one_of_a_later_earshot_says_so(written: Path) -> None:
    place = written / "newer.sidecar"
    content = bytearray((written / "sounds" / NAME).read_bytes())
    content[8:12] = struct.pack("<I", 9)
    place.write_bytes(content)
    with pytest.raises(SidecarError, match="newer Earshot"):
        read_sidecar(place)


def test_writing_says_what_there_is_to_do(written: Path, tmp_path: Path) -> None:
    library = written / "library"
    said = tmp_path / "empty"
    said.mkdir()
    with pytest.raises(AssertionError, match="has no sounds with vectors"):
        earshot("sidecar", "write", "--library", library, said)
    with pytest.raises(AssertionError, match="is not an Earshot sidecar"):
        earshot("sidecar", "show", written / "sounds" / "long.wav")
    out = tmp_path / "other.sidecar"
    told = earshot("sidecar", "write", "--json", "--library", library, written / "sounds" / "part 1", "--out", out)[0]
    assert told["sounds"] == len(list((written / "sounds" / "part 1").glob("*.wav")))
    shown = earshot("sidecar", "show", "--json", out)[0]
    assert (shown["sounds"], shown["odd"]) == (told["sounds"], 0)
    assert [path.name for path in said.iterdir()] == []


def test_names_and_what_was_entered_stay_at_home(written: Path) -> None:
    library, place = written / "library", written / "own.sidecar"
    sound = written / "sounds" / "long.wav"
    earshot("tag", "--json", "--library", library, sound, "--add", "secretly", "--note", "confidential")
    earshot("sidecar", "write", "--json", "--library", library, written / "sounds", "--out", place)
    content = place.read_bytes()
    length = struct.unpack_from("<I", content, 44)[0]
    sections = json.loads(content[48 : 48 + length])["sections"]
    at, raw = 48 + length, content[: 48 + length]
    for _, stored, _ in sections:
        raw += zlib.decompress(content[at : at + stored])
        at += stored
    for word in (b"secretly", b"confidential", b"long", b"take", os.fsencode(written)):
        assert word not in raw


def test_a_folder_in_the_middle_of_the_tree_may_have_its_own(written: Path, tmp_path: Path, pack: Path) -> None:
    inner = tmp_path / "root" / "packs" / "bought"
    inner.parent.mkdir(parents=True)
    shutil.copytree(written / "sounds", inner)
    assert [what for what, _ in notes(index(tmp_path / "library", pack, tmp_path / "root"))] == ["SIDECAR_TAKEN"]
