-- 67 the salts of leaves beside the keys
-- Moves a table, and leaves a view in its place for programs of before.
-- docket: locks custody_salts

-- Backups of rows leave this schema out: a salt that an erasure has deleted does not come back with them.
alter table custody_salts set schema docket_keys;
create view custody_salts as select tenant, leaf, submission_id, salt from docket_keys.custody_salts;

create or replace function forget_salts() returns trigger language plpgsql as $$
begin
    perform pg_advisory_xact_lock_shared(7329000029);
    delete from docket_keys.custody_salts where submission_id = new.submission_id;
    return null;
end $$;
