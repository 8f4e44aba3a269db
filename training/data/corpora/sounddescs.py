"""SoundDescs: descriptions of the BBC's sound effects as its benchmark publishes them; used to measure on.

data/SoundDescs/PART_list.txt has an id a line, sounddescs_data/descriptions.pkl maps ids to descriptions; both may also
lie in the folder itself. Sounds lie in audio, audios or the folder, named by id. The pickle is loaded by a reader that
accepts only dictionaries, lists, texts and numbers and calls nothing.
"""

import io
import pickle
from pathlib import Path

from engine.base.training_messages import ExclusionReason
from training.data.corpora.reader import CorpusReading, Ledger, add_if_readable, need_folder, tidy
from training.data.corpus import Clip, CorpusError

PARTS = {"train": "train", "val": "val", "test": "test"}
_SUFFIXES = (".wav", ".flac", ".mp3")
LICENCE = "RemArc Licence (BBC): not for commercial use"


def read_sounddescs(folder: Path, part: str) -> CorpusReading:
    """Reads one part.

    Raises:
        CorpusError: unknown part, no folder or list, or descriptions that are no plain dictionary.
    """
    need_folder(folder, "sounddescs")
    if part not in PARTS:
        raise CorpusError(f"SoundDescs has no part {part!r}", advice=f"Its parts are {', '.join(PARTS)}.")
    told = _descriptions(_one_of(folder, "sounddescs_data/descriptions.pkl", "descriptions.pkl"))
    ids = _one_of(folder, f"data/SoundDescs/{part}_list.txt", f"{part}_list.txt").read_text("utf-8").split()
    sounds = {
        path.stem: path
        for place in (folder, folder / "audios", folder / "audio")
        if place.is_dir()
        for path in place.iterdir()
        if path.suffix.lower() in _SUFFIXES
    }
    ledger = Ledger()
    for id in dict.fromkeys(ids):
        caption = tidy(told.get(id))
        if not caption:
            ledger.leave(ExclusionReason.NO_CAPTION, id)
        elif id not in sounds:
            ledger.leave(ExclusionReason.NO_FILE, id)
        else:
            add_if_readable(ledger, _clip(sounds[id], id, part, caption))
    return ledger.reading()


def _clip(path: Path, id: str, part: str, caption: str) -> Clip:
    return Clip(
        id=f"sounddescs/{part}/{id}",
        path=path.absolute(),
        source="sounddescs",
        original_path=path.name,
        licence=LICENCE,
        captions=(caption,),
        kind=f"sounddescs/{part}/{id}",
        category="",
        split=PARTS[part],
        duration_s=0.0,
        group=f"bbc/{id}",
    )


class _PlainReader(pickle.Unpickler):
    """Unpickles plain data only: never looks up a class or function that the pickle names."""

    def find_class(self, module: str, name: str) -> object:
        raise pickle.UnpicklingError(f"it names {module}.{name}")


def _descriptions(path: Path) -> dict[str, object]:
    try:
        found = _PlainReader(io.BytesIO(path.read_bytes()), encoding="latin1").load()
    except Exception as err:  # a damaged pickle can raise anything
        raise CorpusError(f"{path} is no plain dictionary: {err}", advice="Take it as it is published.") from err
    if not isinstance(found, dict):
        raise CorpusError(
            f"{path} holds {type(found).__name__}, not a dictionary", advice="Take it as it is published."
        )
    return {str(id): text for id, text in found.items()}


def _one_of(folder: Path, *names: str) -> Path:
    for name in names:
        if (folder / name).is_file():
            return folder / name
    raise CorpusError(f"{folder / names[0]} is not there", advice="It comes with the benchmark's repository.")
