-- 48 an index of unfinished work items
-- Only adds. Who looks at all of them reads them piece by piece, in the order of their key.

-- docket: index
create index concurrently work_items_pending on work_items (stage, event_id) where state = 'pending';
