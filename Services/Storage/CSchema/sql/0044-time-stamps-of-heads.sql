-- 44 time stamps of heads
-- Only adds.
-- docket: locks custody_heads

-- docket: statements
-- What an authority has signed of `statement` (RFC 3161): that it was there at a time. A token in DER.
alter table custody_heads add column if not exists stamp bytea;

-- docket: index
create index concurrently custody_heads_stamped on custody_heads (tenant, number) where stamp is not null;
