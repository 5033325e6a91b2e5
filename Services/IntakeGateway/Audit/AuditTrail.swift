import Domain
import EventLoop
import HTTPServer
import PostgresStore
import ServiceRuntime
import Shared
import Synchronization
import Telemetry

/// Records views and downloads. Changes write their own acts in their transactions.
///
/// A download is in the trail before its first byte is sent. Views are written in batches, within a second. The same view
/// or download is recorded once in two and a half to five minutes: programs poll every second.
final class AuditTrail: ServiceComponent {
    let name = "audit-trail"

    /// The kind of an answer, with the trail's name for it.
    enum Reading: Sendable {
        case view(String)
        case download(String)
        /// An act: recorded each time.
        case act(String)

        var action: String {
            switch self {
            case .view(let action), .download(let action), .act(let action): action
            }
        }

        var isView: Bool { if case .view = self { true } else { false } }
        var isAct: Bool { if case .act = self { true } else { false } }
    }

    private struct Sighting: Hashable {
        let tenant: TenantID
        let origin: AuditOrigin
        let action: String
        let resource: String
    }

    private struct State {
        var pending: [AuditAct] = []
        /// Of the last two windows.
        var recent: Set<Sighting> = []
        var older: Set<Sighting> = []
        var turnedAt: Timestamp?

        /// Whether it was seen before. From now on it was.
        mutating func notes(_ sighting: Sighting, at now: Timestamp) -> Bool {
            if turnedAt.map({ now >= $0.adding(AuditTrail.window) }) ?? true || recent.count >= AuditTrail.remembered {
                (older, recent, turnedAt) = (recent, [], now)
            }
            return older.contains(sighting) || !recent.insert(sighting).inserted
        }
    }

    /// A repetition is recorded again after one to two windows.
    private static let window = Duration.seconds(150)
    private static let remembered = 50_000
    private static let capacity = 20_000
    private static let batch = 1000
    private static let interval = Duration.seconds(1)

    private let store: AuditStore
    private let loop: EventLoop
    private let logger: Logger
    private let now: @Sendable () -> Timestamp
    private let state = Mutex(State())
    private let stopping = StopSignal()

    init(_ store: AuditStore, on loop: EventLoop, logger: Logger, now: @escaping @Sendable () -> Timestamp) {
        (self.store, self.loop, self.logger, self.now) = (store, loop, logger, now)
    }

    /// Records that a request was answered. Throws if it cannot be recorded: the request is then not answered.
    ///
    /// An operator's read of a tenant's data is `about` it, and in that tenant's trail.
    func note(
        _ reading: Reading, _ call: Call, about: (tenant: TenantID, submission: SubmissionID)? = nil
    ) async throws {
        let (now, resource, tenant) = (now(), call.auditedResource, about?.tenant ?? call.tenant)
        let sighting = Sighting(tenant: tenant, origin: call.origin, action: reading.action, resource: resource)
        let act = AuditAct(
            tenant: tenant, submission: about?.submission ?? call.parameters["submission"].flatMap(SubmissionID.init),
            action: reading.action, resource: resource, origin: call.origin, time: now)
        let status: Status = state.withLock { state in
            guard state.pending.count < Self.capacity else { return .full }
            guard reading.isAct || !state.notes(sighting, at: now) else { return .known }
            if reading.isView { state.pending.append(act) }
            return .new
        }
        switch status {
        case .full: throw Problem.unavailable
        case .new where !reading.isView: try await record(act, sighting)
        case .new, .known: return
        }
    }

    private enum Status { case new, known, full }

    private func record(_ act: AuditAct, _ sighting: Sighting) async throws {
        do {
            try await store.record([act])
        } catch {
            state.withLock { _ = $0.recent.remove(sighting) }
            throw error
        }
    }

    // MARK: - Writing

    func run() async throws {
        while !stopping.isOver {
            await stopping.rest(for: Self.interval, on: loop)
            await flush()
        }
    }

    /// What is pending is written also where ``run()`` was cancelled, because something took too long to stop.
    func stop() async {
        stopping.send()
        await loop.spawn { await self.flush() }.value
    }

    /// Writes pending acts. Acts that cannot be written stay pending.
    func flush() async {
        while true {
            let acts = state.withLock { state in
                let acts = Array(state.pending.prefix(Self.batch))
                state.pending.removeFirst(acts.count)
                return acts
            }
            guard !acts.isEmpty else { return }
            do throws(StoreError) {
                try await store.record(acts)
            } catch {
                state.withLock { $0.pending.insert(contentsOf: acts, at: 0) }
                logger.warning("the audit trail waits: it cannot be written", ["detail": .string(error.detail)])
                return
            }
        }
    }
}

extension Call {
    /// The actor for the audit trail.
    var origin: AuditOrigin { AuditOrigin(actor: principal.actor, address: request.client?.text) }

    /// The path of the resource. It contains only ids, never a link's secret.
    var auditedResource: String {
        guard request.segments.first == "v1" else { return "submissions/\(parameters["submission"] ?? "-")" }
        return request.segments.dropFirst().joined(separator: "/").lowercased()
    }
}
