import IntakeClient
import Shared
import Support
import Synchronization

/// Counts what has happened, so that others can wait for a moment of it.
final class Progress: Sendable {
    private let count = Atomic(0)
    var steps: Int { count.load(ordering: .relaxed) }
    func step() { count.add(1, ordering: .relaxed) }
}

/// Submits one document and does not give up: after an answer that was lost they look at what is there, and go on from it.
struct PersistentPerson: Sendable {
    /// Create, add a document, send its file, submit.
    static let steps = 4

    let docket: RunningDocket
    let issuedDaysAgo: Int
    let sample: SampleFile
    let progress: Progress

    /// - Returns: the submission as it is when it has ended.
    func submit(within limit: Duration) async throws -> SubmissionView {
        let upload = try docket.upload(sample)
        let id = try await insist("a submission is created", within: limit) { () throws(IntakeClientError) in
            try await docket.client.createSubmission(NewSubmission(journey: "proof-of-address")).id
        }
        progress.step()
        return try await eventually("submission \(id) ends", within: limit, every: .milliseconds(50)) {
            do throws(IntakeClientError) { return try await goOn(with: id, upload) } catch {
                guard Self.mayPass(error) else { throw Hopeless(description: "the gateway refuses: \(error)") }
                return nil
            }
        }
    }

    /// Makes the next step that the submission needs. Nil until it has ended.
    private func goOn(with id: SubmissionID, _ upload: UploadFile) async throws(IntakeClientError) -> SubmissionView? {
        let view = try await docket.client.submission(id)
        if view.hasEnded { return view }
        guard view.state == .draft else { return nil }
        guard let document = view.documents.first else {
            let date = CalendarDate.today.adding(days: -issuedDaysAgo)
            _ = try await docket.client.addDocument(NewDocument(type: "utility-bill", issueDate: date), to: id)
            progress.step()
            return nil
        }
        if document.pages.isEmpty {
            try await docket.client.addPage(upload, to: document.id, of: id)
            progress.step()
        } else {
            try await docket.client.submit(id)
            progress.step()
        }
        return nil
    }

    private func insist<T: Sendable>(
        _ what: String, within limit: Duration, _ body: () async throws(IntakeClientError) -> T
    ) async throws -> T {
        try await eventually(what, within: limit, every: .milliseconds(50)) {
            do throws(IntakeClientError) { return try await body() } catch {
                guard Self.mayPass(error) else { throw Hopeless(description: "the gateway refuses: \(error)") }
                return nil
            }
        }
    }

    /// A gateway that was killed is back soon; one that refuses has its reasons.
    private static func mayPass(_ error: IntakeClientError) -> Bool { error.isRetriable || error.code == .unreachable }
}
