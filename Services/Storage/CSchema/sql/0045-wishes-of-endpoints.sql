-- 45 journeys and fields of webhook endpoints
-- Only adds.
-- docket: locks webhook_endpoints, deliveries

-- Of which journeys it is told, and what of an event's data. Empty: of all, and all of it.
alter table webhook_endpoints add column journeys jsonb not null default '[]', add column fields jsonb not null default '[]';

-- What the endpoint wanted of the data when it was planned, so that each try has the same bytes. NULL where an earlier version planned
-- it: what the endpoint says then.
alter table deliveries add column fields jsonb;
