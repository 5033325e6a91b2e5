-- 47 links to a tenant's portal, and what its programs were refused
-- Only adds.

-- Of the link only a digest is kept.
create table portal_links (
    id uuid primary key,
    prefix text not null unique,
    digest bytea not null,
    tenant text not null,
    name text,
    created_at timestamptz not null,
    created_by text not null,
    -- The key that made it, with which it ends. Null where no key did.
    key_prefix text,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    last_used_at timestamptz
) with (fillfactor = 80);
create index portal_links_of_tenant on portal_links (tenant, created_at);
create index portal_links_by_end on portal_links (expires_at);

-- Requests of tenants' own programs, counted by the minute; nothing of what they sent.
create table refused_requests (
    tenant text not null,
    minute timestamptz not null,
    -- `key:…`, or `token` for who had none.
    actor text not null,
    -- By its name in the description.
    operation text not null,
    status smallint not null,
    problem text not null,
    count bigint not null,
    primary key (tenant, minute, operation, problem, actor, status)
);
create index refused_requests_by_age on refused_requests (minute);
