-- 24 dead letters of events
-- Only adds: what erases or exports a submission finds its dead letters without reading all.

-- docket: index
create index concurrently dead_letters_of_event on dead_letters (event_id) where event_id is not null;
