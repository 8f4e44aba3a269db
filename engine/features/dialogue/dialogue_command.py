"""`earshot dialogue`: gets a model, transcribes the library, and exports transcripts."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from engine.cli.shell import DONE, SOME_SKIPPED
from engine.cli.shell.options import add_actions, add_query, library_folder
from engine.cli.shell.output import counted, duration_text, json_line, printable, say, size_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.features.dialogue.listening import ListeningStep
    from engine.features.dialogue.transcripts import SpokenLanguage

DESCRIPTION = """\
Transcribe what is said in the library's sounds, to search it by said:"open the door". It needs a
speech recogniser and a model (a dialogue pack). Both are downloaded only on request; a model may come from a folder."""

_SURE = 0.8
"""Probability of a language from which it counts as sure."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its actions."""
    action = add_actions(parser)
    action("list", "list the models, and how far the library is transcribed (the default)")
    get = action("get", "give the library a model")
    get.add_argument(
        "source", metavar="NAME|FOLDER", help="a model of the list, a folder, or an installed package that carries one"
    )
    action("remove", "remove the library's model; transcripts stay")
    action("get-recogniser", "install the speech recogniser, which does not come with Earshot, for this user")
    action("remove-recogniser", "remove that recogniser")
    listen = action("listen", "transcribe every sound that has no transcript; can be interrupted and repeated")
    listen.add_argument("--language", default="", metavar="CODE", help="spoken language, such as de (default: guessed)")
    language = action("language", "say what is spoken in a folder, or list the languages of folders")
    language.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help="of the library, or within one of it")
    language.add_argument("code", nargs="?", metavar="CODE", help="such as de; auto: guessed, within another folder")
    language.add_argument("--forget", action="store_true", help="take the folder's language back")
    edit = action("edit", "correct what is said in a sound; no pass overwrites it")
    edit.add_argument("file", type=Path, metavar="FILE", help="a file that is in the library")
    edit.add_argument("--from", dest="start_s", type=float, metavar="S", help="start of the stretch, in seconds")
    edit.add_argument("--to", dest="end_s", type=float, metavar="S", help="end of the stretch")
    edit.add_argument("--text", metavar="WORDS", help="what is said there; an empty text takes the words out")
    edit.add_argument("--undo", action="store_true", help="take back the last correction of this sound")
    export = action("export", "write transcripts of a query's sounds as files")
    export.add_argument("format", choices=("srt", "vtt", "txt", "csv"), help="format of the files")
    add_query(export)
    export.add_argument("--to", type=Path, required=True, metavar="DIR", help="folder of the files")
    write = action("write", "show how transcripts would stand in a field of a query's files; with --apply, write them")
    write.add_argument("field", metavar="FIELD", help="description, comment, or a field of your own, such as user.Said")
    add_query(write)
    write.add_argument(
        "--placement",
        choices=("empty", "append", "replace"),
        default="empty",
        help="where the field has a text: leave it, append to it, or replace it (default: %(default)s)",
    )
    write.add_argument("--most", type=_letters, default=2000, metavar="N", help="letters of it (default: %(default)s)")
    write.add_argument("--keep-time", action="store_true", help="keep the files' modification times")
    write.add_argument("--apply", action="store_true", help="write the files; `earshot undo` restores them")


def run(options: argparse.Namespace) -> int:
    """Runs an action; 3 if some sounds could not be transcribed."""
    match options.action:
        case "get":
            return _get(options)
        case "remove":
            from engine.features.dialogue.packs import remove_pack

            say("removed" if remove_pack(library_folder(options)) else "there was none")
            return DONE
        case "get-recogniser":
            return _get_recogniser(options)
        case "remove-recogniser":
            from engine.features.dialogue.recogniser_packages import remove_recogniser

            say("removed" if remove_recogniser() else "there was none")
            return DONE
        case "listen":
            return _listen(options)
        case "language":
            return _language(options)
        case "edit":
            return _edit(options)
        case "export":
            return _export(options)
        case "write":
            from engine.features.dialogue.field_writing import write

            return write(options)
        case _:
            return _list(options)


def _letters(text: str) -> int:
    number = int(text)
    if not 10 <= number <= 20_000:
        raise argparse.ArgumentTypeError("from 10 to 20000")
    return number


