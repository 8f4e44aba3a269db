"""Queries drawn to the kinds that a pack knows: by hand, in a pack, and through the encoder."""

from pathlib import Path

import numpy as np
import pytest
from msgspec import structs

from engine.base.errors import PackError
from engine.models.canonical import canonical_bytes, read_canonical
from engine.models.encoder import TextEncoder, check_canonical
from engine.models.kinds import Kinds
from engine.models.manifest import FILES, to_json
from engine.models.pack import Pack, load_pack, write_pack
from tests.helpers.tiny_pack import CALIBRATION, MAX_TOKENS, PLAN, SENTENCE_DIM, make_tiny_pack

E = np.eye(3, dtype=np.float32)
TWO = Kinds(sentence=E[[0, 1, 2]], starts=np.array([0, 2]), joint=E[[0, 1]], sharpness=30.0, pull=1.0)
"""A kind of two captions and one of one, and where each is heard."""


def _with_kinds(folder: Path, text: str, pull: float = 8.0) -> Pack:
    """The tiny pack, knowing one kind that is called so and heard where "hiss" is."""
    plain = load_pack(make_tiny_pack(folder / "plain"))
    encoder = TextEncoder(plain)
    kinds = Kinds(
        sentence=encoder.encode([text]).sentence,
        starts=np.array([0]),
        joint=encoder.encode(["hiss"]).joint,
        sharpness=30.0,
        pull=pull,
    )
    canonical = structs.replace(read_canonical(plain.take("canonical.npz")), kinds=kinds)
    files = {name: plain.folder / name for name in FILES} | {"canonical.npz": canonical_bytes(canonical)}
    write_pack(
        folder / "drawn",
        name="tiny",
        version="1",
        dim=16,
        sentence_dim=SENTENCE_DIM,
        plan=PLAN,
        max_tokens=MAX_TOKENS,
        calibration=CALIBRATION,
        licence="none",
        training_data="none",
        metrics={},
        files=files,
    )
    return load_pack(folder / "drawn")


def test_a_query_moves_to_the_kind_it_means() -> None:
    # Its sentence is the third caption, the second kind's only one: at sharpness 30 the first weighs e^-30.
    (drawn,) = TWO.drawn(E[[2]], E[[2]])
    assert drawn == pytest.approx(np.array([0.0, 1.0, 1.0]) / np.sqrt(2), abs=1e-6)


def test_a_kind_counts_by_its_best_caption() -> None:
    # Equally near to the second caption of the first kind and to the one of the second: both pull alike.
    (drawn,) = TWO.pulling(2.0).drawn(E[[2]], (E[[1]] + E[[2]]) / np.float32(np.sqrt(2)))
    assert drawn == pytest.approx(np.array([1.0, 1.0, 1.0]) / np.sqrt(3), abs=1e-6)


def test_a_query_that_would_vanish_stays() -> None:
    assert TWO.drawn(-E[[1]], E[[2]])[0] == pytest.approx(-E[1])


@pytest.mark.parametrize(
    "wrong",
    [
        {"starts": np.array([0, 3])},
        {"starts": np.array([1, 2])},
        {"starts": np.array([0, 0])},
        {"starts": np.array([0])},
        {"joint": 2 * E[[0, 1]]},
        {"sentence": E * np.float32(np.nan)},
        {"pull": 0.0},
        {"sharpness": float("inf")},
    ],
    ids=str,
)
def test_kinds_that_cannot_be_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        structs.replace(TWO, **wrong)  # type: ignore[arg-type]


def test_a_pack_keeps_its_kinds_nearly_exactly(tmp_path: Path) -> None:
    pack = _with_kinds(tmp_path, "a puppy barks")
    assert pack.info.format == 5
    kinds = read_canonical(pack.take("canonical.npz")).kinds
    assert kinds is not None and (kinds.sharpness, kinds.pull) == (30.0, 8.0)
    expected = TextEncoder(load_pack(tmp_path / "plain")).encode(["a puppy barks", "hiss"])
    assert float(kinds.sentence[0] @ expected.sentence[0]) > 0.9999
    assert float(kinds.joint[0] @ expected.joint[1]) > 0.9999


def test_the_encoder_draws_words_and_leaves_meanings(tmp_path: Path) -> None:
    pack = _with_kinds(tmp_path, "a puppy barks")
    plain, drawn = TextEncoder(load_pack(tmp_path / "plain")), TextEncoder(pack)
    hiss, dog = plain.encode(["hiss"]), plain.encode(["dog"])
    found = drawn.encode(["dog"])
    assert float(found.joint[0] @ hiss.joint[0]) > 0.99 > float(dog.joint[0] @ hiss.joint[0])
    assert found.sentence.tolist() == dog.sentence.tolist()
    assert TextEncoder(pack, is_drawn=False).encode(["dog"]).joint.tolist() == dog.joint.tolist()


def test_canonical_vectors_are_those_of_the_graph(tmp_path: Path) -> None:
    assert check_canonical(_with_kinds(tmp_path, "a puppy barks")).ok


def test_kinds_in_a_pack_of_an_older_format_are_refused(tmp_path: Path) -> None:
    pack = _with_kinds(tmp_path, "a puppy barks")
    (pack.folder / "pack.json").write_bytes(to_json(structs.replace(pack.info, format=2)))
    with pytest.raises(PackError, match="kinds"):
        load_pack(pack.folder)
