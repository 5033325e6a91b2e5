import CommandSupport
import HTTPClient
import Jail
import Kafka
import Operations
import Postgres
import PostgresStore
import ServiceRuntime
import Shared

/// Derives findings from observations. Pure.
enum Diagnosis {
    static func findings(of seen: Observations, version: String) -> [Finding] {
        variables(seen.variables) + database(seen.database) + kafka(seen.kafka, services: seen.services)
            + gateway(seen.gateway) + blobs(seen.blobs) + keys(seen.keys) + signing(seen.signing)
            + services(seen.services, version: version)
            + [jail(seen.jail, kernel: seen.kernel)] + seen.folders.map(space)
    }

    /// The same tolerance as in the services: several clocks decide about signatures, leases and due times.
    private static func isOff(_ seconds: Double) -> Bool { abs(seconds) > ClockComparison.tolerance }

    private static func words(ahead seconds: Double, of whom: String) -> String {
        "\(Int(min(abs(seconds), 1e12).rounded())) s \(seconds > 0 ? "ahead of" : "behind") \(whom)"
    }

    // MARK: - Variables

    static func variables(_ seen: Observations.Variables) -> [Finding] {
        var findings = seen.faults.map { fault in
            Finding.wrong("variables", "\(fault.name) \(fault.problem)", advice(fault.name, seen), .configuration)
        }
        for name in seen.unknown {
            findings.append(.attention("variables", "no program reads \(name)", "Is it a typing error?"))
        }
        guard findings.isEmpty else { return findings }
        return [.well("variables", seen.isHomeRunning ? "right, completed from \(seen.home)" : "right")]
    }

    private static func advice(_ name: String, _ seen: Observations.Variables) -> String {
        seen.isHomeRunning
            ? "Put \(name) right; `docket help configuration` says what it takes."
            : "Set it as the services have it, or name the folder of a running `docket up` with --home."
    }

    // MARK: - Postgres

    static func database(_ seen: Observations.Database?) -> [Finding] {
        switch seen {
        case nil: return []
        case .unreachable(let place, let error):
            let failure = CommandFailure.database(error, at: place)
            return [.wrong("postgres", failure.problem, failure.advice, .unreachable)]
        case .reached(let place, let server):
            return [postgres(server, place)] + pooler(server, place) + [schema(server.schema), clock(server.ahead)]
        }
    }

    private static func postgres(_ server: Observations.Database.Server, _ place: String) -> Finding {
        guard server.takesChanges else {
            return .wrong("postgres", "\(place) takes no changes", "Name the primary in DATABASE_URL, or promote this one.")
        }
        let use = "\(server.connections) of \(server.mostConnections) connections"
        guard server.connections * 10 < server.mostConnections * 9 else {
            return .attention("postgres", "\(place): \(use) are used", CommandFailure.advice(sqlState: "53300") ?? "")
        }
        return .well("postgres", "\(server.version) at \(place), \(use)")
    }

    private static func pooler(_ server: Observations.Database.Server, _ place: String) -> [Finding] {
        switch (server.pooling, server.isBehindPooler) {
        case (.off, false): return []
        case (.off, true):
            return [
                .attention(
                    "pooler", "DATABASE_URL leads to a pooler at \(place), and DATABASE_POOLER is off",
                    "If it pools by transaction, set DATABASE_POOLER=transaction, and the server itself as DATABASE_DIRECT_URL.")
            ]
        case (.transaction, true): return [.well("pooler", "DATABASE_URL leads through it")]
        case (.transaction, false):
            return [
                .attention(
                    "pooler", "DATABASE_POOLER is transaction, and no pooler stands at \(place)",
                    "Name the pooler in DATABASE_URL, or unset DATABASE_POOLER: without it statements stay prepared.")
            ]
        }
    }

    private static func schema(_ status: SchemaStatus) -> Finding {
        let fault = status.fault.map { OperatorWords.of($0) } ?? ""
        return switch status {
        case .current: .well("schema", "that of this docket")
        case .older: .wrong("schema", fault, "Run `docket migrate`; with --plan it shows what that does.", .configuration)
        case .newer: .wrong("schema", fault, "Use the docket of the services' version.", .configuration)
        case .foreign: .wrong("schema", fault, "Does DATABASE_URL name the right database?", .configuration)
        case .tooOld: .wrong("schema", fault, "Upgrade by way of the version before.", .configuration)
        }
    }

