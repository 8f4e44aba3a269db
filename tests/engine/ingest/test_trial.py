"""A pack that never ends, or wants all memory there is, is refused before a library relies on it."""

import hashlib
import subprocess
import sys
from pathlib import Path

import onnx
import pytest
from msgspec.structs import replace
from onnx import TensorProto, helper

from engine.base.errors import PackError
from engine.ingest.pack_trial import try_pack
from engine.models.manifest import FILES, from_json, make_pack_id, to_json
from engine.models.pack import MANIFEST, load_pack
from tests.helpers.tiny_library import REPOSITORY, earshot
from tests.helpers.tiny_pack import make_tiny_pack


def _resigned(folder: Path, model: onnx.ModelProto) -> Path:
    """The pack with another audio graph, its checksums and id made anew as a wicked maker would."""
    (folder / "audio.onnx").write_bytes(model.SerializeToString())
    info = from_json((folder / MANIFEST).read_bytes())
    info = replace(info, files={name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in FILES})
    info = replace(info, pack_id=make_pack_id(info))
    (folder / MANIFEST).write_bytes(to_json(info))
    load_pack(folder)  # to all looks a good one
    return folder


def _with(folder: Path, *nodes: onnx.NodeProto) -> Path:
    """The pack, whose vectors are multiplied by what the last of `nodes` gives as `factor`."""
    model = onnx.load(folder / "audio.onnx")
    graph = model.graph
    out = graph.output[0].name
    for node in graph.node:
        node.output[:] = ["true_vectors" if name == out else name for name in node.output]
    graph.node.extend([*nodes, helper.make_node("Mul", ["true_vectors", "factor"], [out])])
    return _resigned(folder, model)


def _constant(name: str, kind: int, value: float, dims: tuple[int, ...] = ()) -> onnx.NodeProto:
    tensor = helper.make_tensor(name, kind, dims, [value])
    return helper.make_node("Constant", [], [name], value=tensor)


@pytest.fixture
def endless(tmp_path: Path) -> Path:
    """A pack whose audio graph turns a loop 2^62 times."""
    body = helper.make_graph(
        [
            helper.make_node("Identity", ["go_on"], ["goes_on"]),
            helper.make_node("Identity", ["carried"], ["carries"]),
        ],
        "body",
        [
            helper.make_tensor_value_info("turn", TensorProto.INT64, []),
            helper.make_tensor_value_info("go_on", TensorProto.BOOL, []),
            helper.make_tensor_value_info("carried", TensorProto.FLOAT, [1]),
        ],
        [
            helper.make_tensor_value_info("goes_on", TensorProto.BOOL, []),
            helper.make_tensor_value_info("carries", TensorProto.FLOAT, [1]),
        ],
    )
    return _with(
        make_tiny_pack(tmp_path / "pack"),
        _constant("turns", TensorProto.INT64, 1 << 62),
        _constant("yes", TensorProto.BOOL, 1),
        _constant("start", TensorProto.FLOAT, 1.0, (1,)),
        helper.make_node("Loop", ["turns", "yes", "start"], ["factor"], body=body),
    )


@pytest.fixture
def greedy(tmp_path: Path) -> Path:
    """A pack whose audio graph makes a tensor of 12 GB."""
    return _with(
        make_tiny_pack(tmp_path / "pack"),
        _constant("many", TensorProto.INT64, 3_000_000_000, (1,)),
        helper.make_node(
            "ConstantOfShape", ["many"], ["ones"], value=helper.make_tensor("v", TensorProto.FLOAT, [1], [1.0])
        ),
        helper.make_node("ReduceMax", ["ones"], ["factor"], keepdims=0),
    )


def test_a_good_pack_is_taken(tmp_path: Path) -> None:
    try_pack(make_tiny_pack(tmp_path / "pack"))


def test_a_pack_that_never_ends_is_refused_when_its_time_is_up(endless: Path) -> None:
    with pytest.raises(PackError, match="within 6 s"):
        try_pack(endless, limit_s=6.0)


@pytest.mark.skipif(sys.platform != "linux", reason="the limit on a process's data is Linux's")
def test_a_pack_that_wants_twelve_gigabytes_is_refused(greedy: Path, tmp_path: Path) -> None:
    with pytest.raises(PackError):
        try_pack(greedy)
    done = earshot("pack", "install", "--library", tmp_path / "library", greedy, check=False)
    assert done == []
    assert not list((tmp_path / "library").glob("packs/*"))


def test_a_pack_that_computes_something_else_is_refused_at_install(tmp_path: Path) -> None:
    folder = _with(make_tiny_pack(tmp_path / "pack"), _constant("factor", TensorProto.FLOAT, float("nan"), (1,)))
    command = [
        sys.executable,
        "-m",
        "engine.cli.main",
        "pack",
        "install",
        "--library",
        str(tmp_path / "library"),
        str(folder),
    ]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert not list((tmp_path / "library").glob("packs/*"))
