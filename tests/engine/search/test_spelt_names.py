"""Names are found however they are spelt: with marks apart as a Mac writes them, in wide or joined letters."""

import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.audio.fields import keywords_in
from engine.base.types import FilePath, SoundId
from engine.cli.main import main
from engine.library.completion import Completer
from engine.library.library import Library
from engine.library.user_data import UserData
from engine.search.filter_registry import read
from engine.search.question import Question
from engine.store.catalogue import Catalogue
from engine.store.filters import Filters
from engine.store.migrations import MIGRATIONS
from engine.store.schema import _add_functions
from tests.helpers.indexing import id_of, index
from tests.helpers.libraries import ROOT, a_sound
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_pack import make_tiny_pack

NAMES = {
    "nfd": ("Gera\u0308usche", "Gera\u0308t brummt"),
    "kana": ("ガラス", "カ\u3099ラス割れ"),
    "half": ("half", "ｶﾞﾗｽ"),
    "hangul": (unicodedata.normalize("NFD", "효과음"), unicodedata.normalize("NFD", "유리 깨짐")),
    "wide": ("ＳＥ", "ＤＯＯＲ open"),
    "joined": ("Ofﬁce", "ﬁnal ﬂap"),
    "turkish": ("İstanbul", "IŞIK çakması"),
    "sharp": ("Straße", "Fußtritte"),
    "french": ("Forêt", "Été calme"),
    "cyrillic": ("Лес", "Мои\u0306 ветер"),
}
"""Folder and name of a file; the name of the file as it lies on the disk."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Real files whose names are those bytes, indexed with the tiny pack."""
    root = tmp_path_factory.mktemp("sounds")
    for number, (inner, name) in enumerate(NAMES.values()):
        (root / inner).mkdir()
        write_tone(root / inner / f"{name}.wav", hz=200.0 + 50 * number, seconds=0.6)
    library = tmp_path_factory.mktemp("library")
    index(library, make_tiny_pack(tmp_path_factory.mktemp("pack") / "tiny"), root)
    return library


@pytest.fixture
def catalogue(folder: Path) -> Iterator[Catalogue]:
    with Catalogue.open(folder) as opened:
        yield opened


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Catalogue]:
    """Four sounds of which nothing is kept yet."""
    with Catalogue.open(tmp_path) as opened:
        root = opened.roots.add(ROOT)
        opened.sounds.store([a_sound(number, root=root, first_segment=2 * number) for number in range(1, 5)], [])
        yield opened


def both(text: str) -> tuple[str, str]:
    return unicodedata.normalize("NFC", text), unicodedata.normalize("NFD", text)


def names(catalogue: Catalogue, ids: list[int]) -> list[str]:
    return [sound.path.native.stem for sound in catalogue.sounds.many([SoundId(id) for id in ids])]


ASKED = [
    ("Gerät", "nfd"),
    ("gerat", "nfd"),
    ("BRUMMT", "nfd"),
    ("ガラス", "kana"),
    ("유리", "hangul"),
    ("door", "wide"),
    ("ｄｏｏｒ", "wide"),
    ("final", "joined"),
    ("FLAP", "joined"),
    ("ışık", "turkish"),
    ("isik", "turkish"),
    ("IŞIK", "turkish"),
    ("istanbul", "turkish"),
    ("İSTANBUL", "turkish"),
    ("fußtritte", "sharp"),
    ("FUSSTRITTE", "sharp"),
    ("Straße", "sharp"),
    ("été", "french"),
    ("ETE", "french"),
    ("мой", "cyrillic"),
]


@pytest.mark.shows("spelt-names")
@pytest.mark.parametrize(("typed", "kind"), ASKED)
def test_words_find_names_however_either_is_spelt(catalogue: Catalogue, typed: str, kind: str) -> None:
    for spelt in both(typed):
        found = set(names(catalogue, catalogue.texts.matching(spelt, is_prefix=True).tolist()))
        assert found - {NAMES["half"][1]} == {NAMES[kind][1]}


