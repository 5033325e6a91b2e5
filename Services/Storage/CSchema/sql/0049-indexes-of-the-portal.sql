-- 49 indexes of what the portal shows
-- Only adds. Acts on endpoints, deliveries, keys and portal links are rare in the audit trail, and so are one endpoint's deliveries.

-- docket: index
create index concurrently audit_of_integration on audit (tenant, id) where action in (
    'webhook-endpoint.create', 'webhook-endpoint.change', 'webhook-endpoint.enable', 'webhook-endpoint.disable',
    'webhook-endpoint.rotate', 'webhook-endpoint.remove', 'delivery.retry', 'delivery.recover', 'key.create',
    'key.revoke', 'portal-link.create', 'portal-link.open', 'portal-link.revoke');

-- docket: index
create index concurrently deliveries_of_endpoint_in_time on deliveries (tenant, endpoint, planned_at desc, id desc);
