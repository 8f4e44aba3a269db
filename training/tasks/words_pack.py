"""`earshot-train words export`, `library` and `phrases`: the pack of the browser, made and measured."""

import argparse
import json
import random
from dataclasses import asdict

from engine.speech.words_model import WordsModel
from training.evaluation.spoken_library import build, figures, first_recordings, hide, others, table
from training.evaluation.spoken_phrases import ask, choose, told
from training.tasks import DONE, say
from training.words.utterances import WordsError, read_utterances


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
    speakers = options.speaker or sorted({each.speaker for each in everyone})
    if len(speakers) < 2:
        raise WordsError("one speaker has nobody beside to give examples", advice="Name two speakers or more.")
    hidden = first_recordings(everyone, speakers, options.limit)
    sounds = hide(options.out / "sounds", hidden, others(options.among, options.without, options.others))
    build(options.out / "library", options.out / "sounds", options.pack, say)
    found = figures(options.out / "library", sounds, WordsModel(options.pack).settings.features)
    (options.out / "spoken.json").write_text(json.dumps(asdict(found), indent=1) + "\n", encoding="utf-8")
    say(f"{len(hidden)} digits by {len(speakers)} people, {found.others} others; speech heard in {found.spoken}")
    print(table(found))
    return DONE


def phrases(options: argparse.Namespace) -> int:
    """Measures `say:` in running speech."""
    utterances = [
        each for each in read_utterances(options.data) if not options.speaker or each.speaker in options.speaker
    ]
    recordings, asked = choose(utterances, options.most, options.phrases)
    hide(options.out / "sounds", [], recordings)
    build(options.out / "library", options.out / "sounds", options.pack, say)
    found, spoken = ask(options.out / "library", options.out / "sounds", recordings, asked)
    (options.out / "phrases.json").write_text(
        json.dumps([asdict(each) for each in found], indent=1) + "\n", encoding="utf-8"
    )
    say(f"{len(recordings)} recordings; speech heard in {spoken}")
    print(told(found))
    return DONE
