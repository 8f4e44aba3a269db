"""Checkpoints as Hugging Face folders: model.safetensors, config.json and a card, README.md.

A folder holds everything in a checkpoint's file except the resume state: exact weights, settings, history, and origin.
It is accepted wherever a checkpoint is. Only `push` needs the network.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]
from safetensors.torch import load_file, save_file
from torch import Tensor

from engine.base.errors import EngineError
from training.base.results import CHARTS

WEIGHTS, CONFIG, CARD = "model.safetensors", "config.json", "README.md"
LAYOUT = 1
"""Newest known version of the layout."""
STATE = "state"
SOUNDS, WORDS, UNITS = "sounds", "words", "units"
KINDS = {"": SOUNDS, WORDS: WORDS, UNITS: UNITS}
"""Names of a training in files and in folders; the first files of sounds had none."""
_WHAT = {
    SOUNDS: "Sounds and texts as vectors that meet: a sound is found by words that describe it.",
    WORDS: "Spoken words and their phonemes as vectors that meet.",
    UNITS: "Speech as a few discrete units a second, found without words.",
}
_TAGS = {SOUNDS: ["audio", "audio-retrieval"], WORDS: ["audio", "speech"], UNITS: ["audio", "speech", "vq-vae"]}
_PARTS = {SOUNDS: ("data", "train"), UNITS: ("parts", "train")}
"""Settings that list the training data, by kind."""


class SharingError(EngineError):
    """A checkpoint cannot be shared or pushed."""


def write_folder(
    record: Mapping[str, Any],
    folder: Path,
    *,
    licence: str,
    name: str = "",
    measured: Sequence[Mapping[str, Any]] = (),
    charts: Sequence[Path] = (),
) -> None:
    """Writes a checkpoint's record as a folder, without its resume state.

    Args:
        record: record of the file, with its format.
        folder: created if missing; files of these three names are replaced, weights first, the card last.
        licence: licence of the weights as in Hugging Face's cards, such as cc-by-4.0.
        name: name of the model; empty for its recipe's.
        measured: output of `earshot-train evaluate --json` for the card; sounds and texts only.
        charts: PNG files in the folder's own `CHARTS`, for the card.

    Raises:
        SharingError: no weights, or figures of something else.
    """
    kind = KINDS[str(record.get("kind", ""))]
    plain, tensors = dict[str, Any](), dict[str, Tensor]()
    for key, value in record.items():
        if isinstance(value, Mapping) and value and all(isinstance(each, Tensor) for each in value.values()):
            # A copy each: safetensors refuses arrays that share memory, like tied weights.
            tensors |= {f"{key}.{own}": each.detach().cpu().clone().contiguous() for own, each in value.items()}
        elif key not in (STATE, "kind"):
            plain[key] = value
    if not tensors:
        raise SharingError("the checkpoint holds no weights", advice="Name last.pt or best.pt of a run.")
    folder.mkdir(parents=True, exist_ok=True)
    save_file(tensors, folder / WEIGHTS, metadata={"format": "pt"})
    about = {"model_type": f"earshot-{kind}", "earshot_layout": LAYOUT, "kind": kind, "record": plain}
    (folder / CONFIG).write_text(json.dumps(about, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    (folder / CARD).write_text(_card(kind, plain, tensors, licence, name, measured, charts), encoding="utf-8")


def read_folder(folder: Path) -> dict[str, Any]:
    """Reads a folder from `write_folder` as a checkpoint's record without a state.

    Raises:
        SharingError: a file is missing, damaged, of another program or of a later version.
    """
    try:
        about = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
        layout, kind = about["earshot_layout"], about["kind"]
        record, tensors = dict(about["record"]), load_file(folder / WEIGHTS)
    except KeyError as err:
        raise SharingError(
            f"{folder / CONFIG} is not of Earshot: it has no {err}", advice="Name another folder."
        ) from err
    except Exception as err:  # safetensors has its own errors for damaged bytes
        raise SharingError(f"cannot read {folder}: {err}", advice=f"It must hold {WEIGHTS} and {CONFIG}.") from err
    if layout not in range(1, LAYOUT + 1) or kind not in KINDS.values():
        raise SharingError(f"{folder} is of layout {layout}, kind {kind}", advice="Use the version that wrote it.")
    for key, value in tensors.items():
        part, _, own = key.partition(".")
        record.setdefault(part, {})[own] = value
    named = next(file for file, shared in KINDS.items() if shared == kind)
    return record | {STATE: None} | ({"kind": named} if named else {})


def read_measured(path: Path, record: Mapping[str, Any]) -> dict[str, Any]:
    """Reads output of `earshot-train evaluate --json` for the card of a checkpoint's record.

    Raises:
        SharingError: the file is unreadable or something else.
    """
    try:
        measured = json.loads(path.read_text(encoding="utf-8"))
        found = {**measured, "parts": [str(part) for part in measured["parts"]]}
    except (OSError, ValueError, KeyError, TypeError) as err:
        advice = "Name a file that `earshot-train evaluate --json` wrote."
        raise SharingError(f"cannot read what was measured from {path}: {err!r}", advice=advice) from err
    _figures(KINDS[str(record.get("kind", ""))], found)
    return found


METRICS = {"map10": "mAP@10", "recall1": "R@1", "recall5": "R@5", "recall10": "R@10"}
"""Retrieval figures of a card, by their names in evaluate's output."""
_OF_THE_RUN = ("step", "epoch", "minutes", "learning_rate")
"""Columns of a look that describe the run and are no results."""


