import onnxruntime
import pytest

from engine.base.errors import DeviceError, PackError
from engine.models.encoder import AudioEncoder
from engine.models.pack import Pack
from engine.models.providers import available_devices, open_session, proven_device, why_not
from tests.helpers.tiny_pack import audio_model, tone

HAS_CUDA = "cuda" in available_devices() and not why_not("cuda")


def test_the_cpu_is_always_there_and_last() -> None:
    assert available_devices()[-1] == "cpu"


def test_the_profile_proves_that_the_cpu_ran(tiny: Pack) -> None:
    encoder = AudioEncoder(tiny, "cpu", profile=True)
    encoder.encode(tone(100)[None])
    assert encoder.device == "cpu"
    assert proven_device(encoder.session) == "cpu"


def test_a_session_that_has_not_run_proves_nothing() -> None:
    session = open_session(audio_model().SerializeToString(), "cpu", profile=True)
    with pytest.raises(DeviceError, match="no node"):
        proven_device(session)


def test_a_session_without_a_profile_says_so() -> None:
    with pytest.raises(ValueError, match="profile=True"):
        proven_device(open_session(audio_model().SerializeToString(), "cpu"))


@pytest.mark.parametrize("device", sorted({"cuda", "coreml", "directml"} - set(available_devices())))
def test_a_device_by_name_is_never_quietly_the_cpu(device: str) -> None:
    with pytest.raises(DeviceError, match=f"{device} cannot be used: the installed ONNX Runtime") as caught:
        open_session(audio_model().SerializeToString(), device)
    assert "--device" in caught.value.advice


def test_a_provider_that_is_built_in_but_cannot_start_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    if HAS_CUDA:
        pytest.skip("a GPU works here")
    claimed = ["CUDAExecutionProvider", "CPUExecutionProvider"]
    monkeypatch.setattr(onnxruntime, "get_available_providers", lambda: claimed)
    with pytest.raises(DeviceError, match="cuda cannot be used"):
        open_session(audio_model().SerializeToString(), "cuda")
    session = open_session(audio_model().SerializeToString(), "auto")
    assert session.device_that_ran == "cpu"
    assert len(session.refused) == 1 and "cuda" in session.refused[0]


@pytest.mark.skipif(not HAS_CUDA, reason="no usable NVIDIA GPU here")
def test_the_profile_proves_that_the_gpu_ran(tiny: Pack) -> None:
    encoder = AudioEncoder(tiny, "cuda", profile=True)
    encoder.encode(tone(100)[None])
    assert proven_device(encoder.session) == "cuda"


def test_an_unknown_device_lists_the_known() -> None:
    with pytest.raises(DeviceError, match="quantum") as caught:
        open_session(audio_model().SerializeToString(), "quantum")
    assert "cpu" in caught.value.advice


def test_bytes_that_are_no_graph_are_a_damaged_pack() -> None:
    with pytest.raises(PackError, match="refuses the graph"):
        open_session(b"\x00" * 100, "cpu")
