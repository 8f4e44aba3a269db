"""A library's backup files: names, listing, and which may be deleted.

A backup is a copy of the catalogue in `backups/`, an ordinary SQLite file. Its name states time and reason, so listing
opens no file. Beside it lie copies of what features keep of the user's own work (engine/store/user_files.py). words.db
and units.db are not copied: they can be computed again.

These are kept: the newest daily backup of each of the last three days on which Earshot was used, and of each of the
three calendar weeks before; the two newest of each other kind (before a migration, before a repair, replaced by a
restore, damaged); and those made on request, until the user deletes them.
"""

import re
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from msgspec import Struct

FOLDER = "backups"
DAILY_AFTER_S = 20 * 3600.0
"""A daily backup is due when the newest is older. Under a day, for users who start a little earlier every day."""
_DAYS = 3
_WEEKS = 3
_OTHERS = 2
_TIME = "%Y%m%dT%H%M%SZ"


class Reason(StrEnum):
    """Why a backup was made."""

    DAILY = "daily"
    """Earshot was used on that day."""
    MIGRATION = "migration"
    """Before a later Earshot changed its tables."""
    MENDING = "mending"
    REPLACED = "replaced"
    """Before a restore replaced it."""
    DAMAGED = "damaged"
    """It failed its check, and nothing was written since. Restored only if there is no other."""
    ASKED = "asked"


_NAME = re.compile(rf"catalogue-(\d{{8}}T\d{{6}}Z)-({'|'.join(Reason)})(?:-(\d+))?\.sqlite")


class Backup(Struct, frozen=True):
    """One backup."""

    path: Path
    made_s: float
    """Unix time."""
    reason: Reason
    size_bytes: int
    """With what lies beside it and goes with it."""

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def is_whole(self) -> bool:
        """Whether it passed its check when it was made."""
        return self.reason is not Reason.DAMAGED

    @property
    def when_text(self) -> str:
        """Local time, as 2026-11-22 19:24."""
        return datetime.fromtimestamp(self.made_s).astimezone().strftime("%Y-%m-%d %H:%M")


def backups_of(library: Path) -> list[Backup]:
    """Lists a library's backups, newest first; ignores files with other names."""
    found = []
    try:
        files = [path for path in (library / FOLDER).iterdir() if path.is_file()]
        sizes: Counter[str] = Counter()
        for path in files:
            sizes[path.name.split(".", 1)[0]] += path.stat().st_size
        for path in files:
            named = _NAME.fullmatch(path.name)
            if named:
                made_s = datetime.strptime(named[1], _TIME).replace(tzinfo=UTC).timestamp()
                number = int(named[3] or 1)
                found.append((made_s, number, Backup(path, made_s, Reason(named[2]), sizes[path.stem])))
    except (OSError, ValueError):  # the folder is missing, or vanished while it was read
        return [backup for _, _, backup in sorted(found, key=lambda each: each[:2], reverse=True)]
    return [backup for _, _, backup in sorted(found, key=lambda each: each[:2], reverse=True)]


def newest_whole(library: Path) -> Backup | None:
    """Returns the newest backup that passed its check when it was made, or None."""
    return next((backup for backup in backups_of(library) if backup.is_whole), None)


def is_daily_due(library: Path, now_s: float) -> bool:
    """Whether the last DAILY_AFTER_S saw no backup; ignores one that a wrong clock dated in the future."""
    return not any(
        backup.is_whole and 0 <= now_s - backup.made_s < DAILY_AFTER_S
        for backup in backups_of(library)
        if backup.reason in (Reason.DAILY, Reason.ASKED)
    )


def path_for(library: Path, reason: Reason, now_s: float) -> Path:
    """Returns a free name for a backup made now; a second backup within one second gets a higher number."""
    folder, time = library / FOLDER, datetime.fromtimestamp(now_s, UTC).strftime(_TIME)
    numbers = [
        int(named[3] or 1) for path in folder.glob(f"catalogue-{time}-*") if (named := _NAME.fullmatch(path.name))
    ]
    number = f"-{max(numbers) + 1}" if numbers else ""
    return folder / f"catalogue-{time}-{reason.value}{number}.sqlite"


def superseded(backups: Iterable[Backup]) -> list[Backup]:
    """Returns the backups that the rule above allows to delete: never the newest of a kind."""
    kept: set[Path] = set()
    by_reason: dict[Reason, list[Backup]] = {}
    everything = sorted(backups, key=lambda backup: backup.made_s, reverse=True)
    for backup in everything:
        by_reason.setdefault(backup.reason, []).append(backup)
    for reason, some in by_reason.items():
        if reason is Reason.ASKED:
            kept.update(backup.path for backup in some)
        elif reason is Reason.DAILY:
            days = _newest_each(some, "%Y-%j")[:_DAYS]
            weeks = {_at(backup, "%G-%V") for backup in days}
            older = [backup for backup in _newest_each(some, "%G-%V") if _at(backup, "%G-%V") not in weeks]
            kept.update(backup.path for backup in (*days, *older[:_WEEKS]))
        else:
            kept.update(backup.path for backup in some[:_OTHERS])
    return [backup for backup in everything if backup.path not in kept]


def _newest_each(newest_first: Iterable[Backup], form: str) -> list[Backup]:
    """Returns the newest backup of each day or week, newest first."""
    found: dict[str, Backup] = {}
    for backup in newest_first:
        found.setdefault(_at(backup, form), backup)
    return list(found.values())


def _at(backup: Backup, form: str) -> str:
    return datetime.fromtimestamp(backup.made_s, UTC).strftime(form)
