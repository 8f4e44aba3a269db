"""`earshot sidecar`: writes a folder's analysis beside its sounds, so that nobody has to repeat it."""

import argparse
from pathlib import Path

from engine.cli.shell import DONE, SOME_SKIPPED
from engine.cli.shell.options import add_actions, library_folder
from engine.cli.shell.output import bar, counted, json_line, printable, say, size_text

DESCRIPTION = """\
Write a sidecar: one file in a folder of sounds with the vectors, measures and overviews of all sounds in and below it.
Whoever adds that folder with the same pack, on any machine, need not analyse them again. It holds no names and
nothing that you entered, except with --transcripts: what is said in the sounds, as you corrected it. Sidecars of
others are compared with Earshot's own analysis of some sounds before they are used."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its actions."""
    action = add_actions(parser, is_required=True)
    write = action("write", "write the sidecar of a folder that is in the library")
    write.add_argument("folder", type=Path, metavar="FOLDER", help="a folder with sounds of the library")
    where = "write it there (default: earshot.sidecar in the folder, where it is looked for)"
    write.add_argument("--out", type=Path, metavar="FILE", help=where)
    said = "write the transcripts of the sounds too, with your corrections in them"
    write.add_argument("--transcripts", action="store_true", help=said)
    show = action("show", "check a sidecar, and show what is in it")
    show.add_argument("file", type=Path, metavar="FILE", help="a sidecar, or a folder with one")


def run(options: argparse.Namespace) -> int:
    """Writes or shows a sidecar; 3 if some sounds were left out."""
    return _write(options) if options.action == "write" else _show(options)


def _write(options: argparse.Namespace) -> int:
    from engine.base.types import FilePath
    from engine.features.sidecar.writer import write_sidecar

    folder = FilePath.of(options.folder)
    made = write_sidecar(
        library_folder(options),
        folder,
        file=options.out,
        with_transcripts=options.transcripts,
        progress=bar("gathering"),
    )
    share = made.size_bytes / max(1, made.sounds_bytes)
    if options.json:
        counts = {"sounds": made.sounds, "left_out": made.left_out, "bytes": made.size_bytes}
        if made.transcripts is not None:
            counts["transcripts"] = made.transcripts
        json_line({"file": str(made.file), "pack": made.pack, **counts, "share": round(share, 5)})
    else:
        sounds = counted(made.sounds, "sound", "sounds")
        size = f"{size_text(made.size_bytes)}, {share:.1%} of the sounds"
        print(f"{printable(str(made.file))}: {sounds} heard with {printable(made.pack)}, {size}")
    if made.transcripts is not None:
        say(f"with the {counted(made.transcripts, 'transcript', 'transcripts')} of these sounds")
    if made.left_out:
        say(f"{counted(made.left_out, 'sound was', 'sounds were')} left out: not heard with this pack, or damaged data")
    return SOME_SKIPPED if made.left_out else DONE


def _show(options: argparse.Namespace) -> int:
    from engine.features.sidecar.format import NAME, read_sidecar

    file = options.file / NAME if options.file.is_dir() else options.file
    sidecar = read_sidecar(file)
    head, odd = sidecar.head, sidecar.head.sounds - len(sidecar.sounds)
    said = 0 if sidecar.transcripts is None else len(sidecar.transcripts.sounds)
    if options.json:
        counts = {"sounds": len(sidecar.sounds), "segments": head.segments, "odd": odd, "transcripts": said}
        json_line({"file": str(file), "pack": head.pack, "pack_id": head.pack_id, **counts})
    else:
        sounds = counted(len(sidecar.sounds), "sound", "sounds")
        print(f"{printable(str(file))}: {sounds} heard with {printable(head.pack)} ({head.pack_id[:12]})")
    if said:
        say(f"with {counted(said, 'transcript', 'transcripts')}")
    if odd:
        say(f"{counted(odd, 'sound', 'sounds')} of it cannot be right and will be listened to")
    return SOME_SKIPPED if odd else DONE