def _list(options: argparse.Namespace) -> int:
    from engine.features.dialogue.listening import lacking
    from engine.features.dialogue.packs import dialogue_pack, known_packs
    from engine.features.dialogue.recogniser import is_installed
    from engine.features.dialogue.transcripts import TranscriptFile
    from engine.store.errors import FILE_NAME

    library = library_folder(options)
    pack, file = dialogue_pack(library), TranscriptFile.at(library)
    transcribed, spoken = (0, 0) if file is None else file.counts()
    languages = {} if file is None else _counted_languages(file.languages().values())
    if file is not None:
        file.close()
    missing = lacking(library) if (library / FILE_NAME).is_file() else 0
    if options.json:
        counts = {"transcribed": transcribed, "spoken": spoken, "missing": missing, "languages": languages}
        json_line({"pack": None if pack is None else pack.name, "installed": is_installed(), **counts})
        return DONE
    for known in known_packs():
        mark = "*" if pack is not None and pack.name == known.name else " "
        print(f"{mark} {known.name:12s} {size_text(known.size_bytes):>8s}  {known.languages}, {known.licence}")
    if pack is not None and pack.name not in {known.name for known in known_packs()}:
        print(f"* {printable(pack.name)}")
    say(f"{counted(transcribed, 'sound', 'sounds')} transcribed, speech in {spoken}, {missing} to do")
    for code, count in languages.items():
        say(f"  {code}: {counted(count['sounds'], 'sound', 'sounds')}, {_sureness(count)}")
    if not is_installed():
        say(f"The speech recogniser is not installed ({_recogniser_size()}): earshot dialogue get-recogniser")
    return DONE


def _counted_languages(languages: "Iterable[SpokenLanguage]") -> "dict[str, dict[str, int]]":
    """Returns how many sounds were read as each language, of how many the model decided that, and unsurely."""
    counts: dict[str, dict[str, int]] = {}
    for one in languages:
        if one.code:
            count = counts.setdefault(one.code, {"sounds": 0, "guessed": 0, "unsure": 0})
            count["sounds"] += 1
            count["guessed"] += not one.asked
            count["unsure"] += one.confidence < _SURE
    return dict(sorted(counts.items(), key=lambda item: -item[1]["sounds"]))


def _sureness(count: "dict[str, int]") -> str:
    return f"{count['guessed']} of them guessed, {count['unsure']} unsurely" if count["guessed"] else "as given"


def _get(options: argparse.Namespace) -> int:
    from engine.features.dialogue.packs import get_pack

    pack = get_pack(options.source, library_folder(options), _show_bytes)
    if options.json:
        json_line({"pack": pack.name, "pack_id": pack.pack_id, "folder": str(pack.folder)})
    else:
        say(f"\n{printable(pack.name)} is installed. Next: earshot dialogue listen")
    return DONE


def _get_recogniser(options: argparse.Namespace) -> int:
    from engine.base.cancellation import StopRequested
    from engine.cli.shell.jobs import cancelled_by_signals
    from engine.features.dialogue.recogniser_packages import get_recogniser
    from engine.ingest.control import Control

    say(f"Getting the speech recogniser, {_recogniser_size()}")
    control = Control()
    with cancelled_by_signals(control):
        try:
            folder = get_recogniser(_show_bytes, cancel=lambda: control.is_cancelled)
        except StopRequested:
            say("\nstopped; the same command continues from here")
            return DONE
    if options.json:
        json_line({"folder": str(folder)})
    else:
        say(f"\nThe speech recogniser is in {printable(str(folder))}")
    return DONE


def _recogniser_size() -> str:
    from engine.features.dialogue.recogniser_packages import wheels_here

    return size_text(sum(wheel.size_bytes for wheel in wheels_here()))


def _show_bytes(name: str, done: int, size: int) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{name}: {size_text(done)} of {size_text(size)}", end="", file=sys.stderr, flush=True)


def _listen(options: argparse.Namespace) -> int:
    from engine.base.cancellation import StopRequested
    from engine.base.child_processes import step_back
    from engine.cli.shell.jobs import cancelled_by_signals
    from engine.features.dialogue.listening import listen
    from engine.ingest.control import Control

    step_back()
    control = Control()
    show = _show_json if options.json else _show
    with cancelled_by_signals(control):
        try:
            end = listen(library_folder(options), show, language=options.language, cancel=lambda: control.is_cancelled)
        except StopRequested:
            say("stopped; the same command continues from here")
            return DONE
    say(f"{counted(end.done, 'sound', 'sounds')} transcribed, speech in {end.spoken}")
    if end.failed:
        say(f"{counted(end.failed, 'sound', 'sounds')} could not be read")
    return SOME_SKIPPED if end.failed else DONE


