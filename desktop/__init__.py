"""The window: PySide6 and sounddevice on top of the engine. It never touches SQLite, ONNX, an index or a decoder."""

import engine  # noqa: F401  keeps ONNX Runtime's telemetry off, whatever is imported first
