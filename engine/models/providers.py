"""ONNX Runtime sessions on the requested device, and proof of which one ran.

When a GPU provider cannot be loaded, ONNX Runtime falls back to the CPU with only a log line. Here, a device requested
by name either runs or raises DeviceError with the reason; `auto` takes the best that works and records why better ones
were refused.
"""

import contextlib
import ctypes
import json
import logging
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from numpy.typing import NDArray

from engine.base.errors import DeviceError, PackError
from engine.base.lazy_import import later
from engine.base.messages import told
from engine.base.pack_messages import PackAdvice, PackFault

if TYPE_CHECKING:
    import onnxruntime as ort
else:
    ort = later("onnxruntime")

_log = logging.getLogger(__name__)

_PROVIDERS = {
    "cuda": "CUDAExecutionProvider",
    "coreml": "CoreMLExecutionProvider",
    "directml": "DmlExecutionProvider",
    "cpu": "CPUExecutionProvider",
}
"""ONNX Runtime's name of each device, best first."""
DEVICES = ("auto", *sorted(_PROVIDERS))
_OPTIONS: dict[str, dict[str, str]] = {
    # EXHAUSTIVE, the default, tries every algorithm anew for each shape: 634 ms against 1.9 ms (PaddleX #5057).
    # TF32 would cost a query encoded on a CPU three digits of its cosine with sounds embedded on a GPU.
    "cuda": {"cudnn_conv_algo_search": "HEURISTIC", "arena_extend_strategy": "kSameAsRequested", "use_tf32": "0"},
    "coreml": {"ModelFormat": "MLProgram", "MLComputeUnits": "ALL"},
}
_NAMES = {provider: device for device, provider in _PROVIDERS.items()}
_EXTRA = {"cuda": "gpu", "directml": "directml", "coreml": "cpu"}


class Port(Struct, frozen=True):
    """One input or output of a graph."""

    name: str
    dtype: str
    """ONNX Runtime's spelling: tensor(float), tensor(int64)."""
    shape: tuple[int | None, ...]
    """None for a variable size."""


class GraphSession:
    """A graph ready to run. Several threads may call `run` at once; they share the weights."""

    def __init__(self, native: Any, device: str, refused: tuple[str, ...], profile: Path | None) -> None:
        self._native = native
        self._profile = profile
        self.device_that_ran = device
        """The device of the session's first provider: cpu, cuda, coreml or directml."""
        self.refused = refused
        """Why better devices were refused, a sentence each; only `auto` has any."""
        self.inputs = tuple(_port(port) for port in native.get_inputs())
        self.outputs = tuple(_port(port) for port in native.get_outputs())

    def run(self, feeds: Mapping[str, NDArray[Any]]) -> list[NDArray[Any]]:
        """Runs the graph on numpy arrays; returns its outputs in order.

        Raises:
            DeviceError: a GPU failed while running (out of memory, unplugged, driver reset).
            PackError: the graph fails on the CPU, so the pack is to blame.
            MemoryError: the CPU ran out of memory.
        """
        try:
            outputs: list[NDArray[Any]] = self._native.run(None, dict(feeds))
        except Exception as err:  # its errors share no base class
            reason = _first_line(err)
            if self.device_that_ran != "cpu":
                raise DeviceError(
                    told(PackFault.MODEL_FAILED_ON, self.device_that_ran, reason), advice=PackAdvice.ON_PROCESSOR
                ) from err
            if "alloc" in reason.lower():
                raise MemoryError(reason) from err
            raise PackError(told(PackFault.MODEL_FAILS, reason), advice=PackAdvice.INSTALL_AGAIN) from err
        return outputs

    def nodes_by_device(self) -> dict[str, int]:
        """Counts the nodes each device ran so far, by ONNX Runtime's own profile, which ends here.

        Raises:
            ValueError: the session was not opened with `profile=True`.
        """
        if self._profile is None:
            raise ValueError("this session keeps no profile: open it with profile=True")
        written = Path(self._native.end_profiling())
        events = json.loads(written.read_text())
        written.unlink()
        self._profile.rmdir()
        self._profile = None
        ran = (event["args"]["provider"] for event in events if event.get("args", {}).get("provider"))
        return dict(Counter(_NAMES.get(provider, provider) for provider in ran))


def available_devices() -> tuple[str, ...]:
    """Lists the devices in this build of ONNX Runtime, best first, cpu last. `open_session` shows which work."""
    built = set(ort.get_available_providers())
    return tuple(device for device, provider in _PROVIDERS.items() if provider in built)


