-- 55 endpoints are told of signed heads
-- Only adds. A version of before tells an endpoint that wants heads alone of every outcome.
-- docket: locks-writes webhook_endpoints

-- What an endpoint that wants heads of its tenant's log was told of them.
create table endpoint_heads (
    endpoint text primary key references webhook_endpoints on delete cascade,
    -- The last head that it took; 0 before the first one.
    number bigint not null default 0,
    -- Tries since then that failed, whichever head they were of.
    attempts int not null default 0,
    next_at timestamptz not null default now()
) with (fillfactor = 70);
