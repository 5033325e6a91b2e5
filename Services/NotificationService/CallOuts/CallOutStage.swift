import Domain
import PostgresStore
import ServiceRuntime
import Shared

/// Plans the question of a journey's call-out, and applies the journey's choice if there is no answer in time. The
/// delivery loop asks: a hanging service delays no record, no place and no transaction.
///
/// The event waits in the store until the end of the time. An answer ends the wait. Without one the event comes back
/// here, even if the asking process has died.
struct CallOutStage: StageHandler {
    let stage = Stage.callOut
    let eventTypes = Stage.callOut.eventTypes

    let reader: any StageReader
    let questions: PostgresQuestionStore
    let metrics: CallOutMetrics
    /// Called when there may be a new question.
    let wake: @Sendable () -> Void

    func decide(on event: StageEvent) async -> StageOutcome {
        do throws(StoreError) {
            guard let subject = try await reader.stageSubject(event.header.submission),
                subject.submission.version == event.header.sequence
            else { return .nothing }
            guard let callOut = subject.callOut(askedBy: event.payload) else { return .failed(.unknownCallOut) }
            let key = DeliveryKey(asking: callOut.name, of: subject.journey.id, because: event.header.id)
            let limit = Duration.seconds(callOut.within)
            guard let question = try await questions.question(key) else {
                metrics.began(key.endpoint)
                return .ask([PlannedDelivery(key)], within: limit)
            }
            guard question.age >= limit else { return .ask([], within: limit - question.age) }
            let result = CallOutResult(
                unanswered: callOut, askedAt: question.plannedAt, endedAt: question.plannedAt.adding(question.age),
                documents: subject.submission.documents.map(\.id))
            metrics.ended(key.endpoint, result.record)
            return .change(subject.submission, .answered(result), because: event)
        } catch {
            return StageOutcome(ProcessingFailure(error))
        }
    }

    func planned() { wake() }
}

extension StageSubject {
    /// The call-out of the event, by the submission's version of the journey.
    func callOut(askedBy payload: [UInt8]) -> CallOut? {
        guard let asked = try? EventReader.event(SubmissionAsked.self, from: payload).data else { return nil }
        return journey.callOuts.first { $0.name == asked.callOut && $0.after == asked.after }
    }
}

extension ProcessingFailure {
    fileprivate static let unknownCallOut = ProcessingFailure(
        code: "callout-unknown", isRetriable: false,
        description: "The event asks for a call-out that the journey of its submission does not name.")
}
