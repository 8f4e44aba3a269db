"""A corpus of ten synthetic sounds for tests: five kinds, tones and noises, in every split."""

import json
from pathlib import Path

from tests.helpers.sounds import write_noise, write_tone

KINDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "hum": ("a low electric hum", ("low hum of a machine", "deep droning tone")),
    "beep": ("a high electronic beep", ("short high beep", "a piercing tone")),
    "whistle": ("a very high whistle", ("thin high whistle",)),
    "horn": ("a plain horn tone", ("a horn holds a note",)),
    "hiss": ("steady hiss of noise", ("white noise", "air hissing")),
}
"""Kind to its first caption and further ones."""

TONES_HZ = {"hum": 110.0, "beep": 2_000.0, "whistle": 7_000.0, "horn": 520.0}


def make_corpus(folder: Path, takes: int = 2) -> Path:
    """Writes audio files and meta.jsonl: of each kind clips of half a second and of 0.8 s in turn in each split."""
    lines = []
    for split in ("train", "val", "test"):
        for kind, (first, more) in KINDS.items():
            for take in range(takes):
                seconds = (0.5, 0.8)[take % 2]
                name = f"{split}-{kind}-{take}"
                path = folder / "audio" / "made" / f"{name}.wav"
                path.parent.mkdir(parents=True, exist_ok=True)
                level = 0.3 + 0.2 * (take % 2)
                if kind in TONES_HZ:
                    write_tone(path, TONES_HZ[kind] * (1.0 + 0.02 * take), seconds, level=level)
                else:
                    write_noise(path, seconds, level=level, seed=take)
                record = {
                    "id": name,
                    "file": f"audio/made/{name}.wav",
                    "source": "made",
                    "original_path": f"{kind}/{kind}_{take}.wav",
                    "licence": "CC0",
                    "duration_s": seconds,
                    "labels": [kind],
                    "category": "tests",
                    "captions": [first, *more],
                    "kind": kind,
                    "group": name,
                    "content_sha1": name,
                    "split": split,
                }
                lines.append(json.dumps(record))
    (folder / "meta.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder
