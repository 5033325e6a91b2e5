-- 59 subjects and references of submissions, sealed
-- Only adds. What was there before is sealed by `docket seal`, which also begins it, once the last program is gone that cannot open it.
-- docket: locks submissions, legal_holds, instances

-- Codes by the tenant's key of what is sealed with the other personal values: listings, holds and mail find submissions by them.
alter table submissions add column subject_code bytea;
alter table submissions add column reference_code bytea;
-- Codes of each three bytes that follow each other in a reference, its ASCII letters in lower case.
alter table submissions add column reference_pieces bigint[];
-- A hold on a person covers sealed submissions, too, also where no key can be had: by each key that the tenant has had since.
alter table legal_holds add column subject_codes bytea[] not null default '{}';

-- How much of what is sealed a process can open, and the epoch of the process that said so.
alter table instances add column opens_level int;
alter table instances add column opens_epoch bigint;

alter table docket_keys.beginning add column names_too boolean not null default false;
update docket_keys.beginning set names_too = true
where not exists (select from submissions) and not exists (select from instances);
