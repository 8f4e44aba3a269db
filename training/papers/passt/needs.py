"""What a row needs and whether it is here: corpora, published weights, generated captions; and the length of its run.

Fetches nothing. Weights found in a folder or a cache are named by path, so that a run contacts no server.
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from huggingface_hub import constants

from training.base.device import gpus
from training.data.corpora.registry import CorpusPart, missing_of, read_parts
from training.papers.passt.paper_rows import NeedKind, Requirement
from training.papers.passt.rows import RecipeFacts, ReproducedRow
from training.papers.passt.status import MachinePlaces
from training.towers.releases import RELEASES, Release
from training.towers.text_models import text_model

DCASE_2025 = "dcase2025:evaluation"
"""The part whose queries have several right sounds; measures mAP@16."""
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
AudioCaps v1 49838 with one, 495 and 975 with five; WavCaps one per sound, less those of an exclusion list.
"""


ORIGINS = {
    "clotho": "Clotho v2.1, Zenodo record 4783391",
    "audiocaps": "AudioCaps v1: lists at github.com/cdjkim/audiocaps, sounds cut from the videos",
    "wavcaps": "huggingface.co/datasets/cvssp/WavCaps; academic use only",
    "dcase2025": "github.com/CPJKU/dcase2025_task6_baseline, resources/metadata_eval.csv",
}
"""Source of each corpus."""


@dataclass(frozen=True, slots=True)
class FoundNeeds:
    """What was found and what is missing."""

    audio: str
    """Weights of the audio tower: a path if found, else the recipe's value."""
    text: str
    """Likewise of the text tower."""
    variants: str
    """The file of generated captions; empty where the row needs none."""
    missing: tuple[str, ...]
    """Sentences; empty when the row can run."""
    fetched: tuple[str, ...]
    """Addresses to fetch from, where allowed."""
    captions: int | None
    """Items of an epoch; None where unknown."""
    steps: int | None


@dataclass(frozen=True, slots=True)
class _Weights:
    place: str
    missing: tuple[str, ...] = ()
    fetched: tuple[str, ...] = ()


def needs_of(row: ReproducedRow, places: MachinePlaces) -> FoundNeeds:
    """Looks for everything one row needs besides other rows."""
    facts = row.facts
    if not row.trains:
        return FoundNeeds("", "", "", (), (), None, None)
    missing, fetched = _corpora(row, places), list[str]()
    audio, text = _Weights(facts.audio_checkpoint), _Weights(facts.text_checkpoint)
    if not row.paper.start:  # otherwise its weights and text tower come from the row it starts from
        audio, text = _audio(facts, places), _text(facts, places)
        for found in (audio, text):
            missing += found.missing
            fetched += found.fetched
    variants = facts.variants
    if facts.swap > 0.0:
        if places.variants is not None and places.variants.is_file():
            variants = str(places.variants)
        elif not variants:
            missing.append("generated captions (--variants FILE, made by earshot-train paraphrase)")
    missing += _machine(facts, places)
    captions = _captions(facts, places)
    return FoundNeeds(
        audio.place, text.place, variants, tuple(missing), tuple(fetched), captions, _steps(facts, captions)
    )


def needed_of(row: ReproducedRow) -> tuple[Requirement, ...]:
    """Returns everything one row needs besides other rows, with its source, wherever it lies."""
    facts = row.facts
    if not row.trains:
        return ()
    things = [Requirement(NeedKind.CORPUS, f"{name} ({wanted})", ORIGINS[name]) for name, wanted in _wanted(row)]
    if not row.paper.start:
        if facts.audio_checkpoint:
            release = _release(facts)
            file, url = (release.file, release.url) if release else (facts.audio_checkpoint, "the recipe names it")
            things.append(Requirement(NeedKind.AUDIO_WEIGHTS, f"{facts.audio_tower}: {file}", url))
        if facts.text_tower == "transformer" and facts.text_checkpoint not in ("", "installed"):
            hub = f"huggingface.co/{_hub_id(facts)}"
            things.append(Requirement(NeedKind.TEXT_WEIGHTS, facts.text_name or facts.text_checkpoint, hub))
    if facts.swap > 0.0:
        made = "the authors' clotho_gpt/variations.json, or earshot-train paraphrase"
        things.append(Requirement(NeedKind.CAPTIONS, "generated captions", made))
    if facts.run.precision == "16":
        things.append(Requirement(NeedKind.GPU, "a GPU, for half precision", "or --precision auto, slower"))
    return tuple(things)


def _wanted(row: ReproducedRow) -> Iterable[tuple[str, str]]:
    parts = [CorpusPart.of(part) for part in _parts(row)]
    for reader in dict.fromkeys(part.reader for part in parts if part.reader in ORIGINS):
        yield reader, ", ".join(dict.fromkeys(part.part or "all" for part in parts if part.reader == reader))


def _parts(row: ReproducedRow) -> tuple[str, ...]:
    judged = (DCASE_2025,) if row.paper.map16 is not None else ()
    return row.facts.train + row.facts.val + row.facts.test + judged


