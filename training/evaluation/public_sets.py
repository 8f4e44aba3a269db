"""The public sets for comparing packs: source, protocol, and overlap with training data.

Others' figures are only shown with their source at hand; there are none yet.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from training.data.manifest import read_manifest

TEMPLATES = ("{}", "this is a sound of {}", "this is the sound of {}")
"""The bare label, and the prompts of the first and second MS-CLAP; the mean is of all three."""
MEAN = "mean of the templates"


class PublicTask(StrEnum):
    """The task of a set."""

    ACCURACY = "accuracy"
    PRECISION = "mAP"
    RETRIEVAL = "retrieval"


@dataclass(frozen=True, slots=True)
class PublicSet:
    """Facts about a set that do not need the set itself."""

    name: str
    title: str
    task: PublicTask
    sounds: int
    """Sounds of the measured part, as published."""
    source: str
    size: str
    protocol: str
    overlap: str
    """What Earshot's own packs may have met in training."""


_ZERO_SHOT = (
    "Zero-shot: nothing is learnt from it. A sound is what the label that is nearest to its best window says, asked as "
    f"{', '.join(repr(template) for template in TEMPLATES)} and as the mean of the vectors of all three."
)
_TEXT_TO_AUDIO = "Text to audio, by sound alone; a sound is as near as its best window."
_FREESOUND = (
    "The sounds are of Freesound, as are many files of the games and programs that Earshot's packs learnt from, which "
    "often do not name them."
)
_AUDIOSET = "The networks that Earshot's starter packs began with learnt AudioSet's labels."

SETS = {
    one.name: one
    for one in (
        PublicSet(
            "esc50",
            "ESC-50 (Piczak 2015)",
            PublicTask.ACCURACY,
            2000,
            "github.com/karolpiczak/ESC-50, master.zip",
            "600 MB",
            f"The mean accuracy over the five published folds. {_ZERO_SHOT}",
            f"{_FREESOUND} {_AUDIOSET}",
        ),
        PublicSet(
            "urbansound8k",
            "UrbanSound8K (Salamon et al. 2014)",
            PublicTask.ACCURACY,
            8732,
            "zenodo.org/records/1203745, UrbanSound8K.tar.gz",
            "6 GB",
            f"The mean accuracy over the ten published folds. {_ZERO_SHOT}",
            f"{_FREESOUND} {_AUDIOSET}",
        ),
        PublicSet(
            "fsd50k",
            "FSD50K, evaluation part (Fonseca et al. 2022)",
            PublicTask.PRECISION,
            10_231,
            "zenodo.org/records/4060432, FSD50K.eval_audio and FSD50K.ground_truth",
            "some 6 GB",
            "Average precision of each class over all sounds, the mean over the classes that have any; intervals "
            f"resample classes. {_ZERO_SHOT}",
            f"{_FREESOUND} Source fsdkaggle of Earshot's corpus is of FSDKaggle2018, which has the same makers and "
            f"shares recordings with FSD50K. {_AUDIOSET}",
        ),
        PublicSet(
            "clotho",
            "Clotho v2.1, evaluation part (Drossos et al. 2020)",
            PublicTask.RETRIEVAL,
            1045,
            "zenodo.org/records/4783391, clotho_audio_evaluation.7z and clotho_captions_evaluation.csv",
            "some 2 GB",
            f"Each of five captions of a sound is a query that this sound alone answers. {_TEXT_TO_AUDIO}",
            _FREESOUND,
        ),
        PublicSet(
            "audiocaps",
            "AudioCaps v1, test part (Kim et al. 2019)",
            PublicTask.RETRIEVAL,
            975,
            "github.com/cdjkim/audiocaps for the list; the sounds are cut from videos, some of which are gone",
            "some 1 GB",
            f"Each of five captions of a sound is a query that this sound alone answers. {_TEXT_TO_AUDIO}",
            f"The sounds are of AudioSet. {_AUDIOSET}",
        ),
        PublicSet(
            "sounddescs",
            "SoundDescs, test part (Koepke et al. 2022)",
            PublicTask.RETRIEVAL,
            4947,
            "github.com/akoepke/audio-retrieval-benchmark for lists, descriptions and a script that fetches the sounds",
            "some 100 GB as WAV",
            f"Each description is a query that its sound alone answers. {_TEXT_TO_AUDIO}",
            "None is known: no source of Earshot's corpus is of the BBC's archive.",
        ),
        PublicSet(
            "dcase",
            "DCASE 2025, task 6: judged queries on Clotho's evaluation part",
            PublicTask.RETRIEVAL,
            1045,
            "the challenge's metadata_eval.csv, beside Clotho v2.1 (zenodo.org/records/4783391)",
            "some 2 GB",
            "A query has every sound that judges found right; mAP@k divides by all of them, as the challenge does. "
            f"{_TEXT_TO_AUDIO}",
            _FREESOUND,
        ),
    )
}


@cache
def freesound_ids() -> frozenset[str]:
    """Returns the Freesound ids in file names of Earshot's corpus: 147793__user__name.ogg."""
    found = (re.search(r"(?:^|/)(\d{2,7})__", entry.original_path) for entry in read_manifest())
    return frozenset(match.group(1) for match in found if match)
