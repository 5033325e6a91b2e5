import Binding
import Domain
import ServiceRuntime
import Shared

/// Reads clean pages, and decides on the submission.
struct ReadingStage: StageHandler {
    let stage = Stage.reading
    let eventTypes = Stage.reading.eventTypes

    let reader: any StageReader
    let reading: SubmissionReading
    var precedence = Precedence()

    func decide(on event: StageEvent) async -> StageOutcome {
        do {
            guard let subject = try await reader.stageSubject(event.header.submission),
                subject.submission.state == .processing, subject.submission.version == event.header.sequence
            else { return .nothing }
            let result = try await precedence.reading {
                try await reading.read(subject.submission, journey: subject.journey)
            }
            return .change(
                subject.submission,
                .read(result.record, pdfs: result.pdfs, verdict: result.verdict, processor: result.processor), because: event)
        } catch {
            return StageOutcome(ProcessingFailure(of: "reading", error))
        }
    }
}
