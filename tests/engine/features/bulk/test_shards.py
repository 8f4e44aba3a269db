"""How files are cut into shards."""

from hypothesis import given
from hypothesis import strategies as st

from engine.base.types import ContentId, FilePath
from engine.features.bulk.shards import Shard, ShardFile, cut


def a_file(content: int, seconds: float, name: str = "") -> ShardFile:
    path = FilePath(f"/sounds/{name or content}.wav".encode())
    return ShardFile(path, 0, 100, 1, ContentId(content.to_bytes(16, "big")), seconds)


def lengths(shards: list[Shard]) -> list[list[float]]:
    return [[file.duration_s for file in shard.files] for shard in shards]


def test_a_shard_ends_at_so_many_files() -> None:
    shards = list(cut([a_file(number, 1.0) for number in range(5)], most_files=2))
    assert lengths(shards) == [[1, 1], [1, 1], [1]]


def test_a_shard_ends_before_it_holds_too_much_sound() -> None:
    shards = list(cut([a_file(1, 20.0), a_file(2, 30.0), a_file(3, 15.0), a_file(4, 45.0)], most_s=60.0))
    assert lengths(shards) == [[20, 30], [15, 45]]


def test_a_longer_file_is_a_shard_by_itself() -> None:
    shards = list(cut([a_file(1, 5.0), a_file(2, 500.0), a_file(3, 5.0)], most_s=60.0))
    assert lengths(shards) == [[5], [500], [5]]


def test_the_same_contents_under_other_names_are_the_same_shards() -> None:
    before = cut([a_file(number, 1.0) for number in range(9)], most_files=4)
    after = cut([a_file(number, 1.0, name=f"renamed {9 - number}") for number in reversed(range(9))], most_files=4)
    assert [shard.id for shard in before] == [shard.id for shard in after]


def test_shards_of_nothing_but_copies_differ() -> None:
    shards = list(cut([a_file(7, 1.0, name=str(number)) for number in range(6)], most_files=2))
    assert len({shard.id for shard in shards}) == 3


@given(
    st.lists(st.tuples(st.integers(0, 40), st.floats(0.01, 100)), max_size=60), st.integers(1, 7), st.floats(1.0, 90.0)
)
def test_every_file_is_in_one_shard_and_no_shard_is_too_large(
    drawn: list[tuple[int, float]], most_files: int, most_s: float
) -> None:
    files = [a_file(content, seconds, name=f"{number}") for number, (content, seconds) in enumerate(drawn)]
    shards = list(cut(files, most_files=most_files, most_s=most_s))
    assert sorted(file.path.raw for shard in shards for file in shard.files) == sorted(file.path.raw for file in files)
    assert all(len(shard.files) <= most_files for shard in shards)
    assert all(len(shard.files) == 1 or shard.sound_s <= most_s * (1 + 1e-9) for shard in shards)
    assert len({shard.id for shard in shards}) == len(shards)
