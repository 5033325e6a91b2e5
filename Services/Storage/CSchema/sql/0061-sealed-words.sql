-- 61 words about submissions, and secrets of the installation, sealed
-- Only adds. What was there before is sealed by `docket seal`, which also begins it, once the last program is gone that cannot open it;
-- but notes of the audit trail stay what they are, for its log covers them.
-- docket: locks audit, keys

-- Whether the note is stored by the key of its submission. Drafts, verdicts and held decisions say so themselves: {"sealed": …}.
alter table audit add column note_is_sealed boolean not null default false;
-- Whether the secret is stored by the key of the installation.
alter table keys add column is_sealed boolean not null default false;

alter table docket_keys.beginning add column words_too boolean not null default false;
update docket_keys.beginning set words_too = true
where not exists (select from submissions) and not exists (select from instances);
