-- 53 reading time of tenants
-- Only adds. Days before have none: of their reading no event says how long it took.
-- docket: locks usage_days

alter table usage_days add column reading_milliseconds bigint not null default 0;
