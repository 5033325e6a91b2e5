import Glibc

/// Why a blob store operation failed.
public struct BlobError: Error, Sendable {
    public enum Code: String, Sendable {
        case notFound
        /// There is no space or quota left.
        case storageFull
        /// The store is unreachable, or denies access.
        case unavailable
        case inputOutput
        /// The database did not return the key of a sealed file.
        case keysUnavailable
        /// The provider of keys does not answer, or refuses to, or this process has none.
        case keyProviderUnavailable
        /// The content is sealed with a key that this process does not have. Another process may have it.
        case unknownKey
        /// The bytes in the store were changed, truncated or exchanged.
        case damaged
    }

    public let code: Code
    /// For the log: the failed call and its error, without contents.
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

    /// Whether the same call may succeed later.
    public var isRetriable: Bool { code != .notFound && code != .damaged }
}

extension BlobError: CustomStringConvertible {
    public var description: String {
        switch code {
        case .notFound: "the file is not in the store"
        case .storageFull: "the store has no space left"
        case .unavailable: "the store cannot be used"
        case .keysUnavailable, .keyProviderUnavailable: "the keys that files are sealed with cannot be had"
        case .unknownKey: "what is stored is sealed by a key that this process was not given"
        case .inputOutput: "the store could not read or write"
        case .damaged: "the file in the store is not what was stored: it was changed, cut or exchanged"
        }
    }
}
