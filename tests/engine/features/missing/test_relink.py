"""Missing files: what moved together is found together, and only the same payload is relinked."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.audio.content import content_id, payload_digest
from engine.base.errors import LibraryBusy, NotAFile
from engine.base.types import (
    AudioInfo,
    ContentId,
    FilePath,
    FileStamp,
    Measures,
    RootId,
    SegmentId,
    SoundId,
    SoundMetadata,
)
from engine.features.missing.relink import changed_part, locate, locate_root, missing, relink
from engine.store.catalogue import Catalogue
from engine.store.lock import WriterLock
from engine.store.sound_rows import IndexedSound
from tests.helpers.libraries import PACK
from tests.helpers.sounds import write_tone
from tests.helpers.user_tags import set_tags


class Sounds:
    """A library over real files in `home`/old, seven of them."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.folder = home / "library"
        self.old = home / "old"
        names = ["a.wav", "b.wav", "Doors/c.wav", "Doors/d.wav", "Doors/Wood/e.wav", "Wind/f.wav", "Wind/g.wav"]
        self.files = [write_tone(self.old / name, 100.0 * number, 0.2) for number, name in enumerate(names, start=1)]
        with Catalogue.open(self.folder) as catalogue:
            catalogue.packs.set_searched(PACK, "test")
            self.root = catalogue.roots.add(FilePath.of(self.old))
            catalogue.sounds.store([self._row(number, path) for number, path in enumerate(self.files, start=1)], [])
            set_tags(catalogue, SoundId(1), ["mine"])

    def _row(self, number: int, path: Path) -> IndexedSound:
        status = path.stat()
        return IndexedSound(
            id=SoundId(number),
            first_segment=SegmentId(number),
            stamp=FileStamp(FilePath.of(path), status.st_size, status.st_mtime_ns),
            content_id=ContentId(content_id(path)),
            root=self.root,
            info=AudioInfo("WAV", "PCM_16", 32_000, 1, 16, 0.2),
            measures=Measures(),
            metadata=SoundMetadata(),
            peaks=b"",
            segments=((0.0, 0.2),),
            name_text="tone",
            payload_digest=payload_digest(path),
        )

    def lose(self, *numbers: int) -> None:
        """Marks sounds as missing, as the next look of a job does."""
        with Catalogue.open(self.folder) as catalogue:
            catalogue.files.mark_gone([SoundId(number) for number in numbers])

    def paths(self) -> dict[int, Path]:
        with Catalogue.open(self.folder, read_only=True) as catalogue:
            ids = [SoundId(number) for number in range(1, 8)]
            return {sound.id: sound.path.native for sound in catalogue.sounds.many(ids) if not sound.is_away}


@pytest.fixture
def sounds(tmp_path: Path) -> Sounds:
    return Sounds(tmp_path)


@pytest.fixture
def catalogue(sounds: Sounds) -> Iterator[Catalogue]:
    with Catalogue.open(sounds.folder) as opened:
        yield opened


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("/a/b/c/x.wav", "/z/c/x.wav", ("/a/b", "/z")),
        ("/a/x.wav", "/a/b/x.wav", ("/a", "/a/b")),
        ("/a/x.wav", "/b/y.wav", ("/a/x.wav", "/b/y.wav")),
        ("/x.wav", "/m/x.wav", ("/", "/m")),
    ],
)
def test_the_part_that_changed_is_told(before: str, after: str, expected: tuple[str, str]) -> None:
    found = changed_part(FilePath.of(before), FilePath.of(after))
    assert (found[0].text, found[1].text) == expected


def test_missing_sounds_are_listed_by_folder_and_offline_roots_apart(sounds: Sounds, catalogue: Catalogue) -> None:
    sounds.lose(3, 4, 6)
    listed = missing(catalogue)
    assert [(folder.folder.name, len(folder.rows)) for folder in listed.folders] == [("Doors", 2), ("Wind", 1)]
    assert (listed.sounds, listed.offline) == (3, ())
    catalogue.roots.set_offline(sounds.root, True)
    away = missing(catalogue)
    assert away.folders == ()
    assert [(root.root.path.native, root.sounds) for root in away.offline] == [(sounds.old, 7)]


