-- Version 3: what no Earshot would send is refused here too, whoever sends it.

-- As engine.base.identifiers has it: every member's program makes a path of it.
ALTER TABLE earshot.pack ADD CONSTRAINT is_identifier CHECK (
    pack_id ~ '^[0-9a-z][0-9a-z_-]{0,63}$' AND pack_id !~ '^(con|prn|aux|nul|(com|lpt)[0-9])$'
) NOT VALID;
ALTER TABLE earshot.pack ADD CONSTRAINT is_short CHECK (length(name) <= 200) NOT VALID;

-- Makes a pack's row and partition where they are missing; gives its number.
CREATE OR REPLACE FUNCTION earshot.add_pack(p_pack_id text, p_name text, p_dim integer) RETURNS integer
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
    INSERT INTO earshot.pack(pack_id, name, dim) VALUES (p_pack_id, p_name, p_dim) RETURNING id INTO v_id;
    EXECUTE format('CREATE TABLE earshot.segment_%s PARTITION OF earshot.segment (CHECK (vector_dims(vector) = %s))'
        ' FOR VALUES IN (%s)', v_id, p_dim, v_id);
    EXECUTE format('CREATE INDEX ON earshot.segment_%s USING hnsw ((vector::halfvec(%s)) halfvec_ip_ops)'
        ' WITH (m = 16, ef_construction = 100)', v_id, p_dim);
    RETURN v_id;
END
$$;

-- Numbers, lengths and sizes of what Earshot hears; whoever takes it in looks at all of it again.
ALTER TABLE earshot.sound ADD CONSTRAINT is_likely CHECK (
    length(name) <= 1000 AND length(suffix) <= 1000 AND octet_length(peaks) <= 65536 AND length(about::text) <= 65536
    AND duration_s BETWEEN 0 AND 1e7 AND channels BETWEEN 1 AND 1024 AND sample_rate_hz BETWEEN 1 AND 100000000
) NOT VALID;
ALTER TABLE earshot.place ADD CONSTRAINT is_short CHECK (octet_length(path) <= 8192) NOT VALID;
ALTER TABLE earshot.segment ADD CONSTRAINT is_likely CHECK (
    number BETWEEN 0 AND 10000000 AND start_s BETWEEN 0 AND 1e7 AND end_s BETWEEN 0 AND 1e7
) NOT VALID;

