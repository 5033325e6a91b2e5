-- 39 what those said whom a journey asks
-- Only adds.
-- docket: locks inspections

alter table inspections add column callouts jsonb;
