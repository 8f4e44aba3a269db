"""What one library heard goes to the server, is found there, and is not listened to again by the next one."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from engine.audio.peaks import to_bytes
from engine.base.cancellation import never
from engine.base.errors import QueryError, StudioRefused
from engine.base.types import AudioInfo, ContentId, FilePath, Measures, PackId, Peaks
from engine.features.sidecar.format import read_sidecar
from engine.features.sidecar.writer import write_sidecar
from engine.features.studio import facade
from engine.features.studio.analyses import SoundAnalysis, add_heard
from engine.features.studio.fetched_vectors import FETCHED
from engine.features.studio.records import AnalysesTransferred, Role
from engine.features.studio.server import connected
from engine.features.studio.server_search import ServerSearch, packs_of, read, search
from engine.ingest.ready import PayloadAnalysis
from tests.engine.features.studio.copies import Copy
from tests.helpers.libraries import clustered_vectors
from tests.helpers.postgres import PASSWORD, Postgres, SharedServer
from tests.helpers.tiny_library import TinyLibrary, earshot

SOUNDS, DIM = 500, 32


def heard_sound(number: int, vectors: np.ndarray) -> SoundAnalysis:
    """A sound of two segments, one and a half or three seconds long."""
    seconds = 1.5 if number % 2 else 3.0
    peaks = Peaks(np.zeros((20, 2), np.int8), seconds)
    sound = PayloadAnalysis(
        ContentId(number.to_bytes(16, "big")),
        number.to_bytes(32, "big"),
        AudioInfo("WAV", "PCM_24", 48_000, 1 + number % 2, 24, seconds),
        Measures(-23.0, -1.0, 0.1, 900.0, False, None, None, None, None),
        peaks,
        ((0.0, 1.0), (1.0, 1.5)),
        vectors.astype(np.float16),
    )
    return SoundAnalysis(FilePath(f"/sounds/take {number}.{'wav' if number % 3 else 'flac'}".encode()), sound)


@pytest.fixture(scope="module")
def many(postgres: Postgres) -> SharedServer:
    """A server that holds 500 sounds of one pack."""
    server = SharedServer(postgres, "studio_many")
    vectors = clustered_vectors(2 * SOUNDS, DIM, np.random.default_rng(1))
    sounds = (heard_sound(number, vectors[2 * number : 2 * number + 2]) for number in range(SOUNDS))
    with connected(server.person("ann"), PASSWORD) as connection:
        assert add_heard(connection, PackId("p" * 64), "many", DIM, sounds, never) == AnalysesTransferred(
            SOUNDS, 2 * SOUNDS, 0, 0
        )
        again = [heard_sound(number, vectors[2 * number : 2 * number + 2]) for number in range(100)]
        assert add_heard(connection, PackId("p" * 64), "many", DIM, again, never) == AnalysesTransferred(0, 0, 100, 0)
    return server


def test_the_index_finds_what_comparing_everything_finds(many: SharedServer) -> None:
    reader = many.person("reader", Role.READER)
    questions = clustered_vectors(40, DIM, np.random.default_rng(1))
    with connected(reader, PASSWORD) as connection:
        (pack,) = packs_of(connection)
        asked = ServerSearch(connection, pack)
        connection.execute("SET enable_sort = off")  # so few are sorted as quickly; a test is to ask the index
        half = f"'[{','.join(['0.1'] * DIM)}]'"
        text = asked.statement("", exact=False).replace("%s::halfvec", f"{half}::halfvec").replace("%s", "20")
        plan = "\n".join(row[0] for row in connection.execute(f"EXPLAIN {text}".encode()))
        assert "Index Scan using segment_1_vector_idx" in plan, plan
        found = matched = 0
        for question in questions:
            exact = asked.find(question, read("x").filters, 20, exact=True)
            near = asked.find(question, read("x").filters, 20)
            assert len(exact) == len(near) == 20
            assert [hit.score for hit in exact] == sorted((hit.score for hit in exact), reverse=True)
            found += len({hit.payload for hit in exact} & {hit.payload for hit in near})
            matched += 20
    assert found / matched >= 0.99


def test_filters_hold_and_still_find_enough(many: SharedServer) -> None:
    ann = many.person("ann")
    with connected(ann, PASSWORD) as connection:
        asked = ServerSearch(connection, packs_of(connection)[0])
        vector = clustered_vectors(1, DIM, np.random.default_rng(1))[0]
        short = asked.find(vector, read("x dur:<2 ch:2 ext:wav").filters, 50)
        numbers = [int.from_bytes(hit.payload, "big") for hit in short]
        assert len(numbers) == 50 and all(number % 2 and number % 3 for number in numbers)
        assert asked.find(vector, read("x rating:>=3").filters, 5) == []
    copy = [f"s:{(7).to_bytes(32, 'big').hex()}", f"s:{(8).to_bytes(32, 'big').hex()}"]
    edits = [("rating", 4), ("tag:wet", "Wet"), ("favourite", True)]
    with connected(ann, PASSWORD) as connection:
        from psycopg.types.json import Jsonb

        given = [
            {"id": f"{number:032x}", "subject": subject, "field": field, "value": value, "base": 0, "made": 1}
            for number, (subject, (field, value)) in enumerate((s, e) for s in copy[:1] for e in edits)
        ]
        connection.execute("SELECT earshot.push(gen_random_uuid(), 1, %s)", (Jsonb(given),))
        asked = ServerSearch(connection, packs_of(connection)[0])
        for words in ("x rating:>=3", "x tag:wet", "x fav:", "x rating:>=3 tag:WET fav:yes"):
            hits = asked.find(vector, read(words).filters, 5)
            assert [int.from_bytes(hit.payload, "big") for hit in hits] == [7], words
        unrated = asked.find(vector, read("x rating:0").filters, SOUNDS)
        assert len(unrated) == SOUNDS - 1


def test_what_the_server_cannot_answer_is_refused() -> None:
    for words in ("dur:<2", '"door" rain', "rain -dog", ""):
        with pytest.raises(QueryError):
            read(words)
    with pytest.raises(StudioRefused):
        read("rain in:Foley")


def test_who_joins_later_does_not_listen_again(
    tmp_path: Path, tiny_library: TinyLibrary, shared_server: SharedServer
) -> None:
    first = Copy.there(tmp_path / "first")
    shutil.copytree(tiny_library.folder, first.folder)
    admin = shared_server.person("admin", Role.ADMIN)
    first.joined(admin)
    facade.add_volume(first.folder, "Effects", FilePath.of(tiny_library.sounds), password=PASSWORD)
    assert facade.share_sounds(first.folder, password=PASSWORD) == AnalysesTransferred(6, 12, 0, 0)
    assert facade.share_sounds(first.folder, password=PASSWORD) == AnalysesTransferred(0, 0, 6, 0)
    assert shared_server.rows("SELECT convert_from(path, 'UTF8') FROM earshot.place ORDER BY 1")[0] == (
        "noises/take 9.wav",
    )
    with connected(admin, PASSWORD) as connection, pytest.raises(StudioRefused):
        search(connection, tmp_path, "a low tone", 3)  # nobody here has that pack
    shutil.copytree(tiny_library.pack, first.folder / "packs" / "tiny")
    with connected(admin, PASSWORD) as connection:
        hits = search(connection, first.folder, "a low tone", 6)
        assert hits == search(connection, first.folder, "a low tone", 6, exact=True)
    assert sorted(hit.path for hit in hits)[0] == "noises/take 9.wav" and hits[0].volume == "Effects"

    second = Copy(tmp_path / "second", "a").joined(shared_server.person("bob"))
    assert [(one.name, one.folder, one.sounds) for one in facade.volumes(second.folder)] == [("Effects", None, 6)]
    assert facade.fetch_sounds(second.folder, password=PASSWORD) == AnalysesTransferred(0, 0, 0, 0)
    elsewhere = tmp_path / "nas"
    shutil.copytree(tiny_library.sounds, elsewhere)
    facade.map_volume(second.folder, "Effects", FilePath.of(elsewhere))
    assert facade.fetch_sounds(second.folder, password=PASSWORD) == AnalysesTransferred(6, 12, 0, 0)
    (fetched,) = (second.folder / FETCHED).iterdir()
    own = write_sidecar(first.folder, FilePath.of(tiny_library.sounds), file=tmp_path / "own.sidecar").file
    for digest, sound in read_sidecar(own).sounds.items():
        other = read_sidecar(fetched).sounds[digest]
        assert other.vectors.tobytes() == sound.vectors.tobytes()
        assert (other.bounds, other.info, other.measures) == (sound.bounds, sound.info, sound.measures)
        assert to_bytes(other.peaks) == to_bytes(sound.peaks)
    fresh = tmp_path / "fresh"
    shutil.copytree(second.folder / FETCHED, fresh / FETCHED)
    events = earshot("index", "--json", "--library", fresh, "--pack", tiny_library.pack, "--device", "cpu",
        "--workers", "1", elsewhere)  # fmt: skip
    notes = [event for event in events if "SIDECAR_TAKEN" in str(event) or "taken" in str(event.get("note", ""))]
    assert events[-1]["added"] == 6
    assert notes, events


ODD_IDS = (
    "../../x",
    "../" * 8 + "tmp/x",
    "/etc/x",
    "C:\\x",
    "\\\\server\\x",
    "CON",
    "con",
    "x.",
    "x ",
    "x" * 300,
    "",
    "x\n",
)


@pytest.mark.parametrize("id", ODD_IDS)
def test_the_server_takes_no_pack_whose_id_leads_elsewhere(many: SharedServer, id: str) -> None:
    ann = many.person("ann")
    with pytest.raises(StudioRefused, match="is_identifier"), connected(ann, PASSWORD) as connection:
        add_heard(connection, PackId(id), "odd", DIM, [], never)
    with connected(ann, PASSWORD) as connection:
        assert [pack.name for pack in packs_of(connection)] == ["many"]


@pytest.mark.shows("strangers-words")
@pytest.mark.parametrize("id", ["../../x", "/x", "x\ny", "con", ""])
def test_an_editor_writes_no_file_on_a_members_machine(
    tmp_path: Path, shared_server: SharedServer, tiny_library: TinyLibrary, id: str
) -> None:
    """The rows that a server had before it refused such ids."""
    ann = Copy.there(tmp_path / "ann")
    shutil.copytree(tiny_library.folder, ann.folder)
    admin = shared_server.person("admin", Role.ADMIN)
    ann.joined(admin)
    facade.add_volume(ann.folder, "Effects", FilePath.of(tiny_library.sounds), password=PASSWORD)
    assert facade.share_sounds(ann.folder, password=PASSWORD).sounds == 6
    with shared_server.postgres.owner(shared_server.database) as connection:
        connection.execute("ALTER TABLE earshot.pack DROP CONSTRAINT is_identifier")
        connection.execute("UPDATE earshot.pack SET pack_id = %s", (id,))
    bob = Copy(tmp_path / "home" / "bob", "a").joined(shared_server.person("bob"))
    facade.map_volume(bob.folder, "Effects", FilePath.of(tiny_library.sounds))
    before = sorted(tmp_path.rglob("*"))
    assert facade.fetch_sounds(bob.folder, password=PASSWORD) == AnalysesTransferred(0, 0, 0, 6)
    assert {path.name for path in set(tmp_path.rglob("*")) - set(before)} <= {FETCHED}
    with connected(admin, PASSWORD) as connection:
        assert packs_of(connection) == []


@pytest.mark.shows("studio-hostile-edits")
def test_one_sound_that_nobody_can_read_keeps_no_other_from_being_fetched(
    tmp_path: Path, shared_server: SharedServer, tiny_library: TinyLibrary
) -> None:
    ann = Copy.there(tmp_path / "ann")
    shutil.copytree(tiny_library.folder, ann.folder)
    ann.joined(shared_server.person("admin", Role.ADMIN))
    facade.add_volume(ann.folder, "Effects", FilePath.of(tiny_library.sounds), password=PASSWORD)
    assert facade.share_sounds(ann.folder, password=PASSWORD).sounds == 6
    deep = '{"info": ' + "[" * 3_000 + "]" * 3_000 + "}"
    with shared_server.postgres.owner(shared_server.database) as connection:
        for id, about in ((1, "9" * 5_000), (2, deep), (3, "{}"), (4, "[]")):
            connection.execute("UPDATE earshot.sound SET about = %s::jsonb WHERE id = %s", (about, id))
        connection.execute("UPDATE earshot.segment SET end_s = 9e6 WHERE sound = 5")
    bob = Copy(tmp_path / "bob", "a").joined(shared_server.person("bob"))
    facade.map_volume(bob.folder, "Effects", FilePath.of(tiny_library.sounds))
    assert facade.fetch_sounds(bob.folder, password=PASSWORD) == AnalysesTransferred(1, 2, 0, 5)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("name", "x" * 1_001),
        ("peaks", b"x" * 65_537),
        ("about", '{"x": "' + "x" * 70_000 + '"}'),
        ("duration_s", "infinity"),
        ("duration_s", "nan"),
        ("channels", 0),
        ("sample_rate_hz", -1),
    ],
)
def test_the_server_takes_no_sound_that_cannot_be(shared_server: SharedServer, column: str, value: object) -> None:
    row = {
        "payload": b"p" * 32,
        "content": b"c" * 16,
        "name": "a.wav",
        "suffix": "wav",
        "duration_s": 1.0,
        "channels": 1,
    }
    row |= {"sample_rate_hz": 48_000, "about": "{}", "peaks": b""}
    sql = f"INSERT INTO earshot.sound({', '.join(row)}) VALUES ({', '.join(['%s'] * len(row))})"
    ann = shared_server.person("ann")
    with pytest.raises(StudioRefused, match="is_likely"), connected(ann, PASSWORD) as connection:
        connection.execute(sql.encode(), list({**row, column: value}.values()))
    with connected(ann, PASSWORD) as connection:
        connection.execute(sql.encode(), list(row.values()))
