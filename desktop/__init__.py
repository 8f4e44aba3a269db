"""The window: PySide6 and sounddevice over the engine. It never touches SQLite, ONNX, an index or a decoder itself."""
