import Shared

@testable import PostgresStore

// What only stores make. No other file here sees what is internal to them: their arithmetic would be ambiguous beside that of the
// commands.

extension SubmissionStory {
    static func submitted(at time: Timestamp) -> SubmissionStory {
        SubmissionStory(submission: .random(), tenant: .standard, journey: "sample", state: .submitted, createdAt: time)
    }
}

extension SubmissionStory.Event {
    static func submitted(at time: Timestamp) -> SubmissionStory.Event {
        SubmissionStory.Event(id: .random(), sequence: 4, type: .submissionSubmitted, time: time, topic: "docket.submitted")
    }
}

extension SubmissionStory.Work {
    static func pending(at time: Timestamp) -> SubmissionStory.Work {
        SubmissionStory.Work(event: .random(), stage: .validation, state: "pending", attempts: 0, changedAt: time)
    }
}

extension OperationCounts {
    static func made(
        inFlight: Int = 0, parked: Int = 0, deadLetters: Int = 0, outboxRows: Int = 0, outboxOldestSeconds: Double = 0
    ) -> OperationCounts {
        OperationCounts(
            inFlight: inFlight, parked: parked, deadLetters: deadLetters, outboxRows: outboxRows,
            outboxOldestSeconds: outboxOldestSeconds)
    }
}
