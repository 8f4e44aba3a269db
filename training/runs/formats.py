"""The formats of a checkpoint's file, and how an older one becomes the present one.

1: the first. 2: without the sizes of the text encoder, which its own folder tells. 3: towers of any kind, projections
of their own, the state of a run, and the loss's settings in a table of their own.
"""

from typing import Any

FORMAT = 3
_SIZES_OF_FORMAT_1 = ("layers", "heads", "inner", "words", "positions")


def migrated(record: dict[str, Any]) -> dict[str, Any]:
    """Gives the record of a file in the present format; the record itself is used up."""
    if record["format"] == 1:
        for size in _SIZES_OF_FORMAT_1:
            del record["config"]["model"]["text"][size]
    if record["format"] < 3:
        config = record["config"]
        config["model"] = _model_of_format_2(config["model"])
        run = config["run"]
        config["objective"] = {"softness": run.pop("softness")}
        run["precision"] = "bf16" if run.pop("reduced_precision") else "32"
        record["weights"] = {_name_of_format_2(name): value for name, value in record["weights"].items()}
        record |= {"text": "", "state": None}
    return record


def _model_of_format_2(model: dict[str, Any]) -> dict[str, Any]:
    audio, text, ear = model["audio"], model["text"], model["front_end"]
    return {
        "dim": audio["dim"],
        "temperature": model["temperature"],
        "audio": {
            "front_end": ear,
            **{name: audio[name] for name in ("stem", "widths", "blocks", "hidden", "dropout")},
        },
        "text": {"max_tokens": text["max_tokens"]},
        "text_projection": {"kind": "residual", "hidden": text["hidden"], "dropout": text["dropout"]},
    }


def _name_of_format_2(name: str) -> str:
    if name.startswith("audio.head.5."):
        return name.replace("audio.head.5.", "audio_projection.")
    return name.replace("joint.", "text_projection.") if name.startswith("joint.") else name
