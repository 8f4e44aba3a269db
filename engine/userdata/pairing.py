"""Finds the sounds of the library that each line of a staged file is about; in temporary tables, by SQL.

A payload may have several copies here and several lines in the file. Lines and copies are paired by their place, then,
where as many are left of both, in the order of their places. Where they are not as many, nobody can tell which is
which: the lines that are left are joined, and every copy that is left (or, with none left, every copy) gets them all.
A line that waited in the library that wrote it goes to a copy only where the file has no other line of its payload.
"""

import apsw

from engine.userdata.places import place_of

_PAIR = """
CREATE TEMP TABLE here AS
    SELECT sound.id AS sound_id, payload_digest AS payload, place_of(sound.path, root.path) AS place
    FROM sound JOIN root ON root.id = root_id WHERE +payload_digest IN (SELECT payload FROM in_sound);
CREATE INDEX temp.here_by_payload ON here(payload);
CREATE TEMP TABLE record AS
    SELECT n, payload, place FROM in_sound AS one WHERE payload IN (SELECT payload FROM here) AND (NOT is_waiting
        OR NOT EXISTS (SELECT 1 FROM in_sound AS other WHERE other.payload = one.payload AND NOT other.is_waiting));

-- Lines of a group are joined; its sounds get what comes of that.
CREATE TEMP TABLE member(n INTEGER PRIMARY KEY, g INTEGER NOT NULL);
CREATE TEMP TABLE target(g INTEGER NOT NULL, sound_id INTEGER NOT NULL);
CREATE TEMP TABLE exact AS
    SELECT n, sound_id
    FROM (SELECT *, row_number() OVER (PARTITION BY payload, place ORDER BY n) AS k FROM record)
    JOIN (SELECT *, row_number() OVER (PARTITION BY payload, place ORDER BY sound_id) AS k FROM here)
        USING (payload, place, k);
INSERT INTO member SELECT n, n FROM exact;
INSERT INTO target SELECT n, sound_id FROM exact;
CREATE TEMP TABLE left_record AS
    SELECT n, payload, row_number() OVER (PARTITION BY payload ORDER BY n) AS k, count(*) OVER by_payload AS lines,
        min(n) OVER by_payload AS g
    FROM record WHERE n NOT IN (SELECT n FROM exact) WINDOW by_payload AS (PARTITION BY payload);
CREATE INDEX temp.left_record_by_payload ON left_record(payload);
CREATE TEMP TABLE left_here AS
    SELECT sound_id, payload, row_number() OVER (PARTITION BY payload ORDER BY place, sound_id) AS k,
        count(*) OVER (PARTITION BY payload) AS sounds
    FROM here WHERE sound_id NOT IN (SELECT sound_id FROM exact);
CREATE INDEX temp.left_here_by_payload ON left_here(payload, k);

CREATE TEMP TABLE even AS
    SELECT n, sound_id FROM left_record JOIN left_here USING (payload, k) WHERE lines = sounds;
INSERT INTO member SELECT n, n FROM even;
INSERT INTO target SELECT n, sound_id FROM even;
CREATE TEMP TABLE uneven AS
    SELECT n, payload, g FROM left_record WHERE n NOT IN (SELECT n FROM even);
INSERT INTO member SELECT n, g FROM uneven;
INSERT INTO target SELECT g, sound_id FROM (SELECT DISTINCT g, payload FROM uneven) JOIN left_here USING (payload);
INSERT INTO target SELECT g, sound_id FROM (SELECT DISTINCT g, payload FROM uneven) JOIN here USING (payload)
    WHERE payload NOT IN (SELECT payload FROM left_here);
CREATE INDEX temp.member_by_group ON member(g);

-- What has no sound here waits, joined by its payload.
CREATE TEMP TABLE waiting AS SELECT n, payload FROM in_sound WHERE n NOT IN (SELECT n FROM member);
CREATE INDEX temp.waiting_by_payload ON waiting(payload);
"""


def pair(connection: apsw.Connection) -> None:
    """Makes the tables `member`, `target` and `waiting` of what `engine.userdata.stage` read."""
    connection.create_scalar_function("place_of", place_of, 2, deterministic=True)  # type: ignore[arg-type]
    connection.execute(_PAIR)
