"""The catalogue's schema as SQL, version by version.

A released migration never changes: append a new one, with a golden catalogue of the version before it in tests/golden.
`schema` applies them.
"""

from engine.store.file_fields import FILE_FIELD_INDEX, FILE_FIELD_TABLES
from engine.store.row_checks import (
    VERSION_4,
    VERSION_5,
    VERSION_6,
    VERSION_7,
    VERSION_8,
    VERSION_14,
    VERSION_16,
    tables_sql,
    triggers_sql,
    widened_sql,
)

_VERSION_1 = """
CREATE TABLE meta(
    key TEXT PRIMARY KEY,
    value ANY NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO meta(key, value) VALUES ('sequence', 0), ('next_sound', 1), ('next_segment', 1);

-- Model packs that made vectors; meta.pack is the one that is searched.
CREATE TABLE pack(
    id INTEGER PRIMARY KEY,
    pack_id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL
) STRICT;

CREATE TABLE root(
    id INTEGER PRIMARY KEY,
    path BLOB NOT NULL UNIQUE,
    is_offline INTEGER NOT NULL DEFAULT 0
) STRICT;

-- One row a file, narrow, because filters scan it: long things are in detail.
CREATE TABLE sound(
    id INTEGER PRIMARY KEY,
    root_id INTEGER NOT NULL REFERENCES root(id) ON DELETE CASCADE,
    path BLOB NOT NULL UNIQUE,
    size_bytes INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    pack INTEGER REFERENCES pack(id),
    content_id BLOB,
    payload_digest BLOB,
    is_gone INTEGER NOT NULL DEFAULT 0,
    error TEXT NOT NULL DEFAULT '',
    advice TEXT NOT NULL DEFAULT '',
    format TEXT,
    codec TEXT,
    sample_rate_hz INTEGER,
    channels INTEGER,
    bit_depth INTEGER,
    duration_s REAL,
    loudness_lufs REAL,
    peak_dbfs REAL,
    silence_ratio REAL,
    brightness_hz REAL,
    is_loop INTEGER,
    first_segment INTEGER NOT NULL DEFAULT 0,
    segments INTEGER NOT NULL DEFAULT 0,
    sequence INTEGER NOT NULL
) STRICT;
CREATE INDEX sound_by_root ON sound(root_id);
CREATE INDEX sound_by_content ON sound(content_id) WHERE content_id IS NOT NULL;
CREATE INDEX sound_by_sequence ON sound(sequence);

-- bounds: float64 [segments, 2], little endian, start and end in seconds.
CREATE TABLE detail(
    sound_id INTEGER PRIMARY KEY REFERENCES sound(id) ON DELETE CASCADE,
    bounds BLOB NOT NULL,
    notes TEXT NOT NULL,
    metadata TEXT NOT NULL,
    name_text TEXT NOT NULL,
    peaks BLOB NOT NULL
) STRICT;

CREATE TABLE tag(
    sound_id INTEGER NOT NULL REFERENCES sound(id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    PRIMARY KEY (name, sound_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX tag_by_sound ON tag(sound_id);

-- Tags of removed sounds, until the same payload turns up again.
CREATE TABLE kept_tag(
    payload_digest BLOB NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (payload_digest, name)
) STRICT, WITHOUT ROWID;

-- Where the vectors are: one row a block of the vector log.
CREATE TABLE frame(
    id INTEGER PRIMARY KEY,
    pack_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    file TEXT NOT NULL,
    offset INTEGER NOT NULL,
    count INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    sequence INTEGER NOT NULL
) STRICT;
CREATE INDEX frame_by_sequence ON frame(pack_id, kind, sequence);

-- What indexes must forget: segments, and the sound too unless it only changed. Ids are never given out twice.
CREATE TABLE tombstone(
    id INTEGER PRIMARY KEY,
    sound_id INTEGER,
    first_segment INTEGER NOT NULL,
    segments INTEGER NOT NULL,
    sequence INTEGER NOT NULL
) STRICT;
CREATE INDEX tombstone_by_sequence ON tombstone(sequence);

CREATE VIRTUAL TABLE sound_text USING fts5(
    name, folder, words,
    content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='2 3'
);
"""

