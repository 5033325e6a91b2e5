-- 46 mail that comes in
-- Only adds. Mail is taken once a gateway is told where to listen for it.

-- docket: statements
-- A message for one address. While it waits for somebody who says whose it is, it holds whom it is from; its files lie in the blob
-- store under its own id, and have a key of their own in docket_keys.submissions.
create table if not exists mails (
    id uuid primary key,
    tenant text not null,
    -- The same for each delivery of the same message to the same address.
    key bytea not null,
    mailbox text not null,
    journey text not null,
    type text,
    -- What it became a part of, or is likely for.
    submission_id uuid,
    state text not null,
    wait text,
    sender text,
    sent_at timestamptz,
    authentication text,
    files jsonb not null default '[]',
    left_out int not null default 0,
    version bigint not null default 1,
    received_at timestamptz not null,
    -- When it is waited for no longer; then, and after its end, when nothing of it is known any more.
    expires_at timestamptz not null,
    -- Until when its files are about to become documents of that submission, and of no other.
    claimed_until timestamptz,
    -- Whether its own files may still be there.
    has_bytes boolean not null default true
);
create unique index if not exists mails_by_key on mails (tenant, key);
create index if not exists mails_waiting on mails (tenant, id) where state = 'waiting';
create index if not exists mails_by_expiry on mails (expires_at);
create index if not exists mails_to_remove on mails (received_at) where has_bytes and state <> 'waiting';
create index if not exists mails_of_submission on mails (submission_id) where submission_id is not null;

-- docket: index
create index concurrently submissions_by_email on submissions (tenant, lower(email collate "C"))
    where email is not null and state in ('draft', 'needs_input');
