import Crypto
import EventLoop
import FoundationEssentials
import Shared
import Support
import Testing

@testable import Sealing

/// Keys that Vault's transit engine wraps.
@Suite(.timeLimit(.minutes(2)))
struct VaultKeysTests {
    private func run(
        namespace: String? = nil, _ body: (VaultDouble, VaultKeys) async throws -> Void
    ) async throws {
        let group = try EventLoopGroup(threads: 1)
        let result: Result<Void, any Error>
        do { result = .success(try await KeyProviderGround.withVault(group, namespace: namespace, body)) } catch {
            result = .failure(error)
        }
        await group.shutdown()
        try result.get()
    }

    @Test func `the key's mount, name and version stand with what it has wrapped`() async throws {
        try await run { vault, keys in
            let first = try await keys.wrap(.random(32), of: "acme")
            #expect(first.by == "vault:transit/docket:v1")
            vault.rotate()
            let second = try await keys.wrap(.random(32), of: "acme")
            #expect(second.by == "vault:transit/docket:v2")
        }
    }

    @Test(arguments: [429, 500, 502, 503, 412])
    func `what passes is asked again, within bounds`(status: Int) async throws {
        try await run { vault, keys in
            vault.refuse([status, status])
            _ = try await keys.wrap(.random(32), of: "acme")
            #expect(vault.actions == ["encrypt", "encrypt", "encrypt"])
            vault.refuse([Int](repeating: status, count: 9), status == 503 ? "Vault is sealed" : "")
            let error = await #expect(throws: SealingError.self) { try await keys.wrap(.random(32), of: "acme") }
            #expect(error?.code == .unavailable && vault.actions.count == 7)
            #expect(error?.description.contains("\(status)") == true)
            if status == 503 { #expect(error?.description.contains("(Vault is sealed): it is sealed or in maintenance") == true) }
        }
    }

    @Test(arguments: [(403, "VAULT_TOKEN_FILE"), (404, "VAULT_NAMESPACE"), (400, "aes256-gcm96"), (307, "VAULT_ADDR")])
    func `what stays is told with what to do, and asked once`(status: Int, advice: String) async throws {
        try await run { vault, keys in
            vault.refuse([status], #"told\nso"#)
            let error = await #expect(throws: SealingError.self) { try await keys.wrap(.random(32), of: "acme") }
            #expect(error?.code == .unavailable && vault.actions.count == 1)
            #expect(error?.description.contains(advice) == true && error?.description.contains("(told so)") == true)
            #expect(error?.description.hasPrefix("Vault (\(vault.address)), key “transit/docket”, answers \(status)") == true)
        }
    }

    @Test func `a token is read anew for each request, and told to nobody`() async throws {
        let folder = try TemporaryFolder("vault-token")
        let path = "\(folder.path)/token"
        func write(_ text: String) throws { try Data(text.utf8).write(to: URL(filePath: path), options: .atomic) }
        let group = try EventLoopGroup(threads: 1)
        let vault = try VaultDouble(group)
        let result: Result<Void, any Error>
        do {
            let configuration = VaultConfiguration(
                address: vault.address, tokenFile: path, key: "transit/docket", namespace: "teams/docket")
            let keys = VaultKeys(configuration, group: group)
            let gone = await #expect(throws: SealingError.self) { try await keys.check() }
            #expect(gone?.code == .unavailable && gone?.description.contains("VAULT_TOKEN_FILE") == true)
            try write("hvs.first\n")
            vault.expect(token: "hvs.second", namespace: "teams/docket")
            let old = await #expect(throws: SealingError.self) { try await keys.check() }
            #expect(old?.description.contains("403 (permission denied)") == true && old?.description.contains("hvs.") == false)
            try write(" hvs.second \n")
            try await keys.check()
            result = .success(())
        } catch { result = .failure(error) }
        await vault.stop()
        await group.shutdown()
        try result.get()
    }

    @Test func `one that passes over associated data is not used`() async throws {
        try await run { vault, keys in
            vault.passOverAssociatedData()
            let error = await #expect(throws: SealingError.self) { try await keys.check() }
            #expect(error?.description.contains("use Vault 1.13 or later") == true)
        }
        try await run { vault, keys in
            try await keys.check()
            try await keys.check()
            // The refusal was looked for once.
            #expect(vault.actions == ["encrypt", "decrypt", "decrypt", "encrypt", "decrypt"])
        }
    }

    @Test func `a version that may not be opened any more is told, and a key of before another name is opened`() async throws {
        try await run { vault, keys in
            let key = SecretBytes.random(32)
            let old = try await keys.wrap(key, of: "acme")
            vault.rotate()
            vault.open(fromVersion: 2)
            let error = await #expect(throws: SealingError.self) { try await keys.unwrap(old, of: "acme") }
            #expect(error?.code == .unknownKey && error?.description.contains("too old") == true)
        }
    }

    @Test func `nobody who listens is told, and nothing hangs`() async throws {
        try await run { vault, keys in
            let wrapped = try await keys.wrap(.random(32), of: "acme")
            await vault.stop()
            let error = await #expect(throws: SealingError.self) { try await keys.unwrap(wrapped, of: "acme") }
            #expect(error?.code == .unavailable && error?.description.contains("key “transit/docket”, cannot be asked") == true)
            #expect(error?.description.contains(vault.address) == true)
        }
    }
}
