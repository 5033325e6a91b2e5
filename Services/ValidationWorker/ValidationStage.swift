import Domain
import FoundationEssentials
import ServiceRuntime
import Shared

/// Checks submissions by the rules of their journey version.
struct ValidationStage: StageHandler {
    let stage = Stage.validation
    let eventTypes = Stage.validation.eventTypes

    let reader: any StageReader
    let inspection: SubmissionInspection
    var now: @Sendable () -> Timestamp = { Timestamp(Date()) }

    func decide(on event: StageEvent) async -> StageOutcome {
        do throws(ProcessingFailure) {
            guard let subject = try await subject(of: event),
                subject.submission.state == .submitted, subject.submission.version == event.header.sequence
            else { return .nothing }
            if let wait = ForcedOutcome(of: subject.submission)?.wait(since: event.header.time, now: now()) {
                return .ask([], within: wait)
            }
            // By the calendar of the moment when it was submitted: a backlog makes no document too old.
            let facts = try await inspection.facts(
                of: subject.submission, journey: subject.journey, at: event.header.time)
            return .change(
                subject.submission,
                .validated(inspection.rules.verdict(on: facts), facts: FactsRecord(facts, salt: UUID())), because: event)
        } catch {
            return StageOutcome(error)
        }
    }

    private func subject(of event: StageEvent) async throws(ProcessingFailure) -> StageSubject? {
        do {
            return try await reader.stageSubject(event.header.submission)
        } catch {
            throw ProcessingFailure(error)
        }
    }
}
