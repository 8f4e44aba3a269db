"""Fills a library in this process, without an indexing job, by the real catalogue, vector log, pack and analysis."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from engine.audio.analysis import analysis
from engine.audio.content import payload_digest
from engine.audio.peaks import to_bytes
from engine.base.types import FilePath, FileStamp, SegmentId, SoundId
from engine.ingest.name_text import name_text
from engine.models.encoder import AudioEncoder, TextEncoder
from engine.models.pack import load_pack
from engine.store.catalogue import Catalogue
from engine.store.sound_rows import IndexedSound
from engine.store.vectors import VectorLog


def store_sounds(
    library: Path, root: Path, pack_folder: Path, paths: Sequence[Path], *, with_digests: bool = True
) -> list[SoundId]:
    """Analyses and stores files under one root, in the given order; returns their ids.

    Without digests of whole payloads, rows are like those of an early Earshot.
    """
    pack = load_pack(pack_folder)
    audio, text = AudioEncoder(pack, "cpu"), TextEncoder(pack)
    vectors_of = {
        "segments": VectorLog(library / "vectors", pack.info.pack_id, "segments", pack.info.dim),
        "names": VectorLog(library / "vectors", pack.info.pack_id, "names", pack.info.sentence_dim),
    }
    stored = []
    with Catalogue.open(library) as catalogue:
        catalogue.packs.set_searched(pack.info.pack_id, pack.info.name)
        root_path = FilePath.of(root)
        root_id = catalogue.roots.add(root_path)
        for native in paths:
            path = FilePath.of(native)
            with analysis(path, pack.info.plan) as analysed:
                segments = list(analysed.segments())
            first_sound, first_segment = catalogue.sounds.reserve_ids(1, len(segments))
            status = native.stat()
            words = name_text(path, root_path, analysed.metadata)
            sound = IndexedSound(
                id=first_sound,
                first_segment=SegmentId(first_segment),
                stamp=FileStamp(path, status.st_size, status.st_mtime_ns),
                content_id=analysed.content_id,
                root=root_id,
                info=analysed.info,
                measures=analysed.measures,
                metadata=analysed.metadata,
                peaks=to_bytes(analysed.peaks),
                segments=tuple((segment.start_s, segment.end_s) for segment in segments),
                name_text=words,
                payload_digest=payload_digest(path) if with_digests else b"",
            )
            ids = np.arange(first_segment, first_segment + len(segments), dtype=np.int64)
            frames = [
                vectors_of["segments"].append(ids, audio.encode_segments(segments)),
                vectors_of["names"].append(np.array([first_sound], np.int64), text.encode([words]).sentence),
            ]
            catalogue.sounds.store([sound], frames)
            stored.append(first_sound)
    return stored
