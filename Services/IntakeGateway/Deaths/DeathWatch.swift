import Crypto
import EventLoop
import HTTPServer
import ServiceRuntime
import Shared
import Synchronization
import Telemetry

/// Reports the requests in progress when the previous process died, records this process's requests, and temporarily
/// refuses senders that were present more than once.
final class DeathWatch: ServiceComponent {
    let name = "death-watch"
    private let folder: RunFolder?
    private let refusals: [Suspect: LoopInstant]
    private let logger: Logger
    private let limited: Counter
    private let notebook = Mutex<RequestNotebook?>(nil)
    private let stopping = AsyncSignal<Void>()

    /// The maximum of logged requests of one death.
    private static let loggedRequests = 20

    /// `path` is the folder of the records; nil records nothing.
    init(_ path: String?, logger: Logger, metrics: MetricsRegistry, now: Timestamp) {
        self.logger = logger
        limited = metrics.counter(
            "docket_limited_requests_total", "Requests that were refused because of a limit.", labels: ["by", "limit"])
        let interrupted = metrics.counter(
            "docket_interrupted_requests_total", "Requests that were being read when an earlier process of this gateway died.",
            labels: ["route"])
        guard let path else {
            logger.notice("DOCKET_RUN names no folder: should this process die, nobody will know what it was reading")
            (folder, refusals) = (nil, [:])
            return
        }
        do throws(RequestNotebook.Fault) {
            let folder = try RunFolder(path)
            self.folder = folder
            let history = Self.history(folder, logger, interrupted, seconds: now.millisecondsSinceEpoch / 1000)
            refusals = Self.deadlines(history, seconds: now.millisecondsSinceEpoch / 1000)
        } catch {
            logger.warning(
                "what is being read is not noted: should this process die, nobody will know",
                ["detail": .string(error.description)])
            (folder, refusals) = (nil, [:])
        }
        for (suspect, deadline) in refusals {
            logger.warning(
                "refused for a while: it was being read when this gateway died, more than once",
                ["who": .string(suspect.logged), "seconds": .integer((deadline - LoopInstant.now).components.seconds)])
        }
    }

    /// The history of deaths, including the one before this start.
    private static func history(
        _ folder: RunFolder, _ logger: Logger, _ interrupted: Counter, seconds: Int64
    ) -> DeathHistory {
        var history = folder.history()
        history.forget(at: seconds)
        guard let earlier = folder.earlierProcess(), !earlier.hasStopped else { return history }
        let requests = earlier.requests.sorted { $0.seenAt > $1.seenAt }
        logger.warning(
            "the process before did not end as it was asked to", ["requests": .integer(Int64(requests.count))])
        for request in requests { interrupted.increment(by: 1, [request.route ?? "none"]) }
        for request in requests.prefix(loggedRequests) {
            logger.warning(
                "it was being read then",
                [
                    "route": .string(request.route ?? "none"), "by": .string(request.actor ?? "nobody known"),
                    "client": .string(request.address?.masked ?? "none"),
                ])
        }
        // With the whole machine everything dies, whatever it was doing.
        guard earlier.boot == RunFolder.boot else { return history }
        history.add(.init(at: seconds, suspects: DeathHistory.suspects(of: requests)))
        do throws(RequestNotebook.Fault) {
            try folder.keep(history)
        } catch {
            logger.warning("this death is not remembered at the next", ["detail": .string(error.description)])
        }
        return history
    }

    private static func deadlines(_ history: DeathHistory, seconds: Int64) -> [Suspect: LoopInstant] {
        history.refusals.compactMapValues { $0 > seconds ? LoopInstant.now + .seconds($0 - seconds) : nil }
    }

    // MARK: - While it runs

    /// Begins to record requests. Call it once.
    func notes(of routes: [Route], connections: Int) -> (any RequestNotes)? {
        guard let folder else { return nil }
        do throws(RequestNotebook.Fault) {
            let made = try RequestNotebook(
                taking: folder.descriptor, slots: connections, boot: RunFolder.boot,
                routes: routes.map { "\($0.method.rawValue) \($0.pattern)" }
            ) { [weak self] address throws(Problem) in try self?.refuse(Suspect(address: address)) }
            notebook.withLock { $0 = made }
            return made
        } catch {
            logger.warning(
                "what is being read is not noted: should this process die, nobody will know",
                ["detail": .string("\(folder.path)/requests: \(error.description)")])
            return nil
        }
    }

    /// Records the sender of the request.
    ///
    /// - Throws: ``Problem`` 429 for a refused sender.
    func note(_ principal: Principal, _ request: HTTPRequest) throws(Problem) {
        guard folder != nil, let actor = principal.notedActor else { return }
        request.note(actor)
        try refuse(Suspect(actor: actor))
    }

    private func refuse(_ suspect: Suspect?) throws(Problem) {
        guard !refusals.isEmpty, let suspect, let end = refusals[suspect] else { return }
        let left = end - LoopInstant.now
        guard left > .zero else { return }
        let seconds = left.components.seconds + 1
        limited.increment(by: 1, [suspect.kind, "deaths"])
        throw Problem(
            .tooManyRequests,
            detail:
                "The service failed more than once while it read requests of this \(suspect.kind). Try again in \(seconds) s.",
            headers: ["Retry-After": String(seconds)])
    }

    func run() async throws { await stopping.waitUncancelled() }

    /// Runs after the server's end: requests are recorded until then.
    func stop() async {
        notebook.withLock { $0?.stop() }
        stopping.send()
    }
}

extension Principal {
    /// The name in the records; nil if the actor is shared by all. A user's own id is replaced by a digest.
    fileprivate var notedActor: String? {
        if actor == DevelopmentAuthenticator.actor { return nil }
        guard actor.hasPrefix("user:") else { return actor }
        return "user:" + Hex.encode(Array(SHA256.hash("\(tenant)\u{0}\(actor)").prefix(8)))
    }
}

extension Suspect {
    /// The name for a log.
    fileprivate var logged: String {
        guard kind == "address" else { return name }
        return IPAddress(parsing: name.dropFirst("address:".count))?.masked ?? kind
    }
}
