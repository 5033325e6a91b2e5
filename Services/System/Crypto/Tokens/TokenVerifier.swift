import FoundationEssentials

/// Why a token is not accepted. For logs and metrics only: the client learns that the token was refused or has expired.
public enum TokenRefusal: String, Error, Sendable, Hashable, CaseIterable {
    /// Not three parts of strict base64url with a JSON object in the first two, or longer than 8 KiB.
    case malformed
    /// `none`, a symmetric algorithm, or one that no key here has.
    case algorithm
    /// It has a critical extension (`crit`), is compressed, or is another kind of token.
    case unsupported
    /// No key has this id and algorithm; the issuer may have a new one.
    case unknownKey
    case signature
    case issuer
    case audience
    case expired
    case notYetValid
    /// `exp` is missing, or a time is not a number.
    case claims
}

/// Verifies signed tokens (RFC 7519), by the rules of RFC 8725 and RFC 9068.
public struct TokenVerifier: Sendable {
    public static let maximumLength = 8192

    public let issuer: String
    /// One of them must be among the token's audiences.
    public let audiences: Set<String>
    /// The accepted difference between clocks, in seconds.
    public let leeway: Double

    public init(issuer: String, audiences: Set<String>, leeway: Double = 60) {
        self.issuer = issuer
        self.audiences = audiences
        self.leeway = leeway
    }

    /// Verifies a token: one of the keys must have signed it, for this audience and for the time `now`, in seconds since
    /// 1970.
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

    /// The key id in a token's header, before anything is verified; nil if it names none.
    public static func keyID(of token: String) -> String? {
        guard token.utf8.count <= maximumLength, let head = Base64URL.decode(token.prefix { $0 != "." }) else { return nil }
        return (try? JSONDecoder().decode(Header.self, from: Data(head)))?.kid
    }

    /// Reads the payload, which is decoded only after its signature was verified.
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

    /// Compares the bytes, without any transformation (RFC 7519, section 4.1, and RFC 8259, section 8.3). `==` of texts
    /// compares by Unicode equivalence instead.
    static func isSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

    /// The header parameters that are read (RFC 7515, section 4.1). Keys inside a token (`jwk`, `jku`, `x5u`, `x5c`) are
    /// ignored.
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
