import Domain
import EventLoop
import FoundationEssentials
import ServiceRuntime
import Shared
import Support

/// A stage that does what the script of each submission says, as far as that can be done to it.
struct SimulatedStage: StageHandler {
    let stage: Stage
    var eventTypes: Set<EventType> { stage.eventTypes }
    let scripts: [SubmissionID: Script]
    let reader: any StageReader
    let time: any TimeSource
    /// How long a try takes.
    let effort: @Sendable () -> Duration
    /// Ends the process.
    let crash: @Sendable () -> Void

    func decide(on event: StageEvent) async -> StageOutcome {
        guard let script = scripts[event.header.submission] else { return .nothing }
        do {
            guard let subject = try await reader.stageSubject(event.header.submission),
                subject.submission.version == event.header.sequence
            else { return .nothing }
            try await time.sleep(for: effort())
            if let outcome = try await misbehave(script.course, attempt: event.attempt) { return outcome }
            return .change(subject.submission, change(subject.submission, script), because: event)
        } catch let error as StoreError {
            return StageOutcome(ProcessingFailure(error))
        } catch {
            return .retry(after: .zero, because: Self.failure("cancelled"))
        }
    }

    private func misbehave(_ course: Script.Course, attempt: Int) async throws -> StageOutcome? {
        switch course {
        case .flaky(stage, let failures) where attempt <= failures: return .retry(after: .zero, because: Self.failure("flaky"))
        case .slow(stage) where attempt == 1: try await time.sleep(for: .seconds(600))
        case .broken(stage): return .failed(Self.failure("broken"))
        case .poison(stage):
            crash()
            throw CancellationError()
        default: break
        }
        return nil
    }

    private func change(_ submission: Submission, _ script: Script) -> StageChange {
        switch stage {
        case .normalization:
            return .normalized(
                SampleSubmissions.normalized(submission), verdict: SampleSubmissions.acceptance(submission),
                isReadNext: script.isRead)
        case .reading: return .read(ReadingRecord(), pdfs: [:], verdict: SampleSubmissions.acceptance(submission))
        default: break
        }
        let isRefused = script.isRefused(attempt: submission.attempt)
        return .validated(
            isRefused ? SampleSubmissions.refusal(submission) : SampleSubmissions.acceptance(submission))
    }

    private static func failure(_ code: String) -> ProcessingFailure {
        ProcessingFailure(code: code, isRetriable: code != "broken", description: "scripted")
    }
}
