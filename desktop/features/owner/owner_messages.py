"""Choices, lessons and trials in the user's language."""

from desktop.base import messages
from desktop.base.translation import number, translate
from engine.features.owner.owner import ChoiceKind, LearningSource, Lesson, TeachingSource
from engine.features.owner.trial import OwnerTrial


def kind_words(kind: ChoiceKind, count: int) -> str:
    """Number of choices of a kind: "3 dragged out"."""
    match kind:
        case ChoiceKind.PICKED:
            return translate("Owner", "%n picked", n=count)
        case ChoiceKind.DRAGGED:
            return translate("Owner", "%n dragged out", n=count)
        case ChoiceKind.STARRED:
            return translate("Owner", "%n starred", n=count)
        case ChoiceKind.TAGGED:
            return translate("Owner", "%n tagged", n=count)
        case _:
            return translate("Owner", "%n renamed", n=count)


def source_words(one: LearningSource) -> str:
    """Origin of a text: "3 dragged out, 1 starred", "Tag", "Collection"."""
    if one.source is TeachingSource.TAG:
        return translate("Owner", "Tag")
    if one.source is TeachingSource.COLLECTION:
        return translate("Owner", "Collection")
    told = [kind_words(kind, count) for kind, count in one.kinds]
    if one.away:
        told.append(translate("Owner", "%n not here now", n=one.away))
    return ", ".join(told)


def state_words(one: LearningSource, lesson: Lesson | None) -> str:
    """Whether a text counts, in words."""
    if one.is_left_out:
        return translate("Owner", "Left out")
    if lesson is None:
        return translate("Owner", "Not learnt yet")
    if not lesson.is_used:
        return translate("Owner", "Sounds too varied")
    return translate("Owner", "Your own name") if lesson.is_word else translate("Owner", "Learnt")


def trial_words(trial: OwnerTrial) -> str:
    """How much better the owner's choices are found, in words."""
    if trial.change is None:
        return translate(
            "Owner",
            "Too few to say how much better your choices are found: %1 were looked for, of %2 texts.",
            number(trial.tried),
            number(trial.texts),
        )
    _, low, high = trial.change
    return translate(
        "Owner",
        "Of %1 choices, each left out and looked for, %2 stood among the first ten before and %3 now: with 95% "
        "certainty a change of %4 to %5 points.",
        number(trial.tried),
        messages.percent(trial.before),
        messages.percent(trial.after),
        _points(low),
        _points(high),
    )


def _points(value: float) -> str:
    """A change in percentage points, with its sign."""
    sign = "−" if value < 0 else "+"
    return f"{sign}{number(round(abs(value) * 100))}"
