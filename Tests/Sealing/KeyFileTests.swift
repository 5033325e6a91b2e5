import Configuration
import Crypto
import Glibc
import Sealing
import Shared
import Support
import Testing

/// Keys of an installation that lie in a file.
@Suite struct KeyFileTests {
    private static let key = Base64.encode([UInt8](repeating: 7, count: 32))
    private static let other = Base64.encode([UInt8](repeating: 8, count: 32))

    @Test func `the first key wraps, and those of before unwrap`() async throws {
        let secret = SecretBytes.random(32)
        let before = try KeyFile(parsing: Array("old \(Self.key)\n".utf8))
        let wrapped = try await before.wrap(secret, of: "acme")
        #expect(wrapped.by == "old")

        let after = try KeyFile(parsing: Array("# turned\n\nnew \(Self.other)\r\nold  \t\(Self.key)".utf8))
        #expect(after.current == "new")
        let back = try await after.unwrap(wrapped, of: "acme")
        #expect(back.authenticationCode(of: []) == secret.authenticationCode(of: []))
        #expect(try await after.wrap(secret, of: "acme").by == "new")
        let wrongContext = await #expect(throws: SealingError.self) { try await after.unwrap(wrapped, of: "other") }
        #expect(wrongContext?.code == .unknownKey)
        let lost = try KeyFile(parsing: Array("new \(Self.other)".utf8))
        let error = await #expect(throws: SealingError.self) { try await lost.unwrap(wrapped, of: "acme") }
        #expect(error?.description.contains("“old”") == true)
    }

    @Test func `a file that is made is one that is read`() throws {
        #expect(try KeyFile(parsing: Array(KeyFile.text(name: "first").utf8)).current == "first")
    }

    @Test(arguments: [
        ("", "no key"), ("# nothing\n", "no key"), ("name", "line 1"), ("a \(key) more", "line 1"), ("ü \(key)", "line 1"),
        ("a \(key)\nb AAAA", "line 2"), ("a \(key.dropLast(4))", "32 bytes"), ("a \(key)\na \(other)", "twice"),
    ])
    func `what is no file of keys is told, and no key is`(text: String, word: String) {
        let fault = #expect(throws: KeyFile.Fault.self) { try KeyFile(parsing: Array(text.utf8)) }
        #expect(fault?.description.contains(word) == true && fault?.description.contains(Self.key) == false)
    }

    private func read(_ environment: [String: String], isRequired: Bool = true) -> (SealingConfiguration, String) {
        var reader = ConfigurationReader(environment: environment)
        let configuration = SealingConfiguration(reading: &reader, isRequired: isRequired)
        do {
            try reader.finish()
            return (configuration, "")
        } catch {
            return (configuration, "\(error)")
        }
    }

    @Test func `a service without keys does not start unless it was told to store files as they come`() throws {
        let (_, fault) = read([:])
        #expect(fault.contains("DOCKET_SEALING_KEYS") && fault.contains("DOCKET_SEALING=off"))
        #expect(read(["DOCKET_SEALING": "off"]).1 == "" && !read(["DOCKET_SEALING": "off"]).0.isOn)
        #expect(read([:], isRequired: false).1 == "")
        #expect(read(["DOCKET_SEALING_KEYS": "/nowhere"]).1.contains("cannot be opened"))

        let folder = try TemporaryFolder("keys")
        let path = "\(folder.path)/keys"
        try #require(fopen(path, "w").map { fclose($0) } == 0)
        let file = try #require(fopen(path, "w"))
        fputs("first \(Self.key)\n", file)
        fclose(file)
        chmod(path, 0o640)
        #expect(read(["DOCKET_SEALING_KEYS": path]).0.isOn)
        #expect(read(["DOCKET_SEALING_KEYS": path, "DOCKET_SEALING": "off"]).0.hasKeys)
        for mode in [0o644, 0o642, 0o641] as [mode_t] {
            chmod(path, mode)
            #expect(read(["DOCKET_SEALING_KEYS": path]).1.contains("chmod o-rwx"))
        }
    }
}
