import Crypto
import Custody
import EventLoop
import Foundation
import Shared
import Support
import Testing

@testable import IntakeGateway

/// What a gateway signs, checked by `docket verify` and by those who do not have it.
@Suite(.timeLimit(.minutes(3)))
struct EvidenceTests {
    private static func verify(_ words: [String], _ gateway: GatewayUnderTest? = nil) async throws -> Program.Result {
        var environment = ["DOCKET_HOME": "/nowhere"]
        if let gateway {
            environment["GATEWAY_URL"] = "http://\(gateway.address)"
            environment["DOCKET_TOKEN"] = GatewayUnderTest.token
        }
        return try await Program.run(try BuiltPrograms.path("docket"), ["verify"] + words, environment: environment)
    }

    private static func byHand(_ folder: String) async throws -> Program.Result {
        try await ManualPrograms.run("files.py", folder)
    }

    private static let kinds: [[String]] = [
        ["-algorithm", "ed25519"], ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"],
    ]

    @Test(arguments: kinds)
    func `each change of a file, of the manifest and of the keys is found`(kind: [String]) async throws {
        var options = GatewayUnderTest.Options()
        options.signing = try SigningKeys(pem: try await Program.check("openssl", ["genpkey"] + kind).text)
        try await GatewayUnderTest.run(options) { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            _ = try await gateway.page(document, SampleFiles.jpeg(3, size: 5_000))
            _ = try await gateway.page(document, SampleFiles.jpeg(4, size: 6_000))
            let place = try TemporaryFolder("evidence")
            let folder = "\(place.path)/kept"

            let fetched = try await Self.verify([draft, "--save", folder], gateway)
            #expect(fetched.status == .exited(0), "\(fetched.text)\(fetched.complaints)")
            #expect(fetched.text.contains("2 of 2 are as the manifest says"), "\(fetched.text)")
            let again = try await Self.verify([folder, "--json"])
            #expect(again.status == .exited(0), "\(again.text)\(again.complaints)")
            let told = try JSONDecoder().decode(TestJSON.self, from: Data(again.output))
            #expect(told["submission"]?.string == draft && told["isOwnKeySet"]?.boolean == false)
            #expect(told["key"]?.string == options.signing?.current.publicKey.id)
            #expect(try await Self.byHand(folder).status == .exited(0))

            // A manifest alone is believed, and its files are not told of.
            let alone = try await Self.verify(["\(folder)/manifest.jws"])
            #expect(alone.status == .exited(5) && alone.text.contains("which names 2"), "\(alone.text)\(alone.complaints)")
            #expect(alone.text.contains("manifest  holds") && !alone.text.contains("not there"))
            let nowhere = try await Self.verify(["/nowhere.jws"])
            #expect(nowhere.status == .exited(66) && nowhere.complaints.contains("/nowhere.jws cannot be read"))

            // A file that was changed in the store is named, and the others are checked all the same.
            let stored = try #require(try FolderFiles.all(gateway.blobFolder).max { $0.bytes.count < $1.bytes.count })
            var damaged = stored.bytes
            damaged[damaged.count / 2] ^= 1
            try FolderFiles.write(damaged, to: stored.path)
            let found = try await Self.verify([draft], gateway)
            #expect(found.status == .exited(5) && found.text.contains("1 of 2"), "\(found.text)\(found.complaints)")
            #expect(found.text.contains("not there, or changed"))
            try FolderFiles.write(stored.bytes, to: stored.path)

            // Another installation's keys are no reason to believe it.
            let foreign = try SigningKeys(pem: SigningKey.makePEM())
            try Data(CanonicalJSON.encode(foreign.keySet)).write(to: URL(filePath: "\(place.path)/foreign.json"))
            let other = try await Self.verify([folder, "--keys", "\(place.path)/foreign.json"])
            #expect(other.status == .exited(1) && other.text.contains("which the key set does not have"), "\(other.text)")

            let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/files").sorted()
            let file = "\(folder)/files/\(try #require(names.first))"
            var bytes = Array(try #require(FileManager.default.contents(atPath: file)))
            bytes[1_000] ^= 1
            try Data(bytes).write(to: URL(filePath: file))
            let changed = try await Self.verify([folder])
            #expect(changed.status == .exited(5) && changed.text.contains("1 of 2"), "\(changed.text)")
            #expect(try await Self.byHand(folder).status == .exited(1))

            let manifest = "\(folder)/manifest.jws"
            let parts = try String(contentsOfFile: manifest, encoding: .utf8).split(separator: ".")
            let payload = try #require(Base64URL.decode(parts[1]))
            let text = String(decoding: payload, as: UTF8.self).replacing("\"version\":", with: "\"Version\":")
            let forged = [parts[0], Substring(Base64URL.encode(Array(text.utf8))), parts[2]].joined(separator: ".")
            try Data(forged.utf8).write(to: URL(filePath: manifest))
            let rewritten = try await Self.verify([folder])
            #expect(rewritten.status == .exited(1) && rewritten.text.contains("it was changed"), "\(rewritten.text)")
            #expect(try await Self.byHand(folder).status == .exited(1))
        }
    }

    @Test func `the signed manifest is the API's own, and a library that others wrote believes it`() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            _ = try await gateway.page(try await gateway.document(draft))
            let plain = try await gateway.client.send("GET", "/v1/submissions/\(draft)/manifest").json()
            let signed = try await gateway.client.send("GET", "/v1/submissions/\(draft)/manifest/signed")
            #expect(signed.headers["content-type"] == "application/docket-manifest+jws")
            let keys = try await gateway.client.with(token: nil).send("GET", "/.well-known/jwks.json")
            #expect(keys.status == 200 && keys.headers["content-type"] == "application/jwk-set+json")
            let python: String
            do {
                python = try await PythonPeers.interpreter(with: ["joserfc==1.4.1"])
            } catch let missing as PythonPeers.Missing {
                try Test.cancel("\(missing.description)")
            }
            let script = """
                import sys, json
                from joserfc import jws, jwk
                keys = jwk.KeySet.import_key_set(json.loads(sys.argv[2]))
                print(jws.deserialize_compact(sys.argv[1], keys, algorithms=["EdDSA", "Ed25519"]).payload.decode())
                """
            let payload = try await Program.check(python, ["-c", script, signed.text, keys.text])
            let read = try JSONDecoder().decode(TestJSON.self, from: Data(payload.output))
            #expect(read["signedAt"]?.string != nil)
            #expect(read["documents"]?[0]?["pages"]?[0]?["original"]?["digest"]?.string?.hasPrefix("sha256:") == true)
            #expect(read["documents"] == plain["documents"] && read["version"] == plain["version"])
        }
    }

    @Test func `without a key nothing is signed, and that is said`() async throws {
        var options = GatewayUnderTest.Options()
        options.signing = nil
        try await GatewayUnderTest.run(options) { gateway in
            let draft = try await gateway.draft()
            for path in ["/.well-known/jwks.json", "/v1/submissions/\(draft)/manifest/signed"] {
                let answer = try await gateway.client.send("GET", path)
                #expect(answer.status == 404 && answer.text.contains("DOCKET_SIGNING_KEY"), "\(answer.text)")
            }
            let asked = try await Self.verify([draft], gateway)
            #expect(asked.status == .exited(66) && asked.complaints.contains("DOCKET_SIGNING_KEY"), "\(asked.complaints)")
        }
    }

    @Test func `what cannot be checked is said`() async throws {
        let folder = try TemporaryFolder("evidence")
        let empty = try await Self.verify([folder.path])
        #expect(empty.status == .exited(66) && empty.complaints.contains("manifest.jws"), "\(empty.complaints)")
        let kept = try await Self.verify([folder.path, "--save", "\(folder.path)/x"])
        #expect(kept.status == .exited(64), "\(kept.complaints)")
    }
}
