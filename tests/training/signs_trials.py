"""The command lines by which `tests.training.signs_of_life` tries each command of `earshot-train`, and their made data.

Sizes are such that a command works for some seconds. What a later command needs, such as a checkpoint, an earlier one
of the list has made.
"""

import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import product
from pathlib import Path

from engine.models.speech_pack import speech_pack_for
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_pack import make_tiny_pack
from tests.training.corpora import make_corpus
from tests.training.data.chat_server import chat_server
from tests.training.data.test_further import make_further
from tests.training.export.checkpoints import make_clap
from tests.training.papers.experiments.test_running import UNITS
from tests.training.papers.passt.test_running import STAGE, mini_clotho
from tests.training.papers.units.small import make_fsdd
from tests.training.papers.units.test_challenge import make_challenge
from tests.training.papers.units.test_challenge import recipe as challenge_recipe
from tests.training.papers.units.test_units_command import write_recipe
from tests.training.papers.words.test_command import RECIPE as WORDS
from tests.training.test_background import make_rooms
from tests.training.test_lacking import make_named_corpus
from tests.training.test_starter import TINY
from tests.training.test_tiny import SMALLER
from training.papers.units.checkpoint import save_units
from training.papers.units.recordings import hear, read_recordings
from training.papers.units.tasks import learn_codes

Words = Callable[[Path], list[str]]
"""Gives a command line, told where its results go."""
NOT_TRIED = {
    "corpus fetch": "wants a network",
    "corpus doubles": "wants two corpora of recordings",
    "corpus manifest": "wants the corpus with its SOURCES.md",
    "corpus unpack": "wants a corpus packed in shards",
    "import-salsa": "as `import-clap`, by the same steps",
    "retrain": "tells by events of its own, which docs/training.md lists",
    "words beside": "wants Silero's weights",
    "words export": "wants a run that has learnt something, tells of `hearing words`",
}
_MEASURED = ("filtered", "honesty", "mixed", "rankings", "refining", "robustness", "variety", "spotting")


@contextmanager
def trials(folder: Path) -> Iterator[Mapping[str, Words]]:
    """Gives a command line for each command, in their order."""
    made = folder / "made"
    with ExitStack() as stack:
        url = stack.enter_context(chat_server()).url
        yield _of_packs(made) | _of_runs(made, folder / "out", url) | _of_speech(made, folder / "out")


def make(folder: Path) -> int:
    """Makes what is needed, where it is not there yet."""
    if not (folder / "made").is_dir():
        _make(folder / "made-unfinished")
        (folder / "made-unfinished").rename(folder / "made")
    return 0


def _make(made: Path) -> None:
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(parents=True)
    make_corpus(made / "data", takes=12)
    make_further(made / "further")
    make_rooms(made / "rooms", rooms=6)
    make_named_corpus(made / "named")
    make_tiny_pack(made / "pack")
    make_clap(made / "clap")
    make_fsdd(made / "fsdd", takes=8)
    make_challenge(made / "2019")
    row, places = challenge_recipe(20), {"zerospeech2019": made / "2019"}
    sounds = hear(read_recordings(row.parts.train, places), row.features, print, trim=False)
    save_units(made / "challenge.pt", learn_codes(sounds, row, made / "challenge"))
    mini_clotho(made / "clotho")
    _make_kinds(made / "kinds")
    (made / "languages.tsv").write_text("kinds\teng\tdeu\nhum\thum\tBrummen\nhiss\thiss\tRauschen\n", encoding="utf-8")
    (made / "list.txt").write_text("ann_00.txt 0.5\ncid_31.txt 0.5\n", encoding="utf-8")
    (made / "spots.toml").write_text(
        '[[queries]]\ntext = "low hum"\nkinds = ["hum"]\n\n[[queries]]\ntext = "a hiss"\nkinds = ["hiss"]\n',
        encoding="utf-8",
    )
    (made / "words.txt").write_text("seven open door water glass", encoding="utf-8")
    (made / "words.toml").write_text(WORDS.replace("epochs = 2", "epochs = 40"), encoding="utf-8")
    (made / "tiny.toml").write_text(TINY.replace("steps = 40", "steps = 300"), encoding="utf-8")
    (made / "smaller.toml").write_text(SMALLER.replace("steps = 40", "steps = 300"), encoding="utf-8")
    write_recipe(made / "small.toml", 300)
    changed = (made / "small.toml").read_text(encoding="utf-8").replace('"fsdd:-cid"', '"fsdd"')
    (made / "small.toml").write_text(changed, encoding="utf-8")
    (made / "tiny-units.toml").write_text(UNITS, encoding="utf-8")
    (made / "recipes").mkdir()
    row = STAGE.format(name="first", what="tiny", paper="", more="", text="").replace('tower = "transformer"\n', "")
    row = row.replace('name = ""\ncheckpoint = ""\ntokenizer = "installed"\n', 'tower = "minilm"\n')
    (made / "recipes" / "first.toml").write_text(row.replace("epochs = 2", "epochs = 40"), encoding="utf-8")


