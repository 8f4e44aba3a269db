"""A training that learns nothing: a real process that plays the protocol of `earshot-train retrain` from a script.

`make_packages(folder, ...)` writes a folder for PYTHONPATH with this process as package `training`, beside links to our
engine. It waits for files, never for time.
"""

import json
from pathlib import Path
from typing import Any

from tests.helpers.tiny_library import REPOSITORY

MATERIAL: dict[str, Any] = {
    "event": "material",
    "used": {"train": 40, "val": 10, "held_out": 12, "captions": 75, "seconds": 312.5},
    "left_out": [
        {"reason": "NO_CAPTION", "count": 12, "examples": ["take 3.wav", "take 4.wav"]},
        {"reason": "TERMS", "count": 1, "examples": ["choir.wav"]},
    ],
    "notes": [],
    "refused": None,
}
BEFORE: dict[str, Any] = {
    "event": "measured", "which": "before", "queries": 20, "map10": 0.31, "recall1": 0.2, "recall5": 0.4,
    "recall10": 0.55, "low": 0.2, "high": 0.42,
}  # fmt: skip
AFTER: dict[str, Any] = {
    "event": "measured", "which": "after", "queries": 20, "map10": 0.52, "recall1": 0.4, "recall5": 0.6,
    "recall10": 0.75, "low": 0.43, "high": 0.63, "change": 0.21, "change_low": 0.1, "change_high": 0.31,
}  # fmt: skip
_PROGRAM = """
import argparse, json, os, shutil, signal, sys, time
from pathlib import Path

parser = argparse.ArgumentParser()
parser.add_argument("command")
for name in ("--library", "--folder", "--manifest", "--run", "--pack"):
    parser.add_argument(name, type=Path)
parser.add_argument("--own")
parser.add_argument("--minutes", type=float)
for name in ("--look", "--resume", "--json"):
    parser.add_argument(name, action="store_true")
options = parser.parse_args()
here = Path(__file__).parents[1]
script = json.loads((here / "script.json").read_text())
run, events = options.run, open(options.run / "events.jsonl", "a")


def tell(record):
    line = json.dumps(record)
    events.write(line + "\\n")
    events.flush()
    if options.json:
        print(line, flush=True)


print("a training by a script", flush=True)
source = options.library or options.folder or options.manifest
if not source.exists():
    tell({"event": "failed", "message": f"{source} does not exist", "advice": "Choose another."})
    sys.exit(1)
(run / "run.json").write_text(json.dumps({"pid": os.getpid(), "argv": sys.argv[1:]}))
tell(script["material"])
if options.look:
    sys.exit(0)
if script["ignores_stop"]:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
checkpoint = run / "checkpoint.pt"
first = int(checkpoint.read_text()) + 1 if options.resume else 1
(run / "stop").unlink(missing_ok=True)
steps = script["steps"]
begun = {"event": "begun", "steps": steps, "minutes": options.minutes, "device": "cpu", "from": "starter"}
tell(begun | {"pack_id": "p"})
for step in range(first, steps + 1):
    far = {"step": step, "steps": steps, "minutes": step / 60, "left_s": steps - step}
    tell({"event": "step", "loss": 3 / step, **far})
    if step % 5 == 0:
        tell({"event": "looked", "step": step, "val_map10": 0.3 + step / 100, "val_recall1": 0.2, "val_recall10": 0.5,
              "best": True})
        checkpoint.write_text(str(step))
    if step == script["dies_at"]:
        print("MemoryError: a training by a script", flush=True)
        os._exit(9)
    if step == script["fails_at"]:
        tell({"event": "failed", "message": "no sound could be read", "advice": "Look at the folder."})
        sys.exit(1)
    while step == script["holds_at"] and not (here / "go").exists():
        if (run / "stop").exists() and not script["ignores_stop"]:
            checkpoint.write_text(str(step))
            tell({"event": "stopped", "step": step})
            sys.exit(0)
        time.sleep(0.01)
tell({"event": "exporting"})
tell(script["before"])
tell(script["after"])
if script["pack"]:
    shutil.copytree(script["pack"], run / "pack")
tell({"event": "finished", "pack": str(run / "pack"), "pack_id": "q", "name": "retrained"} | script["finished"])
"""


def make_packages(folder: Path, *, pack: Path | None = None, **script: Any) -> Path:
    """Writes the packages and returns their folder.

    Args:
        pack: copied as the training's result.
        script: `steps`, and `holds_at` (waits there for `let_go`), `dies_at`, `fails_at` (a step each, 0 for never),
            `ignores_stop`, `material`, `before`, `after`, `finished` (overrides in the last line).
    """
    package = folder / "training"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "cli").mkdir()
    (package / "cli" / "__init__.py").write_text("", encoding="utf-8")
    (package / "cli" / "needed.py").write_text('NEEDED = ("torch",)\n', encoding="utf-8")
    (package / "__main__.py").write_text(_PROGRAM, encoding="utf-8")
    (folder / "torch.py").write_text(_TORCH, encoding="utf-8")
    for name in ("transformers", "onnx"):
        (folder / f"{name}.py").write_text("__version__ = '1.0'\n", encoding="utf-8")
    for name in ("engine", "resources"):
        (folder / name).symlink_to(REPOSITORY / name, target_is_directory=True)
    usual = {"steps": 10, "holds_at": 0, "dies_at": 0, "fails_at": 0, "ignores_stop": False, "finished": {}}
    usual |= {"material": MATERIAL, "before": BEFORE, "after": AFTER, "pack": str(pack) if pack is not None else ""}
    (folder / "script.json").write_text(json.dumps(usual | script), encoding="utf-8")
    return folder


def change_script(packages: Path, **script: Any) -> None:
    file = packages / "script.json"
    file.write_text(json.dumps(json.loads(file.read_text(encoding="utf-8")) | script), encoding="utf-8")


def let_go(packages: Path) -> None:
    """Lets a held training go on."""
    (packages / "go").touch()


_TORCH = """
__version__ = "2.0"
class cuda:
    is_available = staticmethod(lambda: False)
class backends:
    class mps:
        is_available = staticmethod(lambda: False)
"""
