-- Version 2: sounds, what packs heard of them, and where they lie.

CREATE TABLE earshot.volume(
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE CHECK (name <> '' AND length(name) <= 100 AND name !~ '[/\\]'),
    who name NOT NULL DEFAULT session_user,
    made timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE earshot.pack(
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    pack_id text NOT NULL UNIQUE,
    name text NOT NULL,
    dim integer NOT NULL CHECK (dim BETWEEN 1 AND 4000)
);

-- A sound, by its payload. about: what engine.features.sidecar.format keeps of it; name and suffix: of one of its files.
CREATE TABLE earshot.sound(
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    payload bytea NOT NULL UNIQUE CHECK (octet_length(payload) = 32),
    content bytea NOT NULL CHECK (octet_length(content) = 16),
    subject text NOT NULL GENERATED ALWAYS AS ('s:' || encode(payload, 'hex')) STORED,
    name text NOT NULL,
    suffix text NOT NULL,
    duration_s double precision NOT NULL,
    channels integer NOT NULL,
    sample_rate_hz integer NOT NULL,
    about jsonb NOT NULL,
    peaks bytea NOT NULL,
    who name NOT NULL DEFAULT session_user,
    stored timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sound_by_subject ON earshot.sound(subject);
CREATE INDEX sound_by_suffix ON earshot.sound(suffix);

-- path: relative to the volume, / between its parts, as bytes: names need not be UTF-8.
CREATE TABLE earshot.place(
    volume integer NOT NULL REFERENCES earshot.volume(id),
    path bytea NOT NULL,
    sound bigint NOT NULL REFERENCES earshot.sound(id),
    PRIMARY KEY (volume, path)
);
CREATE INDEX place_by_sound ON earshot.place(sound);

-- Which packs have all segments of a sound here.
CREATE TABLE earshot.heard(
    pack integer NOT NULL REFERENCES earshot.pack(id),
    sound bigint NOT NULL REFERENCES earshot.sound(id),
    segments integer NOT NULL CHECK (segments > 0),
    who name NOT NULL DEFAULT session_user,
    PRIMARY KEY (pack, sound)
);

-- A partition for each pack, with an index of its own: vectors of two packs are never compared.
CREATE TABLE earshot.segment(
    pack integer NOT NULL,
    sound bigint NOT NULL,
    number integer NOT NULL,
    start_s double precision NOT NULL,
    end_s double precision NOT NULL,
    vector halfvec NOT NULL,
    PRIMARY KEY (pack, sound, number)
) PARTITION BY LIST (pack);

-- Makes a pack's row and partition where they are missing; gives its number.
CREATE FUNCTION earshot.add_pack(p_pack_id text, p_name text, p_dim integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, %(vectors)s, pg_temp AS $$
DECLARE
    v_id integer;
    v_dim integer;
BEGIN
    PERFORM 1 FROM earshot.counter FOR UPDATE;
    SELECT id, dim INTO v_id, v_dim FROM earshot.pack WHERE pack_id = p_pack_id;
    IF FOUND THEN
        IF v_dim <> p_dim THEN
            RAISE EXCEPTION 'pack % has vectors of % numbers, not %', p_pack_id, v_dim, p_dim;
        END IF;
        RETURN v_id;
    END IF;
    IF (SELECT count(*) FROM earshot.pack) >= 100 THEN
        RAISE EXCEPTION 'there are 100 packs already';
    END IF;
    INSERT INTO earshot.pack(pack_id, name, dim) VALUES (left(p_pack_id, 100), left(p_name, 100), p_dim)
    RETURNING id INTO v_id;
    EXECUTE format('CREATE TABLE earshot.segment_%s PARTITION OF earshot.segment (CHECK (vector_dims(vector) = %s))'
        ' FOR VALUES IN (%s)', v_id, p_dim, v_id);
    EXECUTE format('CREATE INDEX ON earshot.segment_%s USING hnsw ((vector::halfvec(%s)) halfvec_ip_ops)'
        ' WITH (m = 16, ef_construction = 100)', v_id, p_dim);
    RETURN v_id;
END
$$;

CREATE FUNCTION earshot.add_volume(p_name text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    INSERT INTO earshot.volume(name, who) VALUES (p_name, session_user) ON CONFLICT DO NOTHING
$$;

REVOKE ALL ON FUNCTION earshot.add_pack, earshot.add_volume FROM PUBLIC;
GRANT SELECT ON earshot.volume, earshot.pack, earshot.sound, earshot.place, earshot.heard, earshot.segment TO %(reader)s;
-- Not the column who: that is whoever it is.
GRANT INSERT (payload, content, name, suffix, duration_s, channels, sample_rate_hz, about, peaks) ON earshot.sound
    TO %(editor)s;
GRANT INSERT (pack, sound, segments) ON earshot.heard TO %(editor)s;
GRANT INSERT ON earshot.segment TO %(editor)s;
GRANT INSERT, UPDATE ON earshot.place TO %(editor)s;
GRANT EXECUTE ON FUNCTION earshot.add_pack TO %(editor)s;
GRANT EXECUTE ON FUNCTION earshot.add_volume TO %(admin)s;