_VERSION_2 = """
INSERT INTO meta(key, value) VALUES ('keeping_sequence', 0), ('hearing_sequence', 0), ('searches_sequence', 0);

-- mount: where the file system of the root was mounted when it was last seen, by which a root that was deleted is told
-- from one whose drive is away.
ALTER TABLE root ADD COLUMN is_watched INTEGER NOT NULL DEFAULT 1;
ALTER TABLE root ADD COLUMN is_missing INTEGER NOT NULL DEFAULT 0;
ALTER TABLE root ADD COLUMN mount BLOB;

-- Folders that hold, or held, sounds: a filter looks at some thousands of these instead of a million paths.
CREATE TABLE folder(
    id INTEGER PRIMARY KEY,
    path BLOB NOT NULL UNIQUE
) STRICT;

-- suffix and cat_id (the UCS CatID) in lower case; musical_key as engine.audio.key_names spells it; added_s: Unix time
-- at which the file was first taken in, NULL for what version 1 took in.
ALTER TABLE sound ADD COLUMN folder_id INTEGER REFERENCES folder(id);
ALTER TABLE sound ADD COLUMN suffix TEXT;
ALTER TABLE sound ADD COLUMN cat_id TEXT;
ALTER TABLE sound ADD COLUMN tempo_bpm REAL;
ALTER TABLE sound ADD COLUMN tempo_confidence REAL;
ALTER TABLE sound ADD COLUMN musical_key TEXT;
ALTER TABLE sound ADD COLUMN key_confidence REAL;
ALTER TABLE sound ADD COLUMN added_s REAL;
INSERT INTO folder(path) SELECT DISTINCT folder_of(path) FROM sound;
UPDATE sound SET
    folder_id = (SELECT id FROM folder WHERE folder.path = folder_of(sound.path)),
    suffix = suffix_of(path),
    cat_id = (SELECT nullif(lower(json_extract(metadata, '$.ucs_id')), '') FROM detail WHERE sound_id = sound.id);
CREATE INDEX sound_by_folder ON sound(folder_id);
CREATE INDEX sound_by_category ON sound(cat_id) WHERE error = '' AND cat_id IS NOT NULL;
CREATE INDEX sound_by_suffix ON sound(suffix) WHERE error = '' AND suffix != '';

-- What the user keeps about a sound beside its tags; no row for a sound without any of it.
CREATE TABLE mark(
    sound_id INTEGER PRIMARY KEY REFERENCES sound(id) ON DELETE CASCADE,
    rating INTEGER NOT NULL DEFAULT 0,
    colour TEXT,
    note TEXT NOT NULL DEFAULT '',
    plays INTEGER NOT NULL DEFAULT 0,
    last_played_s REAL,
    uses INTEGER NOT NULL DEFAULT 0,
    last_used_s REAL
) STRICT;
CREATE INDEX mark_by_rating ON mark(rating) WHERE rating > 0;
CREATE INDEX mark_by_colour ON mark(colour) WHERE colour IS NOT NULL;
CREATE INDEX mark_by_played ON mark(last_played_s) WHERE last_played_s IS NOT NULL;
CREATE INDEX mark_by_used ON mark(last_used_s) WHERE last_used_s IS NOT NULL;

-- folded: the name as it is compared, so that no two differ by case alone.
CREATE TABLE collection(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    position INTEGER NOT NULL
) STRICT;
CREATE TABLE collection_item(
    collection_id INTEGER NOT NULL REFERENCES collection(id) ON DELETE CASCADE,
    sound_id INTEGER NOT NULL REFERENCES sound(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    PRIMARY KEY (collection_id, sound_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX collection_item_by_sound ON collection_item(sound_id);
CREATE INDEX collection_item_by_position ON collection_item(collection_id, position);

-- Marks of removed sounds, until the same payload turns up again; a row also for those that had tags alone. Once they
-- were given back (is_restored), what the user changed since counts, and not what is here.
CREATE TABLE kept_mark(
    payload_digest BLOB PRIMARY KEY,
    rating INTEGER NOT NULL DEFAULT 0,
    colour TEXT,
    note TEXT NOT NULL DEFAULT '',
    plays INTEGER NOT NULL DEFAULT 0,
    last_played_s REAL,
    uses INTEGER NOT NULL DEFAULT 0,
    last_used_s REAL,
    is_restored INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
INSERT INTO kept_mark(payload_digest) SELECT DISTINCT payload_digest FROM kept_tag;
CREATE TABLE kept_item(
    payload_digest BLOB NOT NULL,
    collection_id INTEGER NOT NULL REFERENCES collection(id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    PRIMARY KEY (payload_digest, collection_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE saved_search(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL,
    position INTEGER NOT NULL
) STRICT;

-- Every search once, with when it was last asked and how often.
CREATE TABLE history(
    text TEXT PRIMARY KEY,
    number INTEGER NOT NULL,
    asked_s REAL NOT NULL,
    times INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX history_by_number ON history(number);
"""

