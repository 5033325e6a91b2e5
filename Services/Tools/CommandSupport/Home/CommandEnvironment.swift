import BlobStore
import Configuration
import Jail
import Kafka
import Operations
import Sealing
import ServiceRuntime

/// The variables of commands: the process's own, completed from the environment file of a home. Pure.
package enum CommandEnvironment {
    /// Variables that belong together: if the process names another server, the home's credentials for that server are
    /// not used.
    private static let groups: [(leader: String, followers: [String])] = [
        ("GATEWAY_URL", ["DOCKET_TOKEN"]), ("KAFKA_BOOTSTRAP_SERVERS", ["KAFKA_"]), ("DOCKET_BLOBS", ["AWS_"]),
        ("VAULT_ADDR", ["VAULT_"]), ("PKCS11_MODULE", ["PKCS11_"]),
        // What one installation has is not signed by another one's key.
        ("DATABASE_URL", ["DATABASE_DIRECT_URL", "DATABASE_POOLER", "DATABASE_READ_", "DOCKET_SIGNING_"]),
    ]

    package static func completed(_ own: [String: String], from file: EnvironmentFile) -> [String: String] {
        let own = own.filter { !$0.value.isEmpty }
        let foreign = groups.filter { group in
            own[group.leader].map { $0 != file[group.leader] } ?? (own[group.leader + "_FILE"] != nil)
        }.flatMap(\.followers)
        let wanted = file.entries.filter { entry in
            // A secret comes from a variable or from a file: two would contradict each other.
            let twin = entry.key.hasSuffix("_FILE") ? String(entry.key.dropLast(5)) : entry.key + "_FILE"
            return own[twin] == nil && !foreign.contains { entry.key.hasPrefix($0) }
        }
        return own.merging(wanted.map { ($0.key, $0.value) }) { own, _ in own }
    }

    /// The variables of `docket up` that commands read, apart from the addresses that a run decides itself. In the
    /// environment file they let a command in another shell work on the same installation by the same rules. Paths are
    /// made absolute.
    package static func handedOn(_ inherited: [String: String]) -> [(name: String, value: String)] {
        names.compactMap { name in
            guard let value = inherited[name], !value.isEmpty else { return nil }
            let isPath = paths.contains(name) || name.hasSuffix("_FILE") || name.hasSuffix("_LOCATION")
            return (name, isPath && !value.hasPrefix("s3://") ? HomeDirectory.current(value).path : value)
        }
    }

    private static let paths: Set<String> = [
        "AWS_CA_BUNDLE", "DOCKET_BLOBS", "DOCKET_DECODER_PATH", "DOCKET_ERASURE_LEDGER", "DOCKET_JOURNEYS", "DOCKET_SEALING_KEYS",
        "DOCKET_SIGNATURE_AUTHORITIES", "DOCKET_SPOOL", "VAULT_CACERT",
    ]

    private static let names: [String] = {
        var reader = ConfigurationReader(environment: [:])
        _ = KafkaConfiguration(reading: &reader, clientID: "")
        _ = BlobConfiguration(reading: &reader)
        _ = SealingConfiguration(reading: &reader, isRequired: false)
        _ = JailConfiguration(reading: &reader)
        _ = SigningConfiguration.keys(reading: &reader)
        let read = reader.documented.flatMap { $0.isSecret ? [$0.name, $0.name + "_FILE"] : [$0.name] }
        let others = [
            "DATABASE_READ_PATIENCE", "DATABASE_READ_URL", "DATABASE_READ_URL_FILE", "DOCKET_CALLOUT_SECRET",
            "DOCKET_CALLOUT_SECRET_FILE", "DOCKET_ERASURE_LEDGER", "DOCKET_JOURNEYS",
            "DOCKET_PUBLIC_URL", "DOCKET_SIGNATURE_AUTHORITIES",
            "DOCKET_TENANT_QUOTAS", "DOCKET_TOPIC_PARTITIONS", "DOCKET_TOPIC_REPLICATION",
            "DOCKET_WEBHOOK_ALLOW_PRIVATE",
        ]
        return (read + others).sorted()
    }()
}
