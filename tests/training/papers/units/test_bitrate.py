"""Bits a second, against the challenge's evaluation."""

import pytest

from training.measures.abx import bitrate


def test_two_files_have_the_challenges_bitrate() -> None:
    found = bitrate([[1, 1, 2, 3, 3, 3], [2, 2, 1, 4]], 0.2)
    # The evaluation of ZeroSpeech 2019 on two files of these lines, 0.2 s together.
    assert found.entropy_bits == pytest.approx(1.8954618442, abs=1e-10)
    assert found.bits_per_s == pytest.approx(94.7730922119, abs=1e-9)
    assert (found.symbols, found.used) == (10, 4)


def test_codes_in_even_use_take_the_logarithm_of_their_number() -> None:
    # 25 codes a second of 128 that are used alike: 25 log2 128 = 175.
    assert bitrate([list(range(128))], 128 / 25).bits_per_s == pytest.approx(175.0)


def test_no_symbols_have_no_bitrate() -> None:
    with pytest.raises(ValueError, match="0 symbols"):
        bitrate([[]], 1.0)
