"""What is learnt of choices in a real library: it counts where it is asked, nowhere else, and is forgotten at will."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from engine.base.chips import ChipKind, UnreadReason
from engine.base.errors import OwnerError
from engine.base.types import SoundId
from engine.features.owner.model_file import read_model
from engine.features.owner.owner import FOLDER, Owner, described
from engine.features.owner.teachings import TeachingSource
from engine.features.owner.trial import LEAST_TRIED, HeldOutChoice, OwnerTrialRun, TrialResult, verdict
from engine.library.library import Library
from engine.search.question import Question
from engine.search.ranking import Ranking
from engine.store.choices import ChoiceKind, ChosenSound

WORD = "zorvex"


def teach(library: Library, text: str, sounds: list[SoundId], kind: ChoiceKind = ChoiceKind.DRAGGED) -> None:
    Owner.of(library).note(text, kind, [ChosenSound(sound) for sound in sounds])


def same(one: Ranking, other: Ranking) -> bool:
    assert one.scored is not None
    assert other.scored is not None
    return one.ids.tolist() == other.ids.tolist() and bool(np.array_equal(one.scored.scores, other.scored.scores))


@pytest.mark.shows("learning-from-choices")
def test_a_word_of_ones_own_works_after_five_examples(library: Library, noises: list[SoundId]) -> None:
    before = library.rank(Question(WORD))
    assert any(chip.why is UnreadReason.UNKNOWN_WORD for chip in before.chips)
    teach(library, WORD, noises[:5])
    Owner.of(library).learn()
    found = library.rank(Question(f"{WORD}"))
    assert set(found.ids[:9].tolist()) == {int(sound) for sound in noises}
    (chip,) = (chip for chip in found.chips if chip.kind is ChipKind.LEARNT)
    assert chip.text == f"learnt from your choices for “{WORD}” (5)"
    assert not any(chip.why is UnreadReason.UNKNOWN_WORD for chip in found.chips)
    why = library.hits(found, range(1))[0].why
    assert why.chosen is not None
    assert why.chosen > 0.5
    assert why.examples == ()


def test_a_tag_of_five_sounds_teaches_its_name(library: Library, noises: list[SoundId]) -> None:
    library.keeping.add_tags(noises[:5], ["Scene4 whoosh"])
    Owner.of(library).learn()
    found = library.rank(Question("long scene4 whooshes"))
    assert set(found.ids[:9].tolist()) == {int(sound) for sound in noises}


@pytest.mark.shows("learning-from-choices")
def test_other_questions_are_answered_to_the_bit_as_before(library: Library, noises: list[SoundId]) -> None:
    asked = ["low hum", "wooden door creaks | wind", "-bird", "tone dur:<2", f"{WORD}ish gate"]
    before = [library.rank(Question(text)) for text in asked]
    teach(library, WORD, noises[:5])
    Owner.of(library).learn()
    after = [library.rank(Question(text)) for text in asked]
    assert all(map(same, before, after))
    assert [one.chips for one in after] == [one.chips for one in before]


def test_it_is_off_where_one_says_so(library: Library, noises: list[SoundId]) -> None:
    teach(library, "our door", noises[:5])
    before = library.rank(Question("our door"))
    Owner.of(library).learn()
    helped = library.rank(Question("our door"))
    (chip,) = (chip for chip in helped.chips if chip.kind is ChipKind.LEARNT)
    assert not same(before, helped)
    assert same(before, library.rank(Question("our door", owner=False)))
    switched = library.rank(Question("our door", without=frozenset({chip.id})))
    assert same(before, switched)
    assert chip in switched.chips


def test_nothing_counts_before_it_is_learnt(library: Library, noises: list[SoundId]) -> None:
    before = library.rank(Question(WORD))
    teach(library, WORD, noises[:5])
    assert same(before, library.rank(Question(WORD)))
    with pytest.raises(OwnerError, match="nothing was learnt"):
        Owner.of(library).export(library.folder / "out.json")


def test_what_was_forgotten_counts_no_more(library: Library, noises: list[SoundId]) -> None:
    before = library.rank(Question(WORD))
    teach(library, WORD, noises[:5])
    library.keeping.add_tags(noises[:5], ["Grunkel"])
    Owner.of(library).learn()
    Owner.of(library).forget_words(WORD.upper())
    assert same(before, library.rank(Question(WORD)))
    Owner.of(library).forget_words("grunkel")
    left = {one.text: one.is_left_out for one in Owner.of(library).state().teachings}
    assert left == {"Grunkel": True}
    Owner.of(library).take_up_words("Grunkel")
    Owner.of(library).learn()
    assert library.rank(Question("grunkel")).chips[-1].kind is ChipKind.LEARNT
    Owner.of(library).forget()
    assert Owner.of(library).state().learnt is None
    assert [one.text for one in Owner.of(library).state().teachings] == ["Grunkel"]
    assert list((library.folder / FOLDER).iterdir()) == []
    with pytest.raises(OwnerError, match="you chose nothing for “zorvex”"):
        Owner.of(library).forget_words(WORD)


def test_words_from_a_file_are_forgotten_too(library: Library, tmp_path: Path, noises: list[SoundId]) -> None:
    before = library.rank(Question(WORD))
    teach(library, WORD, noises[:5])
    Owner.of(library).learn()
    Owner.of(library).export(tmp_path / "mine.json")
    Owner.of(library).forget()
    Owner.of(library).take_in(tmp_path / "mine.json")
    Owner.of(library).forget_words(WORD)
    assert same(before, library.rank(Question(WORD)))
    assert Owner.of(library).state().imported is None


def test_what_was_interrupted_while_it_forgot_is_forgotten_when_it_is_asked_again(
    library: Library, noises: list[SoundId]
) -> None:
    teach(library, WORD, noises[:5])
    own = Owner.of(library).learn()
    kept = library.folder / FOLDER / f"{own.pack_id}.json"
    learnt = kept.read_bytes()
    Owner.of(library).forget_words(WORD)
    kept.write_bytes(learnt)  # as if only the choices had gone
    Owner.of(library).forget_words(WORD)
    assert not kept.exists()


def test_one_sound_is_forgotten_and_the_rest_learnt_again(library: Library, noises: list[SoundId]) -> None:
    teach(library, WORD, noises[:6])
    Owner.of(library).learn()
    first = Owner.of(library).choices_for(WORD)[0]
    assert first.name.startswith("take 2")
    Owner.of(library).forget_choices(first.ids)
    learnt = Owner.of(library).state().learnt
    assert learnt is not None
    assert [one.sounds for one in learnt.lessons] == [5]


def test_a_star_that_was_taken_away_teaches_no_more(library: Library, noises: list[SoundId]) -> None:
    library.keeping.set_favourite(noises[:1], True)
    teach(library, WORD, noises[:2], ChoiceKind.STARRED)
    teach(library, WORD, noises[2:3], ChoiceKind.RENAMED)
    (one,) = Owner.of(library).state().teachings
    assert dict(one.kinds) == {ChoiceKind.STARRED: 1, ChoiceKind.RENAMED: 1}
    library.keeping.set_favourite(noises[:1], False)
    (one,) = Owner.of(library).state().teachings
    assert [chosen.sound for chosen in one.sounds] == [noises[2]]


def test_a_choice_waits_for_a_sound_that_went(library: Library, noises: list[SoundId]) -> None:
    teach(library, WORD, noises[:5])
    library.remove_root(library.roots()[0].id)
    (one,) = Owner.of(library).state().teachings
    assert (one.sounds, one.away, one.source) == ((), 5, TeachingSource.CHOICES)


def test_a_collection_teaches_its_name_too(library: Library, noises: list[SoundId]) -> None:
    made, _ = library.keeping.make_collection("The Miller tape")
    library.keeping.add_to(made.id, noises[:5])
    (one,) = Owner.of(library).state().teachings
    assert (one.text, one.source) == ("The Miller tape", TeachingSource.COLLECTION)
    assert [lesson.is_word for lesson in Owner.of(library).learn().lessons] == [True]


def test_another_process_learns_and_this_one_counts_it(
    library: Library, folder: Path, pack: Path, noises: list[SoundId]
) -> None:
    assert not any(chip.kind is ChipKind.LEARNT for chip in library.rank(Question(WORD)).chips)
    with Library.open(folder, pack=pack) as other:
        teach(other, WORD, noises[:5])
        Owner.of(other).learn()
    assert any(chip.kind is ChipKind.LEARNT for chip in library.rank(Question(WORD)).chips)


def test_what_was_learnt_goes_to_another_library_with_the_same_pack(
    library: Library, stored: Path, tmp_path: Path, pack: Path, noises: list[SoundId]
) -> None:
    teach(library, WORD, noises[:5])
    Owner.of(library).learn()
    assert Owner.of(library).export(tmp_path / "mine.json") < 1_000_000
    with Library.open(Path(shutil.copytree(stored / "library", tmp_path / "other")), pack=pack) as other:
        assert [one.text for one in Owner.of(other).take_in(tmp_path / "mine.json").lessons] == [WORD]
        assert set(other.rank(Question(WORD)).ids[:9].tolist()) == {int(sound) for sound in noises}
        state = Owner.of(other).state()
        assert (state.teachings, state.learnt) == ((), None)
        assert state.imported is not None
        Owner.of(other).forget()
        assert Owner.of(other).state().imported is None


def test_with_another_pack_it_is_learnt_anew_from_the_choices(library: Library, noises: list[SoundId]) -> None:
    teach(library, WORD, noises[:5])
    own = Owner.of(library).learn()
    kept = library.folder / FOLDER / f"{own.pack_id}.json"
    kept.rename(kept.with_name("ffff.json"))  # as if it had been learnt with the pack before this one
    found = library.rank(Question(WORD))
    assert any(chip.kind is ChipKind.LEARNT for chip in found.chips)
    assert kept.is_file()
    assert [one.text for one in Owner.of(library).state().learnt.lessons] == [WORD]  # type: ignore[union-attr]


def test_a_library_that_is_only_read_is_helped_and_not_written_to(library: Library, noises: list[SoundId]) -> None:
    teach(library, WORD, noises[:5])
    kept = library.folder / FOLDER / f"{Owner.of(library).learn().pack_id}.json"
    former = kept.rename(kept.with_name("ffff.json"))
    with Library.open(library.folder, read_only=True) as reading:
        assert any(chip.kind is ChipKind.LEARNT for chip in reading.rank(Question(WORD)).chips)
    assert list(kept.parent.iterdir()) == [former]


def test_what_was_damaged_is_learnt_anew(library: Library, noises: list[SoundId]) -> None:
    teach(library, WORD, noises[:5])
    own = Owner.of(library).learn()
    kept = library.folder / FOLDER / f"{own.pack_id}.json"
    kept.write_text("{}")
    assert any(chip.kind is ChipKind.LEARNT for chip in library.rank(Question(WORD)).chips)
    assert [one.text for one in read_model(kept, own.pack_id, own.pack_name).lessons] == [WORD]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("door creak dur:<2", "door creak"),
        ("door | gate", ""),
        ("fav:", ""),
        ("-bird", ""),
        ('wind "howling"', "wind"),
    ],
)
def test_a_choice_is_kept_for_the_words_that_describe(query: str, words: str) -> None:
    assert described(query) == words


def test_choices_that_are_left_out_are_looked_for(library: Library, noises: list[SoundId]) -> None:
    teach(library, WORD, noises)
    trying = OwnerTrialRun(Owner.of(library), library.rank)
    held = trying.held_back()
    assert sorted(int(one.sound) for one in held) == sorted(int(sound) for sound in noises)
    looked = [trying.look_for(one) for one in held]
    assert all(one.after for one in looked)
    assert not any(chip.kind is ChipKind.LEARNT for chip in library.rank(Question(WORD)).chips)


def test_a_trial_says_how_much_better_or_that_it_cannot_say() -> None:
    def looked(text: str, before: bool, after: bool, count: int) -> list[TrialResult]:
        return [TrialResult(HeldOutChoice(text, SoundId(n)), before, after) for n in range(count)]

    few = verdict(looked("a", False, True, LEAST_TRIED - 1))
    assert (few.tried, few.before, few.after, few.change) == (LEAST_TRIED - 1, 0.0, 1.0, None)
    assert verdict(looked("a", False, True, 40)).change is None
    many = verdict([*looked("a", False, True, 10), *looked("b", True, True, 10), *looked("c", False, False, 10)])
    assert (many.tried, many.texts) == (30, 3)
    assert many.change is not None
    assert many.change[0] == pytest.approx(1 / 3)
    # Three texts: a resampling has none of "a" in 8 of 27 cases, and nothing but it in 1 of 27.
    assert many.change[1:] == (0.0, 1.0)
    assert verdict([]).tried == 0
