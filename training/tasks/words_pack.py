"""`earshot-train words export`, `library` and `detector`: the pack of the browser, made and measured."""

import argparse
import json
import random
from dataclasses import asdict
from pathlib import Path

from engine.errors import EngineError
from engine.speech.detector import THRESHOLD
from engine.speech.words_model import WordsModel
from training.evaluation.spoken_library import build, figures, hide, others, table
from training.speech.detector import fit, gather, shares
from training.tasks import DONE, say
from training.words.utterances import WordsError, read_utterances

_SPEECH = ("digit", "word", "whisper", "warcry", "hallway_talk", "voice_", "reply:")
_UNSURE = ("cry", "crowd", "laugh", "sing", "scream", "baby", "grunt", "hurt", "pain", "death", "yell", "shout",
           "cough", "sneeze", "speech", "radio")  # fmt: skip
"""Kinds that are neither surely speech nor surely none."""
_OTHERS, _DIGITS, _HELD_OUT = 1500, 400, ("george", "lucas")


def export(options: argparse.Namespace) -> int:
    """Makes a words pack."""
    from training.export.words import export_words
    from training.words.checkpoint import load_words
    from training.words.material import measure
    from training.words.measuring import capped
    from training.words.splitting import part

    kept = load_words(options.checkpoint)
    utterances = part(read_utterances(options.data), kept.config.split).get("val", [])
    known = sorted({each.speaker for each in utterances} & set(kept.speakers))
    if known:
        raise WordsError(f"val has speakers it was trained on: {', '.join(known)}", advice="Name the run's own --data.")
    drawn = random.Random(1).sample(utterances, min(options.most, len(utterances)))
    val = capped(measure(drawn, kept.config, say), options.most)
    more = options.card.read_text(encoding="utf-8") if options.card else ""
    info = export_words(
        kept, val, options.out, version=options.version, trained_on=options.trained_on, card=more.strip()
    )
    size_bytes = sum(file.stat().st_size for file in options.out.iterdir())
    say(f"{options.out}: {size_bytes / 1e6:.1f} MB, {info.pack_id[:12]}, {dict(info.metrics)}")
    say(f"settings {json.dumps(dict(info.settings))}")
    return DONE


def library(options: argparse.Namespace) -> int:
    """Measures `say:`."""
    name, _, folder = options.data.partition("=")
    if name != "digits" or not folder:
        raise WordsError(f"{options.data} names no digits", advice="Give digits=DIR.")
    everyone = read_utterances([options.data])
    speakers = options.speaker or sorted({each.speaker for each in everyone})[:-1]
    taken: dict[tuple[str, str], int] = {}
    hidden = []
    for each in everyone:
        count = taken.get((each.word, each.speaker), 0)
        if each.speaker in speakers and count < options.limit:
            taken[each.word, each.speaker] = count + 1
            hidden.append(each)
    examples = [each for each in everyone if each.speaker not in speakers]
    words = hide(options.out / "sounds", hidden, others(options.among, options.without, options.others))
    build(options.out / "library", options.out / "sounds", options.pack, say)
    found = figures(options.out / "library", words, examples, WordsModel(options.pack).settings.features)
    (options.out / "spoken.json").write_text(json.dumps(asdict(found), indent=1) + "\n", encoding="utf-8")
    say(f"{found.sounds} sounds, {len(hidden)} digits by {', '.join(speakers)}; speech heard in {found.spoken}")
    print(table(found))
    return DONE


def detector(options: argparse.Namespace) -> int:
    """Learns and measures the speech detector."""
    parts: dict[tuple[str, bool], list[Path]] = {}
    try:
        lines = (options.corpus / "meta.jsonl").read_text(encoding="utf-8").splitlines()
    except OSError as err:
        raise EngineError(f"{options.corpus} is no corpus: {err}", advice="Name the folder of meta.jsonl.") from err
    for row in map(json.loads, lines):
        is_speech = row["kind"].startswith(_SPEECH)
        if is_speech or not any(word in row["kind"] for word in _UNSURE):
            parts.setdefault((row["split"], is_speech), []).append(options.corpus / row["file"])
    rng = random.Random(1)
    digits = read_utterances([f"digits={options.digits}"])
    learnt = [each.path for each in digits if each.speaker not in _HELD_OUT]
    held = [each.path for each in digits if each.speaker in _HELD_OUT]
    train = gather(
        parts["train", True] + rng.sample(learnt, min(_DIGITS, len(learnt))),
        rng.sample(parts["train", False], min(_OTHERS, len(parts["train", False]))),
    )
    found = fit(train)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    found.save(options.out)
    for name, pieces in (
        ("val", gather(parts["val", True], parts["val", False])),
        ("held out digits", gather(rng.sample(held, min(150, len(held))), parts["val", False][:1])),
    ):
        recall, false = shares(found, pieces, THRESHOLD)
        say(f"{name}: listened to in {recall:.3f} of the sounds of speech, {false:.3f} of the others")
    return DONE
