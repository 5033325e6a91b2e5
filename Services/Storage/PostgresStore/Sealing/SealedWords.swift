internal import Crypto
internal import Domain
internal import Postgres
internal import Sealing
internal import Shared

/// What somebody writes about a submission, as it is stored in a column of JSON: a decision, or a draft of one.
///
/// Of a sealed submission it is `{"sealed": …}`, by the submission's key; of others, as it is.
enum SealedWords {
    /// What it is, and whose. It opens as nothing else.
    enum Use {
        case draft(of: String)
        case held(by: String)
        case verdict(of: String)

        fileprivate var name: String {
            switch self {
            case .draft(let actor): "draft of \(actor)"
            case .held(let actor): "decision held by \(actor)"
            case .verdict(let actor): "verdict of \(actor)"
            }
        }
    }

    private struct Sealed: Codable {
        let sealed: String
    }

    /// Whether what stands in a column is sealed.
    static func isSealed(_ column: SQL) -> SQL { "\(column) ? 'sealed'" }

    /// Without `key` it is stored as it is.
    static func column(_ words: DecisionRecord, for use: Use, by key: SubmissionKey?) throws -> JSONText {
        guard let key else { return try JSONText(encoding: words) }
        return try column(sealing: try CanonicalJSON.encode(words), for: use, by: key)
    }

    static func column(sealing json: [UInt8], for use: Use, by key: SubmissionKey) throws -> JSONText {
        try JSONText(encoding: Sealed(sealed: Base64.encode(try key.sealed(json, for: use.name))))
    }

    /// What stands in a column, and whether it was sealed.
    static func words(
        _ row: Row, in column: String, for use: Use, about submission: SubmissionID, by keys: SealingKeyStore?,
        over executor: (any PostgresExecutor)? = nil
    ) async throws -> (words: DecisionRecord, wereSealed: Bool) {
        guard let stored = try? row.decodeJSON(column, as: Sealed.self) else { return (try row.decodeJSON(column), false) }
        guard let keys else {
            throw SealingError(.unknownKey, "the \(use.name) of \(submission) is sealed, and this process has no keys")
        }
        guard let key = try await keys.cachedOrOwnKey(of: submission, over: executor) else {
            throw SealingError(.gone, "the key of \(submission) is gone: it was restored without its keys")
        }
        guard let sealed = Base64.decode(stored.sealed) else {
            throw SealingError(.damaged, "the \(use.name) of \(submission) is not what was sealed")
        }
        return (try CanonicalJSON.decode(DecisionRecord.self, from: try key.opened(sealed, for: use.name)), true)
    }
}