_VERSION_3 = """
-- switched: the sequence number at which another pack came to be searched. meta.next_pack, where there is one: the pack
-- that a re-embedding under way makes vectors of.
INSERT INTO meta(key, value) VALUES ('switched', 0), ('learning_sequence', 0);

-- What packs other than sound.pack made of a sound, in the shape of sound and detail; no segments: of its name alone.
CREATE TABLE embedding(
    pack INTEGER NOT NULL REFERENCES pack(id),
    sound_id INTEGER NOT NULL REFERENCES sound(id) ON DELETE CASCADE,
    first_segment INTEGER NOT NULL,
    segments INTEGER NOT NULL,
    bounds BLOB NOT NULL,
    sequence INTEGER NOT NULL,
    PRIMARY KEY (pack, sound_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX embedding_by_sound ON embedding(sound_id);

-- Sounds whose name vector by a pack is of what they were called before: its name changed while another was searched.
CREATE TABLE stale_name(
    pack INTEGER NOT NULL REFERENCES pack(id),
    sound_id INTEGER NOT NULL REFERENCES sound(id) ON DELETE CASCADE,
    PRIMARY KEY (pack, sound_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX stale_name_by_sound ON stale_name(sound_id);
"""

_VERSION_4 = tables_sql(VERSION_4)
"""Checksums of the rows."""

_VERSION_5 = f"""
-- Words of the full text index that may be compounds, spelt from either end: see engine.store.text_index.
CREATE TABLE word(
    word TEXT PRIMARY KEY,
    backwards TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX word_by_end ON word(backwards);
CREATE VIRTUAL TABLE temp.migrated_words USING fts5vocab('main', 'sound_text', 'row');
INSERT INTO word SELECT term, backwards(term) FROM temp.migrated_words WHERE is_listed(term);
DROP TABLE temp.migrated_words;

-- The user's own thesaurus: other is searched for where word is asked for, or (is_refused) not although Earshot would.
CREATE TABLE thesaurus(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    word TEXT NOT NULL,
    other TEXT NOT NULL,
    is_refused INTEGER NOT NULL DEFAULT 0,
    UNIQUE(word, other)
) STRICT;
{triggers_sql(VERSION_5)}
"""

_VERSION_6 = f"""
-- Why a sound could not be read, and what to do: JSON of engine.base.file_messages. No row for one that could be read,
-- nor for one that failed in an earlier version: of that sound.error and sound.advice have English sentences. Where
-- there is a row, sound.error has its code, and sound.advice is empty.
CREATE TABLE trouble(
    sound_id INTEGER PRIMARY KEY REFERENCES sound(id) ON DELETE CASCADE,
    record TEXT NOT NULL
) STRICT;
{triggers_sql(VERSION_6)}
"""

_VERSION_7 = f"""
-- What was chosen for the words of a search, once by each kind of choosing; by payload, so that a sound that is moved,
-- or taken out and added again, is known. start_s, end_s: the moment that was chosen, NULL for the whole sound.
CREATE TABLE choice(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    text TEXT NOT NULL,
    payload_digest BLOB NOT NULL,
    kind TEXT NOT NULL,
    start_s REAL,
    end_s REAL,
    chosen_s REAL NOT NULL,
    UNIQUE(text, payload_digest, kind)
) STRICT;

-- Tags and collections, folded, that nothing is to be learnt from.
CREATE TABLE not_learnt(
    name TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
{triggers_sql(VERSION_7)}
"""

