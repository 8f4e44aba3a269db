"""ONNX Runtime sessions on the device that was asked for, and proof of which one ran.

ONNX Runtime drops to the CPU with only a log line when a GPU provider cannot be loaded. Here a device asked for by
name either runs or is a DeviceError with the reason; `auto` takes the best that works and keeps the reasons why
better ones were not taken.
"""

import contextlib
import ctypes
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from engine.error_wording.packs import PackAdvice, PackFault
from engine.errors import DeviceError, PackError
from engine.later import later
from engine.wording import told

if TYPE_CHECKING:
    import onnxruntime as ort
else:
    ort = later("onnxruntime")

_PROVIDERS = {
    "cuda": "CUDAExecutionProvider",
    "coreml": "CoreMLExecutionProvider",
    "directml": "DmlExecutionProvider",
    "cpu": "CPUExecutionProvider",
}
"""Device to ONNX Runtime's name for it, best first."""
DEVICES = ("auto", *sorted(_PROVIDERS))
_OPTIONS: dict[str, dict[str, str]] = {
    # EXHAUSTIVE, the default, tries every algorithm anew for each shape: 634 ms against 1.9 ms (PaddleX #5057).
    # TF32 would cost a query made on a CPU three digits of its likeness to sounds embedded on a GPU.
    "cuda": {"cudnn_conv_algo_search": "HEURISTIC", "arena_extend_strategy": "kSameAsRequested", "use_tf32": "0"},
    "coreml": {"ModelFormat": "MLProgram", "MLComputeUnits": "ALL"},
}
_NAMES = {provider: device for device, provider in _PROVIDERS.items()}
_EXTRA = {"cuda": "gpu", "directml": "directml", "coreml": "cpu"}


@dataclass(frozen=True, slots=True)
class Port:
    """One input or output of a graph."""

    name: str
    dtype: str
    """ONNX Runtime's words: tensor(float), tensor(int64)."""
    shape: tuple[int | None, ...]
    """None for a size that varies."""


class GraphSession:
    """A graph ready to run. Any thread may call `run`, several at once; they share the weights."""

    def __init__(self, native: Any, device: str, refused: tuple[str, ...], profile: Path | None) -> None:
        self._native = native
        self._profile = profile
        self.device_that_ran = device
        """The device whose provider comes first in the session: cpu, cuda, coreml or directml."""
        self.refused = refused
        """Why better devices were not taken, a sentence each; only `auto` has any."""
        self.inputs = tuple(_port(port) for port in native.get_inputs())
        self.outputs = tuple(_port(port) for port in native.get_outputs())

    def run(self, feeds: Mapping[str, NDArray[Any]]) -> list[NDArray[Any]]:
        """Runs the graph on numpy arrays; gives its outputs in order.

        Raises:
            DeviceError: a GPU failed while it ran (out of memory, unplugged, driver reset).
            PackError: the graph cannot run what it was given, which on the CPU is nobody else's fault.
            MemoryError: the CPU ran out of memory.
        """
        try:
            outputs: list[NDArray[Any]] = self._native.run(None, dict(feeds))
        except Exception as err:  # ONNX Runtime's errors share no base class
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
        """Counts the nodes each device ran since the start, by ONNX Runtime's own profile, which ends here.

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
    """Lists the devices this ONNX Runtime was built for, best first, cpu last. `open_session` shows which work."""
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
        DeviceError: a device by name that cannot be used, with the reason.
        PackError: ONNX Runtime does not take the graph.
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
    raise DeviceError("; ".join(refused), advice=PackAdvice.REINSTALL_RUNTIME)


def proven_device(session: GraphSession) -> str:
    """Says which device ran the nodes by the session's profile: the one with most of them. Ends the profile.

    Raises:
        ValueError: the session was not opened with `profile=True`.
        DeviceError: the profile shows no node at all: nothing has run.
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
    options.log_severity_level = 4  # reasons are raised, not logged
    # A thread pool that spins keeps a core busy between calls: a window must not.
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
    except Exception as err:  # ONNX Runtime's errors share no base class
        if device == "cpu":
            raise PackError(told(PackFault.GRAPH_REFUSED, _first_line(err)), advice=PackAdvice.INSTALL_AGAIN) from err
        raise _unusable(device, why_not(device) or _first_line(err)) from err
    if native.get_providers()[0] != provider:
        raise _unusable(device, why_not(device) or "ONNX Runtime gave no reason and took the CPU")
    return GraphSession(native, device, refused, folder)


def why_not(device: str) -> str:
    """Finds what is missing for a GPU, asking the driver and the loader themselves; empty when they are content."""
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
    with contextlib.suppress(OSError):  # the provider needs its bridge in the process first
        ctypes.CDLL(str(library.with_name(suffix.replace("_cuda", "_shared"))), mode=ctypes.RTLD_GLOBAL)
    try:
        ctypes.CDLL(str(library))
    except OSError as err:
        return f"a CUDA or cuDNN library is missing ({err})"
    return ""


def _preload_cuda() -> None:
    """Loads the CUDA and cuDNN wheels' libraries where they are installed; what it prints about the rest is dropped."""
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
