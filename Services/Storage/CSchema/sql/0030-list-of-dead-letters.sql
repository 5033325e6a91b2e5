-- 30 one list of dead letters
-- Only adds. A record that became no work stands in the list until somebody decides on it, with what it said beside its value.
-- docket: locks dead_letters

-- docket: statements
-- Headers: names, and values in hexadecimal digits.
alter table dead_letters add column if not exists headers jsonb, add column if not exists settled_at timestamptz;

-- docket: index
create index concurrently dead_letters_of_list on dead_letters (failed_at)
where (event_id is null and settled_at is null);
