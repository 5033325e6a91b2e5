-- 57 what submissions say of their persons, sealed
-- Only adds. What was there before is sealed by `docket seal`, which also begins it, once the last program is gone that cannot open it.
-- docket: locks submissions, mails, idempotency_keys, instances

-- Contact, expected values, metadata and return address, by the submission's key; the columns of their own are empty then.
alter table submissions add column personal bytea;
-- It does not get smaller.
alter table submissions alter column personal set storage external;
-- A code of the e-mail address, by its tenant's key: mail is assigned by it.
alter table submissions add column email_code bytea;
alter table mails add column sender_code bytea;

-- Whose key a kept answer is sealed by: the submission's, or the tenant's where there is none. Null where it is stored as it is.
alter table idempotency_keys add column sealed_by text check (sealed_by in ('submission', 'tenant'));

-- The epoch of a process that can open all of it: sealing begins when each one that runs can.
alter table instances add column opening_epoch bigint;

alter table docket_keys.beginning add column persons_too boolean not null default false;
update docket_keys.beginning set persons_too = true
where not exists (select from submissions) and not exists (select from instances);
