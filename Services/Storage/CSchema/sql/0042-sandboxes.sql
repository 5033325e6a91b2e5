-- 42 sandboxes
-- Only adds. What is in sandboxes goes by its age, whatever its state and its journey.

-- docket: index
create index concurrently submissions_of_sandboxes on submissions (created_at)
    where tenant like '%.test' and erased_at is null;
