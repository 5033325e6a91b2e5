-- 63 the senders of mail that waits, sealed
-- Only adds. What was there before is sealed by `docket seal`, which also begins it, once the last program is gone that cannot open it.
-- docket: locks mails

-- Whom it is from, by the key of its own files. It is found by `sender_code`.
alter table mails add column sender_sealed bytea;

alter table docket_keys.beginning add column senders_too boolean not null default false;
update docket_keys.beginning set senders_too = true
where not exists (select from submissions) and not exists (select from instances);
