"""ABX against libri-light's own evaluation, and by hand on a few frames."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from training.measures.abx import ItemsError, PhoneItem, abx, cut, read_items, write_items

CONTEXT = ("x", "y")


def speech() -> tuple[list[PhoneItem], dict[str, NDArray[np.float32]]]:
    """Three speakers who say three phones four times each, as libriabx 1.0.5 was asked; times of two decimals."""
    rng = np.random.default_rng(0)
    prototypes = {phone: rng.normal(size=6) for phone in "abc"}
    items, features = [], {}
    for speaker in ("s1", "s2", "s3"):
        frames, place = [], 0
        for _ in range(4):
            for phone in "abc":
                count = int(rng.integers(4, 8))
                frames.append(prototypes[phone] + 0.9 * rng.normal(size=(count, 6)))
                onset, offset = round(place / 100.0, 2), round((place + count) / 100.0, 2)
                items.append(PhoneItem(speaker, onset, offset, phone, CONTEXT, speaker))
                place += count
        features[speaker] = np.concatenate(frames).astype(np.float32)
    return items, features


def test_abx_agrees_with_libri_lights_evaluation() -> None:
    items, features = speech()
    found = abx(items, features, 100.0)
    # libriabx 1.0.5, cosine, on the same features and items.
    assert found.within == pytest.approx(0.03356481343507767, abs=1e-7)
    assert found.across == pytest.approx(0.0594618059694767, abs=1e-7)
    assert found.items == 36


def test_the_frames_of_an_item_are_those_that_libri_light_keeps() -> None:
    items, features = speech()
    kept = {
        phone: [len(cut(features["s1"], item, 100.0)) for item in items if item.speaker == "s1" and item.phone == phone]
        for phone in "abc"
    }
    assert kept == {"a": [3, 6, 4, 3], "b": [4, 6, 3, 4], "c": [4, 6, 6, 5]}


def test_codes_that_are_all_alike_are_at_chance() -> None:
    items, features = speech()
    same = {file: np.ones((len(frames), 2), dtype=np.float32) for file, frames in features.items()}
    found = abx(items, same, 100.0)
    assert (found.within, found.across) == (0.5, 0.5)


def test_one_speaker_has_no_figure_across() -> None:
    items, features = speech()
    found = abx([item for item in items if item.speaker == "s1"], features, 100.0)
    assert found.within is not None and found.across is None


def test_figures_about_a_speaker_leave_the_others_triples_out() -> None:
    items, features = speech()
    about = abx(items, features, 100.0, about=frozenset({"s1"}))
    alone = abx([item for item in items if item.speaker == "s1"], features, 100.0)
    assert about.within == alone.within
    assert about.across is not None and about.across != abx(items, features, 100.0).across


def test_large_groups_are_drawn_from_by_the_seed() -> None:
    items, features = speech()
    first, again = (abx(items, features, 100.0, seed=3, most_in_group=2) for _ in range(2))
    assert first == again
    assert first != abx(items, features, 100.0, seed=4, most_in_group=2)


def test_items_are_read_as_they_were_written(tmp_path: Path) -> None:
    items, _ = speech()
    write_items(tmp_path / "abx.item", items)
    assert read_items(tmp_path / "abx.item") == items


def test_a_line_of_other_columns_is_named(tmp_path: Path) -> None:
    (tmp_path / "abx.item").write_text("#title\nf 0.0 0.1 a x y s\nf 0.0 0.1 a\n", encoding="utf-8")
    with pytest.raises(ItemsError, match="line 3: 4 columns"):
        read_items(tmp_path / "abx.item")


def test_items_without_a_triple_are_refused() -> None:
    items, features = speech()
    with pytest.raises(ItemsError, match="share a context"):
        abx(items[:1], features, 100.0)
