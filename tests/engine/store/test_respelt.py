"""A library of before version 11 finds names that were spelt with marks apart, without being indexed anew."""

import shutil
import unicodedata
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from engine.base.findings import LibraryPart
from engine.base.types import SoundId
from engine.features.verify.catalogue import check_catalogue
from engine.library.user_data import UserData
from engine.search.filter_registry import read
from engine.store.catalogue import Catalogue
from engine.store.connection import FILE_NAME
from engine.store.filters import Filters
from engine.store.row_checks import CHECKED, add_row_digest, damaged_keys
from engine.store.schema import is_respelt
from engine.store.word_splitting import index_text, parts

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
FOLDER, NAME, TAG = (unicodedata.normalize("NFD", text) for text in ("Geräusche", "Gerät ガラス", "schön"))
INDEX = "INSERT OR REPLACE INTO sound_text(rowid, name, folder, words) VALUES"
SHOWN = unicodedata.normalize("NFC", TAG)


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """The golden library of version 10: its second sound has a name with marks apart, and the user named things so."""
    shutil.copy(GOLDEN / "catalogue-v10.sqlite", tmp_path / FILE_NAME)
    with closing(apsw.Connection(str(tmp_path / FILE_NAME))) as made:
        add_row_digest(made)
        run = made.execute
        folder = f"/sounds/Foley/{FOLDER}".encode()
        run("INSERT INTO folder(path) VALUES (?)", (folder,))
        run(
            "UPDATE sound SET path = ?2, mtime_ns = 5000, folder_id = (SELECT id FROM folder WHERE path = ?1)"
            " WHERE id = 2",
            (folder, f"/sounds/Foley/{FOLDER}/{NAME}.wav".encode()),
        )
        # As version 10 split such names at each mark.
        run(f"{INDEX} (2, 'Gera t カ ラス', 'Foley Gera usche', '')")
        run("INSERT INTO tag VALUES (2, ?), (3, ?), (3, ?)", (TAG, TAG, SHOWN))
        run("INSERT INTO collection(name, folded, position) VALUES (?, ?, 8), (?, ?, 9)", (TAG, TAG, SHOWN, SHOWN))
        run("INSERT INTO saved_search(name, folded, text, position) VALUES (?, ?, 'door', 9)", (TAG, TAG))
        run("INSERT INTO thesaurus(word, other) VALUES (?, 'nice')", (TAG,))
        run("INSERT INTO not_learnt(name) VALUES (?)", (TAG,))
    return tmp_path


def test_a_name_with_marks_apart_is_found(library: Path) -> None:
    with Catalogue.open(library) as catalogue:
        for text in ("Gerät", "geräusche", "ガラス"):
            assert catalogue.texts.matching(text).tolist() == [2]
        assert catalogue.passing.ids(Filters.of(read("in", "Geräusche").conditions)).tolist() == [2]
        assert catalogue.texts.words_with("ger") == ["gerausche"]
        assert catalogue.sounds.one(SoundId(2)).path.name == f"{NAME}.wav"


def test_rows_whose_words_are_as_they_were_are_left_alone(library: Path) -> None:
    with closing(apsw.Connection(str(library / FILE_NAME))) as made:
        made.execute(f"{INDEX} (3, 'kept', 'Foley', '')")  # a word that only its index knows
    with Catalogue.open(library) as catalogue:
        assert catalogue.texts.matching("kept").tolist() == [3]
        times = catalogue.database.rows("SELECT mtime_ns FROM sound WHERE id IN (1, 2) ORDER BY id")
        assert times[1] == (4999,)  # it is looked at again, for its name's vector
        assert times[0][0] % 1000 != 999


def test_what_the_user_named_is_one_however_it_was_spelt(library: Path) -> None:
    with Catalogue.open(library) as catalogue:
        keeping = UserData(catalogue)
        assert (SHOWN, 2) in keeping.tags()
        found = keeping.collection_named(TAG)
        assert found is not None
        assert [one.name for one in keeping.collections()][-2:] == [TAG, SHOWN]  # neither is lost
        keeping.save_search(SHOWN, "bell")
        assert [saved.text for saved in keeping.saved() if saved.name == SHOWN] == ["bell"]
        assert [entry.word for entry in keeping.thesaurus()][-1] == SHOWN
        assert SHOWN in catalogue.choices.not_learnt()


def test_every_row_has_its_checksum_and_the_index_every_word(library: Path) -> None:
    with Catalogue.open(library) as catalogue:
        assert [table.table for table in CHECKED if damaged_keys(catalogue.database.connection, table)] == []
        assert [one for one in check_catalogue(catalogue) if one.part is LibraryPart.WORDS_INDEX and one.fault] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/sounds/Gerat.wav", False),
        ("Gerät Été Ångström Türk Ş", False),
        ("Лес й ё", False),
        ("ガラス 가나", False),
        (unicodedata.normalize("NFD", "Gerät"), True),
        (unicodedata.normalize("NFD", "ガ"), True),
        (unicodedata.normalize("NFD", "가"), True),
        ("Straße", True),
        ("ışık", True),
        ("ﬁnal", True),
        ("ＳＥ", True),
        ("tiếng", True),
    ],
)
def test_only_texts_that_had_other_words_are_indexed_anew(text: str, expected: bool) -> None:
    assert is_respelt(text) is is_respelt(text.encode()) is expected


def test_texts_that_are_not_indexed_anew_have_the_words_that_they_had() -> None:
    letters = map(chr, [*range(0x80, 0xD800), *range(0xE000, 0x10000)])
    texts = [text for letter in letters if not is_respelt(text := f"Ab{letter}cd")]
    assert len(texts) > 50_000
    # Until version 10 the words of a text went into the index as they are, and the text behind them if it has several.
    before = [" ".join((*words, text) if len(words := parts(text)) > 1 and text.isalnum() else words) for text in texts]
    with closing(apsw.Connection(":memory:")) as made:
        for table, rows in (("before", before), ("now", list(map(index_text, texts)))):
            made.execute(f"CREATE VIRTUAL TABLE {table} USING fts5(text, tokenize='unicode61 remove_diacritics 2')")
            made.execute(f"CREATE VIRTUAL TABLE {table}_words USING fts5vocab('{table}', 'instance')")
            made.executemany(f"INSERT INTO {table}(text) VALUES (?)", [(row,) for row in rows])
        differing = "SELECT term, doc, offset FROM {0}_words EXCEPT SELECT term, doc, offset FROM {1}_words"
        for one, other in (("before", "now"), ("now", "before")):
            assert made.execute(differing.format(one, other)).fetchall() == []
