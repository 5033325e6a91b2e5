-- 43 certificates of erasure
-- Only adds. What was erased before has none.
-- docket: locks erasures

-- What was erased, when and on whose word, byte for byte as the log has its digest: by the note of the erasure's row of `audit`.
alter table erasures add column certificate text;
