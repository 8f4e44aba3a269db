"""The watch over a library's folders. Loads watchdog.

Re-exports for everybody outside the engine; the engine and its features import the rooms themselves.
"""

from engine.ingest.watch import RootChange, Watcher

__all__ = ["RootChange", "Watcher"]
