import Domain
import Shared
import Telemetry

/// The end of an item, and its consequences.
struct StageConclusion: Sendable {
    let end: WorkItemEnd
    var transition: StageTransition?
    var deliveries: [PlannedDelivery] = []
    /// Why the item is given up, for the dead-letter topic; nil if it is not.
    var giveUp: ProcessingFailure?

    static let abandoned = StageConclusion(end: .abandoned)
}

/// Turns outcomes into conclusions. It is pure: the caller gives the random number.
struct StagePolicy: Sendable {
    let handler: any StageHandler
    let settings: StageConfiguration

    /// Whether an item may still be attempted. One that ended its process too often may not.
    func mayTry(attempt: Int) -> Bool { attempt <= settings.retryPolicy.maximumAttempts }

    func conclude(_ outcome: StageOutcome, of event: StageEvent, random: Double) -> StageConclusion {
        switch outcome {
        case .nothing: StageConclusion(end: .done)
        case .commit(let transition): StageConclusion(end: .done, transition: transition)
        case .tell(let deliveries): StageConclusion(end: .done, deliveries: deliveries)
        case .ask(let questions, let time):
            StageConclusion(end: .postponed(after: time, reason: "waits for an answer"), deliveries: questions)
        case .retry(let asked, let failure): retry(failure, of: event, after: asked, random: random)
        case .failed(let failure): giveUp(event, because: failure)
        }
    }

    /// Retries after the greater of the policy's and the requested delay. Gives up after the last attempt.
    func retry(
        _ failure: ProcessingFailure, of event: StageEvent, after asked: Duration = .zero, random: Double
    ) -> StageConclusion {
        guard let delay = settings.retryPolicy.delay(afterAttempt: event.attempt, random: random) else {
            return giveUp(event, because: failure)
        }
        return StageConclusion(end: .retry(after: max(delay, asked), error: "\(failure.code): \(failure.description)"))
    }

    func giveUp(_ event: StageEvent, because failure: ProcessingFailure) -> StageConclusion {
        StageConclusion(
            end: .parked(error: "\(failure.code): \(failure.description)"),
            transition: handler.giveUp(event, because: failure).map {
                StageTransition(
                    submission: event.header.submission, expectedVersion: event.header.sequence, change: $0,
                    traceparent: event.trace.child().traceparent)
            }, giveUp: failure)
    }
}

extension ProcessingFailure {
    static func unreadable(_ fault: EventFault) -> ProcessingFailure {
        ProcessingFailure(code: fault.code, isRetriable: false, description: fault.description, detail: fault.detail)
    }

    static let unknownSubmission = ProcessingFailure(
        code: "unknown-submission", isRetriable: false,
        description:
            "The database has no such submission: the event is of another installation, or the database is older.")

    static let unknownEvent = ProcessingFailure(
        code: "unknown-event", isRetriable: false,
        description:
            "The database has the submission, but no such event of it: another program wrote it, or the database is older."
    )

    static func overtime(_ limit: Duration) -> ProcessingFailure {
        ProcessingFailure(
            code: "took-too-long", isRetriable: true, description: "Processing did not finish within \(limit).")
    }

    static func exhausted(_ attempts: Int) -> ProcessingFailure {
        ProcessingFailure(
            code: "attempts-exhausted", isRetriable: false,
            description: "Processing was begun \(attempts) times and ended its process each time.")
    }

    static func refusedByStore(_ error: StoreError) -> ProcessingFailure {
        ProcessingFailure(
            code: "result-not-stored", isRetriable: true, description: "The result could not be stored.", detail: error.detail)
    }
}
