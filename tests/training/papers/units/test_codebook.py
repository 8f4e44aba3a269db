"""The codebook's running averages against worked values, and what keeps codes alive."""

import pytest
import torch
from torch import Tensor

from training.papers.units.codebook import Codebook, perplexity


def matrix(rows: int, columns: int, a: float = 1.3, b: float = 0.7, shift: float = 0.0) -> Tensor:
    """sin(a i + b j + shift + 0.1 i j), the matrix that the worked values were made with."""
    i, j = torch.meshgrid(torch.arange(rows).double(), torch.arange(columns).double(), indexing="ij")
    return torch.sin(a * i + b * j + shift + 0.1 * i * j)


def begun() -> Codebook:
    book = Codebook(3, 2, decay=0.9, start_from_data=False).double()
    book.vectors.copy_(matrix(3, 2))
    book.sums.copy_(book.vectors)
    return book


def test_the_first_update_has_the_worked_values() -> None:
    book, data = begun(), matrix(6, 2, 0.5, 2.0)
    codes = book.nearest(data)
    book.follow(data, codes)
    # A reference implementation of the moving averages in float64, counts from 1.
    assert codes.tolist() == [0, 0, 2, 2, 2, 2]
    wanted = [[0.043584, 0.656614], [0.963556, 0.863208], [0.614328, -0.44137]]
    assert book.vectors.tolist() == [pytest.approx(row, abs=2e-6) for row in wanted]
    assert book.counts.tolist() == pytest.approx([1.1, 0.900002, 1.299998], abs=2e-6)


def test_the_third_update_has_the_worked_values() -> None:
    book, data = begun(), matrix(6, 2, 0.5, 2.0)
    for _ in range(3):
        book.follow(data, book.nearest(data))
    wanted = [[0.102222, 0.673293], [0.963547, 0.863199], [0.707541, -0.526812]]
    assert book.vectors.tolist() == [pytest.approx(row, abs=2e-6) for row in wanted]
    assert book.counts.tolist() == pytest.approx([1.271, 0.729009, 1.812991], abs=2e-6)


def test_counts_that_start_at_nought_would_throw_an_unused_code_away() -> None:
    book, data = begun(), matrix(6, 2, 0.5, 2.0)
    book.counts.zero_()
    book.follow(data, book.nearest(data))
    # The reference's values of public code, which starts there.
    assert book.vectors[1].tolist() == pytest.approx([86724.57, 77692.73], rel=1e-4)


def test_the_first_vectors_are_some_of_the_data_and_only_once() -> None:
    book, data = Codebook(4, 3), torch.randn(9, 3)
    book.begin(data)
    first = book.vectors.clone()
    assert all(bool((row == data).all(1).any()) for row in first)
    book.begin(torch.randn(9, 3))
    assert torch.equal(book.vectors, first)


def test_the_nearest_is_by_euclidean_distance() -> None:
    book, data = Codebook(7, 3), torch.randn(5, 4, 3)
    wanted = torch.cdist(data.reshape(-1, 3), book.vectors).argmin(1).reshape(5, 4)
    assert torch.equal(book.nearest(data), wanted)


def test_perplexity_counts_codes_that_are_used_alike() -> None:
    assert float(perplexity(torch.tensor([0, 1, 2, 3, 0, 1, 2, 3]), 16)) == pytest.approx(4.0, abs=1e-6)