_VERSION_8 = f"""
INSERT INTO meta(key, value) VALUES ('studio_sequence', 0);

-- Of a library that is joined to a shared one (engine.features.studio); empty in all others. A subject is s: and a
-- payload's digest, c: a collection, q: a saved search or k: a conflict, a field one thing about it, json its value.

-- Edits that the server has not acknowledged, oldest first. base: the server's sequence number that had been seen when
-- it was made. made_s: Unix time, NULL for what was there before the library was joined.
CREATE TABLE shared_edit(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    edit BLOB NOT NULL UNIQUE,
    subject TEXT NOT NULL,
    field TEXT NOT NULL,
    json TEXT NOT NULL,
    base INTEGER NOT NULL,
    made_s REAL
) STRICT;
CREATE INDEX shared_edit_by_field ON shared_edit(subject, field);

-- What the server holds, as far as it was taken in; of sounds too that are not in this library.
CREATE TABLE shared_field(
    subject TEXT NOT NULL,
    field TEXT NOT NULL,
    json TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    who TEXT NOT NULL,
    made_s REAL NOT NULL,
    PRIMARY KEY (subject, field)
) STRICT, WITHOUT ROWID;

-- Which collection or saved search of this library is which of the server's; kept when they go, so that one that is
-- taken back is the same.
CREATE TABLE shared_list(
    subject TEXT PRIMARY KEY,
    own INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE shared_conflict(
    edit_id TEXT PRIMARY KEY,
    sequence INTEGER NOT NULL,
    subject TEXT NOT NULL,
    field TEXT NOT NULL,
    kept_json TEXT NOT NULL,
    kept_who TEXT NOT NULL,
    kept_s REAL NOT NULL,
    lost_json TEXT NOT NULL,
    lost_who TEXT NOT NULL,
    lost_s REAL NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sound_by_payload ON sound(payload_digest) WHERE payload_digest IS NOT NULL;

-- folder: where it is on this machine, NULL while nobody has said so.
CREATE TABLE shared_volume(
    name TEXT PRIMARY KEY,
    folder BLOB,
    sounds INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
{triggers_sql(VERSION_8)}
"""

_VERSION_9 = """
-- Which library this is, wherever its folder is moved to.
INSERT INTO meta(key, value) VALUES ('library', lower(hex(randomblob(16)))), ('looking_sequence', 0);

-- When the system last noted a change of any kind in a sound's file, in ns (ctime); no row where that is not known. A
-- false value has a file looked at again and nothing else, so that these rows have no checksums.
CREATE TABLE file_change(
    sound_id INTEGER PRIMARY KEY REFERENCES sound(id) ON DELETE CASCADE,
    changed_ns INTEGER NOT NULL
) STRICT;
"""

_VERSION_10 = f"""
-- Designer is no more who, or which machine, wrote the file: that is the originator.
UPDATE detail SET metadata = without_originator(metadata)
    WHERE json_valid(metadata) AND metadata ->> '$.artist' = metadata ->> '$.fields."bext.Originator"';
{FILE_FIELD_TABLES}
CREATE TABLE temp.migrated_field(sound_id INTEGER, field TEXT, text TEXT, folded TEXT);
INSERT INTO temp.migrated_field SELECT sound_id, value ->> 0, value ->> 1, value ->> 2
    FROM detail, json_each(file_fields(metadata));
INSERT OR IGNORE INTO file_text(field, text, folded) SELECT field, text, folded FROM temp.migrated_field;
INSERT OR IGNORE INTO file_field(text_id, sound_id)
    SELECT file_text.id, sound_id FROM temp.migrated_field JOIN file_text USING (field, text) ORDER BY 1, 2;
{FILE_FIELD_INDEX}
DROP TABLE temp.migrated_field;

-- What recorders note is searched too: of the sounds that have any of it.
CREATE TABLE temp.migrated_text(id INTEGER, texts TEXT);
INSERT INTO temp.migrated_text SELECT sound.id, indexed_texts(sound.path, root.path, metadata)
    FROM sound JOIN root ON root.id = root_id JOIN detail ON sound_id = sound.id
    WHERE metadata LIKE '%"ixml.%' OR metadata LIKE '%"adtl.%' OR metadata LIKE '%originator"%'
        OR metadata LIKE '%scene"%' OR metadata LIKE '%take"%' OR metadata LIKE '%tape"%' OR metadata LIKE '%project"%';
DELETE FROM sound_text WHERE rowid IN (SELECT id FROM temp.migrated_text);
INSERT INTO sound_text(rowid, name, folder, words)
    SELECT id, texts ->> 0, texts ->> 1, texts ->> 2 FROM temp.migrated_text;
DROP TABLE temp.migrated_text;
CREATE VIRTUAL TABLE temp.migrated_words USING fts5vocab('main', 'sound_text', 'row');
INSERT OR IGNORE INTO word SELECT term, backwards(term) FROM temp.migrated_words WHERE is_listed(term);
DROP TABLE temp.migrated_words;
"""

