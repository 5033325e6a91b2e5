import Domain
import ServiceRuntime
import Shared

/// Has those asked whom a journey names, and does what the journey says where nobody answers in time. Asking is the delivery loop's work:
/// whoever hangs holds no record, no place and no transaction back.
///
/// The event waits in the store as one that is due when the time is over. An answer ends that; without one the event comes back here,
/// whatever has become of the process that was to ask.
struct CallOutStage: StageHandler {
    let stage = Stage.callOut
    let eventTypes = Stage.callOut.eventTypes

    let reader: any StageReader
    let questions: any QuestionStore
    let metrics: CallOutMetrics
    /// Called when there may be something new to ask.
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
    /// Whom the event asks, by the rules that the submission was made under.
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
