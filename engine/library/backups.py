"""Backups of a library, made by the day or on demand.

Re-exports for everybody outside the engine; the engine and its features import the rooms themselves.
"""

from engine.ingest.backup_schedule import BackupMade, make_asked, make_daily_aside

__all__ = ["BackupMade", "make_asked", "make_daily_aside"]