def test_half_width_kana_are_the_wide_ones(catalogue: Catalogue) -> None:
    found = names(catalogue, catalogue.texts.matching("ガラス").tolist())
    assert set(found) == {NAMES["half"][1], NAMES["kana"][1]}


@pytest.mark.parametrize("typed", ["カラス", "мои"])
def test_marks_that_make_another_letter_are_heeded(catalogue: Catalogue, typed: str) -> None:
    assert catalogue.texts.matching(typed, is_prefix=True).tolist() == []


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        ("Geräusche", "nfd"),
        ("gerausche/", "nfd"),
        ("ガラス", "kana"),
        ("효과음", "hangul"),
        ("/se/", "wide"),
        ("office", "joined"),
        ("istanbul", "turkish"),
        ("STRASSE", "sharp"),
        ("foret", "french"),
        ("лес", "cyrillic"),
    ],
)
def test_a_folder_is_found_however_it_is_spelt(catalogue: Catalogue, typed: str, kind: str) -> None:
    for spelt in both(typed):
        found = catalogue.passing.ids(Filters.of(read("in", spelt).conditions))
        assert names(catalogue, found.tolist()) == [NAMES[kind][1]]


def passed(catalogue: Catalogue, key: str, value: str) -> list[int]:
    found: list[int] = catalogue.passing.ids(Filters.of(read(key, value).conditions)).tolist()
    return found


def test_tags_collections_notes_and_saved_searches_are_one_however_they_are_spelt(kept: Catalogue) -> None:
    keeping = UserData(kept)
    nfc, nfd = both("Gerät")
    keeping.add_tags([SoundId(1)], [nfd])
    keeping.add_tags([SoundId(2)], [nfc.upper()])
    assert keeping.tags() == [(nfc, 2)]
    made, _ = keeping.make_collection(nfd)
    keeping.add_to(made.id, [SoundId(3)])
    keeping.set_note([SoundId(4)], both("Zu hell für ガラス")[1])
    keeping.save_search(nfd, "door")
    keeping.save_search(nfc, "bell")
    assert [saved.text for saved in keeping.saved()] == ["bell"]
    found = keeping.collection_named(nfc)
    assert found is not None and (found.id, found.name) == (made.id, nfc)
    for spelt in (nfc, nfd, "GERÄT", "gerat"):
        assert passed(kept, "tag", spelt) == [1, 2]
        assert passed(kept, "collection", spelt) == [3]
        assert kept.marks.collection_order(spelt).tolist() == [3]
    for spelt in (*both("für ガラス"), "FUR"):
        assert passed(kept, "note", spelt) == [4]
    keeping.remove_tags([SoundId(1), SoundId(2)], [nfd])
    assert keeping.tags() == []


def test_a_filter_means_the_very_name_where_there_is_one(kept: Catalogue) -> None:
    keeping = UserData(kept)
    keeping.add_tags([SoundId(1)], ["Bär"])
    assert passed(kept, "tag", "bar") == [1]
    keeping.add_tags([SoundId(2)], ["Bar"])
    assert (passed(kept, "tag", "bar"), passed(kept, "tag", "BÄR")) == ([2], [1])
    for name, sound in (("Bär", 1), ("Bar", 2)):
        keeping.add_to(keeping.make_collection(name)[0].id, [SoundId(sound)])
    assert (passed(kept, "collection", "bar"), passed(kept, "collection", "bär")) == ([2], [1])


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("gerä", "gerät"),
        ("ガラ", "ガラス割れ"),
        ("유", "유리"),
        ("in:geräu", "in:Geräusche"),
        ("in:gerau", "in:Geräusche"),
        ("in:ガ", "in:ガラス"),
        ("in:효", "in:효과음"),
        ("in:istan", "in:İstanbul"),
        ("in:strass", "in:Straße"),
    ],
)
def test_what_is_typed_is_completed_however_it_is_spelt(catalogue: Catalogue, typed: str, offered: str) -> None:
    for spelt in both(typed):
        assert offered in [unicodedata.normalize("NFC", one.text) for one in Completer(catalogue).complete(spelt)]


