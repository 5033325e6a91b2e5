internal import Postgres
internal import Sealing
internal import Shared

/// How what is found in a submission is stored.
enum FindingsStorage {
    case clear
    case sealed(by: SubmissionKey)
    /// Without what is quoted: the submission is sealed, and nobody here can open its key.
    case masked

    /// Clear without a key.
    init(_ key: SubmissionKey?) { self = key.map(Self.sealed) ?? .clear }
}

/// Reasons as they are stored.
///
/// Of a sealed submission what they quote (values that were read, words of a reviewer or a call-out) is in `reasons_sealed`, by the
/// submission's key, with all that stands around it. The column `reasons` has them masked: for rules that listings look for, for whoever has
/// no key, and where the key is gone.
struct SealedReasons {
    /// What they are about.
    enum Place {
        case submission
        case document(DocumentID)

        fileprivate var use: String {
            switch self {
            case .submission: "reasons of the submission"
            case .document(let id): "reasons of the document \(id)"
            }
        }
    }

    let masked: [Reason]
    /// Nil where they quote nothing.
    let sealed: Bytes?

    /// Whether `reasons`, which take the place of `old`, have a part to seal. Where they are the same again without quoting any more,
    /// that is sealed, too: a column that is left out keeps what it has.
    static func areQuoting(_ reasons: [Reason], insteadOf old: [Reason]) -> Bool {
        quotes(reasons) || (reasons != old && quotes(old))
    }

    private static func quotes(_ reasons: [Reason]) -> Bool { reasons.contains { $0 != $0.masked } }

    init(_ reasons: [Reason], insteadOf old: [Reason], of place: Place, as storage: FindingsStorage) throws {
        switch storage {
        case .sealed(let key) where Self.areQuoting(reasons, insteadOf: old):
            masked = reasons.map(\.masked)
            sealed = Bytes(try key.sealed(try CanonicalJSON.encode(reasons), for: place.use))
        case .clear, .sealed: (masked, sealed) = (reasons, nil)
        case .masked: (masked, sealed) = (reasons.map(\.masked), nil)
        }
    }

    /// The assignment that goes with that of `reasons`: what is written without a sealed part keeps the one that is stored while the
    /// reasons are the same.
    static func assignment(of row: SQL, from new: SQL) -> SQL {
        """
        reasons_sealed = case when \(new).reasons_sealed is null and \(new).reasons = \(row).reasons then \(row).reasons_sealed
            else \(new).reasons_sealed end
        """
    }

    /// From the columns `reasons` and `reasons_sealed`: masked, where `key` is not here.
    static func reasons(_ row: Row, of place: Place, by key: SubmissionKey?) throws -> [Reason] {
        guard let key, let sealed = try row.decodeIfPresent("reasons_sealed", as: [UInt8].self) else {
            return try row.decodeJSONList("reasons")
        }
        return try CanonicalJSON.decode([Reason].self, from: try key.opened(sealed, for: place.use))
    }
}

/// A suggested value as it is stored: of a sealed submission in `suggestion_sealed`, by its key; of others in `suggestion`.
enum SealedSuggestion {
    /// The assignments.
    static func assignments(_ suggestion: PageSuggestion, of page: PageID, as storage: FindingsStorage) throws -> SQL {
        switch storage {
        case .clear: return "suggestion = \(try JSONText(encoding: suggestion)), suggestion_sealed = null"
        case .sealed(let key):
            let sealed = try key.sealed(try CanonicalJSON.encode(suggestion), for: use(page))
            return "suggestion = null, suggestion_sealed = \(Bytes(sealed))"
        case .masked: return removal
        }
    }

    static let removal: SQL = "suggestion = null, suggestion_sealed = null"

    /// Nil if there is none, or none that `key` opens.
    static func suggestion(_ row: Row, of page: PageID, by key: SubmissionKey?) throws -> PageSuggestion? {
        if let clear: PageSuggestion = try row.decodeJSONIfPresent("suggestion") { return clear }
        guard let key, let sealed = try row.decodeIfPresent("suggestion_sealed", as: [UInt8].self) else { return nil }
        return try CanonicalJSON.decode(PageSuggestion.self, from: try key.opened(sealed, for: use(page)))
    }

    private static func use(_ page: PageID) -> String { "suggestion for the page \(page)" }
}
