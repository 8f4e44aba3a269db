"""From data to a model pack: reads audio by the engine's own lines. Nobody imports training; it runs as a process."""

import engine  # noqa: F401  keeps ONNX Runtime's telemetry off, whatever a module of training imports first