def open_session(model: bytes, device: str = "auto", threads: int = 1, *, profile: bool = False) -> GraphSession:
    """Makes a session from a verified graph.

    Args:
        model: the whole .onnx file.
        device: auto, cpu, cuda, coreml or directml.
        threads: CPU threads inside one `run`; 1 for callers that run several at once.
        profile: keep ONNX Runtime's profile for `proven_device`.

    Raises:
        DeviceError: a named device cannot be used, with the reason.
        PackError: ONNX Runtime rejects the graph.
    """
    if device not in DEVICES:
        raise DeviceError(
            told(PackFault.NO_DEVICE, repr(device)), advice=told(PackAdvice.USE_DEVICE, ", ".join(DEVICES))
        )
    refused: list[str] = []
    for candidate in available_devices() if device == "auto" else (device,):
        try:
            return _open(model, candidate, threads, tuple(refused), profile)
        except DeviceError as err:
            if device != "auto":
                raise
            refused.append(str(err))
            _log.info("%s is not used: %s", candidate, err)
    raise DeviceError("; ".join(refused), advice=PackAdvice.REINSTALL_RUNTIME)


def proven_device(session: GraphSession) -> str:
    """Returns the device that ran most nodes by the session's profile, which ends here.

    Raises:
        ValueError: the session was not opened with `profile=True`.
        DeviceError: the profile is empty: nothing has run.
    """
    counts = session.nodes_by_device()
    if not counts:
        raise DeviceError("the profile shows no node that ran", advice="Run the session once before asking.")
    return max(counts, key=lambda name: counts[name])


def _open(model: bytes, device: str, threads: int, refused: tuple[str, ...], profile: bool) -> GraphSession:
    provider = _PROVIDERS[device]
    if provider not in ort.get_available_providers():
        raise _unusable(device, f"the installed ONNX Runtime ({ort.__version__}) was built without it")
    if device == "cuda":
        _preload_cuda()
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 4  # errors carry the reasons
    # A spinning thread pool keeps a core busy between calls: not in a window.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.add_session_config_entry("session.inter_op.allow_spinning", "0")
    if device == "directml":
        options.enable_mem_pattern = False
    folder = Path(tempfile.mkdtemp(prefix="earshot-profile-")) if profile else None
    if folder:
        options.enable_profiling = True
        options.profile_file_prefix = str(folder / "run")
    wanted = [(provider, _OPTIONS.get(device, {}))]
    if device != "cpu":
        wanted.append((_PROVIDERS["cpu"], {}))
    try:
        native = ort.InferenceSession(model, sess_options=options, providers=wanted, enable_fallback=0)
    except Exception as err:  # its errors share no base class
        if device == "cpu":
            raise PackError(told(PackFault.GRAPH_REFUSED, _first_line(err)), advice=PackAdvice.INSTALL_AGAIN) from err
        raise _unusable(device, why_not(device) or _first_line(err)) from err
    if native.get_providers()[0] != provider:
        raise _unusable(device, why_not(device) or "ONNX Runtime gave no reason and took the CPU")
    _log.debug("graph of %.1f MB opened on %s with %d threads", len(model) / 1e6, device, threads)
    return GraphSession(native, device, refused, folder)


def why_not(device: str) -> str:
    """Finds what is missing for a GPU by asking driver and loader; empty when both are content."""
    if device != "cuda":
        return ""
    driver = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
    try:
        cuda = ctypes.CDLL(driver)
    except OSError:
        return f"no NVIDIA driver is installed ({driver} cannot be loaded)"
    if status := int(cuda.cuInit(0)):
        return f"the NVIDIA driver finds no usable GPU (cuInit error {status})"
    suffix = "onnxruntime_providers_cuda.dll" if sys.platform == "win32" else "libonnxruntime_providers_cuda.so"
    library = Path(ort.__file__).parent / "capi" / suffix
    with contextlib.suppress(OSError):  # the provider needs its bridge library first
        ctypes.CDLL(str(library.with_name(suffix.replace("_cuda", "_shared"))), mode=ctypes.RTLD_GLOBAL)
    try:
        ctypes.CDLL(str(library))
    except OSError as err:
        return f"a CUDA or cuDNN library is missing ({err})"
    return ""


def _preload_cuda() -> None:
    """Loads the CUDA and cuDNN wheels' libraries where installed; drops its output about missing ones."""
    with open(os.devnull, "w") as null, contextlib.redirect_stdout(null):  # noqa: PTH123
        ort.preload_dlls(directory="")


def _unusable(device: str, reason: str) -> DeviceError:
    return DeviceError(
        told(PackFault.DEVICE_UNUSABLE, device, reason),
        advice=told(PackAdvice.OTHER_DEVICE, _EXTRA.get(device, "cpu")),
    )


def _port(native: Any) -> Port:
    return Port(native.name, native.type, tuple(size if isinstance(size, int) else None for size in native.shape))


def _first_line(err: Exception) -> str:
    return (str(err).strip() or type(err).__name__).splitlines()[0][:300]
