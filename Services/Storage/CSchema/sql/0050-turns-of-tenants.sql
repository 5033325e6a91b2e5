-- 50 turns of tenants in the outbox
-- Only adds. Rows of an older version name no tenant, and take their turns together.
-- The index finds where each line begins. Its condition is worded as no other index has it, so that no planner reads all rows in
-- their order instead.
-- docket: locks outbox

-- docket: statements
alter table outbox add column if not exists tenant text not null default '', add column if not exists journey text not null default '';
-- Lines of the outbox that wait for their turn: as much of their tenant's is under way as may be. For whoever looks on; their owner
-- alone decides.
create table if not exists outbox_holds (
    owner uuid not null,
    topic text not null,
    tenant text not null,
    journey text not null,
    since timestamptz not null default now(),
    primary key (owner, topic, tenant, journey)
);

-- docket: index
create index concurrently outbox_lines on outbox (owner, topic, tenant, journey, position)
where (coalesce(published_at, '-infinity') = '-infinity');
