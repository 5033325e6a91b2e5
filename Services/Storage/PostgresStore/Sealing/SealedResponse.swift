internal import Crypto
internal import Domain
internal import Postgres
internal import Sealing

/// What an endpoint has answered, as an attempt stores it. About a sealed submission the excerpt is sealed by the submission's key, for an
/// answer may repeat what it was told.
struct SealedResponse: Codable {
    /// The members that change when an answer is sealed.
    private struct Replacement: Encodable {
        let excerpt = ""
        let sealed: String
    }

    private let response: DeliveryTry.Response
    /// The excerpt in base64, which `response` then does not have. Empty if no key could be had when it was stored.
    private let sealed: String?

    private enum CodingKeys: CodingKey {
        case sealed
    }

    /// As it is stored where nothing has to be sealed.
    init(_ response: DeliveryTry.Response) { (self.response, sealed) = (response, nil) }

    /// Without a key the excerpt is not kept.
    init(_ response: DeliveryTry.Response, to delivery: DeliveryKey, sealedBy key: SubmissionKey?) throws(SealingError) {
        sealed = try key.map { key throws(SealingError) in try Self.sealed(response.excerpt, delivery, by: key) } ?? ""
        var rest = response
        rest.excerpt = ""
        self.response = rest
    }

    init(from decoder: any Decoder) throws {
        response = try DeliveryTry.Response(from: decoder)
        sealed = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .sealed)
    }

    func encode(to encoder: any Encoder) throws {
        try response.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(sealed, forKey: .sealed)
    }

    /// What takes the place of an excerpt that is stored as it is.
    static func replacement(for excerpt: String, to delivery: DeliveryKey, by key: SubmissionKey) throws -> JSONText {
        try JSONText(encoding: Replacement(sealed: try sealed(excerpt, delivery, by: key)))
    }

    /// Whether its excerpt is sealed.
    static func isSealed(_ column: SQL) -> SQL { "\(column) ? 'sealed'" }

    /// The answer in the row of an attempt; nil without one. `key` is asked for where the excerpt is sealed. One that is not opened keeps
    /// nothing else from being read.
    static func response(_ row: Row, by key: () async throws -> SubmissionKey?) async throws -> DeliveryTry.Response? {
        guard try row.decodeIfPresent("response", as: JSONText.self) != nil else { return nil }
        let stored = try row.decodeJSON("response", as: SealedResponse.self)
        guard let sealed = stored.sealed else { return stored.response }
        let delivery = DeliveryKey(
            eventID: try row.decodeID("event_id"), channel: try row.decode("channel"), endpoint: try row.decode("endpoint"))
        var response = stored.response
        response.excerpt = SealedNote.unopened
        if !sealed.isEmpty, let key = try await key(), let bytes = Base64.decode(sealed),
            let opened = try? key.opened(bytes, for: use(delivery))
        {
            response.excerpt = String(decoding: opened, as: UTF8.self)
        }
        return response
    }

    private static func sealed(
        _ excerpt: String, _ delivery: DeliveryKey, by key: SubmissionKey
    ) throws(SealingError) -> String { Base64.encode(try key.sealed(Array(excerpt.utf8), for: use(delivery))) }

    private static func use(_ key: DeliveryKey) -> String { "answer to \(key.eventID) over \(key.channel) by \(key.endpoint)" }
}
