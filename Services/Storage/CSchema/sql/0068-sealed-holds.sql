-- 68 whom legal holds are on, and why, sealed
-- Adds two columns. What was there before is sealed by `docket seal`, which also begins it, once the last program is gone that cannot
-- open it.
-- docket: locks legal_holds

-- By the installation's key: whoever loses that of a tenant can still tell whom the tenant's holds are on.
alter table legal_holds add column subject_sealed bytea;
alter table legal_holds add column reason_sealed bytea;
alter table legal_holds drop constraint legal_holds_check1;
alter table legal_holds add constraint legal_holds_check1
    check (released_at is not null or (submission_id is null) <> (subject is null and subject_sealed is null));

alter table docket_keys.beginning add column holds_too boolean not null default false;
update docket_keys.beginning set holds_too = true
where not exists (select from submissions) and not exists (select from instances);
