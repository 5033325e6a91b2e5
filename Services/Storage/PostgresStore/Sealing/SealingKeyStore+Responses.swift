internal import Domain
internal import Postgres
public import Sealing
internal import Shared

extension SealingKeyStore {
    private struct StoredTry: Sendable {
        let key: DeliveryKey
        let attempt: Int
        let text: JSONText
        let response: SealedResponse
    }

    /// Seals what endpoints have answered about sealed submissions while that was stored as it is; returns of how many attempts. What one
    /// call has sealed stays so if it fails; the next one goes on.
    public func sealResponses() async throws(SealingError) -> Int {
        let order: SQL = "t.event_id, t.channel, t.endpoint, t.attempt"
        return try await sealAll("what endpoints have answered") { (last: Unsealed<StoredTry>?, limit) in
            let past: SQL =
                last.map {
                    let key = $0.value.key
                    return "and (\(order)) > (\(key.eventID.uuid), \(key.channel), \(key.endpoint), \($0.value.attempt))"
                } ?? ""
            return """
                select t.*, d.submission_id, \(SealedResponse.columns)
                from delivery_tries t join deliveries d using (event_id, channel, endpoint)
                    join sealed_submissions x on x.submission_id = d.submission_id \(Self.join(of: "d.submission_id"))
                where t.response ->> 'excerpt' <> '' \(past) order by \(order) limit \(limit)
                """
        } _: { row in
            let key = DeliveryKey(
                eventID: try row.decodeID("event_id"), channel: try row.decode("channel"), endpoint: try row.decode("endpoint"))
            return Unsealed(
                row: row, submission: try row.decodeID("submission_id"),
                value: StoredTry(
                    key: key, attempt: try row.decode("attempt"), text: try row.decode("response"),
                    response: try row.decodeJSON("response")))
        } by: { found, key in
            let stored = found.value
            guard let sealed = try stored.response.column(sealedBy: key, of: stored.key) else { return nil }
            return """
                update delivery_tries set response = \(sealed)
                where event_id = \(stored.key.eventID.uuid) and channel = \(stored.key.channel)
                    and endpoint = \(stored.key.endpoint) and attempt = \(stored.attempt) and response = \(stored.text)
                """
        }
    }
}
