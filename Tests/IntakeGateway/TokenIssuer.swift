import Crypto
import FoundationEssentials
import Shared
import Support

@testable import IntakeGateway

/// A sign-in of a tenant's own: one key, and tokens that it signs.
struct TokenIssuer {
    let key: Ed25519.PrivateKey
    let id: String

    init(id: String = "key-1") throws {
        key = try Ed25519.PrivateKey(seed: SecureRandom.bytes(32))
        self.id = id
    }

    var keySet: String {
        get throws {
            let x = Base64URL.encode(try key.publicKey())
            return #"{"keys": [{"kty": "OKP", "crv": "Ed25519", "kid": "\#(id)", "x": "\#(x)"}]}"#
        }
    }

    /// As the gateway's configuration says it; the key set lies in the folder.
    func access(in folder: TemporaryFolder) throws -> TokenAccess {
        let file = "\(folder.path)/keys.json"
        try Data(try keySet.utf8).write(to: URL(filePath: file))
        return TokenAccess(
            verifier: TokenVerifier(issuer: "https://sign-in.example", audiences: ["docket"]), keys: .file(file))
    }

    /// Claims beyond those that every token has come as JSON members. A gateway with a clock of its own counts from `now`.
    func token(
        _ subject: String, _ roles: [String], tenant: String? = "acme", expiresIn seconds: Double = 300, at now: Timestamp = .now,
        more: String = ""
    ) throws -> String {
        let expiry = Double(now.millisecondsSinceEpoch) / 1000 + seconds
        let names = roles.map { "\"\($0)\"" }.joined(separator: ",")
        let head = Base64URL.encode(Array(#"{"alg":"EdDSA","kid":"\#(id)"}"#.utf8))
        let claims = Base64URL.encode(
            Array(
                #"""
                {\#(more)"iss":"https://sign-in.example","aud":"docket","sub":"\#(subject)",\#(tenant.map { #""tenant":"\#($0)","# } ?? "")\#
                "roles":[\#(names)],"exp":\#(expiry)}
                """#.utf8))
        return "\(head).\(claims).\(Base64URL.encode(try key.sign(Array("\(head).\(claims)".utf8))))"
    }
}
