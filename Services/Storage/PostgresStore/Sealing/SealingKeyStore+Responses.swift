internal import Domain
internal import Postgres
public import Sealing
internal import Shared

extension SealingKeyStore {
    private struct StoredTry: Sendable {
        let delivery: DeliveryKey
        let attempt: Int
        let response: JSONText
        let excerpt: String
    }

    /// Seals what endpoints have answered about sealed submissions while that was stored as it is; returns of how many attempts. What one
    /// call has sealed stays so if it fails; the next one goes on.
    public func sealResponses() async throws(SealingError) -> Int {
        let order: SQL = "t.event_id, t.channel, t.endpoint, t.attempt"
        return try await sealAll("what endpoints have answered") { (last: Unsealed<StoredTry>?, limit) in
            let past: SQL =
                last.map { last in
                    let (key, attempt) = (last.value.delivery, last.value.attempt)
                    return "and (\(order)) > (\(key.eventID.uuid), \(key.channel), \(key.endpoint), \(attempt))"
                } ?? ""
            return """
                select t.*, t.response ->> 'excerpt' as excerpt, d.submission_id, k.tenant as key_tenant, k.wrapped
                from delivery_tries t join deliveries d using (event_id, channel, endpoint)
                    join sealed_submissions x on x.submission_id = d.submission_id \(Self.join(of: "d.submission_id"))
                where t.response ->> 'excerpt' <> '' \(past) order by \(order) limit \(limit)
                """
        } _: { row in
            let delivery = DeliveryKey(
                eventID: try row.decodeID("event_id"), channel: try row.decode("channel"), endpoint: try row.decode("endpoint"))
            return Unsealed(
                row: row, submission: try row.decodeID("submission_id"),
                value: StoredTry(
                    delivery: delivery, attempt: try row.decode("attempt"), response: try row.decode("response"),
                    excerpt: try row.decode("excerpt")))
        } by: { found, key in
            let (stored, delivery) = (found.value, found.value.delivery)
            let replacement = try SealedResponse.replacement(for: stored.excerpt, to: delivery, by: key)
            return """
                update delivery_tries set response = response || \(replacement)
                where event_id = \(delivery.eventID.uuid) and channel = \(delivery.channel) and endpoint = \(delivery.endpoint)
                    and attempt = \(stored.attempt) and response = \(stored.response)
                """
        }
    }
}
