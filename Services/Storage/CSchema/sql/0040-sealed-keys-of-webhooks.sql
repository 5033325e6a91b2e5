-- 40 keys of webhooks that are sealed
-- Only adds. Those that are there are sealed by `docket seal`.
-- docket: locks webhook_keys

-- Whether the key is encrypted by that of its tenant.
alter table webhook_keys add column is_sealed boolean not null default false;
