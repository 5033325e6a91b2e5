-- 32 what was read of a submission
-- Only adds.
-- docket: locks inspections

alter table inspections add column reading jsonb;
