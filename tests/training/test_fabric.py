"""What a training loads: nothing that it does not use."""

import json
import subprocess
import sys

_LOADED = """
import importlib, json, sys
for module in sys.argv[1:]:
    importlib.import_module(module)
loaded = {"torchmetrics", "torchvision", "transformers", "matplotlib"} & set(sys.modules)
print(json.dumps(sorted(loaded)))
"""


def test_a_training_loads_no_library_that_it_does_not_use() -> None:
    modules = ["training.runs.steps", "training.papers.units.sweep", "training.papers.words.training"]
    done = subprocess.run([sys.executable, "-c", _LOADED, *modules], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [], "torchmetrics is named here, too, where it is hidden for good"
