import FoundationEssentials

/// Why a token is not accepted. For logs and metrics: who sent it learns no more than that it was refused, or has expired.
public enum TokenRefusal: String, Error, Sendable, Hashable, CaseIterable {
    /// Not three parts of strict base64url with a JSON object in the first two, or longer than 8 KiB.
    case malformed
    /// `none`, a symmetric one, or any other that no key here is for.
    case algorithm
    /// It wants an extension to be understood (`crit`), is compressed, or is another kind of token.
    case unsupported
    /// No key of that name and algorithm; the issuer may have a new one.
    case unknownKey
    case signature
    case issuer
    case audience
    case expired
    case notYetValid
    /// `exp` is missing, or a time is not a number.
    case claims
}

/// Verifies signed tokens (RFC 7519, as RFC 8725 and RFC 9068 want it done).
public struct TokenVerifier: Sendable {
    public static let maximumLength = 8192

    public let issuer: String
    /// One of them has to be among the token's.
    public let audiences: Set<String>
    /// How far clocks may disagree. Seconds.
    public let leeway: Double

    public init(issuer: String, audiences: Set<String>, leeway: Double = 60) {
        self.issuer = issuer
        self.audiences = audiences
        self.leeway = leeway
    }

    /// Believes a token that one of the keys has signed for us and for now, which is counted in seconds since 1970.
    public func verify(_ token: String, with keys: JSONWebKeySet, now: Double) throws(TokenRefusal) -> TokenClaims {
        guard token.utf8.count <= Self.maximumLength, let parts = CompactSignature(token),
            let header = try? JSONDecoder().decode(Header.self, from: Data(parts.header))
        else { throw .malformed }
        guard let algorithm = VerificationKey.Algorithm(rawValue: header.alg) else { throw .algorithm }
        guard header.isPlain else { throw .unsupported }
        let candidates = keys.candidates(id: header.kid, algorithm: algorithm)
        guard !candidates.isEmpty else { throw .unknownKey }
        guard candidates.contains(where: { $0.isValid(parts.signature, for: parts.signed) }) else { throw .signature }
        return try claims(parts.payload, now: now)
    }

    /// The key that a token says it was signed with, before anything of it is accepted; nil where it names none.
    public static func keyID(of token: String) -> String? {
        guard token.utf8.count <= maximumLength, let head = Base64URL.decode(token.prefix { $0 != "." }) else { return nil }
        return (try? JSONDecoder().decode(Header.self, from: Data(head)))?.kid
    }

    /// Nothing of the payload is looked at before its signature has been.
    private func claims(_ payload: [UInt8], now: Double) throws(TokenRefusal) -> TokenClaims {
        guard let values = try? JSONDecoder().decode([String: TokenClaims.Value].self, from: Data(payload)) else {
            throw .malformed
        }
        guard case .string(let claimed) = values["iss"], Self.isSame(claimed, issuer) else { throw .issuer }
        switch values["aud"] {
        case .string(let audience) where isForUs(audience): break
        case .strings(let listed) where listed.contains(where: isForUs): break
        default: throw .audience
        }
        guard case .number(let expiry) = values["exp"], expiry.isFinite else { throw .claims }
        guard now < expiry + leeway else { throw .expired }
        for name in ["nbf", "iat"] {
            switch values[name] {
            case nil: break
            case .number(let time): guard time <= now + leeway else { throw .notYetValid }
            default: throw .claims
            }
        }
        return TokenClaims(expiry: expiry, values: values)
    }

    private func isForUs(_ audience: String) -> Bool { audiences.contains { Self.isSame($0, audience) } }

    /// Without any transformation (RFC 7519, section 4.1, by way of RFC 8259, section 8.3), which `==` of texts is: it compares by what
    /// Unicode calls equivalent.
    static func isSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

    /// The parameters that are looked at (RFC 7515, section 4.1). Keys that a token brings along (`jwk`, `jku`, `x5u`, `x5c`)
    /// are not among them.
    private struct Header: Decodable {
        let alg: String
        let kid: String?
        let typ: String?
        let isPlain: Bool

        private enum Name: String, CodingKey { case alg, kid, typ, crit, b64, zip, enc, cty }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Name.self)
            alg = try container.decode(String.self, forKey: .alg)
            kid = try container.decodeIfPresent(String.self, forKey: .kid)
            typ = try container.decodeIfPresent(String.self, forKey: .typ)
            let kind = typ?.lowercased()
            let isAccepted = kind == nil || ["jwt", "at+jwt", "application/at+jwt"].contains(kind)
            // A nested token or one of another kind must not pass for one of these (RFC 8725, section 3.11).
            isPlain = isAccepted && ![.crit, .b64, .zip, .enc, .cty].contains { (name: Name) in container.contains(name) }
        }
    }
}
