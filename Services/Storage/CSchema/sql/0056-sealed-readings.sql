-- 56 what was read, sealed
-- Only adds. What was read before is sealed by `docket seal`, which also begins it, once the last program is gone that cannot open it.
-- docket: locks inspections

alter table inspections add column reading_sealed bytea;
-- It does not get smaller.
alter table inspections alter column reading_sealed set storage external;

-- Whether values in rows are sealed, too, and not only files.
alter table docket_keys.beginning add column values_too boolean not null default false;
update docket_keys.beginning set values_too = true
where not exists (select from submissions) and not exists (select from instances);
