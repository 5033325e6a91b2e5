-- 34 who has signed in at the desk
-- Only adds.

-- Of the cookie only a digest is kept.
create table desk_sessions (
    prefix text primary key,
    digest bytea not null,
    -- Null for who belongs to no tenant.
    tenant text,
    actor text not null,
    name text not null,
    -- Separated by blanks.
    roles text not null,
    means text not null check (means in ('key', 'openid')),
    key_prefix text,
    created_at timestamptz not null,
    used_at timestamptz not null,
    ends_at timestamptz not null,
    -- What the issuer gave, sealed with a key of the installation's own, and until when it vouches for them.
    tokens bytea,
    vouched_until timestamptz,
    -- Until when one gateway alone asks the issuer anew.
    asking_until timestamptz
) with (fillfactor = 80);
create index desk_sessions_of_ends on desk_sessions (ends_at);

-- Browsers that are on their way to the issuer and back. Whatever is secret of one follows from its cookie.
create table desk_sign_ins (
    prefix text primary key,
    digest bytea not null,
    return_path text not null,
    ends_at timestamptz not null
);
create index desk_sign_ins_of_ends on desk_sign_ins (ends_at);
