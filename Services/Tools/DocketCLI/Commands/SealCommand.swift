import CommandLine
import CommandSupport
import EventLoop
import Operations
import Postgres
import PostgresStore
import Sealing
import Shared

/// `docket seal`: begins to encrypt stored files, seals those of before, shows the progress, and rotates keys.
enum SealCommand {
    private static let progress = Flag("progress", help: "Only show what is sealed and what is not; nothing is changed")
    private static let rewrap = Flag(
        "rewrap", help: "Also wrap the tenants' keys anew that another key than the current one has wrapped")
    private static let files = Flag("files", help: "Also seal the files of submissions that were there before")
    private static let rate = Option<Int>(
        "rate", placeholder: "MB", help: "For --files: read at most so many megabytes a second; each file is read twice",
        default: 20, check: within(1...10_000))
    private static let keep = Option<Int>(
        "keep", placeholder: "HOURS", help: "For --files: how long files are also kept as they came", default: 24,
        check: within(1...8_760))

    /// The output of `--json`.
    struct Result: Encodable, Sendable {
        let beganAt: String?
        let sealed: Int
        let unsealed: Int
        let unsealedBytes: Int
        let inClear: Int
        let stillClear: [String]
        let notBegun: [String]
        let wrappedBy: [String: Int]
        let rewrapped: Int?
        let files: FileSealingReport?
    }

    static func command(_ context: CommandContext) -> Command {
        Command(
            "seal", summary: "Encrypt files of submissions, and turn the keys",
            discussion: """
                From the first run on, files of new submissions are sealed before they are stored. An installation that began with \
                this version seals by itself; one that was there before begins here, once no program of an earlier version runs any \
                more, for those cannot read what is sealed: while one runs this refuses, and names it. Harmless when repeated. Where this has the installation's keys, it also seals, \
                in the database, what was there before: keys and contacts of webhooks, secrets of the installation, and of sealed submissions what was \
                read of their documents, who signed these, what reasons and suggestions quote of it, what they say of their persons, what tus \
                clients told of uploads, and what reviewers write about them; notes that are in the audit trail already stay as they are.

                --files seals the files of submissions that were there before, the oldest first, while everything runs and can be \
                read. A submission is sealed when it has ended, was not changed for an hour, and has no upload or file that waits to \
                be erased; others are left for the next run, and counted. Each sealed file is read back before it is used. The file \
                as it came is kept for --keep hours, and removed by the next run after that: so run it daily, until --progress \
                counts none. Ctrl-C ends it after the submission that it is at, and it may be killed at any time; the next run goes \
                on. Reads DOCKET_BLOBS. The exit code is 1 where a submission could not be sealed, which is named.

                --progress counts submissions by their files, and names what else is in the clear in the database of what this seals, and what \
                of new submissions is not sealed until this is run.

                What a lost key protects keeps nothing else from being sealed: its tenant is named at the end, and the exit code is 69.

                The current key is the first of DOCKET_SEALING_KEYS; or, by DOCKET_SEALING_PROVIDER, the newest version of that of \
                Vault (DOCKET_SEALING_VAULT_KEY), that of AWS KMS (DOCKET_SEALING_KMS_KEY), or that of a token \
                (DOCKET_SEALING_PKCS11_KEY). After it has changed, and every \
                service was started anew where variables or files did, --rewrap wraps the tenants' keys by it; then the key before \
                is needed no more, but by backups. No file is written anew. Reads DATABASE_URL and the variables of keys from the \
                environment, or from the `docket up` that runs in --home. --json: {beganAt, sealed, \
                unsealed, unsealedBytes, inClear, stillClear, notBegun, wrappedBy, rewrapped, files}.
                """,
            examples: [
                .init("docket seal --progress", "How many submissions are sealed, and by which keys?"),
                .init("docket seal --rewrap", "Another key is the first now"),
                .init("docket seal --files --rate 5", "Seal what was there before, slowly"),
            ],
            parameters: [progress, rewrap, files, rate, keep, JSONOption.object, GatewayOptions.home]
        ) { arguments in
            if arguments[progress], arguments[rewrap] || arguments[files] {
                throw CommandFailure(.usage, "--progress changes nothing", advice: "Give --progress, or what is to be done.")
            }
            let home = GatewayOptions.homeDirectory(context, arguments)
            var database = try DatabaseAccess.configuration(context, home: home)
            // All rows are counted.
            database.statementTimeout = .seconds(86_400)
            // Who only looks needs no keys.
            let sealing =
                arguments[progress] ? SealingConfiguration(provider: nil) : try DatabaseAccess.sealing(context, home: home)
            if arguments[rewrap], !sealing.hasKeys {
                throw CommandFailure(
                    .configuration, KeyNames.noneIsSet,
                    advice: "Set DOCKET_SEALING_PROVIDER and its keys as the services have them.")
            }
            let store = arguments[files] ? try SealedFiles.store(context, home, sealing) : nil
            let (state, rewrapped, sealed, lost) = try await DatabaseAccess.withTables(database, context) { pool in
                let keys = SealingKeyStore(pool: pool, sealing)
                let files = store.map { SealedFiles(pool: pool, keys: keys, store: $0, context: context) }
                if !arguments[progress] { try await requireAwareProcesses(keys, context, isQuiet: arguments[JSONOption.object]) }
                // What cannot be opened keeps nothing else from being done, and is told at the end.
                var lost: [SealingError] = []
                if !arguments[progress] {
                    try await telling { () throws(SealingError) in try await keys.begin() }
                    if sealing.isOn { try await sealRows(pool, keys, &lost) }
                }
                let rewrapped = arguments[rewrap] ? try await noting(&lost, keys.rewrap) : nil
                let sealed = try await files?.run(
                    megabytesPerSecond: arguments[rate], keeping: arguments[keep], isQuiet: arguments[JSONOption.object])
                // What else is stored of the submissions whose files were sealed.
                if sealed != nil, sealing.isOn {
                    var again: [SealingError] = []
                    try await sealRows(pool, keys, &again)
                    lost += again.filter { error in !lost.contains { $0.description == error.description } }
                }
                return (
                    try await telling { () throws(SealingError) in try await keys.progress() }, rewrapped, sealed, lost
                )
            }
            show(state, rewrapped, sealed, context, arguments)
            guard lost.isEmpty else {
                throw CommandFailure(
                    .unavailable, "the keys: " + lost.map(\.description).joined(separator: "; "),
                    advice: "Give it the keys that are named, and run it again: everything else is done.")
            }
            return (sealed.map(FileSealingScreen.exitCode) ?? .success).rawValue
        }
    }

