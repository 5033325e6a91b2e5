import CommandLine
import CommandSupport
import Crypto
import Custody
import Shared

/// The gateway's proofs about the log of its token's tenant.
struct GatewayLog: Sendable {
    private static let maximumAnswer = 64 << 20

    private let gateway: GatewayFetch

    static func keys(_ context: CommandContext, _ arguments: ParsedArguments) async throws -> JSONWebKeySet {
        try await with(context, arguments) { try await $0.keys() }
    }

    static func examine(
        _ asked: LogVerification, kept: [String: [KeptHead]]
    ) async throws -> LogReport.Log {
        try await with(asked.context, asked.arguments) { log in
            let keys: JSONWebKeySet
            if let own = asked.ownKeys { keys = own } else { keys = try await log.keys() }
            let history = { LogHistory(tenant: $0, keys: keys, authorities: asked.authorities) }
            return try await log.examine(history, kept: kept, submission: asked.submission)
        }
    }

    private static func with<T: Sendable>(
        _ context: CommandContext, _ arguments: ParsedArguments, _ body: (GatewayLog) async throws -> T
    ) async throws -> T {
        let nobody = CommandFailure(
            .configuration, "no gateway is named whose keys could be fetched, and no `docket up` runs in the home",
            advice: "Name the keys with --keys FILE, or the gateway with --gateway URL or GATEWAY_URL.")
        return try await GatewayFetch.with(context, arguments, orElse: nobody) { try await body(GatewayLog(gateway: $0)) }
    }

    private func keys() async throws -> JSONWebKeySet {
        do {
            return try JSONWebKeySet(
                try await gateway.bytes("/.well-known/jwks.json", atMost: JSONWebKeySet.maximumLength))
        } catch let fault as JSONWebKeySet.Fault {
            throw CommandFailure(.notAccepted, "the gateway's key set cannot be used: \(fault.description)")
        }
    }

    private func examine(
        _ history: (String) -> LogHistory, kept all: [String: [KeptHead]], submission: SubmissionID?
    ) async throws -> LogReport.Log {
        let latest = try await json("/v1/custody/heads/latest")
        guard case .string(let tenant)? = latest["tenant"], case .string(let newest)? = latest["signed"] else {
            throw notUnderstood
        }
        var history = history(tenant)
        var after = 0
        while true {
            let page = try await json("/v1/custody/heads?after=\(after)&limit=500")
            guard case .array(let items)? = page["items"] else { throw notUnderstood }
            for item in items {
                guard case .number(let number)? = item["number"], let number = Int(exactly: number), number > after,
                    case .string(let statement)? = item["signed"]
                else { throw notUnderstood }
                history.add(statement, number: number, stamp: HeadStampText.token(in: item))
                after = number
            }
            guard page["next"] != nil, !items.isEmpty else { break }
        }
        var faults = history.faults
        guard let last = history.entries.last else {
            return LogReport.Log(
                tenant: tenant, leaves: 0, heads: 0, stamped: 0, held: 0, erased: 0, kept: 0,
                faults: faults + [LogFault(.head, "no head of the gateway is believed")], unnamed: 0, lost: [], restores: [])
        }
        if !history.contains(newest), !isSigned(newest, history) {
            faults.append(LogFault(.head, "the newest head is not among the heads"))
        }
        let kept = all[tenant] ?? []
        for other in all.keys.sorted() where other != tenant {
            throw CommandFailure(
                .notAccepted, "heads of \(other) were kept, and the token is one of \(tenant)",
                advice: "Name files of one tenant with --kept, and set DOCKET_TOKEN to a token of the same.")
        }
        let judged = history.judged(kept)
        faults += judged.faults
        for (name, head) in judged.toProve where try await !isBeginning(head, of: last.head) {
            let what = "head \(head.number), which was kept as \(name)"
            faults.append(LogFault(.rewritten, "the first \(head.size) leaves are not proven to be those of \(what)"))
        }
        var (held, erased, untold) = (0, 0, [String]())
        if let submission {
            let found = try await examine(submission, history)
            (held, erased, untold) = (found.held, found.erased, found.untold)
            faults += found.faults
        }
        return LogReport.Log(
            tenant: tenant, leaves: last.head.size, heads: history.entries.count, stamped: history.stamped,
            held: held, erased: erased, kept: kept.count,
            faults: faults, unnamed: 0, lost: judged.lost, restores: history.restores.map(LogReport.Restore.init),
            untold: untold)
    }

    /// Whether the gateway proves that the old head's log is the beginning of the new one's.
    private func isBeginning(_ old: LogHead, of new: LogHead) async throws -> Bool {
        guard old.size <= new.size else { return false }
        let answer = try await json("/v1/custody/proofs/consistency?from=\(old.size)&to=\(new.size)")
        guard case .array(let proof)? = answer["proof"] else { throw notUnderstood }
        return LogProofCheck.holds(
            old: (old.size, old.root), new: (new.size, new.root), proof: try proof.map { try hash($0) })
    }

    private func examine(
        _ submission: SubmissionID, _ history: LogHistory
    ) async throws -> (held: Int, erased: Int, faults: [LogFault], untold: [String]) {
        var found = SubmissionLeaves(of: "\(submission)".lowercased())
        var from = 0
        while true {
            let answer = try await json("/v1/submissions/\(submission)/custody?from=\(from)")
            guard case .array(let leaves)? = answer["leaves"], case .string(let statement)? = answer["head"]?["signed"] else {
                throw notUnderstood
            }
            guard let head = LogHead(unverified: statement),
                history.contains(statement) || isSigned(statement, history)
            else {
                let fault = LogFault(.head, "the head that the leaves are proven by is not believed")
                return (found.held, found.erased, found.faults + [fault], found.untold)
            }
            do throws(SubmissionLeaves.Unreadable) { try found.examine(leaves, in: head) } catch { throw notUnderstood }
            guard case .number(let next)? = answer["next"], let next = Int(exactly: next), next > from else { break }
            from = next
        }
        found.finish()
        return (found.held, found.erased, found.faults, found.untold)
    }

    /// Whether a head that was signed since the others were read is valid.
    private func isSigned(_ statement: String, _ history: LogHistory) -> Bool {
        var later = history
        guard let head = LogHead(unverified: statement) else { return false }
        later.add(statement, number: head.number)
        return later.contains(statement) && later.faults.count == history.faults.count
    }

    private func hash(_ json: JSONValue) throws -> LogHash {
        guard let hash = LogHash(shown: json) else { throw notUnderstood }
        return hash
    }

    private var notUnderstood: CommandFailure { gateway.notUnderstood }

    private func json(_ path: String) async throws -> JSONValue {
        try await gateway.json(path, atMost: Self.maximumAnswer)
    }
}