def test_a_search_by_words_reads_what_is_typed_in_one_form(folder: Path) -> None:
    nfc, nfd = both('Gerät "Gerät brummt" -Türe')
    with Library.open(folder, read_only=True) as library:
        answers = [library.answer(Question(text)) for text in (nfc, nfd)]
        assert [[(hit.sound.id, hit.score) for hit in answer.hits] for answer in answers[1:]] == [
            [(hit.sound.id, hit.score) for hit in answers[0].hits]
        ]
        assert [hit.sound.path.native.stem for hit in answers[1].hits] == [NAMES["nfd"][1]]
        assert answers[0].hits[0].sound.path.is_there  # its bytes are as the disk has them


def test_an_unknown_word_is_marked_whole_where_it_is_typed(folder: Path) -> None:
    typed = unicodedata.normalize("NFD", "Gerätt bell")
    with Library.open(folder, read_only=True) as library:
        chips = [chip for chip in library.answer(Question(typed)).chips if chip.why is not None]
    assert [typed[start:end] for chip in chips for start, end in chip.spans] == [typed.split()[0]]


def test_the_shell_finds_such_a_file_and_says_where_it_is(
    folder: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["search", "Gerät", "in:Geräusche", "--json", "--library", str(folder)]) == 0
    assert NAMES["nfd"][1].encode() in capsysbinary.readouterr().out


def test_a_path_that_was_typed_means_the_file_that_the_disk_spells_otherwise(
    folder: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    with Catalogue.open(folder, read_only=True) as catalogue:
        (id,) = catalogue.texts.matching("brummt").tolist()
        path = catalogue.sounds.one(SoundId(id)).path
    typed = unicodedata.normalize("NFC", path.text)
    assert typed.encode() != path.raw
    with Library.open(folder, read_only=True) as library:
        assert library.sound_at(FilePath(typed.encode())) == id
        assert library.sound_at(FilePath(typed.replace("brummt", "summt").encode())) is None
    assert main(["tag", typed, "--add", "schön", "--json", "--library", str(folder)]) == 0
    assert path.raw in capsysbinary.readouterr().out


@pytest.mark.skipif(sys.platform == "darwin", reason="there both spellings are one file")
def test_a_file_of_another_spelling_that_is_no_sound_of_the_library_is_not_taken_for_one(folder: Path) -> None:
    with Library.open(folder, read_only=True) as library:
        (hit,) = library.answer(Question('"brummt"')).hits
        other = write_tone(Path(unicodedata.normalize("NFC", str(hit.sound.path.native))), hz=900.0)
        try:
            assert library.sound_at(FilePath.of(other)) is None
        finally:
            other.unlink()


def test_a_name_that_version_10_tore_is_read_again_and_not_heard_again(tmp_path: Path) -> None:
    root, library = tmp_path / "sounds", tmp_path / "library"
    root.mkdir()
    pack = make_tiny_pack(tmp_path / "tiny")
    torn = write_tone(root / f"{NAMES['nfd'][1]}.wav")
    write_tone(root / "door.wav", hz=300.0)
    index(library, pack, root)
    id = id_of(library, torn)
    assert id is not None
    with Catalogue.open(library) as catalogue:
        with catalogue.database.keeping() as connection:
            connection.execute("UPDATE detail SET name_text = 'gera brummt' WHERE sound_id = ?", (id,))
        _add_functions(catalogue.database.connection)
        catalogue.database.connection.execute(MIGRATIONS[10])  # from version 10 to 11
    done = index(library, pack, root)
    assert (done.changed, done.unchanged, done.embedded_segments) == (1, 1, 0)
    with Catalogue.open(library) as catalogue:
        assert catalogue.sounds.name_texts(np.array([id])) == {int(id): "gerät brummt"}


def test_a_keyword_is_kept_once_however_it_is_spelt() -> None:
    nfc, nfd = both("Türen")
    assert keywords_in(f"{nfd}, {nfc.upper()}; Tor") == (nfc.upper(), "Tor")
