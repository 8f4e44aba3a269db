"""What a row needs and whether it is here: corpora, published weights, generated captions; and how long it would run.

Nothing is fetched. Weights that are found in a folder or a cache are named by their path, so that a run asks no server.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, cast

import torch
from huggingface_hub import try_to_load_from_cache

from training.config import Config
from training.data.corpora.registry import CorpusPart, missing_of, read_parts
from training.reproduction.rows import ReproducedRow
from training.towers.published import RELEASES
from training.towers.registry import AudioTowerConfig, TextTowerConfig
from training.towers.text_models import text_model
from training.towers.transformer import TransformerConfig

DCASE_2025 = "dcase2025:evaluation"
"""The part whose queries have several right sounds; rows with a figure for mAP@16 are measured on it too."""
CAPTIONS = {
    "clotho:development": 19_195,
    "clotho:validation": 5_225,
    "clotho:evaluation": 5_225,
    "audiocaps:train": 49_838,
    "audiocaps:val": 2_475,
    "audiocaps:test": 4_875,
    "wavcaps:all": 403_050,
    "wavcaps:no_overlap": 403_050,
}
"""Published numbers of captions, each an item of an epoch: Clotho v2.1 3839, 1045 and 1045 sounds with five each;
AudioCaps v1 49838 with one, 495 and 975 with five; WavCaps one a sound, of which an exclusion list takes some."""


@dataclass(frozen=True, slots=True)
class MachinePlaces:
    """Where things lie on this machine."""

    corpora: Mapping[str, Path]
    """As `--data` says."""
    checkpoints: Path | None = None
    """Folder of published weights: files under their published names, folders of text encoders under theirs."""
    variants: Path | None = None
    """File of generated captions."""
    may_fetch: bool = False
    """Whether published weights that are not here may be fetched over the network."""
    precision: Literal["", "auto", "32", "bf16", "16"] = ""
    """Instead of the recipes' 16, which only a GPU has; empty: as they say."""


@dataclass(frozen=True, slots=True)
class Needs:
    """What was found and what is missing."""

    config: Config
    """The row's, with the places of what was found."""
    missing: tuple[str, ...]
    """Sentences; empty when the row can run."""
    fetched: tuple[str, ...]
    """What will be fetched, where that is allowed."""
    captions: int | None
    """Items of an epoch; None where nobody knows."""
    steps: int | None


def needs_of(row: ReproducedRow, places: MachinePlaces) -> Needs:
    """Looks for all that one row needs besides other rows."""
    if not row.trains:
        return Needs(row.config, (), (), None, None)
    config = row.config
    missing = _corpora(row, places)
    fetched: list[str] = []
    audio, text = config.model.audio, config.model.text
    if not row.paper.start:  # its weights, and what its text tower is, come from the row it starts from
        audio, gone, far = _audio(config, places)
        missing, fetched = missing + gone, fetched + far
        text, gone, far = _text(config, places)
        missing, fetched = missing + gone, fetched + far
    if config.captions.swap > 0.0:
        if places.variants is not None and places.variants.is_file():
            config = replace(config, captions=replace(config.captions, variants=str(places.variants)))
        elif not config.captions.variants:
            missing.append("generated captions (--variants FILE, made by earshot-train paraphrase)")
    run = replace(config.run, precision=places.precision or config.run.precision)
    if run.precision == "16" and not torch.cuda.is_available():
        missing.append("a GPU, for precision 16 (or --precision auto)")
    config = replace(config, model=replace(config.model, audio=audio, text=text), run=run)
    captions = _captions(config, places)
    return Needs(config, tuple(missing), tuple(fetched), captions, _steps(config, captions))


def _corpora(row: ReproducedRow, places: MachinePlaces) -> list[str]:
    """What of the corpora is missing: one sentence for each whose place is not said, else what its reader misses."""
    data = row.config.data
    judged = (DCASE_2025,) if row.paper.map16 is not None else ()
    parts = [CorpusPart.of(part) for part in data.train + data.val + data.test + judged]
    unplaced = dict.fromkeys(part.reader for part in parts if part.reader not in places.corpora)
    missing = [
        f"{reader} ({', '.join(part.part or 'all' for part in parts if part.reader == reader)}): --data {reader}=DIR"
        for reader in unplaced
    ]
    return missing + missing_of([str(part) for part in parts if part.reader not in unplaced], places.corpora)


def _audio(config: Config, places: MachinePlaces) -> tuple[AudioTowerConfig, list[str], list[str]]:
    """The settings of the audio tower with its weights' path, what is missing, and what is to be fetched."""
    audio = config.model.audio
    if not audio.checkpoint or Path(audio.checkpoint).is_file():
        return audio, [], []
    wanted, known = audio.checkpoint, [release for release in RELEASES if release.tower == audio.tower]
    release = next(
        (one for one in known if wanted in (one.name, one.file) or (wanted == "hub" and one.by_default)), None
    )
    file = release.file if release else wanted
    folders = [folder for folder in (places.checkpoints, Path(torch.hub.get_dir()) / "checkpoints") if folder]
    found = next((folder / file for folder in folders if (folder / file).is_file()), None)
    if found is not None:
        return replace(cast(Any, audio), checkpoint=str(found)), [], []
    if release is None:
        return audio, [f"weights of {audio.tower}: {file}, to be put into --checkpoints DIR"], []
    if release.by_hand:
        return (
            audio,
            [f"weights of {audio.tower}: {file}, to be fetched by hand ({release.url}); --checkpoints DIR"],
            [],
        )
    if places.may_fetch:
        return audio, [], [release.url]
    return audio, [f"weights of {audio.tower}: {file} ({release.url}; --fetch, or --checkpoints DIR)"], []


def _text(config: Config, places: MachinePlaces) -> tuple[TextTowerConfig, list[str], list[str]]:
    """The settings of the text tower with its weights' folder, what is missing, and what is to be fetched."""
    text = config.model.text
    if (
        not isinstance(text, TransformerConfig)
        or text.checkpoint in ("", "installed")
        or Path(text.checkpoint).is_dir()
    ):
        return text, [], []
    known = text_model(text.name)
    hub_id = known.repository if text.checkpoint == "hub" and known else text.checkpoint
    own = places.checkpoints / text.name if places.checkpoints else None
    if own is not None and (own / "config.json").is_file():
        return replace(text, checkpoint=str(own)), [], []
    cached = try_to_load_from_cache(hub_id, "config.json")
    if isinstance(cached, str) and _has_weights(Path(cached).parent):
        return replace(text, checkpoint=str(Path(cached).parent)), [], []
    if places.may_fetch:
        return text, [], [f"https://huggingface.co/{hub_id}"]
    return text, [f"weights of {text.name}: {hub_id} of the Hugging Face hub (--fetch, or --checkpoints DIR)"], []


def _has_weights(folder: Path) -> bool:
    return any((folder / name).is_file() for name in ("model.safetensors", "pytorch_model.bin"))


def _captions(config: Config, places: MachinePlaces) -> int | None:
    """Items of an epoch: the published numbers, else what the corpus holds when it is here."""
    total = 0
    for part in config.data.train:
        if part in CAPTIONS:
            total += CAPTIONS[part]
        elif missing_of([part], places.corpora):
            return None
        else:
            total += sum(len(clip.captions) for clip in read_parts([part], places.corpora, "train").clips)
    return total


def _steps(config: Config, captions: int | None) -> int | None:
    """Steps of the run; a last batch that is not full counts as none."""
    if config.run.epochs is None:
        return config.run.steps
    return None if captions is None else round(config.run.epochs * (captions // config.batch.size))
