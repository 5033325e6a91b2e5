internal import Domain
internal import Postgres

/// Makes the tokens of links, to submissions and to the portal alike.
struct LinkTokens {
    let secrets: KeyStore

    /// A new token, or for a request that can be repeated the one that it always gets.
    func token(_ kind: OpaqueToken.Kind, for repetition: LinkRequest.Repetition?) async throws(StoreError) -> OpaqueToken {
        guard let repetition else { return OpaqueToken(kind) }
        return OpaqueToken(kind, seed: repetition.seed, key: try await secrets.key(for: .links))
    }

    /// Throws where the row that was found by the token's prefix is another token's.
    static func check(_ token: OpaqueToken, isOf row: Row) throws {
        guard token.matches(try row.decode("digest")) else {
            throw StoreError(
                code: .unavailable, isRetriable: true, description: "The link cannot be made like this. Ask under another key.",
                detail: "two links have the same prefix")
        }
    }
}
