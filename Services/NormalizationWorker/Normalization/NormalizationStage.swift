import Binding
import Domain
import ServiceRuntime
import Shared

/// Makes clean pages and one PDF for each document of a submission that passed the rules.
struct NormalizationStage: StageHandler {
    let stage = Stage.normalization
    let eventTypes = Stage.normalization.eventTypes

    let reader: any StageReader
    let normalization: SubmissionNormalization

    func decide(on event: StageEvent) async -> StageOutcome {
        do {
            guard let subject = try await reader.stageSubject(event.header.submission),
                subject.submission.state == .processing, subject.submission.version == event.header.sequence
            else { return .nothing }
            let (documents, verdict) = try await normalization.normalize(
                subject.submission, journey: subject.journey)
            return .change(
                subject.submission,
                .normalized(documents, verdict: verdict, isReadNext: normalization.isReadNext(in: subject.journey)),
                because: event)
        } catch {
            return StageOutcome(ProcessingFailure(of: "normalization", error))
        }
    }
}
