"""From data to a model pack, reading audio by the engine's own code. Runs as a process; nobody imports it."""

import os

import engine  # noqa: F401  keeps ONNX Runtime's telemetry off, whatever a module of training imports first

# huggingface_hub reads these once, when it loads: no telemetry, no look for newer versions.
os.environ["HF_HUB_DISABLE_TELEMETRY"] = "1"
os.environ["HF_HUB_DISABLE_UPDATE_CHECK"] = "1"
