import Domain
internal import Postgres

/// The effect of an attempt's end on its endpoint: one that is gone, or has failed for days, is disabled. The same
/// statement writes the audit trail.
enum WebhookHealth {
    static let channel = "webhook"
    private static let policy = "policy:delivery"

    /// A part of a statement with an `ended`: the delivery, if this process has ended it.
    static func noting(_ end: DeliveryEnd, of key: DeliveryKey, disableAfter: Duration) -> SQL {
        guard key.channel == channel else { return "" }
        let isTold: SQL = "w.id = \(key.endpoint) and exists (select from ended)"
        switch end {
        case .postponed: return ""
        case .delivered:
            return
                ", healed as (update webhook_endpoints w set failing_since = null where \(isTold) and failing_since is not null)"
        case .givenUp(410?, _):
            return failed("true", "gone", where: isTold, note: "It answered 410: it is gone.")
        case .retry, .givenUp:
            return failed(
                "w.failing_since <= now() - \(disableAfter.sqlInterval)", "failing", where: isTold,
                note: "Every try had failed for \(disableAfter.components.seconds / 3600) hours.")
        }
    }

    private static func failed(_ isHopeless: SQL, _ because: String, where isTold: SQL, note: String) -> SQL {
        """
        , failed as (
            update webhook_endpoints w set failing_since = coalesce(w.failing_since, now()),
                disabled_at = case when \(isHopeless) then now() end,
                disabled_because = case when \(isHopeless) then \(because) end
            where \(isTold) and w.disabled_at is null and (w.failing_since is null or \(isHopeless))
            returning w.id, w.tenant, w.disabled_at, w.url, w.contact, w.contact_sealed, w.disabled_because
        ), told as (
            insert into audit (tenant, action, resource, basis, actor, time, note)
            select tenant, 'webhook-endpoint.disable', 'webhook-endpoints/' || id, 'policy', \(policy), now(), \(note)
            from failed where disabled_at is not null
        ), noticed as (
            insert into endpoint_notices (endpoint, tenant, url, contact, contact_sealed, because)
            select id, tenant, url, contact, contact_sealed, disabled_because from failed
            where disabled_at is not null and num_nonnulls(contact, contact_sealed) > 0
        )
        """
    }
}
