"""Leaves every speaker out once: trained on the others, measured on the one, pooled over all of them.

The next speaker by name is val, so that the schedule looks at nobody who is measured. Words made by machine may be
learnt beside; their speakers are always in training.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from training.runs.tracking import Hooks
from training.words.learning import learn
from training.words.material import Spoken, joined
from training.words.measuring import Figures, Rankings, capped, figures, rank_model, rank_warped
from training.words.rows import ROWS, config_of
from training.words.settings import WordsConfig
from training.words.utterances import WordsError


@dataclass(frozen=True, slots=True)
class LeftOutFigures:
    """What one system came to."""

    name: str
    pooled: Figures
    speakers: Mapping[str, Figures]
    """Of each speaker who was left out."""


def leave_out(
    recordings: Spoken,
    beside: Spoken | None,
    names: Sequence[str],
    base: WordsConfig,
    out: Path,
    hooks: Hooks,
    most: int,
) -> list[LeftOutFigures] | None:
    """Trains and measures rows for every speaker, and warping on the same recordings; None when it was stopped.

    Raises:
        WordsError: fewer than three speakers.
    """
    speakers = sorted(set(recordings.speakers))
    if len(speakers) < 3:
        raise WordsError(f"{len(speakers)} speakers cannot be left out in turn", advice="Give at least three.")
    tests = {who: capped(recordings.by([who]), most) for who in speakers}
    hooks.report("MFCC + DTW")
    found = [_pooled("mfcc-dtw", {who: rank_warped(spoken) for who, spoken in tests.items()})]
    for name in names:
        rankings: dict[str, Rankings] = {}
        for place, who in enumerate(speakers):
            val = speakers[(place + 1) % len(speakers)]
            own = recordings.by([each for each in speakers if each not in (who, val)])
            train = own if beside is None else joined(own, beside)
            hooks.report(f"{name} without {who} (val: {val}), {len(train)} utterances")
            config = replace(config_of(ROWS[name], base), name=f"{name}-without-{who}")
            kept = learn(train, recordings.by([val]), config, out / name / who, hooks, resume=True)
            if kept.state is not None:
                return None
            rankings[who] = rank_model(kept.model(), tests[who])
        found.append(_pooled(name, rankings))
    return found


def leaving_out_table(found: Sequence[LeftOutFigures]) -> str:
    """Gives it as Markdown."""
    speakers = list(found[0].speakers)
    lines = [
        f"| system | acoustic AP, pooled | cross-view AP, pooled | {' | '.join(speakers)} |",
        "|---" * (3 + len(speakers)) + "|",
    ]
    for each in found:
        label = ROWS[each.name].label if each.name in ROWS else "MFCC + DTW"
        cross = "" if each.pooled.cross_view is None else str(each.pooled.cross_view)
        own = [_both(each.speakers[who]) for who in speakers]
        lines.append(f"| {label} | {each.pooled.acoustic} | {cross} | {' | '.join(own)} |")
    chance = found[-1].pooled
    lines.append(
        f"| chance | {chance.acoustic_chance:.4f} | {chance.cross_view_chance or 0.0:.4f} |{' |' * len(speakers)}"
    )
    return "\n".join(lines)


def _both(found: Figures) -> str:
    words = "" if found.cross_view is None else f" / {found.cross_view.value:.3f}"
    return f"{found.acoustic.value:.3f}{words}"


def _pooled(name: str, rankings: Mapping[str, Rankings]) -> LeftOutFigures:
    own = {who: figures([ranked]) for who, ranked in rankings.items()}
    return LeftOutFigures(name, figures(list(rankings.values())), own)