    private static func clock(_ ahead: Double) -> Finding {
        isOff(ahead)
            ? .wrong("clock", "this machine's is \(words(ahead: ahead, of: "the database's"))", "Set both by NTP.")
            : .well("clock", "as the database's")
    }

    // MARK: - Kafka

    static func kafka(_ seen: Observations.Cluster?, services: [Observations.Service]) -> [Finding] {
        switch seen {
        case nil: return []
        case .unreachable(let servers, let error):
            let failure = CommandFailure.kafka(error, at: servers)
            return [.wrong("kafka", failure.problem, failure.advice, .unreachable)]
        case .reached(let servers, let cluster):
            let brokers = cluster.brokers.count == 1 ? "1 broker" : "\(cluster.brokers.count) brokers"
            let id = cluster.clusterID.map { ", cluster \($0)" } ?? ""
            return [.well("kafka", "\(servers): \(brokers)\(id)")] + topics(cluster, services)
        }
    }

    private static func topics(_ cluster: ClusterMetadata, _ services: [Observations.Service]) -> [Finding] {
        let names = Topic.allCases.map(\.name)
        var findings: [Finding] = []
        let missing = names.filter { cluster.topics[$0] == nil }
        if !missing.isEmpty {
            findings.append(
                .wrong("topics", "there is no topic \(missing.joined(separator: ", "))", "Run `docket migrate --topics`."))
        }
        switch TopicHealth.judge(cluster, topics: names.filter { cluster.topics[$0] != nil }) {
        case .ok, .noted: break
        case .degraded(let reason), .failing(let reason):
            findings.append(.wrong("topics", reason, "Start the brokers that lead them."))
        }
        for stage in Stage.allCases {
            let workers = services.count { $0.name == stage.rawValue || $0.name.hasPrefix("\(stage.rawValue)-") }
            guard let partitions = cluster.topics[stage.topic.name], partitions < workers else { continue }
            findings.append(
                .attention(
                    "topics", "\(stage.topic.name) has \(partitions) partitions for \(workers) processes of \(stage.rawValue)",
                    "Run `docket migrate --topics --grow` with DOCKET_TOPIC_PARTITIONS=\(workers) or more: without a partition a "
                        + "process has nothing to do."))
        }
        guard findings.isEmpty else { return findings }
        let counts = Set(names.compactMap { cluster.topics[$0] }).sorted().map(String.init).joined(separator: " or ")
        return [.well("topics", "all \(names.count) are there, of \(counts) partitions each, all led")]
    }

    // MARK: - Gateway and blobs

    static func gateway(_ seen: Observations.Gateway?) -> [Finding] {
        guard let seen else {
            return [.unknown("gateway", "nothing names it", "Name it with --gateway or GATEWAY_URL.")]
        }
        let url = ShownURL.text(seen.url)
        if let silence = seen.silence {
            return [
                .wrong("gateway", "\(url): \(silence.words)", advice(silence.code), .unreachable)
            ]
        }
        switch seen.status {
        case 200: break
        case 503: return [.wrong("gateway", "\(url) is not ready", "Its own line below, or `docket health gateway`, says why.")]
        default:
            return [
                .wrong(
                    "gateway", "what answers at \(url) is no gateway (status \(seen.status))",
                    "Does GATEWAY_URL name the public address, and not the admin one?", .configuration)
            ]
        }
        switch seen.accessStatus {
        case 200: return [.well("gateway", "\(url), and it lets docket in")]
        case 401, 403:
            return [
                .wrong(
                    "gateway",
                    "\(url) is ready, and \(seen.hasToken ? "refuses the token" : "wants a token") (\(seen.accessStatus))",
                    "Set DOCKET_TOKEN, or DOCKET_TOKEN_FILE, to a key of `docket keys create`.", .configuration)
            ]
        case let status:
            return [.attention("gateway", "\(url) is ready, and answers \(status)", "Its log says why.")]
        }
    }

    private static func advice(_ code: HTTPClientError.Code) -> String {
        switch code {
        case .nameNotResolved: "Does GATEWAY_URL name the right host?"
        case .tlsFailed: "Is its certificate valid, and does this machine trust who signed it?"
        case .timedOut: "Is it overloaded, or does a firewall lie between?"
        default: "Does it run, and does GATEWAY_URL name its host and port?"
        }
    }

    static func blobs(_ seen: Observations.Blobs?) -> [Finding] {
        guard let seen else { return [] }
        guard seen.isThere else {
            return [
                .unknown(
                    "blobs", "\(seen.place) is not on this machine",
                    "Run the doctor where the services run; or does DOCKET_BLOBS name their folder?")
            ]
        }
        guard let fault = seen.fault else { return [.well("blobs", "\(seen.place) can be written")] }
        return [
            .wrong("blobs", "\(seen.place): \(fault)", "Run this as the services' user; or put the store right.", .unreachable)
        ]
    }

    static func keys(_ seen: Observations.Keys?) -> [Finding] {
        guard let seen else { return [] }
        guard let fault = seen.fault else {
            let what = seen.hasOpenedOne ? "opens the newest key of a tenant" : "wraps and opens keys"
            return [.well("keys", "\(seen.provider): \(what)")]
        }
        return [
            .wrong(
                "keys", "\(seen.provider): \(fault)",
                "Nothing sealed is read or written without it; `docket help encryption` says what it needs.", .unreachable)
        ]
    }

    static func signing(_ seen: Observations.Signing?) -> [Finding] {
        guard let seen else { return [] }
        guard let fault = seen.fault else { return [.well("signing", "the key \(seen.id) signs")] }
        return [
            .wrong(
                "signing", "the key \(seen.id) does not sign: \(fault)",
                "Manifests are answered with 503, and no head is signed, until it does; `docket help evidence` says what it needs.",
                .unreachable)
        ]
    }

    // MARK: - Services

    static func services(_ seen: [Observations.Service], version: String) -> [Finding] {
        guard !seen.isEmpty else {
            return [.unknown("services", "no admin address is known", "Name each with --admin NAME=http://ADDRESS:PORT.")]
        }
        return seen.flatMap { service($0, version: version) }
    }

    private static func service(_ seen: Observations.Service, version: String) -> [Finding] {
        if let silence = seen.silence {
            return [
                .wrong(
                    seen.name, "\(ShownURL.text(seen.url)) \(silence)",
                    "Does it run? Its log says how it ended, and `docket help exit-codes` what that means.", .unreachable)
            ]
        }
        var findings = seen.faults.map { part in
            part.isFailing
                ? Finding.wrong(
                    seen.name, "not ready, \(part.name): \(part.reason)", "It goes on by itself when that is put right.")
                : .attention(seen.name, "\(part.name): \(part.reason)", "It works, but not as it should.")
        }
        if !seen.isReady, !findings.contains(where: { $0.state == .wrong }) {
            findings.append(.wrong(seen.name, "not ready", "Its log says why."))
        }
        if let theirs = seen.version, theirs != version {
            findings.append(
                .attention(
                    seen.name, "it is of version \(theirs), and docket of \(version)",
                    "Is a roll under way? Else bring them level."))
        }
        if let ahead = seen.ahead, isOff(ahead) {
            findings.append(
                .wrong(seen.name, "its clock is \(words(ahead: ahead, of: "this machine's"))", "Set both by NTP."))
        }
        return findings.isEmpty ? [.well(seen.name, "ready" + (seen.version.map { ", version \($0)" } ?? ""))] : findings
    }

    // MARK: - This machine

    static func jail(_ seen: Observations.LocalJail, kernel: String) -> Finding {
        switch seen {
        case .missing:
            return .unknown(
                "jail", "no DecoderJail lies beside docket", "Run the doctor where the workers run, or set DOCKET_DECODER_PATH.")
        case .failed(let reason):
            return .wrong("jail", "it does not start on \(kernel): \(reason)", "`docket help security` says what it needs.")
        case .tried(let locks):
            guard let shortcoming = locks.shortcoming else { return .well("jail", "every lock closes on \(kernel)") }
            return locks.isWeak
                ? .wrong(
                    "jail", "\(shortcoming); the kernel is \(kernel)",
                    "Use a kernel with seccomp and Landlock (5.13 or later), and a container profile that allows them.")
                : .well("jail", "closes on \(kernel); \(shortcoming), which its other locks make good")
        }
    }

    static func space(_ seen: Observations.Space) -> Finding {
        let free = Double(seen.freeBytes) / Double(max(1, seen.totalBytes))
        let text = "\(size(seen.freeBytes)) of \(size(seen.totalBytes)) are free for \(seen.what) at \(seen.path)"
        let advice = "Make room: without it nothing is taken in."
        if let files = seen.freeFiles, files < 0.01 {
            return .wrong("space", "no more files can be made for \(seen.what) at \(seen.path): inodes have run out", advice)
        }
        if seen.freeBytes < 100_000_000 || free < 0.01 { return .wrong("space", text, advice) }
        if seen.freeBytes < 1_000_000_000 || free < 0.05 { return .attention("space", text, advice) }
        return .well("space", text)
    }

    private static func size(_ bytes: UInt64) -> String {
        let units: [(UInt64, String)] = [(1_000_000_000_000, "TB"), (1_000_000_000, "GB"), (1_000_000, "MB")]
        guard let unit = units.first(where: { bytes >= $0.0 }) else { return "\(bytes / 1_000) kB" }
        let tenths = bytes / (unit.0 / 10)
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(unit.1)" : "\(tenths / 10) \(unit.1)"
    }
}