def _make_kinds(folder: Path) -> None:
    """Sixteen kinds of tones, nine of each, long enough to be joined."""
    rows = []
    for number, take in product(range(16), range(9)):
        name, kind = f"{number}-{take}", f"tone {number}"
        file = folder / "audio" / f"{name}.wav"
        file.parent.mkdir(parents=True, exist_ok=True)
        write_tone(file, 100.0 * 1.3**number * (1.0 + 0.01 * take), 2.1)
        own = {"id": name, "file": f"audio/{name}.wav", "kind": kind, "group": name, "content_sha1": name}
        own |= {"source": "made", "original_path": f"{name}.wav", "licence": "CC0", "labels": [kind], "split": "test"}
        rows.append(own | {"duration_s": 2.1, "category": "tests", "captions": [f"a {kind}", f"the {kind} again"]})
    (folder / "meta.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def _of_packs(made: Path) -> dict[str, Words]:
    """What is measured through the engine."""
    data, pack = ["--data", str(made / "data")], ["--pack", str(made / "pack"), "--workers", "1"]
    both = [*data, "--data", str(made / "further")]
    named, rooms = ["--data", str(made / "named")], ["--data", str(made / "rooms")]
    kinds = ["--data", str(made / "kinds")]
    own: dict[str, Words] = {name: lambda out, name=name: [name, *data, *pack] for name in _MEASURED}  # type: ignore[misc]
    own["spotting"] = lambda out: ["spotting", *data, *pack, "--list", str(made / "spots.toml")]
    return own | {
        "background": lambda out: ["background", *rooms, *pack],
        "bounds": lambda out: ["bounds", *rooms, *pack, "--clips", "3", "--seed", "7"],
        "strokes": lambda out: ["strokes", *rooms, *pack, "--clips", "3", "--seed", "7"],
        "planted": lambda out: ["planted", *rooms, *pack, "--files", "1", "--quarters", "1", "--events", "2"],
        "lacking": lambda out: ["lacking", *named, *pack, "--seeds", "2"],
        "owner": lambda out: ["owner", *kinds, *pack, "--seeds", "2"],
        "moments": lambda out: ["moments", *kinds, *pack],
        "corpus": lambda out: ["corpus", *data],
        "evaluate": lambda out: ["evaluate", *data, *pack],
        "evaluate-languages": lambda out: ["evaluate-languages", *data, *pack, "--list", str(made / "languages.tsv")],
        "evaluate-left-out": lambda out: ["evaluate-left-out", *both, "--pack", str(made / "pack")],
        "evaluate-pack": lambda out: ["evaluate-pack", *data, *pack, "--against", str(made / "pack")],
        "evaluate-queries": lambda out: ["evaluate-queries", *data, *pack],
        "evaluate-page": lambda out: ["evaluate-page", "--out", str(out / "page" / "starter.md")],
        "evaluate-card": lambda out: ["evaluate-card", "--pack", str(made / "pack"), "--cpu-s", "1"],
        "edit": lambda out: ["edit", *data, "--out", str(out / "edits"), "--count", "20"],
        "synthesise": lambda out: ["synthesise", "--out", str(out / "made"), "--count", "60"],
        "synonyms": lambda out: ["synonyms", *data, "--part", "earshot:train", "--out", str(out / "variants.jsonl")],
        "import-clap": lambda out: ["import-clap", str(made / "clap"), "--out", str(out / "clap"), *data],
        "towers": lambda out: ["towers"],
    }


def _of_runs(made: Path, earlier: Path, url: str) -> dict[str, Words]:
    """What learns from sounds, and what comes of it."""
    data, recipe = ["--data", str(made / "data")], str(made / "tiny.toml")
    last = str(earlier / "run" / "last.pt")
    chat = ["--url", url, "--model", "none", "--part", "clotho:development", "--yes"]
    return {
        "train": lambda out: ["train", recipe, *data, "--out", str(out / "run")],
        "teach": lambda out: ["teach", "--checkpoint", last, *data, "--out", str(out / "teachers")],
        "compare": lambda out: ["compare", str(earlier / "run"), str(earlier / "run"), *data],
        "charts": lambda out: ["charts", str(earlier / "run"), "--out", str(out / "charts")],
        "benchmark": lambda out: [
            "benchmark", "clotho", "--data", str(made / "clotho"), "--pack", str(made / "pack")
        ],
        "share": lambda out: ["share", last, "--licence", "mit", "--out", str(out / "shared")],
        "export": lambda out: ["export", "--checkpoint", last, "--out", str(out / "exported"), *data],
        "starter": lambda out: [
            "starter", *data, "--config", recipe, "--runs", str(out / "runs"), "--out", str(out / "packs" / "big")
        ],
        "tiny": lambda out: [
            "tiny", *data, "--config", str(made / "smaller.toml"), "--runs", str(out / "runs"),
            "--pack", str(earlier / "packs" / "big"), "--out", str(out / "small-pack"),
        ],
        "reproduce": lambda out: [
            "reproduce", "--row", "first", "--recipes", str(made / "recipes"), "--data", f"clotho={made / 'clotho'}",
            "--runs", str(out / "rows"),
        ],
        "experiment": lambda out: [
            "experiment", str(made / "tiny-units.toml"), "--data", f"fsdd={made / 'fsdd'}", "--out", str(out / "tried")
        ],
        "paraphrase": lambda out: [
            "paraphrase", "--data", f"clotho={made / 'clotho'}", "--out", str(out / "said.jsonl"), *chat
        ],
    }  # fmt: skip


def _of_speech(made: Path, earlier: Path) -> dict[str, Words]:
    """Words and units."""
    fsdd, said, running = f"fsdd={made / 'fsdd'}", earlier / "said", earlier / "running"
    words, recipe = ["--data", f"made={said}"], str(made / "words.toml")
    rows = ["--recipe", recipe, "--row", "n1-h4-avg", "--most", "40"]
    best, codes, units = earlier / "words" / "best.pt", earlier / "codes" / "last.pt", str(made / "small.toml")
    hidden = ["--data", f"digits={made / 'fsdd'}", "--among", str(made / "data"), "--others", "20", "--limit", "3"]
    voices = ["--voice", "flite-slt", "--voice", "espeak-m1"]
    listed = ["--task", str(made / "2019" / "words.item"), "--list", str(made / "list.txt")]
    return {
        "words make": lambda out: ["words", "make", "--out", str(out / "said"), "--speakers", "8", "--first", "30"],
        "words sentences": lambda out: [
            "words", "sentences", "--out", str(out / "running"), "--speakers", "5", "--sentences", "6"
        ],
        "words train": lambda out: ["words", "train", recipe, *words, "--out", str(out / "words")],
        "words tables": lambda out: ["words", "tables", *words, *rows, "--out", str(out / "tables")],
        "words digits": lambda out: ["words", "digits", *words, *rows, "--out", str(out / "digits")],
        "words evaluate": lambda out: ["words", "evaluate", "--checkpoint", str(best), *words],
        "words library": lambda out: [
            "words", "library", "--pack", str(speech_pack_for("words", None)), *hidden, "--out", str(out / "hidden")
        ],
        "words phrases": lambda out: [
            "words", "phrases", "--pack", str(speech_pack_for("words", None)), "--data", f"aligned={running}",
            "--phrases", "4", "--out", str(out / "phrases"),
        ],
        "words detector": lambda out: [
            "words", "detector", "--corpus", str(made / "data"), "--digits", str(made / "fsdd"),
            "--running", str(running), "--out", str(out / "detector.npz"),
        ],
        "units tables": lambda out: ["units", "tables"],
        "units voices": lambda out: [
            "units", "voices", "--out", str(out / "voices"), *voices, "--sentences", "12"
        ],
        "units train": lambda out: ["units", "train", units, "--data", fsdd, "--out", str(out / "codes")],
        "units invert": lambda out: [
            "units", "invert", str(codes), "--data", fsdd, "--part", "fsdd:ann", "--out", str(out / "inverter")
        ],
        "units measure": lambda out: [
            "units", "measure", str(codes), "--data", fsdd, "--part", "fsdd", "--about", "cid"
        ],
        "units respeak": lambda out: [
            "units", "respeak", str(earlier / "inverter" / "last.pt"), "--data", fsdd, "--out", str(out / "again"),
            "--words", str(speech_pack_for("words", None)),
        ],
        "units sweep": lambda out: [
            "units", "sweep", units, "--data", fsdd, "--steps", "40", "--out", str(out / "sweep"), "--table", "1"
        ],
        "units export": lambda out: [
            "units", "export", "--checkpoint", str(codes), "--inverter", str(earlier / "inverter" / "last.pt"),
            "--out", str(out / "units-pack"),
        ],
        "units picture": lambda out: [
            "units", "picture", str(speech_pack_for("units", None)), str(made / "fsdd" / "0_ann_0.wav"),
            "--out", str(out / "drawn.png"),
        ],
        "units again": lambda out: [
            "units", "again", str(speech_pack_for("units", None)), *hidden, "--out", str(out / "patterns")
        ],
        "challenge submit": lambda out: [
            "challenge", "submit", str(made / "challenge.pt"), "--data", f"zerospeech2019={made / '2019'}",
            "--out", str(out / "handed"),
        ],
        "challenge score": lambda out: ["challenge", "score", str(earlier / "handed"), *listed],
    }  # fmt: skip