-- One statement for each: a deep value is never written out.
CREATE FUNCTION earshot.is_text(p_value jsonb, p_least integer, p_most integer) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT jsonb_typeof(p_value) = 'string' AND length(p_value #>> '{}') BETWEEN p_least AND p_most
$$;

CREATE FUNCTION earshot.is_place(p_value jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT jsonb_typeof(p_value) = 'number' AND p_value::text ~ '^-?[0-9]{1,15}$'
$$;

-- Whether Earshot could have made such an edit, as engine.features.studio.edits has it: lengths, bounds and depth too.
CREATE OR REPLACE FUNCTION earshot.is_edit(p_subject text, p_field text, p_value jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE
        WHEN length(p_subject) > 100 OR length(p_field) > 700 THEN false
        WHEN p_subject ~ '^s:[0-9a-f]{64}$' THEN CASE
            WHEN p_field = 'rating' THEN p_value::text ~ '^[0-5]$'
            WHEN p_field = 'colour' THEN p_value IN ('null', '"red"', '"orange"', '"yellow"', '"green"', '"blue"', '"purple"', '"grey"')
            WHEN p_field = 'note' THEN earshot.is_text(p_value, 0, 10000)
            WHEN p_field = 'favourite' THEN jsonb_typeof(p_value) = 'boolean'
            WHEN p_field LIKE 'tag:_%' THEN p_value = 'null' OR earshot.is_text(p_value, 1, 200)
            ELSE false END
        WHEN p_subject ~ '^c:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN CASE
            WHEN p_field = 'name' THEN p_value = 'null' OR earshot.is_text(p_value, 1, 200)
            WHEN p_field = 'position' THEN earshot.is_place(p_value)
            WHEN p_field = 'private' THEN jsonb_typeof(p_value) = 'boolean'
            WHEN p_field ~ '^item:[0-9a-f]{64}$' THEN p_value = 'null' OR earshot.is_place(p_value)
            ELSE false END
        WHEN p_subject ~ '^q:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN CASE
            WHEN p_field = 'search' THEN p_value = 'null' OR (jsonb_typeof(p_value) = 'object'
                AND earshot.is_text(p_value->'name', 1, 200) IS TRUE AND earshot.is_text(p_value->'text', 0, 20000) IS TRUE
                AND p_value - 'name' - 'text' = '{}')
            WHEN p_field = 'position' THEN earshot.is_place(p_value)
            ELSE false END
        WHEN p_subject ~ '^k:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN
            p_field = 'settled' AND (p_value = 'null' OR earshot.is_text(p_value, 1, 200))
        ELSE false END
$$;

-- As before; with a bound for how many at once, and for when they were made.
CREATE OR REPLACE FUNCTION earshot.push(p_client uuid, p_now double precision, p_edits jsonb)
RETURNS TABLE(
    id uuid, outcome text, subject text, field text, value jsonb, sequence bigint, who text, made double precision
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
    v_sequence bigint;
    v_given jsonb;
    v_id uuid;
    v_subject text;
    v_field text;
    v_value jsonb;
    v_base bigint;
    v_made timestamptz;
    v_list uuid;
    v_holds earshot.field;
    v_owner name;
    v_is_private boolean;
    v_outcome text;
    v_is_blind boolean;
BEGIN
    -- Everybody waits for this transaction.
    IF jsonb_array_length(p_edits) > 1000 THEN
        RAISE EXCEPTION '% edits at once are more than 1000', jsonb_array_length(p_edits);
    END IF;
    SELECT counter.value INTO v_sequence FROM earshot.counter FOR UPDATE;
    FOR v_given IN SELECT * FROM jsonb_array_elements(p_edits) LOOP
        v_id := (v_given->>'id')::uuid;
        v_subject := v_given->>'subject';
        v_field := v_given->>'field';
        v_value := coalesce(v_given->'value', 'null');
        v_base := least((v_given->>'base')::bigint, v_sequence);
        -- No age that a clock gives is before 1970, and none is less than nothing, whatever the numbers are.
        v_made := CASE WHEN v_given->>'made' IS NULL THEN to_timestamp(0) ELSE greatest(to_timestamp(0), clock_timestamp()
            - make_interval(secs => least(2e9, greatest(0, p_now - (v_given->>'made')::double precision)))) END;
        v_list := NULL;
        v_outcome := NULL;
        IF EXISTS (SELECT 1 FROM earshot.edit WHERE edit.id = v_id) THEN
            v_outcome := 'known';
        ELSIF earshot.is_edit(v_subject, v_field, v_value) IS NOT TRUE THEN
            v_outcome := 'refused';
        ELSIF v_subject LIKE 'c:%' THEN
            v_list := substr(v_subject, 3)::uuid;
            INSERT INTO earshot.list(id, owner) VALUES (v_list, session_user) ON CONFLICT DO NOTHING;
        ELSIF v_subject LIKE 'k:%' THEN
            SELECT conflict.list INTO v_list FROM earshot.conflict WHERE conflict.id = substr(v_subject, 3)::uuid;
            IF NOT FOUND THEN
                v_outcome := 'refused';
            END IF;
        END IF;
        IF v_outcome IS NULL AND v_list IS NOT NULL THEN
            SELECT list.owner, list.is_private INTO v_owner, v_is_private FROM earshot.list WHERE list.id = v_list;
            IF v_owner <> session_user AND (v_is_private OR v_field = 'private') THEN
                v_outcome := 'refused';
            END IF;
        END IF;
        IF v_outcome IS NULL THEN
            SELECT * INTO v_holds FROM earshot.field WHERE field.subject = v_subject AND field.field = v_field;
            v_is_blind := FOUND AND v_holds.sequence > v_base AND v_holds.client <> p_client;
            v_outcome := CASE WHEN v_is_blind AND v_made <= v_holds.made THEN 'lost' ELSE 'won' END;
            v_sequence := v_sequence + 1;
            INSERT INTO earshot.edit(sequence, id, client, who, made, subject, field, list, value, base, has_won)
            VALUES (v_sequence, v_id, p_client, session_user, v_made, v_subject, v_field, v_list, v_value, v_base,
                v_outcome = 'won');
            IF v_outcome = 'won' THEN
                INSERT INTO earshot.field(subject, field, list, value, sequence, edit, client, who, made)
                VALUES (v_subject, v_field, v_list, v_value, v_sequence, v_id, p_client, session_user, v_made)
                ON CONFLICT ON CONSTRAINT field_pkey DO UPDATE SET value = excluded.value,
                    sequence = excluded.sequence, edit = excluded.edit, client = excluded.client, who = excluded.who,
                    made = excluded.made;
            END IF;
            IF v_is_blind AND earshot.differs(v_field, v_value, v_holds.value) THEN
                v_sequence := v_sequence + 1;
                IF v_outcome = 'won' THEN
                    INSERT INTO earshot.conflict VALUES (v_holds.edit, v_sequence, v_subject, v_field, v_list, v_value,
                        session_user, v_made, v_holds.value, v_holds.who, v_holds.made);
                ELSE
                    INSERT INTO earshot.conflict VALUES (v_id, v_sequence, v_subject, v_field, v_list, v_holds.value,
                        v_holds.who, v_holds.made, v_value, session_user, v_made);
                END IF;
            END IF;
            IF v_outcome = 'won' AND v_field = 'private' THEN
                UPDATE earshot.list SET is_private = v_value::boolean WHERE list.id = v_list;
                -- Whoever sees it from now on has seen these numbers go by: they get new ones.
                UPDATE earshot.field SET sequence = v_sequence + renumbered.place
                FROM (SELECT field.subject, field.field, row_number() OVER (ORDER BY field.sequence) AS place
                    FROM earshot.field WHERE field.list = v_list) AS renumbered
                WHERE field.subject = renumbered.subject AND field.field = renumbered.field;
                v_sequence := v_sequence + (SELECT count(*) FROM earshot.field WHERE field.list = v_list);
                UPDATE earshot.conflict SET sequence = v_sequence + renumbered.place
                FROM (SELECT conflict.id, row_number() OVER (ORDER BY conflict.sequence) AS place
                    FROM earshot.conflict WHERE conflict.list = v_list) AS renumbered
                WHERE conflict.id = renumbered.id;
                v_sequence := v_sequence + (SELECT count(*) FROM earshot.conflict WHERE conflict.list = v_list);
            END IF;
        END IF;
        IF v_outcome = 'refused' THEN
            RETURN QUERY SELECT v_id, v_outcome, v_subject, v_field, NULL::jsonb, NULL::bigint, NULL::text,
                NULL::double precision;
        ELSE
            -- Of a known edit that is not this user's to see, nothing but that it is known.
            RETURN QUERY SELECT v_id, v_outcome, edit.subject, edit.field, field.value, field.sequence, field.who::text,
                extract(epoch FROM field.made)::double precision
            FROM earshot.edit LEFT JOIN earshot.list ON list.id = edit.list
            LEFT JOIN earshot.field ON field.subject = edit.subject AND field.field = edit.field
                AND (list.is_private IS NOT TRUE OR list.owner = session_user)
            WHERE edit.id = v_id;
        END IF;
    END LOOP;
    UPDATE earshot.counter SET value = v_sequence;
END
$$;

-- Says that a copy is here. A copy's row is its user's own, and nobody has more than 20.
CREATE OR REPLACE FUNCTION earshot.be_here(p_client uuid, p_machine text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DELETE FROM earshot.presence WHERE seen < clock_timestamp() - interval '1 day';
    INSERT INTO earshot.presence AS here VALUES (p_client, session_user, left(p_machine, 100), clock_timestamp(),
        clock_timestamp())
    ON CONFLICT (client) DO UPDATE SET seen = excluded.seen, machine = excluded.machine, who = excluded.who,
        since = CASE WHEN here.seen < excluded.seen - interval '5 minutes' THEN excluded.since ELSE here.since END
    WHERE here.who = excluded.who OR here.seen < excluded.seen - interval '1 hour';
    DELETE FROM earshot.presence WHERE who = session_user AND client NOT IN (
        SELECT newest.client FROM earshot.presence AS newest WHERE newest.who = session_user
        ORDER BY newest.seen DESC, newest.client LIMIT 20)
$$;

REVOKE ALL ON FUNCTION earshot.is_text, earshot.is_place FROM PUBLIC;
