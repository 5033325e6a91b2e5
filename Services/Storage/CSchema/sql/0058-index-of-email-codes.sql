-- 58 an index of the codes of e-mail addresses
-- Only adds. Mail that comes in looks for the open submissions of its sender.

-- docket: index
create index concurrently submissions_by_email_code on submissions (tenant, email_code)
    where email_code is not null and state in ('draft', 'needs_input');
