-- 71 contacts of webhook endpoints, sealed
-- Adds two columns. What was there before is sealed by `docket seal`, which also begins it, once the last program is gone that cannot
-- open it.
-- docket: locks webhook_endpoints, endpoint_notices

-- By the key of its tenant, as what signs the endpoint's messages.
alter table webhook_endpoints add column contact_sealed bytea;

-- A copy of the endpoint's, which is made without any key.
alter table endpoint_notices add column contact_sealed bytea;
alter table endpoint_notices alter column contact drop not null;
alter table endpoint_notices add constraint endpoint_notices_contact check (num_nonnulls(contact, contact_sealed) > 0);

alter table docket_keys.beginning add column contacts_too boolean not null default false;
update docket_keys.beginning set contacts_too = true
where not exists (select from submissions) and not exists (select from instances);
