"""Fetches and loads the published checkpoints of audio encoders.

A file whose sha256, or its first digits, is known is checked at each use; others cause a warning. Nothing is loaded
partially: if keys or shapes differ from the network's, the file is refused and the first of them named. Only tensors
are read; other content of old checkpoints is ignored and none of its code runs. The ATST and PANNs authors nest and
prefix their keys: training/towers/atst.py and panns.py undo that.
"""

import hashlib
import logging
import pickle
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pooch
import torch
from torch import Tensor, nn

from engine.base.errors import EngineError
from training.towers.releases import RELEASES, Release

_log = logging.getLogger(__name__)


class PublishedError(EngineError):
    """A checkpoint is unavailable, unreadable or does not fit the network."""


@dataclass(frozen=True, slots=True)
class PublishedCheckpoint:
    """A loaded file."""

    state: dict[str, Tensor]
    """Its tensors by name, without nesting."""
    where: str
    """Its name in messages."""


def open_checkpoint(checkpoint: str, tower: str) -> PublishedCheckpoint:
    """Reads a local file or a named release ("hub" for the tower's usual one), fetched once into torch's hub cache.

    Raises:
        PublishedError: no such file or release, no network, or no file of tensors.
    """
    return _read(find_checkpoint(checkpoint, tower))


def find_checkpoint(checkpoint: str, tower: str) -> Path:
    """Returns the path of a local file or a named release, fetched once; see `open_checkpoint`.

    Raises:
        PublishedError: no such file or release, or no network.
    """
    path = Path(checkpoint).expanduser()
    if path.is_file():
        return path
    release = _release(checkpoint, tower)
    place = Path(torch.hub.get_dir()) / "checkpoints" / release.file
    if release.sha256 or not place.is_file():
        _fetch(release, place)
    if not release.sha256:
        _check(release, place)
    return place


def checkpoint_in(folder: Path, checkpoint: str, tower: str) -> Path:
    """Returns the path of a release, or of a local file, in a folder of published weights or below it.

    Raises:
        PublishedError: it is missing, or another file of that name.
    """
    if Path(checkpoint).expanduser().is_file():
        return Path(checkpoint).expanduser()
    release = _release(checkpoint, tower)
    found = sorted(folder.rglob(release.file)) if folder.is_dir() else []
    if not found:
        raise PublishedError(
            f"{folder} has no {release.file}",
            advice=f"Fetch it from {release.url}, or leave out --pretrained's folder and have it fetched.",
        )
    _check(release, found[0])
    return found[0]


def origin_of(checkpoint: str, tower: str) -> str:
    """Returns the note on the releases that a tower began with; empty for a file or a release not shipped here."""
    return ", and ".join(release.origin for release in _shipped(checkpoint, tower))


def licence_text_of(checkpoint: str, tower: str) -> str:
    """Returns the licences that must accompany weights that began with a release; empty if none."""
    kept = [release.licence for release in _shipped(checkpoint, tower) if release.licence]
    return "\n\n".join(Path(__file__).with_name(name).read_text(encoding="utf-8").strip() for name in kept)


def _shipped(checkpoint: str, tower: str) -> list[Release]:
    """The release of each of a tower's networks; a pair's names are joined by "+"."""
    named = [one for part in tower.split("+") for one in RELEASES if one.tower == part and one.origin]
    return [one for one in named if checkpoint in (one.name, one.file, "hub")]


def load_published(network: nn.Module, checkpoint: PublishedCheckpoint, left_behind: Sequence[str] = ()) -> None:
    """Loads exactly the weights of a checkpoint into a network.

    Args:
        network: receives the weights.
        checkpoint: keys named like the network's.
        left_behind: prefixes of keys that the network lacks and does not need.

    Raises:
        PublishedError: keys are missing, unexpected or of another shape.
    """
    kept = {key: tensor for key, tensor in checkpoint.state.items() if not key.startswith(tuple(left_behind))}
    own = network.state_dict()
    # Checkpoints from before 2018 do not count the batches of their batch norms.
    counters = {key: own[key] for key in own if key.endswith("num_batches_tracked") and key not in kept}
    kept |= counters
    missing = [key for key in own if key not in kept]
    unexpected = [key for key in kept if key not in own]
    bent = [key for key in own if key in kept and kept[key].shape != own[key].shape]
    if missing or unexpected or bent:
        faults = [_count("missing", missing), _count("unexpected", unexpected), _shapes(bent, kept, own)]
        listed = "; ".join(fault for fault in faults if fault)
        raise PublishedError(
            f"{checkpoint.where} does not fit {type(network).__name__}: {listed}",
            advice="Give the checkpoint of this very tower, or leave `checkpoint` empty to begin from random weights.",
        )
    network.load_state_dict(kept)


def renamed(checkpoint: PublishedCheckpoint, state: dict[str, Tensor]) -> PublishedCheckpoint:
    """Returns the same checkpoint with other keys."""
    return PublishedCheckpoint(state, checkpoint.where)


def tensors_of(content: object) -> dict[str, Tensor]:
    """Finds the state dict in a checkpoint's content: itself, or under `state_dict` or `model`."""
    if isinstance(content, Mapping):
        for key in ("state_dict", "model"):
            if isinstance(content.get(key), Mapping):
                return tensors_of(content[key])
        return {str(key): value for key, value in content.items() if isinstance(value, Tensor)}
    return {}


