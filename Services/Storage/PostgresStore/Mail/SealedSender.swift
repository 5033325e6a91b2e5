internal import FoundationEssentials
internal import Postgres
internal import Sealing
internal import Shared

/// The address that mail is from, as it is stored: by the key of the message's files, or, without one, as it is.
struct SealedSender {
    let clear: String?
    let sealed: [UInt8]?

    private static let use = "sender"

    init(_ sender: String?, by key: SubmissionKey?) throws(SealingError) {
        guard let sender, let key else {
            (clear, sealed) = (sender, nil)
            return
        }
        (clear, sealed) = (nil, try key.sealed(Array(sender.utf8), for: Self.use))
    }

    /// From the columns `sender` and `sender_sealed`.
    static func sender(
        _ row: Row, of id: SubmissionID, by keys: SealingKeyStore?, over executor: (any PostgresExecutor)? = nil
    ) async throws -> String? {
        guard let sealed = try row.decodeIfPresent("sender_sealed", as: [UInt8].self) else {
            return try row.decodeIfPresent("sender")
        }
        guard let keys else { throw SealingError(.unknownKey, "the sender of \(id) is sealed, and this process has no keys") }
        guard let key = try await keys.cachedOrOwnKey(of: id, over: executor) else {
            throw SealingError(.gone, "the key of \(id) is gone: it was restored without its keys")
        }
        return String(decoding: try key.opened(sealed, for: use), as: UTF8.self)
    }
}
