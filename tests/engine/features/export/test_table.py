"""Tables and playlists: every sound once, every byte as the format wants it, and never half a file."""

import csv
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from msgspec import structs

from engine.audio.fields import Field
from engine.base.cancellation import StopRequested
from engine.base.errors import LibraryError
from engine.base.types import FilePath, FileStamp, Ids, SoundId, SoundMetadata
from engine.features.export.playlist import write_m3u8
from engine.features.metadata_edits.batch_rules import BatchKind, BatchRule
from engine.features.metadata_edits.batch_table import read_batch_table
from engine.features.metadata_edits.edit import differences
from engine.library.user_data.user_data import UserData
from engine.store.catalogue import Catalogue
from engine.transfer.table import write_csv
from tests.helpers.libraries import PACK, ROOT, a_sound

ODD = SoundMetadata(
    description='Says "creak", loudly\nand twice',
    keywords=("door", "wood"),
    title="Creak",
    artist="Ana Núñez",
    fields={"bext.Originator": "me, myself"},
)


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Catalogue]:
    with Catalogue.open(tmp_path / "library") as opened:
        opened.packs.set_searched(PACK, "test")
        root = opened.roots.add(ROOT)
        opened.sounds.store([a_sound(1, root=root, name="plain.wav", first_segment=1)], [])
        opened.sounds.store([a_sound(2, root=root, name="Doors/odd, name.wav", first_segment=9, metadata=ODD)], [])
        latin = structs.replace(
            a_sound(3, root=root, first_segment=20), stamp=FileStamp(FilePath(ROOT.raw + b"/caf\xe9.wav"), 5, 0)
        )
        opened.sounds.store([latin, a_sound(4, root=root, name="#4.wav", first_segment=30, duration_s=0.25)], [])
        yield opened


def some(*numbers: int) -> Ids:
    return np.array(numbers, dtype=np.int64)


def read(path: Path, encoding: str = "utf-8") -> list[dict[str, str]]:
    with path.open(encoding=encoding, newline="") as file:
        return list(csv.DictReader(file, strict=True))


def test_a_table_has_what_is_known_in_the_order_asked_for(catalogue: Catalogue, tmp_path: Path) -> None:
    keeping = UserData(catalogue)
    keeping.set_rating([SoundId(2)], 4)
    keeping.add_tags([SoundId(2)], ["b", "a"])
    keeping.add_to(keeping.make_collection("Act 1")[0].id, [SoundId(2)])
    assert write_csv(catalogue, some(2, 99, 1), tmp_path / "list.csv") == 2
    odd, plain = read(tmp_path / "list.csv")
    assert (odd["name"], plain["name"]) == ("odd, name.wav", "plain.wav")
    assert (odd["description"], odd["keywords"]) == ('Says "creak", loudly\nand twice', "door; wood")
    assert (odd["rating"], odd["tags"], odd["collections"], plain["rating"]) == ("4", "a; b", "Act 1", "")
    assert (odd["duration_s"], odd["bit_depth"], odd["is_loop"]) == ("3.0", "24", "no")
    assert plain["modified"] == "2023-11-14T22:13:20+00:00"  # 1,700,000,000 s


def test_lines_end_as_rfc_4180_has_it_and_quotes_are_doubled(catalogue: Catalogue, tmp_path: Path) -> None:
    write_csv(catalogue, some(2), tmp_path / "list.csv")
    raw = (tmp_path / "list.csv").read_bytes()
    assert raw.count(b"\r\n") == 2 and raw.endswith(b"\r\n")
    assert b'"Says ""creak"", loudly\nand twice"' in raw
    assert not raw.startswith(b"\xef\xbb\xbf")


def test_a_mark_for_excel_and_columns_for_every_field_when_asked(catalogue: Catalogue, tmp_path: Path) -> None:
    write_csv(catalogue, some(1, 2), tmp_path / "list.csv", with_mark=True, with_fields=True)
    assert (tmp_path / "list.csv").read_bytes().startswith(b"\xef\xbb\xbf")
    rows = read(tmp_path / "list.csv", "utf-8-sig")
    assert [row["bext.Originator"] for row in rows] == ["", "me, myself"]


def test_a_cancelled_table_leaves_nothing(catalogue: Catalogue, tmp_path: Path) -> None:
    with pytest.raises(StopRequested):
        write_csv(catalogue, some(1, 2), tmp_path / "list.csv", cancel=lambda: True)
    assert list(tmp_path.glob("list*")) == []


