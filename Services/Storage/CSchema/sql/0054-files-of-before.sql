-- 54 files of before are sealed
-- Only adds.
-- docket: locks instances, sealed_submissions

-- docket: statements
-- The epoch under which a process has said that it knows that a submission can become sealed while it lives. A process of an earlier
-- version says nothing, and has another epoch where it takes over the id of one that did.
alter table instances add column if not exists aware_epoch bigint;
-- A submission of before has become sealed, and its files are kept as they came, beside the sealed ones, until then.
-- Null: there are none.
alter table sealed_submissions add column if not exists clear_until timestamptz;

-- docket: index
create index concurrently sealed_submissions_in_clear on sealed_submissions (clear_until) where clear_until is not null;
