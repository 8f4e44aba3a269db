"""The two views of a word."""

import math

import pytest
import torch

from tests.training.papers.words.toys import SMALL
from training.papers.words.phonemes import numbers_of
from training.papers.words.settings import ViewConfig, WordsModelConfig
from training.papers.words.views import MultiView, TransformerView, mean_over, padding, parameters_of, positions

GRUS = WordsModelConfig(
    acoustic=ViewConfig(kind="gru", layers=2, width=8), phonemes=ViewConfig(kind="gru", layers=1, width=6), dim=5
)
PRE_NORM = WordsModelConfig(
    acoustic=ViewConfig(layers=2, heads=2, width=16, inner=32, norm_first=True),
    phonemes=ViewConfig(layers=2, heads=4, width=16, inner=32, norm_first=True, pooling="first"),
)


def test_the_papers_views_have_the_papers_sizes() -> None:
    # 789,760 a layer (d 256, ff 1024); 45 phonemes and padding of 256; 36 numbers a frame to 256.
    model = MultiView(WordsModelConfig(), 36)
    assert parameters_of(model.acoustic) == 6 * 789_760
    assert parameters_of(model.phonemes) == 4 * 789_760
    assert model.embedding.weight.shape == (46, 256)
    assert model.dim == 256
    assert model.config.phonemes.heads == 16


def test_positions_are_the_papers() -> None:
    found = positions(4, 6, 5000.0)
    assert found[0].tolist() == [0.0, 1.0, 0.0, 1.0, 0.0, 1.0]
    expected = [math.sin(3), math.cos(3), math.sin(3 / 5000 ** (2 / 6)), math.cos(3 / 5000 ** (2 / 6))]
    assert found[3, :4].tolist() == pytest.approx(expected)


@pytest.mark.parametrize("config", [SMALL, GRUS, PRE_NORM], ids=["post-norm", "gru", "pre-norm"])
def test_vectors_are_unit_and_do_not_depend_on_the_company(config: WordsModelConfig) -> None:
    torch.manual_seed(0)
    model = MultiView(config, 6).eval()
    sound = torch.randn(3, 9, 6)
    lengths = torch.tensor([9, 4, 6])
    phonemes = torch.tensor([[*numbers_of(("S", "EH", "V", "AH", "N"))], [*numbers_of(("T", "UW")), 0, 0, 0]])
    with torch.inference_mode():
        heard, read = model(sound, lengths, phonemes)
        alone = model.hear(sound[1:2, :4], lengths[1:2])
        short = model.read(phonemes[1:2, :2])
    assert heard.norm(dim=1).tolist() == pytest.approx([1.0] * 3, abs=1e-5)
    assert heard[1:2].numpy() == pytest.approx(alone.numpy(), abs=1e-5)
    assert read[1:2].numpy() == pytest.approx(short.numpy(), abs=1e-5)


def test_the_representative_is_the_first_output_and_the_average_is_of_true_frames() -> None:
    states = torch.tensor([[[1.0], [3.0], [100.0]], [[2.0], [4.0], [6.0]]])
    assert mean_over(states, padding(torch.tensor([2, 3]), 3)).tolist() == [[2.0], [4.0]]
    torch.manual_seed(0)
    first = TransformerView(ViewConfig(layers=1, heads=2, width=8, inner=8, pooling="first")).eval()
    rows, lengths = torch.randn(2, 4, 8), torch.tensor([4, 4])
    placed = rows + positions(4, 8, 5000.0)
    with torch.no_grad():
        expected = first.layers(placed)[:, 0]
        assert first(rows, lengths).numpy() == pytest.approx(expected.numpy(), abs=1e-5)


def test_the_baseline_takes_the_last_state_of_both_directions() -> None:
    config = WordsModelConfig(
        acoustic=GRUS.acoustic, phonemes=ViewConfig(kind="gru", layers=1, width=6, pooling="last"), dim=5
    )
    model = MultiView(config, 6).eval()
    phonemes = torch.tensor([numbers_of(("T", "UW"))])
    with torch.no_grad():
        states, _ = model.phonemes.gru(model.embedding(phonemes))  # type: ignore[operator]
        expected = torch.cat([states[:, -1, :6], states[:, 0, 6:]], dim=1)
        assert model.phonemes(model.embedding(phonemes), torch.tensor([2])).numpy() == pytest.approx(
            expected.numpy(), abs=1e-6
        )


def test_views_that_end_in_different_spaces_are_refused() -> None:
    with pytest.raises(ValueError, match="set model"):
        MultiView(WordsModelConfig(acoustic=GRUS.phonemes, phonemes=SMALL.phonemes), 6)
    with pytest.raises(ValueError, match="heads"):
        ViewConfig(width=256, heads=3)