_VERSION_11 = """
-- Names are compared in one form (engine.base.text_forms). Sounds are indexed anew whose words had another: nobody
-- waits for a million that are as they were. FTS5 takes ten times as long to replace rows one by one.
CREATE TEMP TABLE respelt AS SELECT sound.id, sound.path, root.path AS root, metadata FROM sound
    JOIN root ON root.id = root_id JOIN detail ON sound_id = sound.id
    WHERE is_respelt(substr(sound.path, indexed_from(folder_of(sound.path), root.path)))
        OR is_respelt(metadata);
CREATE TABLE temp.respelt_text(id INTEGER, texts TEXT);
INSERT INTO temp.respelt_text SELECT id, indexed_texts(path, root, metadata) FROM temp.respelt;
DELETE FROM sound_text WHERE rowid IN (SELECT id FROM temp.respelt_text);
INSERT INTO sound_text(rowid, name, folder, words)
    SELECT id, texts ->> 0, texts ->> 1, texts ->> 2 FROM temp.respelt_text;
DROP TABLE temp.respelt_text;
CREATE VIRTUAL TABLE temp.respelt_words USING fts5vocab('main', 'sound_text', 'row');
INSERT OR IGNORE INTO word SELECT term, backwards(term) FROM temp.respelt_words
    WHERE EXISTS (SELECT 1 FROM temp.respelt) AND is_listed(term);
DROP TABLE temp.respelt_words;

-- Where marks stood apart, words were torn there in name_text too, and so the name's vector is of no words. Another
-- time of the file has the next look at its folder read name and tags again; a nanosecond matters to nobody else.
UPDATE sound SET mtime_ns = mtime_ns - 1 WHERE error = '' AND id IN (SELECT id FROM temp.respelt
    WHERE composed(path) != CAST(path AS TEXT) OR composed(metadata) != metadata);
DROP TABLE temp.respelt;

UPDATE file_text SET folded = compared(field, text) WHERE folded != compared(field, text);

-- What the user named. Of two names that have come to be one, the second keeps its own key: it is still there.
UPDATE OR REPLACE tag SET name = composed(name)
    WHERE name IN (SELECT DISTINCT name FROM tag WHERE composed(name) != name);
UPDATE OR REPLACE kept_tag SET name = composed(name) WHERE composed(name) != name;
UPDATE OR IGNORE collection SET folded = folded(name) WHERE folded != folded(name);
UPDATE OR IGNORE saved_search SET folded = folded(name) WHERE folded != folded(name);
UPDATE OR REPLACE choice SET text = folded(text) WHERE text != folded(text);
UPDATE OR REPLACE not_learnt SET name = folded(name) WHERE name != folded(name);
UPDATE OR IGNORE thesaurus SET word = small(word), other = small(other)
    WHERE word != small(word) OR other != small(other);
"""

