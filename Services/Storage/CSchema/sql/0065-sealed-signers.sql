-- 65 the names in signatures of files, and what tus clients tell of an upload, sealed
-- Only adds. What was there before is sealed by `docket seal`, which also begins it, once the last program is gone that cannot open it.
-- docket: locks inspections, uploads

-- Who signed the files that rules were checked on, by the key of their submission; `facts` has them without. Empty where there are
-- none, null where they are still among the facts.
alter table inspections add column signers_sealed bytea;

-- The metadata of a tus client, such as the name of its file, by the same key.
alter table uploads add column metadata_sealed bytea;

alter table docket_keys.beginning add column signers_too boolean not null default false;
update docket_keys.beginning set signers_too = true
where not exists (select from submissions) and not exists (select from instances);
