-- 70 digests of what was found out of submissions
-- Adds a column, which is null for submissions of before. Nothing is rewritten.
-- docket: locks submissions

alter table submissions add column fact_digests jsonb;
