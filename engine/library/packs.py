"""The packs of a library: listed, installed and removed.

Re-exports for everybody outside the engine; the engine and its features import the rooms themselves.
"""

from engine.ingest.installed_packs import InstalledPack, shelf, take_in, take_out
from engine.ingest.pack_removal import FreedSpace, forget_pack

__all__ = ["FreedSpace", "InstalledPack", "forget_pack", "shelf", "take_in", "take_out"]
