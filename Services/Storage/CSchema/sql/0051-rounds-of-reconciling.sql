-- 51 who has a round of reconciling
-- Only adds. A round is held by a row instead of a lock of a session, which a pooler gives to nobody.
-- docket: locks reconcile_rounds

alter table reconcile_rounds add column holder uuid, add column held_until timestamptz;
