"""Shards become a folder of sounds: webdataset's tar files and parquet, streamed, whatever their names say."""

import io
import json
import tarfile
from pathlib import Path

import pytest

from tests.helpers.sounds import write_tone
from training.cli.main import main
from training.data import unpacking
from training.data.corpora.folder import read_folder
from training.data.corpus import CorpusError
from training.data.unpacking import unpack


@pytest.fixture
def tone(tmp_path: Path) -> bytes:
    path = tmp_path / "tone.wav"
    write_tone(path, seconds=0.1)
    return path.read_bytes()


def write_tar(path: Path, members: list[tuple[str, bytes]], mode: str = "w") -> Path:
    with tarfile.open(path, mode) as tar:  # type: ignore[call-overload]
        for name, content in members:
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return path


@pytest.mark.parametrize(("name", "mode"), [("a.tar", "w"), ("a.tar.gz", "w:gz"), ("a.tar.xz", "w:xz")])
def test_the_samples_of_a_tar_become_a_corpus(name: str, mode: str, tone: bytes, tmp_path: Path) -> None:
    said = {
        "caption": "a tone",
        "text": ["one hum", "a tone"],
        "split": "validation",
        "license": "CC0",
        "tags": ["hum"],
    }
    members = [
        ("clips/0001.txt", b"a low\nhum"),
        ("clips/0001.wav", tone),
        ("clips/0001.json", json.dumps(said).encode()),
        ("clips/0002.flac", tone),
        ("clips/0003.json", b"{}"),
    ]
    found = unpack([write_tar(tmp_path / name, members, mode)], tmp_path / "out")
    assert (found.sounds, found.left_out) == (1, 2)
    assert found.examples == ["clips/0002 (no caption)", "clips/0003 (no sound)"]
    (clip,) = read_folder(tmp_path / "out").clips
    assert clip.captions == ("a low hum", "a tone", "one hum")
    assert (clip.split, clip.licence, clip.keywords) == ("val", "CC0", ("hum",))
    assert clip.path.read_bytes() == tone
    assert len(list((tmp_path / "out").rglob("*.*"))) == 2  # the list and the one sound


@pytest.mark.parametrize("name", ["../../outside.wav", "/etc/outside.wav", "a/../../outside.wav", "C:\\outside.wav"])
def test_no_name_in_a_tar_is_a_path(name: str, tone: bytes, tmp_path: Path) -> None:
    out = tmp_path / "deep" / "out"
    shard = write_tar(tmp_path / "a.tar", [(name, tone), (name.replace(".wav", ".txt"), b"a tone")])
    assert unpack([shard], out).sounds == 1
    files = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert files == {"tone.wav", "a.tar", "deep/out/captions.jsonl", "deep/out/sounds/000000/000000000.wav"}
    assert not Path("/etc/outside.wav").exists()