def _figures(kind: str, measured: Mapping[str, Any]) -> list[tuple[str, Mapping[str, float]]]:
    """Figures of text to audio, each with value, low and high.

    Raises:
        SharingError: the file is something else.
    """
    try:
        if kind != SOUNDS:
            raise KeyError("text_to_audio")
        found = [(key, measured["text_to_audio"][key]) for key in METRICS]
        for _, figure in found:
            float(figure["value"]), float(figure["low"]), float(figure["high"])
        return found
    except (KeyError, TypeError, ValueError) as err:
        advice = "Name a file that `earshot-train evaluate --json` wrote of this checkpoint."
        raise SharingError(f"what was measured has no figures of retrieval: {err!r}", advice=advice) from err


def _result(part: str, figures: Sequence[tuple[str, Mapping[str, float]]]) -> dict[str, Any]:
    return {
        "task": {"type": "text-to-audio-retrieval", "name": "Text-to-audio retrieval"},
        "dataset": {"type": part.replace(":", "-"), "name": part},
        "metrics": [{"type": key, "name": METRICS[key], "value": round(at["value"], 4)} for key, at in figures],
    }


def push(
    folder: Path, repository: str, *, private: bool = True, message: str = "Add a model", endpoint: str = ""
) -> str:
    """Uploads a folder to the hub as the user of `hf auth login` or HF_TOKEN; returns its address.

    Args:
        folder: folder from `write_folder`; only its three files and its charts are uploaded.
        repository: OWNER/NAME, created if missing.
        private: whether a created repository is private.
        endpoint: a hub other than huggingface.co; empty for HF_ENDPOINT or huggingface.co.

    Raises:
        SharingError: the folder is incomplete, or the hub refuses or is unreachable.
    """
    from huggingface_hub import HfApi

    read_folder(folder)
    api, sent = HfApi(endpoint=endpoint or None), [WEIGHTS, CONFIG, CARD, f"{CHARTS}/*.png"]
    try:
        made = api.create_repo(repository, private=private, exist_ok=True)
        api.upload_folder(repo_id=made.repo_id, folder_path=folder, commit_message=message, allow_patterns=sent)
    except Exception as err:  # the client raises its HTTP library's errors, which change every few versions
        raise SharingError(
            f"{repository} was not pushed: {err}", advice="Sign in by hf auth login, or look at the name OWNER/NAME."
        ) from err
    return str(made)


def _card(
    kind: str,
    plain: Mapping[str, Any],
    tensors: Mapping[str, Tensor],
    licence: str,
    name: str,
    measured: Sequence[Mapping[str, Any]],
    charts: Sequence[Path],
) -> str:
    config, history = plain["config"], plain.get("history") or []
    title, numbers = name or config["name"], sum(value.numel() for value in tensors.values())
    head: dict[str, Any] = {"license": licence, "library_name": "earshot", "tags": ["earshot", *_TAGS[kind]]}
    tested = [(" + ".join(one["parts"]), _figures(kind, one)) for one in measured]
    if tested:
        head["model-index"] = [{"name": title, "results": [_result(part, found) for part, found in tested]}]
    lines = ["---", yaml.safe_dump(head, sort_keys=False).strip(), "---", "", f"# {title}", "", _WHAT[kind], ""]
    lines += [f"- {numbers:,} numbers, after {plain['step']:,} steps of the recipe `{config['name']}`."]
    table, key = _PARTS.get(kind, ("", ""))
    learnt = config.get(table, {}).get(key, ())  # the first formats have no such table
    if learnt:
        lines.append(f"- Learnt from {', '.join(learnt)}.")
    if kind == WORDS:
        lines.append(f"- Learnt from {len(plain['words']):,} words by {len(plain['speakers']):,} speakers.")
    if plain.get("commit"):
        lines.append(f"- Made by Earshot at commit {plain['commit']}.")
    for part, found in tested:
        lines += ["", f"Measured on {part}, with 95 % intervals:", "", "| figure | value | interval |", "|---|---|---|"]
        lines += [f"| {METRICS[key]} | {at['value']:.4f} | {at['low']:.4f} to {at['high']:.4f} |" for key, at in found]
    if history:
        last = {figure: value for figure, value in history[-1].items() if figure not in _OF_THE_RUN}
        took = f", after {history[-1]['minutes']:.0f} minutes" if "minutes" in history[-1] else ""
        lines += ["", f"What the last look of training found on its own val split{took}; no figures of a test:", ""]
        lines += ["| figure | value |", "|---|---|"]
        lines += [f"| {figure} | {value:.6g} |" for figure, value in last.items() if isinstance(value, float)]
    for chart in charts:
        lines += ["", f"![{chart.stem.replace('-', ' ')}]({CHARTS}/{chart.name})"]
    use = {
        SOUNDS: "export --checkpoint FOLDER",
        WORDS: "words evaluate --checkpoint FOLDER",
        UNITS: "units measure FOLDER",
    }
    lines += ["", f"`{CONFIG}` has every setting. Earshot reads the folder wherever it takes a checkpoint:", ""]
    lines += ["```sh", f"hf download OWNER/{title} --local-dir FOLDER", f"earshot-train {use[kind]} …", "```", ""]
    return "\n".join(lines)
