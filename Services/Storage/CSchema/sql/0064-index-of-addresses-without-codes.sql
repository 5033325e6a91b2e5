-- 64 an index of addresses that no code finds yet
-- Only adds. While a tenant has any, the senders of its mail stay as they are.

-- docket: index
create index concurrently submissions_without_email_code on submissions (tenant, id)
    where email is not null and email_code is null;