def test_links_and_devices_are_passed_over(tone: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.tar"
    with tarfile.open(path, "w") as tar:
        for name, kind in (("a.wav", tarfile.SYMTYPE), ("b.wav", tarfile.LNKTYPE), ("c.wav", tarfile.CHRTYPE)):
            member = tarfile.TarInfo(name)
            member.type, member.linkname = kind, "/etc/passwd"
            tar.addfile(member)
    assert unpack([path], tmp_path / "out").sounds == 0
    assert [one.name for one in (tmp_path / "out").iterdir()] == ["captions.jsonl"]


def test_what_is_too_large_is_left_out(tone: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    members = [("a.wav", tone), ("a.txt", b"a tone"), ("b.wav", b"short"), ("b.txt", b"x" * 40)]
    shard = write_tar(tmp_path / "a.tar", members)
    monkeypatch.setattr(unpacking, "MOST_AUDIO_BYTES", 1_000)
    monkeypatch.setattr(unpacking, "MOST_TEXT_BYTES", 39)
    found = unpack([shard], tmp_path / "out")
    assert found.examples == [f"a (its sound has {len(tone):,} bytes)", "b (its text has 40 bytes)"]
    assert not [path for path in (tmp_path / "out" / "sounds").rglob("*") if path.is_file()]


def test_a_header_that_claims_gigabytes_is_not_believed(tmp_path: Path) -> None:
    header = tarfile.TarInfo("pax")
    header.type, header.size = tarfile.XHDTYPE, 2**32
    (tmp_path / "a.tar").write_bytes(header.tobuf(tarfile.USTAR_FORMAT) + b"\0" * 4096)
    found = unpack([tmp_path / "a.tar"], tmp_path / "out")
    assert (found.sounds, found.left_out) == (0, 1) and "4,294,967,296 bytes" in found.examples[0]


@pytest.mark.parametrize("damage", ["cut", "overwritten"])
def test_a_damaged_shard_gives_what_came_before_and_the_next_is_read(damage: str, tone: bytes, tmp_path: Path) -> None:
    members = [(f"{name}.{kind}", content) for name in "ab" for kind, content in (("txt", b"a hum"), ("wav", tone))]
    shard, whole = write_tar(tmp_path / "a.tar", members), write_tar(tmp_path / "b.tar", members)
    content = bytearray(shard.read_bytes())
    second = content.index(b"b.txt")
    content[second : second + 512] = b"?" * 512
    shard.write_bytes(content if damage == "overwritten" else shard.read_bytes()[: second + 2_000])
    found = unpack([shard, whole], tmp_path / "out")
    assert found.sounds == 3
    assert damage == "overwritten" or found.examples[0] == "b (its sound is cut off)"
    assert str(shard) in found.examples[-1] and "damaged" in found.examples[-1]
    assert len(read_folder(tmp_path / "out").clips) == 3


def test_a_tar_of_thousands_is_not_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shard = write_tar(tmp_path / "a.tar", [(f"{number}.txt", b"") for number in range(2_000)])
    most, whole = 0, tarfile.TarFile.next

    def watched(tar: tarfile.TarFile) -> tarfile.TarInfo | None:
        nonlocal most
        most = max(most, len(tar.members))
        return whole(tar)

    monkeypatch.setattr(tarfile.TarFile, "next", watched)
    assert unpack([shard], tmp_path / "out").left_out == 2_000
    assert most <= 1


def test_parquet_with_sounds_within_becomes_a_corpus(tone: bytes, tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    rows = [
        {"audio": {"bytes": tone, "path": "../../b_01.wav"}, "caption": "a tone", "label": 3},
        {"audio": {"bytes": None, "path": "/etc/passwd"}, "caption": "not within", "label": 4},
        {"audio": {"bytes": tone, "path": None}, "caption": None, "label": 4},
    ]
    parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / "train.parquet")
    assert (
        main(["corpus", "unpack", str(tmp_path / "train.parquet"), "--out", str(tmp_path / "out"), "--split", "val"])
        == 3
    )
    (clip,) = read_folder(tmp_path / "out").clips
    assert (clip.captions, clip.split, clip.path.read_bytes()) == (("a tone",), "val", tone)
    (tmp_path / "bad.parquet").write_bytes(b"PAR1 of nothing")
    found = unpack([tmp_path / "bad.parquet"], tmp_path / "bad")
    assert found.left_out == 1 and "damaged" in found.examples[0]


def test_parquet_without_pyarrow_is_told_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.parquet").write_bytes(b"PAR1")
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(CorpusError, match="pyarrow, which is not installed"):
        unpack([tmp_path / "a.parquet"], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_command_refuses_a_folder_that_holds_sounds_and_names_no_shard(
    tone: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shard = write_tar(tmp_path / "a.tar", [("a.wav", tone), ("a.txt", b"a tone")])
    words = ["corpus", "unpack", str(shard), "--out", str(tmp_path / "out")]
    assert main(words) == 0
    assert main(words) == 2
    assert main([*words, "--replace"]) == 0
    assert (tmp_path / "out.1" / "captions.jsonl").is_file()
    capsys.readouterr()
    assert main(["corpus", "unpack", str(tmp_path / "tone.wav"), "--out", str(tmp_path / "other")]) == 1
    assert "is no shard" in capsys.readouterr().err
