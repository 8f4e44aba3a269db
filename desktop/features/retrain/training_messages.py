"""Texts about a training: numbers and events in plain words. No widgets here."""

from enum import StrEnum

from desktop.base import messages
from desktop.base.translation import number, translate
from desktop.features.retrain.training_progress import Stage
from engine.base.training_events import Material, PackMeasured, Step, TrainingStarted, Validation


class Verdict(StrEnum):
    """The new model compared with the old one."""

    BETTER = "better"
    SAME = "same"
    WORSE = "worse"


def verdict(before: PackMeasured, after: PackMeasured) -> Verdict:
    """Compares mAP@10; a difference that may be chance is neither better nor worse.

    If the training compared both models query by query, the 95 % interval of the change must exclude zero. Otherwise
    each figure must lie outside the other's interval, which is stricter.
    """
    if after.change_low is not None and after.change_high is not None:
        is_better, is_worse = after.change_low > 0, after.change_high < 0
    else:
        is_better = after.low > before.map10 and after.map10 > before.high
        is_worse = after.high < before.map10 and after.map10 < before.low
    return Verdict.BETTER if is_better else Verdict.WORSE if is_worse else Verdict.SAME


def verdict_title(value: Verdict) -> str:
    """The verdict in a few words."""
    match value:
        case Verdict.BETTER:
            return translate("TrainingWords", "The new model finds more")
        case Verdict.WORSE:
            return translate("TrainingWords", "The new model finds less")
        case _:
            return translate("TrainingWords", "No clear difference")


def verdict_text(value: Verdict, before: PackMeasured, after: PackMeasured) -> str:
    """Evidence for the verdict, and what to do."""
    first = translate(
        "TrainingWords",
        "Earshot looked for %n description(s) that neither model had seen. The right sound was "
        "among the first ten for %1 of them before, and for %2 now.",
        messages.percent(before.recall10),
        messages.percent(after.recall10),
        n=after.queries,
    )
    match value:
        case Verdict.BETTER:
            then = translate("TrainingWords", "That is more than chance explains.")
        case Verdict.WORSE:
            then = translate("TrainingWords", "That is worse, and more than chance explains: keep the model you have.")
        case _:
            then = translate(
                "TrainingWords",
                "With so few, that may be chance: the new model may be better or worse. More described "
                "sounds, or more time, would tell.",
            )
    return f"{first} {then}"


def nothing_learnt(start: str, before: PackMeasured | None) -> str:
    """Why there is no new model, how good the current one is, and what may help."""
    parts = [
        translate(
            "TrainingWords",
            "The training never got better than %1, where it started. There is no new model; the "
            "model in use and the library are unchanged.",
            start,
        )
    ]
    if before is not None:
        parts.append(
            translate(
                "TrainingWords",
                "Earshot looked for %n description(s) of held-out sounds with the model in use. The right"
                " sound was among the first ten for %1 of them.",
                messages.percent(before.recall10),
                n=before.queries,
            )
        )
    parts.append(
        translate(
            "TrainingWords",
            "To get more, describe more sounds, use the words you search with, or train longer.",
        )
    )
    return " ".join(parts)


def material(what: Material) -> str:
    """What is used, in a sentence."""
    parts = [
        translate("TrainingWords", "%n sound(s) to learn from", n=what.used.train),
        translate("TrainingWords", "%n to choose the best state by", n=what.used.val),
    ]
    if what.used.held_out:
        parts.append(translate("TrainingWords", "%n held out to measure on", n=what.used.held_out))
    parts.append(translate("TrainingWords", "%n description(s)", n=what.used.captions))
    parts.append(translate("TrainingWords", "%1 of sound", messages.length(what.used.seconds)))
    return " · ".join(parts)


def left_out(what: Material) -> str:
    """How much is excluded, in a sentence."""
    count = sum(part.count for part in what.left_out)
    if not count:
        return translate("TrainingWords", "Nothing is left out.")
    return translate("TrainingWords", "%n left out:", n=count)


def stage(value: Stage, *, is_alive: bool, is_stopping: bool) -> str:
    """What a run is doing."""
    # It was stopped or failed, but has resumed or is about to end.
    if is_alive and value in (Stage.STOPPED, Stage.FAILED):
        value = Stage.PREPARING
    if is_alive and is_stopping and not value.is_end:
        return translate("TrainingWords", "Saving before it stops…")
    if not is_alive and not value.is_end:
        return translate("TrainingWords", "Training was interrupted")
    match value:
        case Stage.PREPARING:
            return translate("TrainingWords", "Reading the sounds…")
        case Stage.LEARNING:
            return translate("TrainingWords", "Learning")
        case Stage.EXPORTING:
            return translate("TrainingWords", "Making the model pack…")
        case Stage.MEASURING:
            return translate("TrainingWords", "Testing it on the held-out sounds…")
        case Stage.STOPPED:
            return translate("TrainingWords", "Stopped")
        case Stage.FINISHED:
            return translate("TrainingWords", "Done")
        case _:
            return translate("TrainingWords", "Training failed")


def progress(step: Step, begun: TrainingStarted | None) -> str:
    """Progress of a training: "Step 120 of 800 · 3 of 30 min · about 27 min left"."""
    if step.steps:
        parts = [translate("TrainingWords", "Step %1 of %2", step.step, step.steps)]
    else:
        parts = [translate("TrainingWords", "Step %1", step.step)]
    if begun is not None and begun.minutes:
        parts.append(translate("TrainingWords", "%1 of %2 min", minutes(step.minutes), minutes(begun.minutes)))
    if step.left_s is not None:
        parts.append(messages.remaining(step.left_s))
    return " · ".join(parts)


def share(step: Step, begun: TrainingStarted | None) -> float | None:
    """Finished fraction of a training, 0 to 1; None if unknown."""
    if step.steps:
        return min(1.0, step.step / step.steps)
    if begun is not None and begun.minutes:
        return min(1.0, step.minutes / begun.minutes)
    return None


def begun(what: TrainingStarted) -> str:
    """The pack a training starts from, and its device."""
    return translate("TrainingWords", "Based on %1, running on %2.", what.source, device(what.device))


def device(name: str) -> str:
    """Name of a compute device."""
    if name == "cpu":
        return translate("TrainingWords", "the processor")
    return translate("TrainingWords", "the graphics card") if name in ("cuda", "mps") else name


def loss_line(step: Step) -> str:
    """The loss in words, for those who cannot see the curve."""
    return translate("TrainingWords", "%1 at step %2", number(step.loss, 3), step.step)


def look_line(look: Validation, best: Validation) -> str:
    """The validation result in words, for those who cannot see the curve."""
    if look.step == best.step:
        return translate(
            "TrainingWords", "%1 at step %2, the best state so far", messages.percent(look.recall10), look.step
        )
    return translate(
        "TrainingWords",
        "%1 at step %2; the best state so far is that of step %3 (%4)",
        messages.percent(look.recall10),
        look.step,
        best.step,
        messages.percent(best.recall10),
    )


def minutes(value: float) -> str:
    """Minutes with suitable precision: "0.4", "12"."""
    return number(value, 0 if value >= 10 or value == round(value) else 1)
