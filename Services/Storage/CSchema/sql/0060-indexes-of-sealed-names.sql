-- 60 indexes of the codes of subjects and references
-- Only adds. A person's submissions, and those by any part of a reference of three bytes or more.

-- docket: index
create index concurrently submissions_of_subject_code on submissions (tenant, subject_code, created_at desc, id desc)
    where subject_code is not null;
-- docket: index
create index concurrently submissions_by_reference_pieces on submissions using gin (reference_pieces)
    where reference_pieces is not null;