def test_one_file_shows_where_all_that_moved_together_is(sounds: Sounds, catalogue: Catalogue) -> None:
    (sounds.old / "Doors").rename(sounds.home / "Portals")
    sounds.lose(3, 4, 5)
    proposal = locate(catalogue, SoundId(5), FilePath.of(sounds.home / "Portals" / "Wood" / "e.wav"))
    assert (proposal.before.native, proposal.after.native) == (sounds.old / "Doors", sounds.home / "Portals")
    done = relink(sounds.folder, proposal)
    assert (done.sounds, done.unmatched) == (3, ())
    assert sounds.paths()[4] == sounds.home / "Portals" / "d.wav"
    with Catalogue.open(sounds.folder) as opened:
        assert [root.path.native for root in opened.roots.all()] == [sounds.home / "Portals", sounds.old]
        assert opened.texts.matching("portals").tolist() == [3, 4, 5]
        assert missing(opened).sounds == 0


def test_a_root_that_was_renamed_is_found_whole_and_keeps_its_tags(sounds: Sounds, catalogue: Catalogue) -> None:
    sounds.old.rename(sounds.home / "new")
    catalogue.roots.set_offline(sounds.root, True)
    done = relink(sounds.folder, locate_root(catalogue, sounds.root, FilePath.of(sounds.home / "new")))
    assert (done.sounds, len(sounds.paths())) == (7, 7)
    with Catalogue.open(sounds.folder) as opened:
        assert [(root.id, root.path.native, root.is_offline) for root in opened.roots.all()] == [
            (sounds.root, sounds.home / "new", False)
        ]
        assert opened.marks.tags(SoundId(1)) == ("mine",)


def test_one_file_of_an_offline_root_brings_the_root_back(sounds: Sounds, catalogue: Catalogue) -> None:
    sounds.old.rename(sounds.home / "new")
    catalogue.roots.set_offline(sounds.root, True)
    proposal = locate(catalogue, SoundId(6), FilePath.of(sounds.home / "new" / "Wind" / "f.wav"))
    assert relink(sounds.folder, proposal).sounds == 7
    assert [root.path.native for root in catalogue.roots.all()] == [sounds.home / "new"]


def test_another_sound_of_that_name_is_not_relinked(sounds: Sounds, catalogue: Catalogue) -> None:
    (sounds.old / "Wind").rename(sounds.home / "Gales")
    write_tone(sounds.home / "Gales" / "g.wav", 3000.0, 0.2)
    sounds.lose(6, 7)
    done = relink(sounds.folder, locate(catalogue, SoundId(6), FilePath.of(sounds.home / "Gales" / "f.wav")))
    assert done.sounds == 1
    assert [(item.row.id, str(item.reason)) for item in done.unmatched] == [(7, "it is another sound")]
    assert 7 not in sounds.paths()


def test_a_change_beyond_the_probes_of_the_content_id_is_noticed(sounds: Sounds, catalogue: Catalogue) -> None:
    long = write_tone(sounds.old / "long.wav", 50.0, 20.0)  # 1.28 MB: the content id reads 64 KiB at three places
    catalogue.sounds.store([sounds._row(8, long)], [])
    raw = bytearray(long.read_bytes())
    long.unlink()
    raw[300_000] ^= 0xFF
    changed = sounds.home / "moved" / "long.wav"
    changed.parent.mkdir()
    changed.write_bytes(raw)
    catalogue.files.mark_gone([SoundId(8)])
    done = relink(sounds.folder, locate(catalogue, SoundId(8), FilePath.of(changed)))
    assert (done.sounds, str(done.unmatched[0].reason)) == (0, "it is another sound")


