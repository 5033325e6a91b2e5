import Crypto
import EventLoop
import FoundationEssentials
import Support
import Testing

extension OwnRuns {
    /// `Tests/Hostile/run` against a suite that lets everybody in, and against one that asks who is there: between them every case
    /// has somebody to play it.
    @Suite struct HostileTests {
        @Test(.timeLimit(.minutes(15)))
        func noRequestEndsOrFoolsASuiteThatLetsEverybodyIn() async throws {
            try await RunningDocket.run { docket in
                try await Self.attack(docket, skipping: ["contact"])
            }
        }

        @Test(.timeLimit(.minutes(15)))
        func noRequestEndsOrFoolsASuiteThatAsksWhoIsThere() async throws {
            let folder = try TemporaryFolder("sign-in")
            let key = try Ed25519.PrivateKey(seed: SecureRandom.bytes(32))
            let x = Base64URL.encode(try key.publicKey())
            try Data(#"{"keys": [{"kty": "OKP", "crv": "Ed25519", "kid": "one", "x": "\#(x)"}]}"#.utf8).write(
                to: URL(filePath: "\(folder.path)/keys.json"))
            let settings = RunningDocket.Options(environment: [
                "DOCKET_TOKENS": "default=token-of-a-back-end-0123456789", "DOCKET_JWT_ISSUER": "https://sign-in.example",
                "DOCKET_JWT_AUDIENCE": "docket", "DOCKET_JWKS_FILE": "\(folder.path)/keys.json",
            ])
            try await RunningDocket.run(settings) { docket in
                try await Self.attack(
                    docket,
                    with: [
                        "DOCKET_PERSON_TOKEN": try Self.token("a-person", role: "person", key),
                        "DOCKET_REVIEWER_TOKEN": try Self.token("a-reviewer", role: "reviewer", key),
                    ], skipping: [])
            }
        }

        private static func attack(
            _ docket: RunningDocket, with tokens: [String: String] = [:], skipping skipped: [String]
        ) async throws {
            let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
            let result = try await Program.run(
                "\(root)/Tests/Hostile/run", ["--environment", "\(docket.home)/environment"], environment: tokens,
                limit: .seconds(600))
            let lines = result.text.split(separator: "\n")
            let bad = lines.filter { $0.contains("FAIL") }
            #expect(result.status == .exited(0), "\(bad.joined(separator: "\n"))\n\(result.complaints)")
            #expect(lines.last?.hasSuffix("skipped: \(skipped.isEmpty ? "nothing" : skipped.joined(separator: ", "))") == true)
            #expect(lines.count { $0.hasPrefix("  ok") } > 1000, "\(lines.last ?? "")")
        }

        private static func token(_ subject: String, role: String, _ key: Ed25519.PrivateKey) throws -> String {
            let head = Base64URL.encode(Array(#"{"alg":"EdDSA","kid":"one"}"#.utf8))
            let claims = Base64URL.encode(
                Array(
                    #"""
                    {"iss":"https://sign-in.example","aud":"docket","sub":"\#(subject)","tenant":"default",\#
                    "roles":["\#(role)"],"exp":\#(Date().timeIntervalSince1970 + 3600)}
                    """#.utf8))
            return "\(head).\(claims).\(Base64URL.encode(try key.sign(Array("\(head).\(claims)".utf8))))"
        }
    }
}
