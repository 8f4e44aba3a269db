"""Where a training computes: the requested device, what this machine has, and the choice.

`gpus` asks the driver and the installed torch's version file whether there is a GPU, without loading torch, so that
listings are instant.
"""

import ctypes
import re
import sys
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from engine.base.errors import DeviceError

_DRIVER = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
_BUILT_WITH = re.compile(r"^cuda\b.*=\s*['\"]([\d.]+)['\"]", re.MULTILINE)
_NAMES = re.compile(r"auto|cpu|cuda(:\d+)?|mps")


class DeviceReason(Enum):
    """Why a device was chosen."""

    ASKED = "asked for"
    FOUND = "a GPU was found"
    NONE = "no GPU was found"


@dataclass(frozen=True, slots=True)
class ChosenDevice:
    """The device a training computes on."""

    name: str
    """cpu, cuda, cuda:N or mps, as in torch."""
    why: DeviceReason


class DeviceMissing(DeviceError):
    """The requested device is missing on this machine, or from its torch."""


def check_device(name: str) -> str:
    """Returns a valid device name unchanged.

    Raises:
        ValueError: it is no device name.
    """
    if not _NAMES.fullmatch(name):
        raise ValueError(f"a device is auto, cpu, cuda, cuda:N or mps, found {name!r}")
    return name


def choose_device(asked: str, precision: str = "") -> ChosenDevice:
    """Returns the device a training computes on; call before reading anything. Loads torch.

    Args:
        asked: auto, cpu, cuda, cuda:N or mps; auto is cuda or cpu, because mps is untested here.
        precision: of the training; "16" needs a GPU, "bf16" a GPU that has it.

    Raises:
        DeviceMissing: the device or its precision is missing.
    """
    import torch

    kind, _, number = asked.partition(":")
    count = torch.cuda.device_count() if torch.cuda.is_available() else 0
    has_mps = torch.backends.mps.is_available()
    if (kind == "cuda" and int(number or 0) >= count) or (kind == "mps" and not has_mps):
        built = "" if torch.version.cuda or kind == "mps" else "; the installed torch was built without CUDA"
        raise DeviceMissing(
            f"{asked} was asked for and is not here: {count} GPUs{built}",
            advice="Take --device auto or cpu, or name one that is here.",
        )
    found = ("cuda" if count else "cpu") if kind == "auto" else asked
    if precision == "16" and found == "cpu":
        raise DeviceMissing("precision 16 needs a GPU, and there is none", advice="Set run.precision to auto.")
    if precision == "bf16" and found.startswith("cuda") and not torch.cuda.is_bf16_supported(including_emulation=False):
        raise DeviceMissing(f"precision bf16 is not to be had on {found}", advice="Set precision to 16, 32 or auto.")
    if kind != "auto":
        return ChosenDevice(found, DeviceReason.ASKED)
    return ChosenDevice(found, DeviceReason.NONE if found == "cpu" else DeviceReason.FOUND)


def device_words(chosen: ChosenDevice) -> str:
    """Describes a choice for people."""
    name = "the processor" if chosen.name == "cpu" else chosen.name
    why = {
        DeviceReason.ASKED: "as asked for",
        DeviceReason.FOUND: "a GPU was found",
        DeviceReason.NONE: "no GPU was found",
    }
    return f"computes on {name}: {why[chosen.why]}"


@cache
def gpus() -> int:
    """Returns the number of GPUs the installed torch can use; 0 for a build without CUDA."""
    found = find_spec("torch")
    if found is None or found.origin is None:
        return 0
    try:
        is_built = _BUILT_WITH.search(Path(found.origin).with_name("version.py").read_text(encoding="utf-8"))
        driver = ctypes.CDLL(_DRIVER) if is_built else None
    except OSError:
        return 0
    counted = ctypes.c_int(0)
    if driver is None or driver.cuInit(0) or driver.cuDeviceGetCount(ctypes.byref(counted)):
        return 0
    return counted.value