def _release(name: str, tower: str) -> Release:
    of_tower = [release for release in RELEASES if release.tower == tower]
    for release in of_tower:
        if name in (release.name, release.file) or (name == "hub" and release.by_default):
            return release
    known = ", ".join(release.name for release in of_tower) or "none"
    raise PublishedError(
        f"{name} is neither a file nor a published checkpoint of {tower}",
        advice=f'Give the path of a file, or one of these names: {known} ("hub" for the usual one).',
    )


def _check(release: Release, place: Path) -> None:
    """Refuses another file of that name, as far as a digest is published; otherwise warns.

    Raises:
        PublishedError: its sha256 differs.
    """
    if not release.digits:
        _log.warning("%s is not checked: nobody has published its sha256", place.name)
        return
    with place.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if not digest.startswith(release.digits):
        expected = release.digits if release.sha256 else f"one that begins with {release.digits}"
        raise PublishedError(
            f"{place} is not the published file: its sha256 is {digest}, not {expected}",
            advice=f"Delete it, and fetch it again from {release.url}.",
        )


def _fetch(release: Release, place: Path) -> None:
    if release.by_hand:
        raise PublishedError(
            f"{release.name} cannot be fetched by a program",
            advice=f"Fetch it from {release.url}, save it as {place}, and start again.",
        )
    known = f"sha256:{release.sha256}" if release.sha256 else None
    try:
        pooch.retrieve(release.url, known, fname=place.name, path=place.parent)
    except (OSError, ValueError) as err:
        raise PublishedError(
            f"{release.name} could not be fetched from {release.url}: {err}",
            advice=f"Fetch it on a machine with network, save it as {place}, and start again.",
        ) from err


def _read(path: Path) -> PublishedCheckpoint:
    with path.open("rb") as file:
        is_zip = file.read(4) == b"PK\x03\x04"  # torch's own test
    if is_zip and _is_program(path):
        raise _could_run_code(path)
    try:
        content = torch.load(path, map_location="cpu", weights_only=True)
    except pickle.UnpicklingError as err:
        if is_zip:
            content = _read_inert(path)
        else:
            raise _could_run_code(path) from err
    except Exception as err:  # damaged bytes make torch.load raise anything
        raise _unreadable(path) from err
    state = tensors_of(content)
    if not state:
        raise _unreadable(path)
    return PublishedCheckpoint(state, str(path))


def _is_program(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as archive:
            return any(name.rpartition("/")[2] == "constants.pkl" for name in archive.namelist())
    except (zipfile.BadZipFile, OSError, ValueError) as err:
        raise _unreadable(path) from err


def _read_inert(path: Path) -> object:
    """Reads a file with objects beside its tensors (settings, callbacks), which become empty shells.

    Handles only torch's zip form, which has one pickle. Forms before torch 1.6 have several, and torch reads some of
    them with the pickle module it is given.
    """
    inert: Any = SimpleNamespace(Unpickler=_InertUnpickler, load=_load_inert, __name__="pickle")
    try:
        return torch.load(path, map_location="cpu", weights_only=False, pickle_module=inert)
    except Exception as err:  # as above
        raise _unreadable(path) from err


def _load_inert(file: Any, **options: Any) -> object:
    return _InertUnpickler(file, **options).load()


class _Shell(dict[Any, Any]):
    """Replaces an object whose class is not loaded; accepts any arguments and state, and does nothing."""

    def __init__(self, *_args: object, **_kwargs: object) -> None:
        super().__init__()

    def __setstate__(self, _state: object) -> None: ...

    def append(self, _item: object) -> None: ...

    def extend(self, _items: object) -> None: ...


class _InertUnpickler(pickle.Unpickler):
    """Loads the classes that make up tensors, and shells for all others."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in _OF_TENSORS or (module == "torch" and name in _STORAGES):
            return super().find_class(module, name)
        return _Shell


_OF_TENSORS = {
    ("collections", "OrderedDict"),
    ("torch._utils", "_rebuild_tensor_v2"),
    ("torch._utils", "_rebuild_parameter"),
    ("torch", "Size"),
}
_STORAGES = frozenset(
    f"{kind}Storage"
    for kind in ("BFloat16", "Bool", "Byte", "Char", "Double", "Float", "Half", "Int", "Long", "Short", "Untyped")
)


def _could_run_code(path: Path) -> PublishedError:
    return PublishedError(
        f"{path} is not a checkpoint of torch that can be read without running what it holds",
        advice="If it is one and you trust it, convert it with torch: "
        "torch.save(torch.load(OLD, weights_only=False)['state_dict'], NEW), or ['model'] where that is its name. "
        "Otherwise fetch the file again.",
    )


def _unreadable(path: Path) -> PublishedError:
    return PublishedError(
        f"{path} is not a checkpoint of torch", advice="Fetch the file again, or give the path of another one."
    )


def _count(what: str, keys: Sequence[str]) -> str:
    return f"{len(keys)} keys {what} (first: {keys[0]})" if keys else ""


def _shapes(keys: Sequence[str], found: Mapping[str, Tensor], own: Mapping[str, Tensor]) -> str:
    if not keys:
        return ""
    first = keys[0]
    return (
        f"{len(keys)} of another shape (first: {first}, {list(found[first].shape)} instead of {list(own[first].shape)})"
    )
