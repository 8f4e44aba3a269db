"""Suggestions: which witnesses speak, how sure they say they are, and that categories are embedded only once."""

from pathlib import Path

import numpy as np
import pytest

from engine.library.library import Library
from engine.models.category_vectors import category_vectors
from engine.models.encoder import TextEncoder
from engine.models.pack import load_pack
from engine.search.category_suggestions import SoundVectors, Suggester, listed, prompts
from tests.helpers.tiny_library import REPOSITORY, TinyLibrary

STARTER = REPOSITORY / "resources" / "packs" / "starter"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of its own, so that the shared one is only read."""
    folder = tmp_path_factory.mktemp("suggesting")
    with Library.open(folder, makes=True):
        pass
    return folder


@pytest.fixture(scope="module")
def suggester(tiny_library: TinyLibrary, place: Path) -> Suggester:
    told: list[tuple[int, int]] = []
    made = Suggester.open(place, named_pack=tiny_library.pack, progress=lambda done, of: told.append((done, of)))
    assert made is not None
    assert told[-1] == (len(listed()), len(listed())) == (737, 737)  # 752 of UCS 8.2.1 without 15 of ARCHIVED
    return made


def kept(tiny_library: TinyLibrary) -> SoundVectors:
    with Library.open(tiny_library.folder, pack=tiny_library.pack, read_only=True) as library:
        ids = [hit.sound.id for hit in library.browse(20).hits]
        return library.kept_vectors(ids)


def test_the_stored_vectors_of_a_library_are_its_sounds_means(tiny_library: TinyLibrary) -> None:
    vectors = kept(tiny_library)
    assert len(vectors.ids) == 6
    assert np.allclose(np.linalg.norm(vectors.sounds, axis=1), 1, atol=1e-3)
    assert np.allclose(np.linalg.norm(vectors.names, axis=1), 1, atol=1e-3)
    assert "tones" in " ".join(vectors.texts)


def test_every_sound_gets_its_best_five(tiny_library: TinyLibrary, suggester: Suggester) -> None:
    answers = suggester.suggest(kept(tiny_library))
    assert [len(answer) for answer in answers] == [5] * 6
    for answer in answers:
        said = [one.confidence for one in answer]
        assert said == sorted(said, reverse=True)
        assert all(0 < one <= 1 for one in said)
        assert "ARCHIVED" not in [one.category.category for one in answer]


def test_a_sound_like_a_categorys_words_gets_that_category(tiny_library: TinyLibrary, suggester: Suggester) -> None:
    pack = load_pack(tiny_library.pack)
    barking = TextEncoder(pack).encode(["dog"])
    nothing = np.zeros((1, pack.info.sentence_dim), np.float32)
    (by_name,) = suggester.suggest(
        SoundVectors(np.array([1]), np.zeros((1, pack.info.dim), np.float32), barking.sentence, ("dog",))
    )
    assert by_name[0].category.cat_id == "ANMLDog"
    assert by_name[0].words == ("dog",)
    assert by_name[0].by_sound is None
    (by_sound,) = suggester.suggest(SoundVectors(np.array([1]), barking.joint, nothing, ("",)))
    assert by_sound[0].by_name is None
    assert by_sound[0].by_sound == max(one.by_sound for one in by_sound if one.by_sound is not None)


def test_a_sound_without_vectors_gets_none(tiny_library: TinyLibrary, suggester: Suggester) -> None:
    info = load_pack(tiny_library.pack).info
    empty = SoundVectors(
        np.array([1]), np.zeros((1, info.dim), np.float32), np.zeros((1, info.sentence_dim), np.float32), ("",)
    )
    assert suggester.suggest(empty) == [()]


def test_the_categories_are_embedded_only_once(tiny_library: TinyLibrary, place: Path, suggester: Suggester) -> None:
    told: list[int] = []
    again = Suggester.open(place, named_pack=tiny_library.pack, progress=lambda done, of: told.append(done))
    assert again is not None
    assert told == []
    vectors = kept(tiny_library)
    assert again.suggest(vectors) == suggester.suggest(vectors)


def test_damaged_vectors_of_the_categories_are_made_again(
    tiny_library: TinyLibrary, place: Path, suggester: Suggester
) -> None:
    (file,) = (place / "suggestions").iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[:1000])
    assert Suggester.open(place, named_pack=tiny_library.pack) is not None
    assert len(file.read_bytes()) == len(whole)


def test_preparing_can_be_cancelled(tiny_library: TinyLibrary, tmp_path: Path) -> None:
    with Library.open(tmp_path, pack=tiny_library.pack, makes=True):
        pass
    assert Suggester.open(tmp_path, named_pack=tiny_library.pack, cancel=lambda: True) is None
    assert not (tmp_path / "suggestions").exists()


def test_a_categorys_texts_are_its_name_its_explanation_and_its_first_synonyms() -> None:
    burst = next(one for one in listed() if one.cat_id == "AIRBrst")
    name, explanation, synonyms = prompts(burst)
    assert name == "air burst"
    assert explanation.startswith("Sharp air releases, pressure releases")
    assert synonyms == "air, airbed, airblast, airgun, airhose, blast, blowhole, blowout"
    dog = next(one for one in listed() if one.cat_id == "ANMLDog")
    assert prompts(dog)[2] == "animals dog"  # the list gives it no synonyms


def test_what_was_made_before_a_cancel_is_not_made_again(tiny_library: TinyLibrary, tmp_path: Path) -> None:
    with Library.open(tmp_path, pack=tiny_library.pack, makes=True):
        pass
    told: list[int] = []

    def tell(done: int, of: int) -> None:
        told.append(done)

    stopped = Suggester.open(tmp_path, named_pack=tiny_library.pack, progress=tell, cancel=lambda: len(told) >= 700)
    assert stopped is None
    assert told[-1] == 700
    told.clear()
    assert Suggester.open(tmp_path, named_pack=tiny_library.pack, progress=tell) is not None
    assert told == list(range(701, 738))


def test_the_starters_categories_come_with_earshot_as_the_pack_would_make_them() -> None:
    pack = load_pack(STARTER)
    told: list[int] = []

    def tell(done: int, of: int) -> None:
        told.append(done)

    found = category_vectors(pack, Path("/nowhere"), tell, lambda: True)
    assert found is not None
    assert told == [], "nothing had to be made"
    wanted = listed()[::150]
    encoder = TextEncoder(pack)
    for category in wanted:
        row = listed().index(category)
        made = encoder.encode(prompts(category))
        for vectors, kept in ((made.joint, found[0][row]), (made.sentence, found[1][row])):
            mean = vectors.mean(axis=0)
            assert float(mean @ kept) / float(np.linalg.norm(mean) * np.linalg.norm(kept)) > 0.9999  # fp16
