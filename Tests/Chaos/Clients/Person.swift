import FoundationEssentials
import IntakeClient
import Shared

/// Submits one document and does not give up: after an answer that was lost they look at what is there and go on from it.
struct Person: Sendable {
    /// What is said of the person, which is sealed in rows.
    static let metadata = ["case": "Doe against Mustermann"]

    let course: Course
    let client: Client

    /// Goes on until the last outcome is there, or the client's time is over.
    func submit() async throws {
        guard
            let id = try await insist({ () throws(IntakeClientError) in
                try await client.gateway.createSubmission(
                    NewSubmission(
                        journey: "proof-of-address", contact: Contact(email: "person@example.org"), metadata: Self.metadata)
                ).id
            })
        else { return }
        client.note(Step(at: client.clock.seconds, client: client.number, submission: id.description, what: .created))
        var progress = Progress(submission: id)
        let isDone = try await insist { () throws(IntakeClientError) in try await goOn(&progress) ? true : nil }
        if isDone == true, course.isErased, !progress.isAbandoned { return await client.erase(id.description) }
        // Cannot be submitted: somebody else's answer was lost at the wrong moment.
        if progress.isAbandoned, !client.isTimeOver { try await submit() }
    }

    /// Where the person believes to be.
    private struct Progress {
        let submission: SubmissionID
        var submits = 0
        /// What the gateway showed when it was last submitted: an outcome of a later version is the submit's.
        var versionBefore = 0
        /// When it had been submitted before that; nil for never.
        var submittedBefore: Timestamp?
        var isAwaiting = false
        var isCorrected = false
        var isAbandoned = false
    }

    /// Makes the next step. True when there is none any more.
    private func goOn(_ progress: inout Progress) async throws(IntakeClientError) -> Bool {
        let view = try await client.gateway.submission(progress.submission)
        // The answer to a submit was lost, and it had been taken: it may have its outcome already, which may ask for changes.
        if !progress.isAwaiting, progress.versionBefore > 0, view.submittedAt != progress.submittedBefore {
            accepted(&progress)
        }
        if progress.isAwaiting {
            guard view.hasEnded, view.version > progress.versionBefore else { return false }
            note(.ended, progress, view.state)
            progress.isAwaiting = false
            guard progress.submits < course.outcomes.count, view.state == .needsInput else { return true }
            progress.versionBefore = 0
        }
        do throws(IntakeClientError) {
            guard try await prepare(view, progress) else { return false }
            if progress.submits > 0, !progress.isCorrected {
                progress.isCorrected = true
                note(.corrected, progress)
            }
            // What was prepared counts as changes, too.
            let before = try await client.gateway.submission(progress.submission)
            (progress.versionBefore, progress.submittedBefore) = (before.version, before.submittedAt)
            try await client.gateway.submit(progress.submission)
            accepted(&progress)
        } catch {
            guard let status = error.problem?.status, status == 422, progress.submits == 0 else { throw error }
            progress.isAbandoned = true
            note(.abandoned, progress, fault: error.detail)
            return true
        }
        return false
    }

    /// Makes one change that the submission still needs. True when it needs none.
    private func prepare(_ view: SubmissionView, _ progress: Progress) async throws(IntakeClientError) -> Bool {
        let isFirst = progress.submits == 0
        if view.documents.isEmpty {
            let issued = today.adding(days: course.isStale ? -400 : -4)
            _ = try await client.gateway.addDocument(NewDocument(type: "utility-bill", issueDate: issued), to: view.id)
            return false
        }
        let wanted = isFirst ? course.first : course.correction ?? course.first
        for document in view.documents where document.state.allowsChanges {
            guard let page = document.pages.first else {
                try await client.gateway.addPage(try wanted.upload, to: document.id, of: view.id)
                return false
            }
            if !isFirst, course.isStale, document.issueDate != today.adding(days: -4) {
                _ = try await client.gateway.setIssueDate(today.adding(days: -4), of: document.id, in: view.id)
                return false
            }
            let refused = document.pages.first { $0.digest != wanted.digest } ?? page
            if refused.digest != wanted.digest {
                try await replace(refused, document, view, with: wanted)
                return false
            }
        }
        return true
    }

    private func replace(
        _ page: PageView, _ document: DocumentView, _ view: SubmissionView, with sample: Sample
    ) async throws(IntakeClientError) {
        let replacement = try await client.gateway.replacePage(
            page.id, of: document.id, in: view.id, with: try sample.upload)
        do {
            _ = try await replacement.confirm(asking: "person") { _ in true }
        } catch let error as IntakeClientError {
            throw error
        } catch {
            throw IntakeClientError(code: .unexpectedAnswer, description: "The replacement failed: \(error).")
        }
    }

    // MARK: - History

    private var today: CalendarDate { CalendarDate(Timestamp(Date()), in: .utc) }

    private func accepted(_ progress: inout Progress) {
        progress.isAwaiting = true
        let outcome = course.outcomes.indices.contains(progress.submits) ? course.outcomes[progress.submits] : nil
        progress.submits += 1
        note(.accepted, progress, outcome)
        client.work.accepted(progress.submission.description)
    }

    private func note(_ what: Step.What, _ progress: Progress, _ state: SubmissionState? = nil, fault: String? = nil) {
        client.note(
            Step(
                at: client.clock.seconds, client: client.number, submission: progress.submission.description, what: what,
                submit: progress.submits, state: state, fault: fault))
    }

    // MARK: - Persistence

    /// Tries again and again. Nil when the client's time is over.
    private func insist<T: Sendable>(_ body: () async throws(IntakeClientError) -> T?) async throws -> T? {
        var pause = Duration.milliseconds(30)
        while !client.isTimeOver {
            do throws(IntakeClientError) {
                if let value = try await body() { return value }
            } catch {
                // A conflict is a change of one's own whose answer was lost; a look at what is there settles it. Where a disk is full
                // (507), nothing was kept, and it says to try again later. Who has confirmed too late is asked once more.
                guard
                    error.isRetriable || error.code == .unreachable || [409, 412, 507].contains(error.problem?.status)
                        || error.problem?.type == "confirmation-invalid"
                else { throw error }
                pause = max(pause, .milliseconds(100))
            }
            try await Task.sleep(for: pause)
            pause = min(pause * 1.3, .seconds(1))
        }
        return nil
    }
}
