import FoundationEssentials
import Shared

/// The metadata of an issuer (OpenID Connect Discovery 1.0, section 3).
struct IssuerMetadata: Sendable, Hashable {
    let authorizationEndpoint: String
    let tokenEndpoint: String
    let keys: String
    /// OpenID Connect RP-Initiated Logout 1.0.
    let endSessionEndpoint: String?
    /// Whether each answer names the issuer (RFC 9207).
    let namesItself: Bool
    /// Whether the client's secret goes into the body, because the issuer does not accept it in a header.
    let takesSecretInBody: Bool

    struct Fault: Error, Hashable { let description: String }

    static let maximumLength = 100_000

    /// The address of the metadata.
    static func address(of issuer: String) -> String {
        "\(issuer.utf8.last == UInt8(ascii: "/") ? String(issuer.utf8.dropLast()) ?? issuer : issuer)/.well-known/openid-configuration"
    }

    /// - Throws: ``Fault`` for the metadata of another issuer, and for addresses without a secure connection.
    init(_ document: [UInt8], of issuer: String) throws(Fault) {
        guard document.count <= Self.maximumLength, let raw = try? JSONDecoder().decode(Raw.self, from: Data(document)) else {
            throw Fault(description: "its description cannot be read")
        }
        guard raw.issuer.hasSameBytes(as: issuer) else {
            throw Fault(description: "it calls itself ‘\(raw.issuer.prefix(200))’, and not as DOCKET_DESK_ISSUER says")
        }
        for url in [raw.authorization_endpoint, raw.token_endpoint, raw.jwks_uri, raw.end_session_endpoint].compactMap({ $0 }) {
            guard TokenAccess.isSafe(url), url.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }) else {
                throw Fault(description: "its address ‘\(url.prefix(200))’ is not one of https")
            }
        }
        if let methods = raw.code_challenge_methods_supported, !methods.contains("S256") {
            throw Fault(description: "it knows no PKCE with S256")
        }
        (authorizationEndpoint, tokenEndpoint, keys) = (raw.authorization_endpoint, raw.token_endpoint, raw.jwks_uri)
        endSessionEndpoint = raw.end_session_endpoint
        namesItself = raw.authorization_response_iss_parameter_supported ?? false
        let methods = raw.token_endpoint_auth_methods_supported ?? ["client_secret_basic"]
        takesSecretInBody = !methods.contains("client_secret_basic") && methods.contains("client_secret_post")
    }

    /// By the names that the standard has.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    private struct Raw: Decodable {
        let issuer: String
        let authorization_endpoint: String
        let token_endpoint: String
        let jwks_uri: String
        let end_session_endpoint: String?
        let authorization_response_iss_parameter_supported: Bool?
        let code_challenge_methods_supported: [String]?
        let token_endpoint_auth_methods_supported: [String]?
    }
}
