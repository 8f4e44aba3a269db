"""Settings that make no sense are refused where they are made."""

import pytest

from engine.index.settings import IndexSettings


@pytest.mark.parametrize(
    "wrong",
    [{"subset_below": 0.0}, {"rebuild_above": 2.0}, {"reach": -0.1}, {"thorough": 1.1}, {"ef": 0}, {"threads": 0}],
)
def test_senseless_numbers_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"must be|shares"):
        IndexSettings(**wrong)  # type: ignore[arg-type]
