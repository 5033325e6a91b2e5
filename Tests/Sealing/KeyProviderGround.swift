import Crypto
import EventLoop
import FoundationEssentials
import Shared
import Support
import Testing

@testable import Sealing

/// A provider, with what is behind it.
struct KeyProviderGround: Sendable {
    enum Kind: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case file, vault, kms, moto, ring

        var testDescription: String { rawValue }
    }

    let provider: any KeyProvider
    /// Makes another key the current one; the provider to use from then on.
    let rotate: @Sendable () async throws -> any KeyProvider
    let group: EventLoopGroup

    private static func line(_ name: String, _ byte: UInt8) -> String {
        "\(name) \(Base64.encode([UInt8](repeating: byte, count: 32)))\n"
    }

    static func run(_ kind: Kind, _ body: (KeyProviderGround) async throws -> Void) async throws {
        let group = try EventLoopGroup(threads: 1)
        let result: Result<Void, any Error>
        do { result = .success(try await run(kind, group, body)) } catch { result = .failure(error) }
        await group.shutdown()
        try result.get()
    }

    private static func run(
        _ kind: Kind, _ group: EventLoopGroup, _ body: (KeyProviderGround) async throws -> Void
    ) async throws {
        switch kind {
        case .file:
            let file = try KeyFile(parsing: Array(line("old", 7).utf8))
            let turned = line("new", 8) + line("old", 7)
            try await body(Self(provider: file, rotate: { try KeyFile(parsing: Array(turned.utf8)) }, group: group))
        case .vault:
            try await withVault(group) { vault, keys in
                try await body(
                    Self(
                        provider: keys,
                        rotate: {
                            vault.rotate()
                            return keys
                        }, group: group))
            }
        case .ring:
            try await withVault(group) { _, keys in
                let file = try KeyFile(parsing: Array(line("old", 7).utf8))
                try await body(
                    Self(
                        provider: KeyRing(file, others: [keys]), rotate: { KeyRing(keys, others: [file]) }, group: group))
            }
        case .kms:
            let double = try KMSDouble(group)
            let keys = KMSKeys(
                KMSConfiguration(
                    key: KMSDouble.alias, region: KMSDouble.region, endpoint: double.endpoint,
                    credentials: KMSDouble.credentials), group: group)
            let result: Result<Void, any Error>
            do {
                result = .success(
                    try await body(
                        Self(
                            provider: keys,
                            rotate: {
                                double.rotate()
                                return keys
                            }, group: group)))
            } catch { result = .failure(error) }
            await double.stop()
            try result.get()
        case .moto:
            try await MotoServer.run { server in
                func keys(_ key: String) -> KMSKeys {
                    KMSKeys(
                        KMSConfiguration(
                            key: key, region: "us-east-1", endpoint: server.endpoint,
                            credentials: .init(accessKey: "test", secretKey: "test")), group: group)
                }
                let (first, second) = (try await server.makeKey(), try await server.makeKey())
                try await body(Self(provider: keys(first), rotate: { [second = keys(second)] in second }, group: group))
            }
        }
    }

    /// A Vault, and keys of it whose token lies in a file.
    static func withVault(
        _ group: EventLoopGroup, namespace: String? = nil, _ body: (VaultDouble, VaultKeys) async throws -> Void
    ) async throws {
        let vault = try VaultDouble(group)
        let folder = try TemporaryFolder("vault")
        let token = "\(folder.path)/token"
        try Data("token-of-before\n".utf8).write(to: URL(filePath: token))
        let result: Result<Void, any Error>
        do {
            let configuration = VaultConfiguration(
                address: vault.address, tokenFile: token, key: "transit/docket", namespace: namespace)
            result = .success(try await body(vault, VaultKeys(configuration, patience: .seconds(60), group: group)))
        } catch { result = .failure(error) }
        await vault.stop()
        try result.get()
    }
}
