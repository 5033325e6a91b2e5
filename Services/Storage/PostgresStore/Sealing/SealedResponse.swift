internal import Crypto
internal import Domain
internal import Postgres
internal import Sealing
internal import Shared

/// What an endpoint has answered, as an attempt stores it. About a sealed submission the excerpt is sealed by the submission's key, for an
/// answer may repeat what it was told.
struct SealedResponse: Sendable, Codable {
    private(set) var response: DeliveryTry.Response
    /// The excerpt in base64, which `response` then does not have. Empty if no key could be had when it was stored.
    private var sealed: String?

    private enum CodingKeys: CodingKey {
        case sealed
    }

    private init(_ response: DeliveryTry.Response) { self.response = response }

    init(from decoder: any Decoder) throws {
        response = try DeliveryTry.Response(from: decoder)
        sealed = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .sealed)
    }

    func encode(to encoder: any Encoder) throws {
        try response.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(sealed, forKey: .sealed)
    }

    // MARK: - Sealing

    /// The column of each answer. Without a key that can be had the excerpt is not kept: no delivery waits for one.
    static func columns(
        _ answers: [(DeliveryKey, DeliveryTry.Response?)], by keys: SealingKeyStore?, over pool: PostgresPool
    ) async throws -> [JSONText?] {
        let found = try await submissionKeys(
            of: answers.compactMap { $1?.excerpt.isEmpty == false ? $0.eventID : nil }, by: keys, over: pool)
        return try answers.map { key, response in
            guard let response else { return nil }
            var stored = SealedResponse(response)
            if !response.excerpt.isEmpty, let found = found[key.eventID] { try stored.seal(by: found.key, of: key) }
            return try JSONText(encoding: stored)
        }
    }

    /// Nil where it has no excerpt.
    func column(sealedBy key: SubmissionKey, of delivery: DeliveryKey) throws -> JSONText? {
        guard !response.excerpt.isEmpty else { return nil }
        var stored = self
        try stored.seal(by: key, of: delivery)
        return try JSONText(encoding: stored)
    }

    private mutating func seal(by key: SubmissionKey?, of delivery: DeliveryKey) throws {
        sealed = Base64.encode(try key?.sealed(Array(response.excerpt.utf8), for: Self.use(delivery)) ?? [])
        response.excerpt = ""
    }

    private struct Found {
        /// Nil where it cannot be had.
        let key: SubmissionKey?
    }

    /// Of the events whose submission is sealed. Where that cannot be told, as while the database of the keys is away, of all.
    private static func submissionKeys(
        of events: [EventID], by keys: SealingKeyStore?, over pool: PostgresPool
    ) async throws -> [EventID: Found] {
        guard !events.isEmpty else { return [:] }
        let rows = try? await pool.query(
            """
            select e.id, e.submission_id, k.tenant as key_tenant, k.wrapped
            from events e join sealed_submissions x using (submission_id) left \(SealingKeyStore.join(of: "x.submission_id"))
            where e.id = any(\(events.map(\.uuid)))
            """)
        guard let rows else { return Dictionary(events.map { ($0, Found(key: nil)) }) { first, _ in first } }
        var found: [EventID: Found] = [:]
        for row in rows {
            let key = try? await keys?.key(of: row.decodeID("submission_id"), inRow: row)
            found[try row.decodeID("id")] = Found(key: key)
        }
        return found
    }

    // MARK: - Opening

    /// For a SELECT that has the key `k` of the submission joined (`SealingKeyStore.join`): what the key is opened by.
    static let columns: SQL = "k.tenant as key_tenant, k.wrapped"

    /// The answer in the row of an attempt; nil without one. An excerpt that no key opens here keeps nothing else from being read.
    static func response(
        _ row: Row, about submission: SubmissionID, by keys: SealingKeyStore?, over executor: (any PostgresExecutor)? = nil
    ) async throws -> DeliveryTry.Response? {
        guard try row.decodeIfPresent("response", as: JSONText.self) != nil else { return nil }
        let stored = try row.decodeJSON("response", as: SealedResponse.self)
        guard let sealed = stored.sealed else { return stored.response }
        var response = stored.response
        let use = use(
            DeliveryKey(
                eventID: try row.decodeID("event_id"), channel: try row.decode("channel"), endpoint: try row.decode("endpoint")))
        response.excerpt = SealedNote.unopened
        do throws(SealingError) {
            if let key = try await keys?.key(of: submission, inRow: row, over: executor), let bytes = Base64.decode(sealed) {
                response.excerpt = String(decoding: try key.opened(bytes, for: use), as: UTF8.self)
            }
        } catch {
            guard [.damaged, .gone, .unknownKey].contains(error.code) else { throw error }
        }
        return response
    }

    private static func use(_ key: DeliveryKey) -> String { "answer to \(key.eventID) over \(key.channel) by \(key.endpoint)" }
}
