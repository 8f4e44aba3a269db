"""The backups of a library as files: their names, which there are, and which may go.

A backup is a copy of the catalogue in `backups/`, an ordinary SQLite file. Its name says when and why it was made, so
that listing opens none of them. words.db and units.db are not copied: they can be heard again.

Kept are the newest daily backup of each of the last three days on which Earshot was used, and of each of the three
calendar weeks before; the two newest of each of these: made before a migration, made before mending, replaced by a
restore, damaged; and those that somebody asked for, until somebody deletes them.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

FOLDER = "backups"
DAILY_AFTER_S = 20 * 3600.0
"""A daily backup is due when the newest is older: less than a day, for whoever starts a little earlier every day."""
_DAYS = 3
_WEEKS = 3
_OTHERS = 2
_TIME = "%Y%m%dT%H%M%SZ"


class Reason(StrEnum):
    """Why a backup was made."""

    DAILY = "daily"
    """The library was used on that day."""
    MIGRATION = "migration"
    """A later Earshot was about to change its tables."""
    MENDING = "mending"
    """It was about to be mended."""
    REPLACED = "replaced"
    """It was about to be replaced by a backup."""
    DAMAGED = "damaged"
    """It failed its check, and nothing had been written since: not to be restored, unless there is nothing else."""
    ASKED = "asked"
    """Somebody asked for it."""


_NAME = re.compile(rf"catalogue-(\d{{8}}T\d{{6}}Z)-({'|'.join(Reason)})(?:-(\d+))?\.sqlite")


@dataclass(frozen=True, slots=True)
class Backup:
    """One backup."""

    path: Path
    made_s: float
    """Unix time."""
    reason: Reason
    size_bytes: int

    @property
    def name(self) -> str:
        """The name it goes by in a shell."""
        return self.path.name

    @property
    def is_whole(self) -> bool:
        """Whether it passed its check when it was made."""
        return self.reason is not Reason.DAMAGED

    @property
    def when_text(self) -> str:
        """When it was made, in local time, as 2026-11-22 19:24."""
        return datetime.fromtimestamp(self.made_s).astimezone().strftime("%Y-%m-%d %H:%M")


def backups_of(library: Path) -> list[Backup]:
    """The backups of a library, the newest first; files of other names are passed over."""
    found = []
    try:
        for path in (library / FOLDER).iterdir():
            named = _NAME.fullmatch(path.name)
            if named and path.is_file():
                made_s = datetime.strptime(named[1], _TIME).replace(tzinfo=UTC).timestamp()
                number = int(named[3] or 1)
                found.append((made_s, number, Backup(path, made_s, Reason(named[2]), path.stat().st_size)))
    except (OSError, ValueError):  # no folder, or one that vanishes while it is read
        return [backup for _, _, backup in sorted(found, key=lambda each: each[:2], reverse=True)]
    return [backup for _, _, backup in sorted(found, key=lambda each: each[:2], reverse=True)]


def newest_whole(library: Path) -> Backup | None:
    """The newest backup that passed its check when it was made; None where there is none."""
    return next((backup for backup in backups_of(library) if backup.is_whole), None)


def is_daily_due(library: Path, now_s: float) -> bool:
    """Whether none was made in the last DAILY_AFTER_S; one dated in the future, by a wrong clock, is ignored."""
    return not any(
        backup.is_whole and 0 <= now_s - backup.made_s < DAILY_AFTER_S
        for backup in backups_of(library)
        if backup.reason in (Reason.DAILY, Reason.ASKED)
    )


def path_for(library: Path, reason: Reason, now_s: float) -> Path:
    """A free name for a backup made now; of two made within one second the later has the higher number."""
    folder, time = library / FOLDER, datetime.fromtimestamp(now_s, UTC).strftime(_TIME)
    numbers = [
        int(named[3] or 1) for path in folder.glob(f"catalogue-{time}-*") if (named := _NAME.fullmatch(path.name))
    ]
    number = f"-{max(numbers) + 1}" if numbers else ""
    return folder / f"catalogue-{time}-{reason.value}{number}.sqlite"


def superseded(backups: Iterable[Backup]) -> list[Backup]:
    """The backups that may be deleted by the rule above: never the newest of a kind."""
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
    """The newest of each day or week, the newest first."""
    found: dict[str, Backup] = {}
    for backup in newest_first:
        found.setdefault(_at(backup, form), backup)
    return list(found.values())


def _at(backup: Backup, form: str) -> str:
    return datetime.fromtimestamp(backup.made_s, UTC).strftime(form)