_VERSION_12 = """
-- Fields that users made are asked for by their names, and their words are searched: of the sounds that have any.
CREATE TABLE temp.custom_field(sound_id INTEGER, field TEXT, text TEXT, folded TEXT);
INSERT INTO temp.custom_field SELECT sound_id, value ->> 0, value ->> 1, value ->> 2
    FROM detail, json_each(file_fields(metadata))
    WHERE (metadata LIKE '%"ixml.USER.%' OR metadata LIKE '%"id3.TXXX:%' OR metadata LIKE '%"vorbis.%'
        OR metadata LIKE '%"mp4.----:%') AND value ->> 0 LIKE 'user.%';
INSERT OR IGNORE INTO file_text(field, text, folded) SELECT field, text, folded FROM temp.custom_field;
INSERT OR IGNORE INTO file_field(text_id, sound_id)
    SELECT file_text.id, sound_id FROM temp.custom_field JOIN file_text USING (field, text) ORDER BY 1, 2;
CREATE TABLE temp.custom_text(id INTEGER, texts TEXT);
INSERT INTO temp.custom_text SELECT sound.id, indexed_texts(sound.path, root.path, metadata)
    FROM sound JOIN root ON root.id = root_id JOIN detail ON sound_id = sound.id
    WHERE sound.id IN (SELECT sound_id FROM temp.custom_field);
DELETE FROM sound_text WHERE rowid IN (SELECT id FROM temp.custom_text);
INSERT INTO sound_text(rowid, name, folder, words)
    SELECT id, texts ->> 0, texts ->> 1, texts ->> 2 FROM temp.custom_text;
CREATE VIRTUAL TABLE temp.custom_words USING fts5vocab('main', 'sound_text', 'row');
INSERT OR IGNORE INTO word SELECT term, backwards(term) FROM temp.custom_words
    WHERE EXISTS (SELECT 1 FROM temp.custom_text) AND is_listed(term);
DROP TABLE temp.custom_words;
DROP TABLE temp.custom_text;
DROP TABLE temp.custom_field;
"""

_VERSION_13 = """
-- The UCS CatID, in small letters, that is suggested by ear for a sound whose file says no category; empty where none
-- is likely enough. Every column is in the index too, so that rows need no checksums.
CREATE TABLE ear_category(
    sound_id INTEGER PRIMARY KEY REFERENCES sound(id) ON DELETE CASCADE,
    cat_id TEXT NOT NULL
) STRICT;
CREATE INDEX ear_category_by_cat_id ON ear_category(cat_id, sound_id);
"""

_VERSION_14 = f"""
-- True peak in dBTP, and where the channels stand (engine.audio.channel_layout). NULL of what was read before.
ALTER TABLE sound ADD COLUMN true_peak_dbtp REAL;
ALTER TABLE sound ADD COLUMN layout TEXT;
{widened_sql(VERSION_14)}
"""

_VERSION_15 = """
-- The timecode at which a recording begins, as engine.audio.slate.clock_place has it. Made of detail.metadata; every
-- column is in the index too, so that rows need no checksums.
CREATE TABLE recording_start(
    sound_id INTEGER PRIMARY KEY REFERENCES sound(id) ON DELETE CASCADE,
    clock REAL NOT NULL
) STRICT;
INSERT INTO recording_start(sound_id, clock)
    WITH found AS MATERIALIZED (
        SELECT sound_id, clock_of(metadata, sample_rate_hz) AS clock FROM detail JOIN sound ON sound.id = sound_id
        WHERE metadata LIKE '%TimeReference"%' OR metadata LIKE '%SINCE_MIDNIGHT%'
    ) SELECT sound_id, clock FROM found WHERE clock IS NOT NULL;
CREATE INDEX recording_start_by_clock ON recording_start(clock, sound_id);
"""

_VERSION_16 = f"""
-- The technical quality of sounds, see engine.base.quality. rules: version of the methods. error: code of what kept a
-- sound from being measured, NULL for a measured one.
CREATE TABLE quality(
    sound_id INTEGER PRIMARY KEY REFERENCES sound(id) ON DELETE CASCADE,
    rules INTEGER NOT NULL,
    error TEXT,
    clipped INTEGER,
    clicks INTEGER,
    dc REAL,
    head_s REAL,
    tail_s REAL,
    end_db REAL,
    side_db REAL,
    phase REAL,
    seam_db REAL,
    seam_fits INTEGER,
    flaws INTEGER NOT NULL
) STRICT;
CREATE INDEX quality_by_flaws ON quality(flaws) WHERE flaws != 0;
{triggers_sql(VERSION_16)}
"""

MIGRATIONS: tuple[str, ...] = (
    _VERSION_1,
    _VERSION_2,
    _VERSION_3,
    _VERSION_4,
    _VERSION_5,
    _VERSION_6,
    _VERSION_7,
    _VERSION_8,
    _VERSION_9,
    _VERSION_10,
    _VERSION_11,
    _VERSION_12,
    _VERSION_13,
    _VERSION_14,
    _VERSION_15,
    _VERSION_16,
)
SCHEMA_VERSION = len(MIGRATIONS)
