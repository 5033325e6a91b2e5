/// Why a key or signature cannot be used.
public struct CryptoError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Code: String, Sendable, Hashable {
        case invalidKey
        case operationFailed
    }

    public let code: Code
    public var isRetriable: Bool { false }
    /// What is wrong, without any key material.
    public let description: String
    /// What libcrypto says, for the log.
    public let detail: String
}