    /// The longest lease (`KAFKA_SESSION_TIMEOUT`) that a process which was killed can have left behind.
    private static let longestLease = Duration.seconds(300)

    /// - Throws: If a process runs that cannot read what is sealed, or would write a file in the clear after its submission was sealed.
    private static func requireAwareProcesses(
        _ keys: SealingKeyStore, _ context: CommandContext, isQuiet: Bool
    ) async throws {
        var unaware = try await keys.unawareProcesses()
        if let lease = unaware.map(\.lease).max(), lease <= longestLease {
            if !isQuiet {
                context.output.line("waiting \(lease.components.seconds + 1) s: processes of an earlier version may have ended")
            }
            try await context.loop.sleep(for: lease + .seconds(1))
            unaware = try await keys.unawareProcesses()
        }
        guard let first = unaware.first else { return }
        throw CommandFailure(
            .notAccepted,
            "\(unaware.count) processes of an earlier version run, among them \(first): they cannot read what is sealed",
            advice: "Replace every service by this version (`deploy/roll`), and run this again. Nothing was done.")
    }

    private static func sealRows(
        _ pool: PostgresPool, _ keys: SealingKeyStore, _ lost: inout [SealingError]
    ) async throws(CommandFailure) {
        let webhooks = WebhookEndpointStore(pool: pool, keys: keys)
        let secrets = KeyStore(pool: pool, keys: keys)
        for pass in [
            webhooks.sealKeys, keys.sealReadings, keys.sealSigners, keys.sealPersons, keys.sealWords, keys.sealFindings,
            keys.sealSenders, keys.sealUploads, keys.sealHolds, keys.sealContacts, keys.sealResponses, secrets.sealAll,
        ] {
            // What was begun before sealing was, and ended meanwhile, is found by another look.
            while let count = try await noting(&lost, pass), count > 0 {}
        }
    }

    /// Nil where keys cannot be opened.
    private static func noting(
        _ lost: inout [SealingError], _ body: () async throws(SealingError) -> Int
    ) async throws(CommandFailure) -> Int? {
        try await telling { () throws(SealingError) in
            do throws(SealingError) { return try await body() } catch {
                guard error.code == .unknownKey else { throw error }
                lost.append(error)
                return nil
            }
        }
    }

    private static func telling<Value>(_ body: () async throws(SealingError) -> Value) async throws(CommandFailure) -> Value {
        do { return try await body() } catch { throw CommandFailure(.unavailable, "the keys: \(error.description)") }
    }

    private static func show(
        _ state: SealingKeyStore.Progress, _ rewrapped: Int?, _ files: FileSealingReport?, _ context: CommandContext,
        _ arguments: ParsedArguments
    ) {
        if arguments[JSONOption.object] {
            context.output.line(
                JSONText.of(
                    Result(
                        beganAt: state.beganAt?.description, sealed: state.sealed, unsealed: state.unsealed,
                        unsealedBytes: state.unsealedBytes, inClear: state.inClear,
                        stillClear: state.stillClear.map(\.rawValue), notBegun: state.notBegun.map(\.rawValue),
                        wrappedBy: state.wrappedBy, rewrapped: rewrapped, files: files)))
            return
        }
        for line in files.map({ FileSealingScreen.lines($0, keeping: arguments[keep]) }) ?? [] { context.output.line(line) }
        if let rewrapped { context.output.line("wrapped the keys of \(rewrapped) tenants anew") }
        for line in SealScreen.lines(state) { context.output.line(line) }
    }
}
