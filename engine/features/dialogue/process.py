"""The process that transcribes: reads batches of sounds from standard input, and writes transcripts to its output.

Nothing is lost with it: the parent, `engine.features.dialogue.listening`, keeps every transcript as it comes. Messages
are JSON lines. A request has `sounds`, pairs of id and path as hex digits, and `languages`, a code for each, or an
empty text where the model decides; answers are `alive`, a transcript of a sound, an error of a sound, and `done`.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import numpy as np

from engine.audio.decode import mono_blocks, open_audio
from engine.base.child_processes import step_back
from engine.base.errors import AudioError, EngineError
from engine.base.memory_limit import watch_memory
from engine.base.types import FilePath, Waves
from engine.features.dialogue.packs import dialogue_pack
from engine.features.dialogue.recogniser import Recogniser, WrittenStretch, speech_of
from engine.features.dialogue.recogniser_packages import packages_folder
from engine.features.dialogue.windows import LONGEST_S, RATE_HZ, WindowFiller

MEMORY_BYTES = 2 << 30
"""Most that the process may take; tiny takes 0.4 GB, small 1.2."""
BLOCK_S = 300.0
_SEAM_S = 0.5
"""Speech that ends so shortly before the end of a block is read with the next one."""


def main(arguments: list[str], requests: TextIO, answers: TextIO) -> int:
    """Serves requests until standard input ends.

    Args:
        arguments: the library's folder.
        requests: see the module.
        answers: see the module.
    """
    step_back()
    watch_memory(MEMORY_BYTES)
    folder = packages_folder()
    if folder is not None:
        sys.path.append(str(folder))  # last: what Earshot brings is used as it is

    def tell(**record: object) -> None:
        answers.write(json.dumps(record) + "\n")
        answers.flush()

    try:
        pack = dialogue_pack(Path(arguments[0]))
        assert pack is not None  # the parent looked
        recogniser = Recogniser(pack)
    except EngineError as err:
        tell(refused=str(err), advice=err.advice)
        return 1
    tell(ready=pack.pack_id)
    for line in requests:
        request = json.loads(line)
        _serve(request["sounds"], request["languages"], recogniser, tell)
    return 0


def _serve(sounds: list[tuple[int, str]], languages: list[str], recogniser: Recogniser, tell: "object") -> None:
    assert callable(tell)
    fillers: dict[tuple[str, bytes], WindowFiller] = {}
    written: dict[int, list[WrittenStretch]] = {}
    failed: dict[int, str] = {}
    for (id, raw), language in zip(sounds, languages, strict=True):
        path = FilePath(bytes.fromhex(raw))
        filler = fillers.setdefault(_shared_window(path, language, recogniser), WindowFiller())
        try:
            for start_s, samples in _speech(path):
                tell(alive=id)
                for window in filler.add(id, start_s, samples):
                    _keep(recogniser.write(window, language), written)
        except AudioError as err:
            failed[id] = err.trouble.what.name
    for (language, _), filler in fillers.items():
        for window in filler.rest():
            tell(alive=0)
            _keep(recogniser.write(window, language), written)
    for id, _ in sounds:
        if id in failed:
            tell(sound=id, error=failed[id])
        else:
            found = sorted(written.get(id, ()), key=lambda one: one.words[0].start_s)
            stretches = [
                [[word.text, word.start_s, word.end_s, word.probability] for word in one.words] for one in found
            ]
            tell(sound=id, stretches=stretches, **_language(found))
    tell(done=len(sounds))


def _shared_window(path: FilePath, language: str, recogniser: Recogniser) -> tuple[str, bytes]:
    """Returns what sounds of one window have in common: where the model decides, it decides once for a window."""
    return (language, b"" if language or recogniser.is_english else path.folder.raw)


def _language(stretches: list[WrittenStretch]) -> dict[str, object]:
    """The language of most words, and the least probability with which a stretch of it was taken for that."""
    count: dict[str, int] = {}
    for one in stretches:
        count[one.language] = count.get(one.language, 0) + len(one.words)
    if not count:
        return {}
    language = max(count, key=lambda code: count[code])
    confidence = min(one.confidence for one in stretches if one.language == language)
    return {"language": language, "confidence": round(confidence, 3)}


def _keep(stretches: list[WrittenStretch], written: dict[int, list[WrittenStretch]]) -> None:
    for one in stretches:
        written.setdefault(one.sound, []).append(one)


def _speech(path: FilePath) -> Iterator[tuple[float, Waves]]:
    """Yields the stretches of a sound in which somebody speaks: start in seconds, and samples, float32 [T]."""
    rest, first_s = np.zeros(0, np.float32), 0.0
    with open_audio(path) as stream:
        for block in mono_blocks(stream, RATE_HZ, BLOCK_S):
            samples = np.concatenate([rest, block])
            spans = speech_of(samples)
            length_s = len(samples) / RATE_HZ
            is_last = len(block) < round(BLOCK_S * RATE_HZ)
            seam_s = length_s
            if not is_last and spans and spans[-1][1] > length_s - _SEAM_S:
                seam_s = max(spans.pop()[0], length_s - LONGEST_S)
            for start_s, end_s in spans:
                yield first_s + start_s, samples[round(start_s * RATE_HZ) : round(end_s * RATE_HZ)]
            rest, first_s = samples[round(seam_s * RATE_HZ) :], first_s + seam_s
    if len(rest):  # the sound ended with a full block
        for start_s, end_s in speech_of(rest):
            yield first_s + start_s, rest[round(start_s * RATE_HZ) : round(end_s * RATE_HZ)]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], sys.stdin, sys.stdout))
