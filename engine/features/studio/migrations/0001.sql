-- Version 1: what people say of sounds, field by field, with who and when; conflicts; who is here.
-- %(reader)s and the like are filled in by engine.features.studio.setting_up with names of roles, quoted.

CREATE TABLE earshot.shared_library(
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    reader name NOT NULL,
    editor name NOT NULL,
    admin name NOT NULL
);

-- The number of the newest edit. Whoever adds edits holds this row to the end of the transaction, so that numbers appear
-- in their order: a reader who has seen N never misses one below it.
CREATE TABLE earshot.counter(
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    value bigint NOT NULL DEFAULT 0
);
INSERT INTO earshot.counter DEFAULT VALUES;

-- Collections, as far as rights go: a private one is seen by its owner alone.
CREATE TABLE earshot.list(
    id uuid PRIMARY KEY,
    owner name NOT NULL,
    is_private boolean NOT NULL DEFAULT false
);

-- Every edit that was acknowledged, for ever.
CREATE TABLE earshot.edit(
    sequence bigint PRIMARY KEY,
    id uuid NOT NULL UNIQUE,
    client uuid NOT NULL,
    who name NOT NULL,
    made timestamptz NOT NULL,
    stored timestamptz NOT NULL DEFAULT clock_timestamp(),
    subject text NOT NULL,
    field text NOT NULL,
    list uuid REFERENCES earshot.list(id),
    value jsonb NOT NULL,
    base bigint NOT NULL,
    has_won boolean NOT NULL
);
CREATE INDEX edit_by_field ON earshot.edit(subject, field);

-- What holds now: the edit of each field that won.
CREATE TABLE earshot.field(
    subject text NOT NULL,
    field text NOT NULL,
    list uuid REFERENCES earshot.list(id),
    value jsonb NOT NULL,
    sequence bigint NOT NULL UNIQUE,
    edit uuid NOT NULL,
    client uuid NOT NULL,
    who name NOT NULL,
    made timestamptz NOT NULL,
    PRIMARY KEY (subject, field)
);
CREATE INDEX field_by_list ON earshot.field(list) WHERE list IS NOT NULL;

-- Edits that lost to one whose maker had not seen them, by the losing edit's id.
CREATE TABLE earshot.conflict(
    id uuid PRIMARY KEY,
    sequence bigint NOT NULL UNIQUE,
    subject text NOT NULL,
    field text NOT NULL,
    list uuid REFERENCES earshot.list(id),
    kept jsonb NOT NULL,
    kept_who name NOT NULL,
    kept_made timestamptz NOT NULL,
    lost jsonb NOT NULL,
    lost_who name NOT NULL,
    lost_made timestamptz NOT NULL
);

CREATE TABLE earshot.presence(
    client uuid PRIMARY KEY,
    who name NOT NULL,
    machine text NOT NULL,
    since timestamptz NOT NULL,
    seen timestamptz NOT NULL
);

ALTER TABLE earshot.list ENABLE ROW LEVEL SECURITY;
ALTER TABLE earshot.edit ENABLE ROW LEVEL SECURITY;
ALTER TABLE earshot.field ENABLE ROW LEVEL SECURITY;
ALTER TABLE earshot.conflict ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_or_open ON earshot.list FOR SELECT USING (NOT is_private OR owner = current_user);
CREATE POLICY of_a_list_seen ON earshot.edit FOR SELECT
    USING (list IS NULL OR list IN (SELECT id FROM earshot.list));
CREATE POLICY of_a_list_seen ON earshot.field FOR SELECT
    USING (list IS NULL OR list IN (SELECT id FROM earshot.list));
CREATE POLICY of_a_list_seen ON earshot.conflict FOR SELECT
    USING (list IS NULL OR list IN (SELECT id FROM earshot.list));

