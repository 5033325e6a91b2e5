-- 27 what was seen of a file when its preview was made
-- Only adds. Nothing is written to the rows that are there: of those files nobody is told more than before.
-- docket: locks pages

alter table pages add column look jsonb;
