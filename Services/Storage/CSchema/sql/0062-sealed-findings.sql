-- 62 what reasons quote, and suggested values, sealed
-- Only adds. What was there before is sealed by `docket seal`, which also begins it, once the last program is gone that cannot open it.
-- docket: locks submissions, documents, pages

-- Reasons that quote a value that was read, or somebody's words, by the key of their submission; `reasons` has them without these.
alter table submissions add column reasons_sealed bytea;
alter table documents add column reasons_sealed bytea;
alter table pages add column suggestion_sealed bytea;

alter table docket_keys.beginning add column findings_too boolean not null default false;
update docket_keys.beginning set findings_too = true
where not exists (select from submissions) and not exists (select from instances);
