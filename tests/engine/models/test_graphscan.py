import os
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from onnx import TensorProto, helper, numpy_helper

from engine.base.errors import PackError
from engine.models.graphscan import check_graph
from tests.helpers.tiny_pack import audio_model


def _external(name: str, file: str) -> TensorProto:
    tensor = TensorProto(name=name, data_type=TensorProto.FLOAT, dims=[2], data_location=TensorProto.EXTERNAL)
    tensor.external_data.add(key="location", value=file)
    return tensor


def _adding(weights: TensorProto) -> onnx.ModelProto:
    """Y = X + weights."""
    ports = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [2]) for name in ("X", "Y")]
    graph = helper.make_graph([helper.make_node("Add", ["X", "W"], ["Y"])], "g", ports[:1], ports[1:], [weights])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def test_a_whole_graph_passes() -> None:
    check_graph(audio_model().SerializeToString(), "audio.onnx")


def test_weights_in_another_file_are_refused_although_the_runtime_would_read_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "secret.bin").write_bytes(np.array([40.0, 2.0], np.float32).tobytes())
    model = _adding(_external("W", "secret.bin")).SerializeToString()
    monkeypatch.chdir(tmp_path)
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    (leaked,) = session.run(None, {"X": np.zeros(2, np.float32)})
    assert leaked.tolist() == [40.0, 2.0]  # so the scan is needed
    with pytest.raises(PackError, match="another file"):
        check_graph(model, "audio.onnx")


def test_a_reference_in_a_node_attribute_is_refused() -> None:
    model = _adding(numpy_helper.from_array(np.ones(2, np.float32), "W"))
    model.graph.node.append(helper.make_node("Constant", [], ["C"], value=_external("C", "../../etc/passwd")))
    with pytest.raises(PackError, match="another file"):
        check_graph(model.SerializeToString(), "audio.onnx")


def test_a_reference_in_a_branch_is_refused() -> None:
    model = _adding(numpy_helper.from_array(np.ones(2, np.float32), "W"))
    branch = helper.make_graph([], "branch", [], [], [_external("B", "b.bin")])
    model.graph.node.append(helper.make_node("If", ["X"], ["Z"], then_branch=branch, else_branch=branch))
    with pytest.raises(PackError, match="another file"):
        check_graph(model.SerializeToString(), "audio.onnx")


def test_a_reference_in_a_sparse_weight_is_refused() -> None:
    model = _adding(numpy_helper.from_array(np.ones(2, np.float32), "W"))
    model.graph.sparse_initializer.add(dims=[2]).values.CopyFrom(_external("S", "s.bin"))
    with pytest.raises(PackError, match="another file"):
        check_graph(model.SerializeToString(), "audio.onnx")


def test_a_reference_in_a_function_is_refused() -> None:
    model = _adding(numpy_helper.from_array(np.ones(2, np.float32), "W"))
    inner = helper.make_node("Constant", [], ["C"], value=_external("C", "f.bin"))
    model.functions.add(name="f", domain="").node.append(inner)
    with pytest.raises(PackError, match="another file"):
        check_graph(model.SerializeToString(), "audio.onnx")


@pytest.mark.parametrize(("operator", "domain"), [("Add", "evil.ops"), ("EPContext", "com.microsoft")])
def test_an_operator_that_could_run_other_code_is_refused(operator: str, domain: str) -> None:
    model = _adding(numpy_helper.from_array(np.ones(2, np.float32), "W"))
    model.graph.node.append(helper.make_node(operator, ["X"], ["Z"], domain=domain))
    with pytest.raises(PackError, match="may not use"):
        check_graph(model.SerializeToString(), "audio.onnx")


def test_every_truncation_is_refused_or_leaves_no_reference() -> None:
    whole = _adding(_external("W", "secret.bin")).SerializeToString()
    for end in range(len(whole)):
        with pytest.raises(PackError):
            check_graph(whole[:end], "audio.onnx")


def test_nesting_without_end_is_refused() -> None:
    inner = b""
    for _ in range(200):  # Graph{node{attribute{g}}}: fields 1, 5, 6
        for field in (6, 5, 1):
            size = len(inner)
            length = bytes([size & 0x7F | 0x80, size >> 7 & 0x7F | 0x80, size >> 14])
            inner = bytes([field << 3 | 2]) + length + inner
    model = (
        bytes([7 << 3 | 2]) + bytes([len(inner) & 0x7F | 0x80, len(inner) >> 7 & 0x7F | 0x80, len(inner) >> 14]) + inner
    )
    with pytest.raises(PackError, match="deep"):
        check_graph(model, "audio.onnx")


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_refused_or_pass_and_nothing_else(data: bytes) -> None:
    try:
        check_graph(data, "audio.onnx")
    except PackError as err:
        assert err.advice


def test_a_text_file_is_no_model() -> None:
    with pytest.raises(PackError, match="not an ONNX model"):
        check_graph(os.linesep.encode() + b"version https://git-lfs.github.com/spec/v1", "audio.onnx")
