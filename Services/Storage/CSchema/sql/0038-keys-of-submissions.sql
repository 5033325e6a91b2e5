-- 38 keys that submissions are sealed with
-- Only adds. In a schema of its own, so that a dump of the documents can leave it out: without its row here, nothing that a submission
-- has in the blob store can be read, by nobody.

create schema if not exists docket_keys;

-- The key of each tenant, under a key of the installation's.
create table docket_keys.tenants (
    tenant text primary key,
    -- The name of that key.
    wrapped_by text not null,
    wrapped bytea not null,
    wrapped_at timestamptz not null default now()
);

-- The key of each submission, under its tenant's.
create table docket_keys.submissions (
    submission_id uuid primary key,
    tenant text not null,
    wrapped bytea not null
);

-- Which submissions are sealed, apart from their keys and longer than these: where a key is gone, by an erasure or by a restore without
-- it, nothing is written in the clear.
create table sealed_submissions (
    submission_id uuid primary key
);

-- Since when new submissions are sealed. Empty while programs may run that cannot read what is sealed: where there were submissions
-- before this step, or a process runs, `docket seal` begins, once the last of those programs is gone.
create table docket_keys.beginning (
    is_only boolean primary key default true check (is_only),
    began_at timestamptz not null default now()
);
insert into docket_keys.beginning (is_only)
select true where not exists (select from submissions) and not exists (select from instances);