-- Whether this program could have made such an edit; text and sizes are looked at again by whoever takes it in.
CREATE FUNCTION earshot.is_edit(p_subject text, p_field text, p_value jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT length(p_value::text) <= 262144 AND CASE
        WHEN p_subject ~ '^s:[0-9a-f]{64}$' THEN CASE
            WHEN p_field = 'rating' THEN p_value IN ('0', '1', '2', '3', '4', '5')
            WHEN p_field = 'colour' THEN jsonb_typeof(p_value) IN ('string', 'null')
            WHEN p_field = 'note' THEN jsonb_typeof(p_value) = 'string'
            WHEN p_field = 'favourite' THEN jsonb_typeof(p_value) = 'boolean'
            WHEN p_field LIKE 'tag:_%' THEN length(p_field) <= 700 AND jsonb_typeof(p_value) IN ('string', 'null')
            ELSE false END
        WHEN p_subject ~ '^c:[0-9a-f-]{36}$' THEN CASE
            WHEN p_field = 'name' THEN jsonb_typeof(p_value) IN ('string', 'null')
            WHEN p_field = 'position' THEN jsonb_typeof(p_value) = 'number'
            WHEN p_field = 'private' THEN jsonb_typeof(p_value) = 'boolean'
            WHEN p_field ~ '^item:[0-9a-f]{64}$' THEN jsonb_typeof(p_value) IN ('number', 'null')
            ELSE false END
        WHEN p_subject ~ '^q:[0-9a-f-]{36}$' THEN CASE
            WHEN p_field = 'search' THEN jsonb_typeof(p_value) IN ('object', 'null')
            WHEN p_field = 'position' THEN jsonb_typeof(p_value) = 'number'
            ELSE false END
        WHEN p_subject ~ '^k:[0-9a-f-]{36}$' THEN p_field = 'settled' AND jsonb_typeof(p_value) IN ('string', 'null')
        ELSE false END
$$;

-- Whether one who did not see the other value lost anything by it.
CREATE FUNCTION earshot.differs(p_field text, p_one jsonb, p_other jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE
        WHEN p_field IN ('position', 'private', 'settled') THEN false
        WHEN p_field LIKE 'item:%' OR p_field LIKE 'tag:%' THEN (p_one = 'null') <> (p_other = 'null')
        ELSE p_one <> p_other END
$$;

-- Takes edits of one copy in, in their order, all or none. An edit that is known already is passed over, so that it may
-- be sent again by one who did not hear the answer. p_now: the copy's clock, by which the age of its edits is told.
-- Gives for each edit what became of it (won, lost, known, refused), and what the field holds now.
CREATE FUNCTION earshot.push(p_client uuid, p_now double precision, p_edits jsonb)
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
    SELECT counter.value INTO v_sequence FROM earshot.counter FOR UPDATE;
    FOR v_given IN SELECT * FROM jsonb_array_elements(p_edits) LOOP
        v_id := (v_given->>'id')::uuid;
        v_subject := v_given->>'subject';
        v_field := v_given->>'field';
        v_value := coalesce(v_given->'value', 'null');
        v_base := least((v_given->>'base')::bigint, v_sequence);
        v_made := CASE WHEN v_given->>'made' IS NULL THEN to_timestamp(0) ELSE
            clock_timestamp() - make_interval(secs => greatest(0, p_now - (v_given->>'made')::double precision)) END;
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

-- Says that a copy is here. A copy's row is its user's own.
CREATE FUNCTION earshot.be_here(p_client uuid, p_machine text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DELETE FROM earshot.presence WHERE seen < clock_timestamp() - interval '1 day';
    INSERT INTO earshot.presence AS here VALUES (p_client, session_user, left(p_machine, 100), clock_timestamp(),
        clock_timestamp())
    ON CONFLICT (client) DO UPDATE SET seen = excluded.seen, machine = excluded.machine, who = excluded.who,
        since = CASE WHEN here.seen < excluded.seen - interval '5 minutes' THEN excluded.since ELSE here.since END
    WHERE here.who = excluded.who OR here.seen < excluded.seen - interval '1 hour'
$$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA earshot FROM PUBLIC;
GRANT USAGE ON SCHEMA earshot TO %(reader)s;
GRANT SELECT ON earshot.shared_library, earshot.migration, earshot.counter, earshot.list, earshot.edit, earshot.field,
    earshot.conflict, earshot.presence TO %(reader)s;
GRANT EXECUTE ON FUNCTION earshot.be_here TO %(reader)s;
GRANT EXECUTE ON FUNCTION earshot.push TO %(editor)s;
