-- 25 sweeps that read what is due alone
-- Only adds. Uploads that ended and whose bytes are still there: a few among all that ended in a day.

-- docket: index
create index concurrently uploads_left_over on uploads (ended_at) where (state <> 'open' and segments <> '[]'::jsonb);
