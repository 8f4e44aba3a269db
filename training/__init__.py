"""From data to a model pack: reads audio by the engine's own lines. Nobody imports training; it runs as a process."""

import os

import engine  # noqa: F401  keeps ONNX Runtime's telemetry off, whatever a module of training imports first

# Before huggingface_hub can be loaded, which reads them once: it counts its users, and looks for newer versions.
os.environ["HF_HUB_DISABLE_TELEMETRY"] = "1"
os.environ["HF_HUB_DISABLE_UPDATE_CHECK"] = "1"