def test_a_folder_that_is_not_there_is_told(catalogue: Catalogue, tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match=r"list\.csv cannot be written"):
        write_csv(catalogue, some(1), tmp_path / "nowhere" / "list.csv")


def test_a_playlist_names_length_title_and_place(catalogue: Catalogue, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    write_m3u8(catalogue, some(2, 1), tmp_path / "list.m3u8", progress=lambda done, total: told.append((done, total)))
    assert (tmp_path / "list.m3u8").read_text(encoding="utf-8").splitlines() == [
        "#EXTM3U",
        "#EXTINF:3.000,Ana Núñez - Creak",
        f"{ROOT.text}/Doors/odd, name.wav",
        "#EXTINF:3.000,plain.wav",
        f"{ROOT.text}/plain.wav",
    ]
    assert told == [(2, 2)]


def test_a_relative_playlist_moves_with_its_files_and_odd_names_stay_exact(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    root = FilePath.of(tmp_path).raw
    catalogue.files.relink(SoundId(1), FileStamp(FilePath(root + b"/sounds/plain.wav"), 1, 1))
    catalogue.files.relink(SoundId(4), FileStamp(FilePath(root + b"/lists/#4.wav"), 1, 1))
    (tmp_path / "lists").mkdir()
    write_m3u8(catalogue, some(1, 3, 4), tmp_path / "lists" / "list.m3u8", is_relative=True)
    places = (tmp_path / "lists" / "list.m3u8").read_text(encoding="utf-8").splitlines()[2::2]
    assert places == ["../sounds/plain.wav", "file:///sounds/Foley/caf%E9.wav", "./#4.wav"]


def test_a_name_that_a_spreadsheet_would_run_gets_an_apostrophe_unless_asked_otherwise(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    root = catalogue.roots.all()[0].id
    wicked = SoundMetadata(description="=cmd|' /C calc'!A0", title="+1", artist="-2", comment="@SUM(A1)", album="\tx")
    row = structs.replace(a_sound(5, root=root, name="=1+1.wav", first_segment=40, metadata=wicked))
    catalogue.sounds.store([row], [])
    write_csv(catalogue, some(5), tmp_path / "safe.csv")
    write_csv(catalogue, some(5), tmp_path / "raw.csv", with_formulas=True)
    (safe,), (raw,) = read(tmp_path / "safe.csv"), read(tmp_path / "raw.csv")
    names = ("name", "description", "title", "artist", "comment", "album")
    assert [safe[name] for name in names] == [f"'{raw[name]}" for name in names]
    assert [raw[name] for name in names] == ["=1+1.wav", "=cmd|' /C calc'!A0", "+1", "-2", "@SUM(A1)", "\tx"]
    assert float(safe["loudness_lufs"] or 0) <= 0  # a number below zero stays a number


@pytest.mark.shows("batch-metadata")
def test_what_was_exported_is_read_again_and_changes_nothing_until_it_is_edited(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    fields = {"info.ikey": "door; wood", "ixml.SCENE": "=12", "bext.Originator": "F8", "bext.TimeReference": "48000"}
    fields |= {"fmt.SampleRate": "48000"}  # as it is read beside a time reference
    fields |= {"ixml.TRACK_LIST.TRACK.NAME": "Boom", "ixml.TRACK_LIST.TRACK[2].NAME": ""}
    told = structs.replace(ODD, fields=fields, album="Old Houses", ucs_id="DOORWood")
    sound = catalogue.sounds.one(SoundId(2))
    catalogue.files.retag(SoundId(2), FileStamp(sound.path, sound.size_bytes, sound.mtime_ns), told, "a sound")
    write_csv(catalogue, some(2, 1), tmp_path / "list.csv")
    assert read(tmp_path / "list.csv")[0]["timecode"] == "00:00:01.000"
    rule = BatchRule(BatchKind.FROM_TABLE, table=read_batch_table(tmp_path / "list.csv"))
    assert differences(told, rule.edit(sound.path, told, 0)) == ()
    edited = (tmp_path / "list.csv").read_text(encoding="utf-8").replace("F8", "MixPre").replace("'=12", "13")
    (tmp_path / "list.csv").write_text(edited, encoding="utf-8")
    rule = BatchRule(BatchKind.FROM_TABLE, table=read_batch_table(tmp_path / "list.csv"))
    found = {one.field: (one.old, one.new) for one in differences(told, rule.edit(sound.path, told, 0))}
    assert found == {Field.SCENE: ("=12", "13"), Field.ORIGINATOR: ("F8", "MixPre")}
