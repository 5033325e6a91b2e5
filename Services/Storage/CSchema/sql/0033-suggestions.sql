-- 33 what was read of a draft's file, for its person to confirm
-- Only adds. Of the files that are there nothing is suggested.
-- docket: locks pages

alter table pages add column suggestion jsonb;
