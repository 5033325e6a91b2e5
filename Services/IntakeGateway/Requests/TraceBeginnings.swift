import Domain
import HTTPServer
import PostgresStore
import Shared
import Synchronization
import Telemetry

/// Links each request about a submission to the trace that created it. A client that begins a trace with each request
/// then still leaves one story. The first event has the creating trace.
final class TraceBeginnings: Sendable {
    private static let most = 10_000

    private let log: PostgresEventLog
    private let known = Mutex<[SubmissionID: TraceContext]>([:])

    init(_ log: PostgresEventLog) { self.log = log }

    /// Costs nothing unless the request's trace is recorded.
    func linking(_ call: Call, _ handle: () async throws -> HTTPResponse) async throws -> HTTPResponse {
        guard SpanRecorder.shared.isRecording, call.request.trace.flags.contains(.sampled) else { return try await handle() }
        do {
            let response = try await handle()
            await link(call)
            return response
        } catch {
            await link(call)
            throw error
        }
    }

    private func link(_ call: Call) async {
        guard let submission = call.subject.submission ?? (try? call.submission()),
            let beginning = await beginning(of: submission, call.tenant)
        else { return }
        call.request.link(to: beginning)
    }

    /// Nil if it is not recorded, or no longer known.
    private func beginning(of submission: SubmissionID, _ tenant: TenantID) async -> TraceContext? {
        if let context = known.withLock({ $0[submission] }) { return context }
        guard let first = try? await log.events(of: submission, afterSequence: 0, limit: 1).first, first.sequence == 1,
            first.tenant == tenant, let header = try? EventReader.header(of: first.payload),
            let context = header.traceparent.flatMap({ TraceContext(traceparent: $0) }), context.flags.contains(.sampled)
        else { return nil }
        known.withLock { known in
            if known.count >= Self.most { known = [:] }
            known[submission] = context
        }
        return context
    }
}
