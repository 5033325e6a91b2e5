import Crypto
import Domain
import FoundationEssentials

/// Seals the issuer's tokens for one session, with a key that all gateways of the installation share.
struct TokenSafe: Sendable {
    let key: @Sendable () async throws(StoreError) -> [UInt8]

    func seal(_ tokens: KeptTokens, for session: String) async throws -> [UInt8] {
        try AES256GCM.seal(
            [UInt8](try JSONEncoder().encode(tokens)), key: try await key(), context: Array(session.utf8))
    }

    /// Nil if it was sealed for another session, or by another installation.
    func open(_ sealed: [UInt8], of session: String) async throws(StoreError) -> KeptTokens? {
        guard let bytes = AES256GCM.open(sealed, key: try await key(), context: Array(session.utf8)) else { return nil }
        return try? JSONDecoder().decode(KeptTokens.self, from: Data(bytes))
    }
}
