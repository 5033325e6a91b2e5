import CLibcrypto

/// Why a key or signature cannot be used.
public struct CryptoError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Code: String, Sendable, Hashable {
        case invalidKey
        case operationFailed
        /// The key is elsewhere, and cannot be asked now.
        case unavailable
    }

    public let code: Code
    public var isRetriable: Bool { code == .unavailable }
    /// What is wrong, without any key material.
    public let description: String
    /// The message of libcrypto, for the log.
    public let detail: String

    init(code: Code, description: String, detail: String) {
        (self.code, self.description, self.detail) = (code, description, detail)
    }

    /// Why a key that is kept elsewhere has not signed.
    public static func elsewhere(_ code: Code, _ description: String) -> CryptoError {
        CryptoError(code: code, description: description, detail: "")
    }
}

extension CryptoError {
    /// The error of the last call into libcrypto on this thread; empties its error queue.
    static func lastFailure(_ description: String, code: Code = .operationFailed) -> CryptoError {
        var text = [CChar](repeating: 0, count: 256)
        ERR_error_string_n(ERR_get_error(), &text, text.count)
        ERR_clear_error()
        let detail = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return CryptoError(code: code, description: description, detail: detail)
    }
}
