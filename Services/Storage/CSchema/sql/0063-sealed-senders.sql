-- 63 the senders of mail that waits, sealed
-- Only adds. What was there before is sealed by `docket seal`, which also begins it, once the last program is gone that cannot open it.

-- docket: locks mails
-- Whom it is from, by the key of its own files. It is found by `sender_code`.
alter table mails add column sender_sealed bytea;

alter table docket_keys.beginning add column senders_too boolean not null default false;
update docket_keys.beginning set senders_too = true
where not exists (select from submissions) and not exists (select from instances);

-- docket: index
-- Addresses that no code finds yet: while a tenant has any, the senders of its mail stay as they are.
create index concurrently submissions_without_email_code on submissions (tenant, id)
    where email is not null and email_code is null;
