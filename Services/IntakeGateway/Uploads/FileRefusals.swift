import Domain
import HTTPServer
import PostgresStore
import Shared
import Synchronization
import Telemetry

/// Records each refused file, from any route. Each one is counted and logged. An event and the audit trail record it
/// while the submission's history has room (`RefusalBounds`).
final class FileRefusals: Sendable {
    private let store: SubmissionStore
    private let now: @Sendable () -> Timestamp
    private let logger: Logger
    private let byType: Counter
    private let byTenant: BusiestCounter
    private let full = Mutex(FullHistories())

    init(_ store: SubmissionStore, metrics: MetricsRegistry, logger: Logger, now: @escaping @Sendable () -> Timestamp) {
        (self.store, self.logger, self.now) = (store, logger, now)
        byType = metrics.counter(
            "docket_files_refused_total", "Files that were not taken, by the type of the problem.", labels: ["type"])
        byTenant = metrics.counter(
            "docket_tenant_files_refused_total",
            "Files that were not taken, by tenant: the busiest hundred by name, all others as “other”.", labels: ["tenant"],
            busiest: 100)
    }

    /// Examines the end of a request for a file.
    func watching(_ call: Call, _ handle: () async throws -> HTTPResponse) async throws -> HTTPResponse {
        do {
            return try await handle()
        } catch {
            let thrown = error as? Problem ?? (error as? any ProblemConvertible)?.problem
            guard var problem = thrown, problem.refusesFile, let file = call.refusedFile, !call.subject.isRefusalTold else {
                throw error
            }
            let refused = UploadRefused(
                document: file.document, upload: file.upload, reasons: [problem.reason(document: file.document)])
            // Also when the client has left: it has sent the file all the same.
            let trace = await Task { [problem] in await note(problem, refused, in: file.submission, call) }.value
            call.subject.refusalIsTold()
            // Who insists on a version insists on this one from now on.
            if case .told(let version) = trace { problem.headers["ETag"] = "\"v\(version)\"" }
            throw problem
        }
    }

    private func note(
        _ problem: Problem, _ refused: UploadRefused, in submission: SubmissionID, _ call: Call
    ) async -> RefusalTrace {
        count(problem, refused, in: submission, call)
        guard mayTell(of: submission) else { return .full }
        do throws(StoreError) {
            let trace = try await store.acting(for: call.origin).noteRefusal(
                refused, of: submission, tenant: call.tenant, traceparent: call.traceparent)
            if trace == .full { isFull(submission) }
            return trace
        } catch {
            logger.warning(
                "no event tells of a refused file",
                ["request_id": .string(call.request.id), "code": .string(error.code.rawValue), "detail": .string(error.detail)])
            return .none
        }
    }

    /// Ends an upload with a refused file. Returns whether this request has ended it.
    func end(_ upload: Upload, _ problem: Problem, keeping json: String, _ call: Call) async throws(StoreError) -> Bool {
        let reason = problem.reason(document: upload.document)
        let isEnded = try await store.acting(for: call.origin).endUpload(
            upload, .refused(reasons: [reason], problem: json), traceparent: call.traceparent)
        if isEnded {
            count(
                problem, UploadRefused(document: upload.document, upload: upload.id, reasons: [reason]), in: upload.submission,
                call)
        }
        call.subject.refusalIsTold()
        return isEnded
    }

    /// Logs neither a name nor any content.
    private func count(_ problem: Problem, _ refused: UploadRefused, in submission: SubmissionID, _ call: Call) {
        byType.increment(by: 1, [problem.type])
        byTenant.increment(call.tenant.rawValue)
        var fields: [String: LogValue] = [
            "document": .string(refused.document.description), "problem": .string(problem.type),
            "status": LogValue(problem.status),
        ]
        if let upload = refused.upload { fields["upload"] = .string(upload.description) }
        if let reason = refused.reasons.first {
            fields["rule"] = .string(reason.rule.rawValue)
            fields["found"] = .string(reason.found)
        }
        call.note("file refused", in: submission, logger, fields)
    }

    private func mayTell(of submission: SubmissionID) -> Bool { full.withLock { !$0.contain(submission, at: now()) } }
    private func isFull(_ submission: SubmissionID) { full.withLock { $0.note(submission, at: now()) } }
}

extension Endpoint {
    /// Whether it accepts files. Such an endpoint has the problem of an empty file.
    var takesFiles: Bool { problems.contains(.emptyFile) }
}

extension Call {
    /// The subject of a refused file: as the handler found it, or from the path.
    fileprivate var refusedFile: RequestSubject.File? {
        if let file = subject.file { return file }
        guard endpoint.takesFiles, let submission = try? submission(), let document = try? document() else { return nil }
        return RequestSubject.File(submission: submission, document: document)
    }
}

extension Problem {
    /// Whether it refuses a file. Other problems are faults of the request or of the service.
    var refusesFile: Bool {
        switch kind {
        case .unsupportedMediaType, .mediaTypeMismatch, .emptyFile, .tooLarge, .tooManyPixels, .tooManyFrames, .passwordProtected,
            .duplicateFile, .tooManyPages, .tooManyUploads, .tooManyBytes:
            true
        // The limit of the tenant's requests.
        case nil: type == "body-too-large"
        default: false
        }
    }
}
