"""Sentences about backups, the cost of a restore, and the result of a repair."""

from collections.abc import Mapping, Sequence

from desktop.base.translation import translate
from engine.base.backup_files import Reason
from engine.base.findings import Finding, Repair
from engine.features.backups.losses import Losses, LossKind


def why(reason: Reason) -> str:
    """Reason of a backup, in words."""
    return {
        Reason.DAILY: translate("BackupsFeature", "Daily"),
        Reason.MIGRATION: translate("BackupsFeature", "Before an update of Earshot"),
        Reason.MENDING: translate("BackupsFeature", "Before a repair"),
        Reason.REPLACED: translate("BackupsFeature", "Replaced by a backup"),
        Reason.DAMAGED: translate("BackupsFeature", "Damaged library"),
        Reason.ASKED: translate("BackupsFeature", "Made on request"),
    }[reason]


def cost(found: Losses | None) -> tuple[str, str]:
    """What a restore would lose and regain, one sentence each; the second is empty if nothing returns."""
    if found is None:
        return translate("BackupsFeature", "The library cannot be read, so it cannot be compared with the backup."), ""
    lost, back = _listed(found.lost), _listed(found.regained)
    first = (
        translate("BackupsFeature", "You would lose: %1.", lost)
        if lost
        else translate("BackupsFeature", "Nothing would be lost.")
    )
    return first, translate("BackupsFeature", "You would get back: %1.", back) if back else ""


def mended(found: Sequence[Finding]) -> tuple[str, str]:
    """The result of a repair in one sentence, and what to do next."""
    if not all(finding.is_well for finding in found):
        return (
            translate("BackupsFeature", "The library is damaged and cannot be repaired."),
            translate(
                "BackupsFeature", "Restore a backup: Library, Restore a backup. Your sound files are not affected."
            ),
        )
    if not any(finding.is_mended for finding in found):
        return translate("BackupsFeature", "The library is intact. There was nothing to repair."), ""
    more = []
    if any(finding.is_mended and finding.mend in (Repair.FROM_BACKUP, Repair.READ_AGAIN) for finding in found):
        more.append(translate("BackupsFeature", "Earshot may read some sounds again now. Tags and notes are kept."))
    accepted = sum(finding.accepted for finding in found)
    if accepted:
        more.append(
            translate(
                "BackupsFeature",
                "%n entry(ies) could not be checked against a backup and were kept unchanged.",
                n=accepted,
            )
        )
    return translate("BackupsFeature", "The library is repaired."), " ".join(more)


def _listed(counts: Mapping[LossKind, int]) -> str:
    return ", ".join(_counted(kind, count) for kind, count in counts.items())


def _counted(kind: LossKind, count: int) -> str:
    match kind:
        case LossKind.SOUNDS:
            return translate("BackupsFeature", "%n sound(s)", n=count)
        case LossKind.FOLDERS:
            return translate("BackupsFeature", "%n folder(s)", n=count)
        case LossKind.RATINGS:
            return translate("BackupsFeature", "%n rating(s)", n=count)
        case LossKind.COLOURS:
            return translate("BackupsFeature", "%n colour(s)", n=count)
        case LossKind.FAVOURITES:
            return translate("BackupsFeature", "%n favourite(s)", n=count)
        case LossKind.TAGS:
            return translate("BackupsFeature", "%n tag(s)", n=count)
        case LossKind.NOTES:
            return translate("BackupsFeature", "%n note(s)", n=count)
        case LossKind.COLLECTIONS:
            return translate("BackupsFeature", "%n collection(s)", n=count)
        case LossKind.COLLECTED:
            return translate("BackupsFeature", "%n sound(s) in collections", n=count)
        case LossKind.SAVED_SEARCHES:
            return translate("BackupsFeature", "%n saved search(es)", n=count)
        case LossKind.HISTORY:
            return translate("BackupsFeature", "%n search(es) of the history", n=count)
        case LossKind.THESAURUS:
            return translate("BackupsFeature", "%n thesaurus entry(ies)", n=count)
        case LossKind.CHOICES:
            return translate("BackupsFeature", "%n choice(s) for search words", n=count)
        case LossKind.LISTENING:
            return translate("BackupsFeature", "play and use counts of %n sound(s)", n=count)
