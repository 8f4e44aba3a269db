"""`earshot owner`: learning from the user's choices."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.base.errors import OwnerError
from engine.base.text_forms import folded
from engine.cli.shell import DONE
from engine.cli.shell.options import add_actions, library_folder
from engine.cli.shell.output import bar, json_line, printable, say

if TYPE_CHECKING:
    from engine.features.owner.owner import Owner, OwnerState
    from engine.features.owner.teachings import LearningSource
    from engine.features.owner.trial import OwnerTrial
    from engine.library.library import Library

DESCRIPTION = """\
Learn from what was chosen for searches (dragged out, starred, tagged, renamed, picked) and from tags and collections
of five sounds or more, so that such sounds come first when such words are asked again. Nothing is analysed again,
nothing leaves this machine, and all of it can be forgotten. `earshot search --no-owner` and
`earshot spot --no-owner` answer without it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its actions."""
    action = add_actions(parser)
    action("show", "list what there is to learn from, and what was learnt (the default)")
    learned = action(
        "learn", "learn from all choices; with words and files, add these sounds as choices for these words first"
    )
    learned.add_argument("words", nargs="?", metavar="WORDS", help='such as "Scene4 whoosh"; five sounds teach a name')
    learned.add_argument(
        "files",
        nargs="*",
        type=Path,
        metavar="FILE",
        help="a sound of the library that is meant by it; with none, a name that was left out",
    )
    learned.add_argument(
        "--trial", action="store_true", help="measure how much better choices are found, leaving out each in turn"
    )
    forgotten = action("forget", "forget the choices for these words, or ignore the tag or collection of this name")
    forgotten.add_argument("words", nargs="?", metavar="WORDS", help="as `earshot owner show` lists them")
    forgotten.add_argument("--all", action="store_true", help="forget every choice and all that was learnt")
    for name, text in (
        ("import", "import what another library learnt with this pack"),
        ("export", "export what was learnt to a file"),
    ):
        action(name, text).add_argument("file", type=Path, metavar="FILE", help="a file of what was learnt")


def run(options: argparse.Namespace) -> int:
    """Shows, learns, forgets, imports or exports what was learnt."""
    from engine.features.owner.owner import Owner
    from engine.library.library import Library

    action = options.action or "show"
    with Library.open(library_folder(options), read_only=action in ("show", "export")) as library:
        owner = Owner.of(library)
        if action == "show":
            _show(owner.state(), options)
        elif action == "learn":
            _learn(library, owner, options)
        elif action == "forget":
            _forget(owner, options)
        elif action == "export":
            size = owner.export(options.file)
            say(f"{size / 1000:.0f} kB written: {printable(str(options.file))}")
        else:
            found = owner.take_in(options.file)
            say(f"{_texts(len(found.lessons))} taken in from {printable(str(options.file))}")
    return DONE


def _learn(library: Library, owner: Owner, options: argparse.Namespace) -> None:
    if options.words is not None:
        _teach(library, owner, options)
    learnt = owner.learn()
    used = [one for one in learnt.lessons if one.is_used]
    trial = _try(library, owner) if options.trial else None
    if options.json:
        record: dict[str, Any] = {
            "lessons": len(used),
            "too_varied": [one.text for one in learnt.lessons if not one.is_used],
            "private_words": [one.text for one in used if one.is_word],
            "pack": learnt.pack_id,
        }
        json_line(record if trial is None else {**record, "trial": _trial_record(trial)})
        return
    print(f"learnt: {_texts(len(used))}, {sum(one.is_word for one in used)} of them private words")
    for one in learnt.lessons:
        if not one.is_used:
            print(f"too varied to be learnt: {printable(one.text)}")
    if trial is not None:
        print(_trial_line(trial))


def _teach(library: Library, owner: Owner, options: argparse.Namespace) -> None:
    """Adds files as examples of words; words alone restore a tag or collection that was left out."""
    from engine.store.choices import ChoiceKind, ChosenSound

    chosen = [ChosenSound(_sound(library, path)) for path in options.files]
    left_out = {one.folded for one in owner.state().teachings if one.is_left_out}
    if not chosen and folded(" ".join(options.words.split())) in left_out:
        owner.take_up_words(options.words)
    elif not chosen or not owner.note(options.words, ChoiceKind.PICKED, chosen):
        raise OwnerError(f"“{options.words}” was given no sounds, or has no words", advice="Name files behind it.")


def _sound(library: Library, path: Path) -> Any:
    from engine.base.messages import told
    from engine.base.types import FilePath
    from engine.features.owner.messages import OwnerAdvice, OwnerFault

    found = library.sound_at(FilePath.of(path.absolute()))
    if found is None:
        raise OwnerError(told(OwnerFault.EXAMPLE_NOT_HERE, path), advice=OwnerAdvice.INDEX_EXAMPLE)
    return found


def _try(library: Library, owner: Owner) -> OwnerTrial:
    from engine.features.owner.trial import OwnerTrialRun, verdict

    trying = OwnerTrialRun(owner, library.rank)
    held = trying.held_back()
    show = bar("trying")
    looked = []
    for number, one in enumerate(held, start=1):
        looked.append(trying.look_for(one))
        show(number / len(held))
    return verdict(looked)


def _forget(owner: Owner, options: argparse.Namespace) -> None:
    if (options.words is None) != options.all:
        raise OwnerError("say what to forget: WORDS, or --all", advice="earshot owner show lists what there is.")
    if options.all:
        owner.forget()
        say("Every choice is forgotten, and what was learnt.")
    else:
        owner.forget_words(options.words)
        say(f"Forgotten: {printable(options.words)}")


def _show(state: OwnerState, options: argparse.Namespace) -> None:
    learnt = {} if state.learnt is None else {one.text: one for one in state.learnt.lessons}
    for one in state.teachings:
        lesson = learnt.get(one.folded)
        record = {
            "text": one.text,
            "source": str(one.source),
            "sounds": len(one.sounds),
            "kinds": {str(kind): count for kind, count in one.kinds},
            "away": one.away,
            "left_out": one.is_left_out,
            "learnt": lesson is not None and lesson.is_used,
            "private_word": lesson is not None and lesson.is_word,
        }
        if options.json:
            json_line(record)
        else:
            print(_line(one, is_learnt=bool(record["learnt"])))
    if state.imported is not None:
        say(f"from a file: {_texts(len(state.imported.lessons))}")
    if not state.teachings:
        say("Nothing was chosen yet. Drag sounds out of a search, star or tag them; five under a tag teach its name.")


def _line(one: LearningSource, *, is_learnt: bool) -> str:
    from engine.store.choices import ChoiceKind

    words = {
        ChoiceKind.PICKED: "picked",
        ChoiceKind.DRAGGED: "dragged out",
        ChoiceKind.STARRED: "starred",
        ChoiceKind.TAGGED: "tagged",
        ChoiceKind.RENAMED: "renamed",
    }
    kinds = ", ".join(f"{count} {words[kind]}" for kind, count in one.kinds) or str(one.source)
    mark = "left out" if one.is_left_out else "learnt" if is_learnt else "not learnt yet"
    return f"{printable(one.text)}: {len(one.sounds)} sounds ({kinds}), {mark}"


def _trial_record(trial: OwnerTrial) -> dict[str, Any]:
    change = None if trial.change is None else [round(value, 4) for value in trial.change]
    return {
        "tried": trial.tried,
        "texts": trial.texts,
        "before": round(trial.before, 4),
        "after": round(trial.after, 4),
        "change": change,
    }


def _trial_line(trial: OwnerTrial) -> str:
    about = f"{trial.tried} choices of {trial.texts} texts, each left out in turn"
    if trial.change is None:
        return f"too few to say how much better choices are found: {about}"
    value, low, high = trial.change
    found = f"{trial.before:.0%} stood among the first ten, now {trial.after:.0%}"
    return f"{found} ({value:+.0%}, 95 % between {low:+.0%} and {high:+.0%}): {about}"


def _texts(count: int) -> str:
    return f"{count} text" if count == 1 else f"{count} texts"
