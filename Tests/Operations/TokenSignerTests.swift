import Configuration
import Crypto
import Custody
import Operations
import Shared
import Support
import Testing

/// Evidence that a key in a token of SoftHSM's signs.
@Suite(.timeLimit(.minutes(3)))
struct TokenSignerTests {
    /// What a process reads from these variables.
    private static func read(_ variables: [String: String], in folder: String) -> (keys: SigningKeys?, faults: [String]) {
        let token = ["PKCS11_MODULE": SoftToken.module, "PKCS11_PIN_FILE": "\(folder)/pin"]
        var reader = ConfigurationReader(environment: token.merging(variables) { $1 })
        let keys = SigningConfiguration.keys(reading: &reader)
        do throws(ConfigurationFaults) { try reader.finish() } catch {
            return (keys, error.faults.map { "\($0.name) \($0.problem)" })
        }
        return (keys, [])
    }

    private static let uri = "pkcs11:token=docket;object=sign"

    @Test func `what it signs is checked by the public key that stands in the file`() async throws {
        let token = try await SoftToken(keys: [])
        let pem = try await token.makePair("sign")
        let before = try SigningKey.makePEM()
        await #expect(processExitsWith: .success) {
            [folder = token.folder as String, pem = pem as String, before = before as String] in
            SoftToken.use(folder)
            let (keys, faults) = Self.read(
                ["DOCKET_SIGNING_KEY": pem + before, "DOCKET_SIGNING_PKCS11_KEY": Self.uri], in: folder)
            #expect(faults.isEmpty)
            let signing = try #require(keys)
            #expect(signing.published.map(\.algorithm) == [.es256, .edDSA])
            let set = try JSONWebKeySet(CanonicalJSON.encode(signing.keySet))
            // Beside each other, as a gateway asks for them.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        let text = try await SignedDocument.sign([UInt8(number)], type: "x+jws", with: signing.current)
                        #expect(try SignedDocument(verifying: text, type: "x+jws", with: set).payload == [UInt8(number)])
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func `another key than the one in the file, and none, sign nothing`() async throws {
        let token = try await SoftToken(keys: [])
        let pem = try await token.makePair("sign")
        _ = try await token.makePair("other")
        await #expect(processExitsWith: .success) { [folder = token.folder as String, pem = pem as String] in
            SoftToken.use(folder)
            for (label, problem) in [("other", "is not the one whose public half"), ("none", "has no such private key")] {
                let variables = ["DOCKET_SIGNING_KEY": pem, "DOCKET_SIGNING_PKCS11_KEY": "pkcs11:token=docket;object=\(label)"]
                let signing = try #require(Self.read(variables, in: folder).keys)
                let error = await #expect(throws: CryptoError.self) { try await signing.current.sign([1]) }
                #expect(
                    error?.code == .invalidKey && error?.description.contains(problem) == true, "\(String(describing: error))")
            }
        }
    }

    @Test func `a token that cannot be entered is away, and signs again once it can be`() async throws {
        let token = try await SoftToken(keys: [])
        let pem = try await token.makePair("sign")
        await #expect(processExitsWith: .success) { [folder = token.folder as String, pem = pem as String] in
            SoftToken.use(folder)
            let variables = ["DOCKET_SIGNING_KEY": pem, "DOCKET_SIGNING_PKCS11_KEY": Self.uri]
            let signing = try #require(Self.read(variables, in: folder).keys)
            try SoftToken.write(pin: "00000000", in: folder)
            // Another signer of the process does not try it again.
            let other = try #require(Self.read(variables, in: folder).keys)
            for (signer, problem) in [(signing, "cannot log in"), (signing, "is not asked again"), (other, "is not asked again")]
            {
                let error = await #expect(throws: CryptoError.self) { try await signer.current.sign([1]) }
                #expect(
                    error?.code == .unavailable && error?.description.contains(problem) == true, "\(String(describing: error))")
            }
            try SoftToken.write(pin: SoftToken.pin, in: folder)
            #expect(try await signing.current.sign([1]).count == 64)
        }
    }

    @Test func `what names no key that can sign is told by its variable`() async throws {
        let folder = try TemporaryFolder("pin")
        try SoftToken.write(pin: "1", in: folder.path)
        let (publicPEM, edwards) = (
            try await Program.check(
                "sh", ["-c", "openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 | openssl pkey -pubout"]
            ).text,
            try await Program.check("sh", ["-c", "openssl genpkey -algorithm ed25519 | openssl pkey -pubout"]).text
        )
        let key = try SigningKey.makePEM()
        for (variables, start) in [
            (
                ["DOCKET_SIGNING_PKCS11_KEY": Self.uri],
                "DOCKET_SIGNING_KEY is not set; DOCKET_SIGNING_PKCS11_KEY needs the public"
            ),
            (["DOCKET_SIGNING_PKCS11_KEY": Self.uri, "DOCKET_SIGNING_KEY": key], "DOCKET_SIGNING_KEY begins with a private key"),
            (
                ["DOCKET_SIGNING_PKCS11_KEY": Self.uri, "DOCKET_SIGNING_KEY": edwards],
                "DOCKET_SIGNING_KEY begins with a key for EdDSA"
            ),
            (["DOCKET_SIGNING_PKCS11_KEY": "docket", "DOCKET_SIGNING_KEY": publicPEM], "DOCKET_SIGNING_PKCS11_KEY is no URI"),
            (
                ["DOCKET_SIGNING_PKCS11_KEY": Self.uri, "DOCKET_SIGNING_KEY": publicPEM, "PKCS11_MODULE": ""],
                "PKCS11_MODULE is not set; DOCKET_SIGNING_PKCS11_KEY needs it"
            ),
            (["DOCKET_SIGNING_KEY": publicPEM], "DOCKET_SIGNING_KEY begins with a key that cannot sign"),
        ] {
            let faults = Self.read(variables, in: folder.path).faults
            #expect(faults.count == 1 && faults.first?.hasPrefix(start) == true, "\(start): \(faults)")
        }
    }
}