def _corpora(row: ReproducedRow, places: MachinePlaces) -> list[str]:
    """Returns missing corpora: a sentence for each without a place, else what its reader misses."""
    parts = [CorpusPart.of(part) for part in _parts(row)]
    unplaced = dict.fromkeys(part.reader for part in parts if part.reader not in places.corpora)
    missing = [
        f"{reader} ({', '.join(part.part or 'all' for part in parts if part.reader == reader)}): --data {reader}=DIR"
        for reader in unplaced
    ]
    return missing + missing_of([str(part) for part in parts if part.reader not in unplaced], places.corpora)


def _release(facts: RecipeFacts) -> Release | None:
    """Returns the published file that a recipe names, if any."""
    wanted, known = facts.audio_checkpoint, [one for one in RELEASES if one.tower == facts.audio_tower]
    return next((one for one in known if wanted in (one.name, one.file) or (wanted == "hub" and one.by_default)), None)


def _audio(facts: RecipeFacts, places: MachinePlaces) -> _Weights:
    wanted, tower = facts.audio_checkpoint, facts.audio_tower
    if not wanted or Path(wanted).is_file():
        return _Weights(wanted)
    release = _release(facts)
    file = release.file if release else wanted
    folders = [folder for folder in (places.checkpoints, _torch_hub() / "checkpoints") if folder]
    found = next((folder / file for folder in folders if (folder / file).is_file()), None)
    if found is not None:
        return _Weights(str(found))
    if release is None:
        return _Weights(wanted, (f"weights of {tower}: {file}, to be put into --checkpoints DIR",))
    if release.by_hand:
        by_hand = f"weights of {tower}: {file}, to be fetched by hand ({release.url}); --checkpoints DIR"
        return _Weights(wanted, (by_hand,))
    if places.may_fetch:
        return _Weights(wanted, (), (release.url,))
    return _Weights(wanted, (f"weights of {tower}: {file} ({release.url}; --fetch, or --checkpoints DIR)",))


def _torch_hub() -> Path:
    """Returns torch's download cache by its own rule: TORCH_HOME, else XDG_CACHE_HOME/torch, else ~/.cache/torch."""
    caches = os.environ.get("XDG_CACHE_HOME", "~/.cache")
    return Path(os.environ.get("TORCH_HOME", f"{caches}/torch")).expanduser() / "hub"


def _hub_id(facts: RecipeFacts) -> str:
    known = text_model(facts.text_name)
    return known.repository if facts.text_checkpoint == "hub" and known else facts.text_checkpoint


def _text(facts: RecipeFacts, places: MachinePlaces) -> _Weights:
    wanted, name = facts.text_checkpoint, facts.text_name
    if facts.text_tower != "transformer" or wanted in ("", "installed") or Path(wanted).is_dir():
        return _Weights(wanted)
    hub_id = _hub_id(facts)
    own = places.checkpoints / name if places.checkpoints else None
    if own is not None and (own / "config.json").is_file():
        return _Weights(str(own))
    cached = _cached(hub_id)
    if cached is not None:
        return _Weights(str(cached))
    if places.may_fetch:
        return _Weights(wanted, (), (f"https://huggingface.co/{hub_id}",))
    told = f"weights of {name}: {hub_id} of the Hugging Face hub (--fetch, or --checkpoints DIR)"
    return _Weights(wanted, (told,))


def _cached(hub_id: str) -> Path | None:
    """Returns the folder of a text encoder in the hub's cache; None without its weights."""
    if not (Path(constants.HF_HUB_CACHE) / f"models--{hub_id.replace('/', '--')}").is_dir():
        return None
    # Imported here: it takes half a second, and most machines have no such folder.
    from huggingface_hub import try_to_load_from_cache

    found = try_to_load_from_cache(hub_id, "config.json")
    folder = Path(found).parent if isinstance(found, str) else None
    if folder is None or not any((folder / name).is_file() for name in ("model.safetensors", "pytorch_model.bin")):
        return None
    return folder


def _machine(facts: RecipeFacts, places: MachinePlaces) -> list[str]:
    """Returns what the machine lacks: a GPU for the precision or the device."""
    device, precision = places.device or facts.run.accelerator, places.precision or facts.run.precision
    if precision == "16" and (device == "cpu" or not gpus()):
        return ["a GPU, for precision 16 (or --precision auto)"]
    if device.startswith("cuda") and not gpus():
        return [f"a GPU, for --device {device} (or --device auto)"]
    return []


def _captions(facts: RecipeFacts, places: MachinePlaces) -> int | None:
    """Returns the items of an epoch: the published numbers, else those of the corpus when it is here."""
    total = 0
    for part in facts.train:
        if part in CAPTIONS:
            total += CAPTIONS[part]
        elif missing_of([part], places.corpora):
            return None
        else:
            total += sum(len(clip.captions) for clip in read_parts([part], places.corpora, "train").clips)
    return total


def _steps(facts: RecipeFacts, captions: int | None) -> int | None:
    """Returns the steps of the run; an incomplete last batch does not count."""
    if facts.run.epochs is None:
        return facts.run.steps
    return None if captions is None else round(facts.run.epochs * (captions // facts.batch))
