"""The user's own thesaurus: what it says counts at once, travels, and is taken back like every other change."""

from pathlib import Path

import pytest

from engine.base.backup_files import Reason
from engine.base.errors import KeepingError
from engine.features.backups.losses import LossKind as Lost
from engine.features.backups.losses import losses
from engine.features.user_data.import_file import take_in
from engine.features.user_data.records import RecordKind
from engine.library.user_data import ThesaurusEntry, UserData
from engine.search.synonyms import synonyms_of
from engine.search.thesaurus import synonyms_by
from engine.store.backup import make_backup
from engine.store.catalogue import Catalogue
from tests.engine.features.user_data.conftest import export


def test_what_the_user_adds_comes_first_and_what_the_user_forbids_does_not_come(
    catalogue: Catalogue, keeping: UserData
) -> None:
    assert synonyms_of("rain")[:2] == ("rainfall", "drizzle")
    keeping.add_synonyms("Rain", ["patter", "tin  roof"], refused=["drizzle"])
    found = synonyms_by(catalogue.database.rows)("rain")
    assert found[:3] == ("patter", "tin roof", "rainfall")
    assert "drizzle" not in found


def test_an_entry_counts_for_every_form_of_its_word(catalogue: Catalogue, keeping: UserData) -> None:
    keeping.add_synonyms("zap", ["laser"])
    synonyms = synonyms_by(catalogue.database.rows)
    assert synonyms("zaps") == synonyms("zapping") == synonyms("zap")
    assert "laser" in synonyms("zap")


def test_a_change_is_taken_back_and_made_again(keeping: UserData) -> None:
    keeping.add_synonyms("drum", ["kick", "snare"])
    undo = keeping.remove_synonyms("drum", ["kick"])
    again = keeping.undo(undo)
    assert keeping.thesaurus() == [ThesaurusEntry("drum", ("kick", "snare"))]
    keeping.undo(again)
    assert keeping.thesaurus() == [ThesaurusEntry("drum", ("snare",))]


def test_the_later_word_counts(keeping: UserData) -> None:
    keeping.add_synonyms("drum", ["kick", "snare"])
    keeping.add_synonyms("drum", refused=["kick"])
    assert keeping.thesaurus() == [ThesaurusEntry("drum", ("snare",), ("kick",))]


def test_an_entry_is_for_one_word(keeping: UserData) -> None:
    with pytest.raises(KeepingError, match="not a single word"):
        keeping.add_synonyms("kick drum", ["bd"])
    with pytest.raises(KeepingError, match="too many"):
        keeping.add_synonyms("drum", [f"kick {number}" for number in range(101)])
    with pytest.raises(KeepingError, match="no entry"):
        keeping.remove_synonyms("drum")
    with pytest.raises(KeepingError, match="is listed both"):
        keeping.set_synonyms([ThesaurusEntry("drum", ("kick",), ("Kick",))])


def test_it_goes_into_a_file_and_into_another_library(tmp_path: Path, catalogue: Catalogue, keeping: UserData) -> None:
    keeping.add_synonyms("drum", ["kick", "snare"], refused=["percussion"])
    file = tmp_path / "mine.jsonl"
    assert export(catalogue.folder, file).thesaurus == 1
    other = tmp_path / "other"
    with Catalogue.open(other) as there:
        UserData(there).add_synonyms("drum", ["kick"], refused=["snare"])
    done = take_in(other, file)
    assert (done.of(RecordKind.THESAURUS).new, done.damaged, done.is_cut_off) == (1, 0, False)
    with Catalogue.open(other) as there:
        assert UserData(there).thesaurus() == [ThesaurusEntry("drum", ("kick",), ("snare", "percussion"))]
        assert UserData(there).undo_import() == 0
        assert UserData(there).thesaurus() == [ThesaurusEntry("drum", ("kick",), ("snare",))]


def test_a_library_without_one_is_written_for_every_earshot(tmp_path: Path, catalogue: Catalogue) -> None:
    export(catalogue.folder, tmp_path / "mine.jsonl")
    assert '"version":1' in (tmp_path / "mine.jsonl").read_text().splitlines()[0]


def test_what_going_back_to_a_backup_would_lose_of_it_is_counted(catalogue: Catalogue, keeping: UserData) -> None:
    made = make_backup(catalogue.folder, Reason.ASKED)
    keeping.add_synonyms("drum", ["kick", "snare"])
    found = losses(catalogue.folder, made.path)
    assert found is not None
    assert found.lost == {Lost.THESAURUS: 2}
