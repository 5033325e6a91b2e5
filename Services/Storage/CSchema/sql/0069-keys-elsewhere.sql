-- 69 whether the keys of submissions are in another database
-- Only adds.

-- Empty where they are here, in docket_keys. Otherwise docket_keys.submissions and docket_keys.custody_salts are foreign tables, and
-- docket_keys.home of the other database has the same id, so that nobody takes another installation's keys for these.
create table keys_elsewhere (
    is_only boolean primary key default true check (is_only),
    id uuid not null,
    -- Null until all are there.
    moved_at timestamptz
);
