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
    /// What is wrong, without any key material.
    public let description: String

    private init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }

    /// Why a key that is kept elsewhere has not signed.
    public static func elsewhere(_ code: Code, _ description: String) -> CryptoError { CryptoError(code, description) }

    static func unusableKey(_ description: String) -> CryptoError { CryptoError(.invalidKey, description) }

    /// For a call into libcrypto that has failed on this thread; empties its error queue.
    static func lastFailure(_ description: String, code: Code = .operationFailed) -> CryptoError {
        ERR_clear_error()
        return CryptoError(code, description)
    }
}
