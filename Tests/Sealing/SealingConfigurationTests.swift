import Configuration
import Crypto
import EventLoop
import FoundationEssentials
import Shared
import Support
import Testing

@testable import Sealing

/// Which providers of keys a process is told of.
@Suite struct SealingConfigurationTests {
    private let folder: TemporaryFolder
    private var token: String { "\(folder.path)/token" }
    private var keys: String { "\(folder.path)/keys" }

    init() throws {
        folder = try TemporaryFolder("providers")
        try Data("hvs.token\n".utf8).write(to: URL(filePath: token))
        try Data(KeyFile.text(name: "main").utf8).write(to: URL(filePath: keys))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: keys)
    }

    private func read(_ environment: [String: String]) -> (SealingConfiguration, [String]) {
        var reader = ConfigurationReader(environment: environment)
        let configuration = SealingConfiguration(reading: &reader)
        do {
            try reader.finish()
            return (configuration, [])
        } catch {
            return (configuration, error.faults.map { "\($0.name) \($0.problem)" })
        }
    }

    private var vault: [String: String] {
        ["DOCKET_SEALING_VAULT_KEY": "transit/docket", "VAULT_ADDR": "https://vault.example:8200/", "VAULT_TOKEN_FILE": token]
    }

    private var kms: [String: String] {
        [
            "DOCKET_SEALING_KMS_KEY": "arn:aws:kms:eu-west-1:111122223333:key/1", "AWS_ACCESS_KEY_ID": "a",
            "AWS_SECRET_ACCESS_KEY": "s",
        ]
    }

    @Test func `one that wraps is chosen, and the others open what they have wrapped`() async throws {
        let group = try EventLoopGroup(threads: 1)
        let all = vault.merging(kms) { $1 }.merging(["DOCKET_SEALING_KEYS": keys]) { $1 }
        let (configuration, faults) = read(all)
        #expect(faults.isEmpty && configuration.isOn)
        let ring = try #require(configuration.makeProvider(group))
        #expect(try await ring.wrap(.random(32), of: "acme").by == "main")
        for name in ["main", "vault:transit/docket:v1", "aws-kms:arn:aws:kms:eu-west-1:111122223333:key/1"] {
            #expect(ring.owns(name))
        }
        let (alone, none) = read(["DOCKET_SEALING_KEYS": keys])
        #expect(none.isEmpty)
        let file = try #require(alone.makeProvider(group))
        #expect(!file.owns("vault:transit/docket:v1"))
        let (only, fine) = read(vault.merging(["DOCKET_SEALING_PROVIDER": "vault"]) { $1 })
        #expect(fine.isEmpty && only.isOn)
        let lost = await #expect(throws: SealingError.self) {
            try await only.makeProvider(group)?.unwrap(WrappedKey(by: "main", bytes: [1]), of: "acme")
        }
        #expect(lost?.code == .unknownKey && lost?.description.contains("DOCKET_SEALING_KEYS") == true)
        await group.shutdown()
    }

    @Test func `all that is missing is told at once`() {
        let vault = read(["DOCKET_SEALING_PROVIDER": "vault", "DOCKET_SEALING_VAULT_KEY": "docket"]).1
        #expect(Set(vault.map { $0.prefix { $0 != " " } }) == ["DOCKET_SEALING_VAULT_KEY", "VAULT_ADDR", "VAULT_TOKEN_FILE"])
        let kms = read(["DOCKET_SEALING_PROVIDER": "aws-kms", "DOCKET_SEALING_KMS_KEY": "alias/docket"]).1
        #expect(Set(kms.map { $0.prefix { $0 != " " } }) == ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_REGION"])
        for name in ["vault", "aws-kms", "pkcs11"] {
            let faults = read(["DOCKET_SEALING_PROVIDER": name])
            #expect(faults.1.count == 1 && faults.1[0].contains("=\(name) needs it"))
        }
        #expect(read(["DOCKET_SEALING_PROVIDER": "hsm"]).1[0].contains("one of file, vault, aws-kms"))
    }

    @Test(arguments: [
        ("VAULT_ADDR", "vault.example"), ("VAULT_ADDR", "https://vault.example/v1"),
        ("DOCKET_SEALING_VAULT_KEY", "transit/../sys"),
        ("DOCKET_SEALING_VAULT_KEY", "transit//a"), ("VAULT_NAMESPACE", "a b"), ("VAULT_TOKEN_FILE", "/nowhere"),
    ])
    func `what would not be Vault is told`(name: String, value: String) {
        let faults = read(vault.merging(["DOCKET_SEALING_PROVIDER": "vault", name: value]) { $1 }).1
        #expect(faults.count == 1 && faults[0].hasPrefix("\(name) "))
    }

    @Test func `variables of Vault's and AWS's tools alone change nothing`() {
        // A file of a secret that another service was given.
        let told = [
            "VAULT_ADDR": "no address", "VAULT_TOKEN_FILE": "/nowhere", "AWS_REGION": "x y",
            "AWS_SECRET_ACCESS_KEY_FILE": "/nowhere", "DOCKET_SEALING_KEYS": keys,
        ]
        #expect(read(told).1.isEmpty)
    }

    @Test func `a key's region is that of its ARN`() throws {
        var reader = ConfigurationReader(environment: kms.merging(["AWS_REGION": "us-east-2"]) { $1 })
        let found = try #require(KMSConfiguration(reading: &reader))
        #expect(found.region == "eu-west-1" && found.host == "kms.eu-west-1.amazonaws.com")
        var other = ConfigurationReader(environment: kms.merging(["AWS_ENDPOINT_URL_KMS": "http://kms.local:80/"]) { $1 })
        #expect(KMSConfiguration(reading: &other)?.host == "kms.local")
    }
}
