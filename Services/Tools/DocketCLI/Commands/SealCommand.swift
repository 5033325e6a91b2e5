import CommandLine
import CommandSupport
import PostgresStore
import Sealing
import Shared

/// `docket seal`: begins to encrypt stored files, shows the progress, and rotates keys.
enum SealCommand {
    private static let progress = Flag("progress", help: "Only show what is sealed and what is not; nothing is changed")
    private static let rewrap = Flag(
        "rewrap", help: "Also wrap the tenants' keys anew that another key than the current one has wrapped")

    /// The output of `--json`.
    struct Result: Encodable, Sendable {
        let beganAt: String?
        let sealed: Int
        let unsealed: Int
        let wrappedBy: [String: Int]
        let rewrapped: Int?
    }

    static func command(_ context: CommandContext) -> Command {
        Command(
            "seal", summary: "Encrypt the files of new submissions, and turn the keys",
            discussion: """
                From the first run on, files of new submissions are sealed before they are stored. An installation that began with \
                this version seals by itself; one that was there before begins here, once no program of an earlier version runs any \
                more, for those cannot read what is sealed. Harmless when repeated. Files of submissions that were there before \
                stay as they are, and readable. Keys of webhooks that were there before are sealed by this, where \
                this has the installation's keys.

                The current key is the first of DOCKET_SEALING_KEYS; or, by DOCKET_SEALING_PROVIDER, the newest version of that of \
                Vault (DOCKET_SEALING_VAULT_KEY), or that of AWS KMS (DOCKET_SEALING_KMS_KEY). After it has changed, and every \
                service was started anew where variables or files did, --rewrap wraps the tenants' keys by it; then the key before \
                is needed no more, but by backups. No file is written anew. Reads DATABASE_URL and the variables of keys from the \
                environment, or from the `docket up` that runs in --home. --json: {beganAt, sealed, unsealed, wrappedBy, rewrapped}.
                """,
            examples: [
                .init("docket seal --progress", "How many submissions are sealed, and by which keys?"),
                .init("docket seal --rewrap", "Another key is the first now"),
            ],
            parameters: [progress, rewrap, JSONOption.object, GatewayOptions.home]
        ) { arguments in
            if arguments[progress], arguments[rewrap] {
                throw CommandFailure(.usage, "--progress changes nothing", advice: "Give --progress or --rewrap.")
            }
            let home = GatewayOptions.homeDirectory(context, arguments)
            let database = try DatabaseAccess.configuration(context, home: home)
            // Who only looks needs no keys.
            let sealing =
                arguments[progress] ? SealingConfiguration(provider: nil) : try DatabaseAccess.sealing(context, home: home)
            if arguments[rewrap], !sealing.hasKeys {
                throw CommandFailure(
                    .configuration, KeyNames.noneIsSet,
                    advice: "Set DOCKET_SEALING_PROVIDER and its keys as the services have them.")
            }
            let (state, rewrapped) = try await DatabaseAccess.withTables(database, context) { pool in
                let keys = SealingKeyStore(pool: pool, sealing)
                if !arguments[progress] {
                    try await telling { () throws(SealingError) in try await keys.begin() }
                    if sealing.isOn { _ = try await WebhookEndpointStore(pool: pool, keys: keys).sealKeys() }
                }
                return try await telling { () throws(SealingError) in
                    let rewrapped = arguments[rewrap] ? try await keys.rewrap() : nil
                    return (try await keys.progress(), rewrapped)
                }
            }
            show(state, rewrapped, context, asJSON: arguments[JSONOption.object])
            return ExitCode.success.rawValue
        }
    }

    private static func telling<Value>(_ body: () async throws(SealingError) -> Value) async throws(CommandFailure) -> Value {
        do { return try await body() } catch { throw CommandFailure(.unavailable, "the keys: \(error.description)") }
    }

    private static func show(
        _ state: SealingKeyStore.Progress, _ rewrapped: Int?, _ context: CommandContext, asJSON: Bool
    ) {
        if asJSON {
            context.output.line(
                JSONText.of(
                    Result(
                        beganAt: state.beganAt?.description, sealed: state.sealed, unsealed: state.unsealed,
                        wrappedBy: state.wrappedBy, rewrapped: rewrapped)))
            return
        }
        if let rewrapped { context.output.line("wrapped the keys of \(rewrapped) tenants anew") }
        context.output.line(
            state.beganAt.map { "new submissions are sealed since \($0)" } ?? "new submissions are not sealed: run `docket seal`")
        context.output.line("submissions: \(state.sealed) sealed, \(state.unsealed) not")
        for (name, count) in state.wrappedBy.sorted(by: { $0.key < $1.key }) {
            context.output.line("keys of tenants that the key “\(name)” has wrapped: \(count)")
        }
    }
}
