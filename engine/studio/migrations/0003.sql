-- Version 3: what no Earshot would send is refused here too, whoever sends it.

-- As engine.identifiers has it: every member's program makes a path of it.
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
