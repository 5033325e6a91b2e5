-- 31 until when a document is valid, and whom a submission expects
-- Only adds.
-- docket: locks documents, submissions

alter table documents add column expiry_date date;
alter table submissions add column expected jsonb;
