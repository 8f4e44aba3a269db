"""Sentences about backups, the cost of a restore, and the result of a repair."""

from collections.abc import Mapping, Sequence

from desktop.base.translation import translate
from engine.base.backup_files import Reason
from engine.base.findings import Finding, Mend
from engine.features.backups.losses import Losses, LossKind


def why(reason: Reason) -> str:
    """Reason of a backup, in words."""
    return {
        Reason.DAILY: translate("Backups", "Daily"),
        Reason.MIGRATION: translate("Backups", "Before an update of Earshot"),
        Reason.MENDING: translate("Backups", "Before a repair"),
        Reason.REPLACED: translate("Backups", "Replaced by a backup"),
        Reason.DAMAGED: translate("Backups", "Damaged library"),
        Reason.ASKED: translate("Backups", "Made on request"),
    }[reason]


def cost(found: Losses | None) -> tuple[str, str]:
    """What a restore would lose and regain, one sentence each; the second is empty if nothing returns."""
    if found is None:
        return translate("Backups", "The library cannot be read, so it cannot be compared with the backup."), ""
    lost, back = _listed(found.lost), _listed(found.regained)
    first = (
        translate("Backups", "You would lose: %1.", lost) if lost else translate("Backups", "Nothing would be lost.")
    )
    return first, translate("Backups", "You would get back: %1.", back) if back else ""


def mended(found: Sequence[Finding]) -> tuple[str, str]:
    """The result of a repair in one sentence, and what to do next."""
    if not all(finding.is_well for finding in found):
        return (
            translate("Backups", "The library is damaged and cannot be repaired."),
            translate("Backups", "Restore a backup: Library, Restore a backup. Your sound files are not affected."),
        )
    if not any(finding.is_mended for finding in found):
        return translate("Backups", "The library is intact. There was nothing to repair."), ""
    more = []
    if any(finding.is_mended and finding.mend in (Mend.FROM_BACKUP, Mend.READ_AGAIN) for finding in found):
        more.append(translate("Backups", "Earshot may read some sounds again now. Tags and notes are kept."))
    accepted = sum(finding.accepted for finding in found)
    if accepted:
        more.append(
            translate(
                "Backups", "%n entry(ies) could not be checked against a backup and were kept unchanged.", n=accepted
            )
        )
    return translate("Backups", "The library is repaired."), " ".join(more)


def _listed(counts: Mapping[LossKind, int]) -> str:
    return ", ".join(_counted(kind, count) for kind, count in counts.items())


def _counted(kind: LossKind, count: int) -> str:
    match kind:
        case LossKind.SOUNDS:
            return translate("Backups", "%n sound(s)", n=count)
        case LossKind.FOLDERS:
            return translate("Backups", "%n folder(s)", n=count)
        case LossKind.RATINGS:
            return translate("Backups", "%n rating(s)", n=count)
        case LossKind.COLOURS:
            return translate("Backups", "%n colour(s)", n=count)
        case LossKind.FAVOURITES:
            return translate("Backups", "%n favourite(s)", n=count)
        case LossKind.TAGS:
            return translate("Backups", "%n tag(s)", n=count)
        case LossKind.NOTES:
            return translate("Backups", "%n note(s)", n=count)
        case LossKind.COLLECTIONS:
            return translate("Backups", "%n collection(s)", n=count)
        case LossKind.COLLECTED:
            return translate("Backups", "%n sound(s) in collections", n=count)
        case LossKind.SAVED_SEARCHES:
            return translate("Backups", "%n saved search(es)", n=count)
        case LossKind.HISTORY:
            return translate("Backups", "%n search(es) of the history", n=count)
        case LossKind.THESAURUS:
            return translate("Backups", "%n thesaurus entry(ies)", n=count)
        case LossKind.CHOICES:
            return translate("Backups", "%n choice(s) for search words", n=count)
        case LossKind.LISTENING:
            return translate("Backups", "play and use counts of %n sound(s)", n=count)
