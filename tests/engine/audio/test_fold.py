"""Many channels to few."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.audio.downmix import channel_names, fold_matrix


def test_mono_sounds_in_every_output() -> None:
    assert fold_matrix(1, 2).tolist() == [[1.0, 1.0]]


@pytest.mark.shows("volume-own-level")
def test_five_one_folds_by_bs_775() -> None:
    # ITU-R BS.775-3: left = L + 0.707 C + 0.707 Ls; all over 2.414 so that a full-scale file does not clip; no LFE.
    left = fold_matrix(6, 2)[:, 0]
    assert left.tolist() == pytest.approx([1 / 2.41421, 0, 0.70711 / 2.41421, 0, 0.70711 / 2.41421, 0], abs=1e-5)


def test_six_one_has_its_back_channel_before_the_sides_as_wave_has() -> None:
    # WAVEFORMATEXTENSIBLE's bits: FL FR FC LFE BC SL SR, so that the fifth channel goes to both sides.
    folded = fold_matrix(7, 2) * fold_matrix(7, 2)[0, 0] ** -1
    assert folded[:, 0].tolist() == pytest.approx([1, 0, 0.70711, 0, 0.70711, 0.70711, 0], abs=1e-5)
    assert folded[:, 1].tolist() == pytest.approx([0, 1, 0.70711, 0, 0.70711, 0, 0.70711], abs=1e-5)


@pytest.mark.parametrize(
    ("layout", "left"),
    [
        ("FL FR LFE", [1, 0, 0]),  # 2.1: the LFE is no centre
        ("FL FR FC BC", [0.41421, 0, 0.29289, 0.29289]),  # 4.0: centre and back are heard on both sides: over 2.414
        ("FL FR FC LFE BL BR SL SR TFL TFR TBL TBR", [0.22048, 0, 0.15590, 0, *([0.15590, 0] * 4)]),  # 4.536
    ],
)
def test_channels_are_folded_by_where_they_stand(layout: str, left: list[float]) -> None:
    assert fold_matrix(len(left), 2, layout)[:, 0].tolist() == pytest.approx(left, abs=2e-5)


@pytest.mark.parametrize(
    ("count", "layout", "names"),
    [
        (4, "", ("L", "R", "Ls", "Rs")),
        (4, "FL FR FC BC", ("L", "R", "C", "Cs")),
        (3, "FL FR LFE", ("L", "R", "LFE")),
        (8, "", ("L", "R", "C", "LFE", "Lb", "Rb", "Ls", "Rs")),
        (1, "FC", ("M",)),
    ],
)
def test_channels_are_named_by_where_they_stand(count: int, layout: str, names: tuple[str, ...]) -> None:
    assert channel_names(count, layout) == names


@given(source=st.integers(1, 64), target=st.integers(1, 8))
def test_no_fold_makes_anything_louder_or_loses_a_side(source: int, target: int) -> None:
    matrix = fold_matrix(source, target)
    assert matrix.shape == (source, target)
    assert matrix.sum(axis=0).max() <= 1.0 + 1e-5
    assert (matrix[:, : min(2, target)].sum(axis=0) > 0).all()


def test_no_channels_is_our_own_fault() -> None:
    with pytest.raises(ValueError, match="0 channels"):
        fold_matrix(0, 2)


@given(count=st.integers(1, 64))
def test_every_channel_has_a_name_of_its_own(count: int) -> None:
    names = channel_names(count)
    assert len(names) == len(set(names)) == count