def test_a_renamed_file_is_relinked_and_its_neighbours_are_looked_for(sounds: Sounds, catalogue: Catalogue) -> None:
    (sounds.home / "there").mkdir()
    (sounds.old / "a.wav").rename(sounds.home / "there" / "alpha.wav")
    (sounds.old / "b.wav").rename(sounds.home / "there" / "b.wav")
    (sounds.old / "Wind" / "f.wav").unlink()
    sounds.lose(1, 2, 6)
    done = relink(sounds.folder, locate(catalogue, SoundId(1), FilePath.of(sounds.home / "there" / "alpha.wav")))
    assert done.sounds == 2
    assert [item.row.id for item in done.unmatched] == [6]
    assert sounds.paths()[1].name == "alpha.wav"


def test_a_lone_file_becomes_a_root_of_its_own_and_not_its_folder(sounds: Sounds, catalogue: Catalogue) -> None:
    moved = sounds.home / "Desktop" / "b.wav"
    moved.parent.mkdir()
    (sounds.old / "b.wav").rename(moved)
    sounds.lose(2)
    relink(sounds.folder, locate(catalogue, SoundId(2), FilePath.of(moved)))
    assert moved in [root.path.native for root in catalogue.roots.all()]


def test_sounds_found_inside_another_root_belong_to_it(sounds: Sounds, catalogue: Catalogue) -> None:
    other = catalogue.roots.add(FilePath.of(sounds.home / "archive"))
    sounds.old.rename(sounds.home / "archive")
    catalogue.roots.set_offline(sounds.root, True)
    relink(sounds.folder, locate_root(catalogue, sounds.root, FilePath.of(sounds.home / "archive")))
    assert [(root.id, root.path.name) for root in catalogue.roots.all()] == [(other, "archive")]
    assert len(sounds.paths()) == 7


def test_what_did_not_come_along_with_its_root_is_missing(sounds: Sounds, catalogue: Catalogue) -> None:
    sounds.old.rename(sounds.home / "new")
    (sounds.home / "new" / "b.wav").unlink()
    catalogue.roots.set_offline(sounds.root, True)
    done = relink(sounds.folder, locate_root(catalogue, sounds.root, FilePath.of(sounds.home / "new")))
    assert (done.sounds, [str(item.reason) for item in done.unmatched]) == (6, ["it is not there"])
    listed = missing(catalogue)
    assert ([row.id for folder in listed.folders for row in folder.rows], listed.offline) == ([2], ())


def test_relinking_can_be_cancelled_and_says_how_far_it_is(sounds: Sounds, catalogue: Catalogue) -> None:
    sounds.old.rename(sounds.home / "new")
    catalogue.roots.set_offline(sounds.root, True)
    proposal = locate_root(catalogue, sounds.root, FilePath.of(sounds.home / "new"))
    cancelled = relink(sounds.folder, proposal, cancel=lambda: True)
    assert (cancelled.sounds, cancelled.is_cancelled) == (0, True)
    told: list[tuple[int, int]] = []
    relink(sounds.folder, proposal, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (7, 7)


def test_a_library_that_is_being_indexed_is_left_alone(sounds: Sounds, catalogue: Catalogue) -> None:
    sounds.old.rename(sounds.home / "new")
    catalogue.roots.set_offline(sounds.root, True)
    proposal = locate_root(catalogue, sounds.root, FilePath.of(sounds.home / "new"))
    with WriterLock(sounds.folder), pytest.raises(LibraryBusy):
        relink(sounds.folder, proposal)


def test_a_place_that_is_not_there_is_refused(sounds: Sounds, catalogue: Catalogue) -> None:
    sounds.lose(1)
    with pytest.raises(NotAFile):
        locate(catalogue, SoundId(1), FilePath.of(sounds.home / "nowhere.wav"))
    with pytest.raises(NotAFile):
        locate_root(catalogue, RootId(1), FilePath.of(sounds.home / "nowhere"))
