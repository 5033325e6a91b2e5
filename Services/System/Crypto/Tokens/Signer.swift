/// Signs documents that others check by its public key.
public protocol Signer: Sendable {
    var publicKey: PublicSigningKey { get }

    /// A signature of 64 bytes in the form of RFC 7518, section 3.4, and RFC 8037, section 3.1.
    ///
    /// - Throws: `unavailable` where the key is elsewhere and cannot be asked now.
    func sign(_ message: [UInt8]) async throws(CryptoError) -> [UInt8]
}
