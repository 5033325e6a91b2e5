import Glibc

/// Why the store could not do what it was asked.
public struct BlobError: Error, Sendable {
    public enum Code: String, Sendable {
        case notFound
        /// No space or no quota is left.
        case storageFull
        /// The store cannot be reached or does not allow it.
        case unavailable
        case inputOutput
        /// The database, where the keys of sealed files are kept, did not give one.
        case keysUnavailable
        /// What is stored is sealed by a key that this process was not given; another may have it.
        case unknownKey
        /// The bytes in the store are not those that were put there: they were changed, cut, or exchanged.
        case damaged
    }

    public let code: Code
    /// For the log: which call failed and how. Holds no contents.
    public let detail: String

    public init(_ code: Code, detail: String) {
        self.code = code
        self.detail = detail
    }

    init(_ call: String, path: String, errno number: CInt = errno) {
        let code: Code =
            switch number {
            case ENOENT: .notFound
            case ENOSPC, EDQUOT: .storageFull
            case EACCES, EPERM, EROFS, ENODEV, ESTALE: .unavailable
            default: .inputOutput
            }
        self.init(code, detail: "\(call) \(path): \(String(cString: strerror(number)))")
    }

    /// Whether the same call may succeed later without anybody changing what was asked.
    public var isRetriable: Bool { code != .notFound && code != .damaged }
}

extension BlobError: CustomStringConvertible {
    public var description: String {
        switch code {
        case .notFound: "the file is not in the store"
        case .storageFull: "the store has no space left"
        case .unavailable: "the store cannot be used"
        case .keysUnavailable: "the keys that files are sealed with cannot be had"
        case .unknownKey: "what is stored is sealed by a key that this process was not given"
        case .inputOutput: "the store could not read or write"
        case .damaged: "the file in the store is not what was stored: it was changed, cut or exchanged"
        }
    }
}