def _language(options: argparse.Namespace) -> int:
    from engine.base.errors import DialogueError
    from engine.base.types import FilePath
    from engine.features.dialogue.folder_languages import folder_languages, set_folder_language
    from engine.features.dialogue.messages import DialogueAdvice, DialogueFault

    library = library_folder(options)
    if options.folder is not None:
        if (options.code is None) is not options.forget:
            raise DialogueError(DialogueFault.LANGUAGE_MISSING, advice=DialogueAdvice.LANGUAGE_OF_FOLDER)
        set_folder_language(library, FilePath.of(options.folder.absolute()), options.code or "")
    for folder, code in folder_languages(library).languages.items():
        if options.json:
            json_line({"folder": folder.text, "language": code})
        else:
            print(f"{code:5s} {printable(folder.text)}")
    if options.folder is not None:
        say("earshot dialogue listen transcribes again what was transcribed as another language")
    return DONE


def _show(step: "ListeningStep") -> None:
    say(
        f"transcribed {step.done} of {step.total}, speech in {step.spoken};"
        f" {duration_text(step.done_s)} of {duration_text(step.total_s)} of sound"
    )


def _show_json(step: "ListeningStep") -> None:
    counts = {"done": step.done, "total": step.total, "spoken": step.spoken, "failed": step.failed}
    json_line({**counts, "done_s": round(step.done_s, 1), "total_s": round(step.total_s, 1)})


def _edit(options: argparse.Namespace) -> int:
    from engine.base.errors import DialogueError
    from engine.base.messages import told
    from engine.base.types import FilePath
    from engine.features.dialogue.edits import TranscriptEdit, keep_edit, take_back_edit
    from engine.features.dialogue.export import lines_of
    from engine.features.dialogue.messages import DialogueAdvice, DialogueFault
    from engine.features.dialogue.transcripts import TranscriptFile, text_of
    from engine.store.catalogue import Catalogue

    folder = library_folder(options)
    with Catalogue.open(folder, read_only=True) as catalogue:
        sound = catalogue.files.meant(FilePath.of(options.file))
    file = TranscriptFile.at(folder)
    if file is None:
        raise DialogueError(DialogueFault.NOTHING_TRANSCRIBED, advice=DialogueAdvice.TRANSCRIBE)
    try:
        digest = None if sound is None else file.digest(sound)
        if sound is None or digest is None:
            raise DialogueError(told(DialogueFault.EDIT_UNHEARD, options.file.name), advice=DialogueAdvice.TRANSCRIBE)
        if not options.undo:
            if None in (options.start_s, options.end_s, options.text):
                raise DialogueError(DialogueFault.EDIT_NOWHERE, advice=DialogueAdvice.EDIT_STRETCH)
            keep_edit(folder, digest, TranscriptEdit(options.start_s, options.end_s, options.text))
        elif not take_back_edit(folder, digest):
            raise DialogueError(told(DialogueFault.NO_EDIT, options.file.name), advice=DialogueAdvice.EDIT_STRETCH)
        transcript = file.transcript(sound)
    finally:
        file.close()
    for line in lines_of(transcript):
        if options.json:
            json_line({"start_s": line[0].start_s, "end_s": line[-1].end_s, "text": text_of(line)})
        else:
            print(f"{line[0].start_s:8.2f} {line[-1].end_s:8.2f}  {printable(text_of(line))}")
    return DONE


def _export(options: argparse.Namespace) -> int:
    from engine.features.dialogue.export import write_transcripts
    from engine.features.dialogue.query_transcripts import query_transcripts

    sounds = [(path.name, transcript) for path, transcript in query_transcripts(options)]
    written = write_transcripts(sounds, options.format, options.to)
    for path in written:
        if options.json:
            json_line({"file": str(path)})
        else:
            print(printable(str(path)))
    say(f"{counted(len(written), 'transcript', 'transcripts')} of {counted(len(sounds), 'sound', 'sounds')}")
    return DONE
