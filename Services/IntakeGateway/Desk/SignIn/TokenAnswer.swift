import FoundationEssentials

/// The issuer's answer to a code or a refresh token (RFC 6749, section 5).
struct TokenAnswer: Sendable, Hashable {
    /// Nil only in answers to refresh tokens.
    let idToken: String?
    let refreshToken: String?
    /// Seconds.
    let expiresIn: Int?

    static let maximumLength = 100_000

    /// Nil if the document is not such an answer.
    init?(_ document: [UInt8]) {
        guard let raw = try? JSONDecoder().decode(Raw.self, from: Data(document)) else { return nil }
        (idToken, refreshToken) = (raw.id_token, raw.refresh_token)
        expiresIn = raw.expires_in.flatMap { Int(exactly: $0.rounded(.down)) }.map { min(max($0, 0), 10 * 365 * 86_400) }
    }

    /// The error code of an answer.
    static func error(in document: [UInt8]) -> String? {
        (try? JSONDecoder().decode(RawError.self, from: Data(document))).map { AuthorizationAnswer.word($0.error) }
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    private struct Raw: Decodable {
        let id_token: String?
        let refresh_token: String?
        let expires_in: Double?
    }

    private struct RawError: Decodable { let error: String }
}

/// The stored tokens of the issuer, sealed. They serve to ask again, and to sign out there.
struct KeptTokens: Codable, Sendable, Hashable {
    var id: String?
    var refresh: String?

    /// Keeps the tokens that the answer does not replace.
    func updated(by answer: TokenAnswer) -> KeptTokens {
        KeptTokens(id: answer.idToken ?? id, refresh: answer.refreshToken ?? refresh)
    }
}
