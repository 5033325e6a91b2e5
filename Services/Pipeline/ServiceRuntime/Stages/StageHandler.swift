public import Domain
import Kafka
public import Shared
public import Telemetry

/// An event for a stage, from its topic or from the event log.
public struct StageEvent: Sendable, Hashable {
    public let header: EventHeader
    /// The CloudEvent's exact bytes.
    public let payload: [UInt8]
    /// The attempt, from 1.
    public internal(set) var attempt: Int
    /// Of the event's record; empty if it came from the event log.
    var recordHeaders: [KafkaHeader] = []
    /// The trace of the event's cause, or a new one. The stage's spans are its children.
    public let trace: TraceContext

    public init(header: EventHeader, payload: [UInt8], attempt: Int = 1) {
        self.header = header
        self.payload = payload
        self.attempt = attempt
        trace = header.traceparent.flatMap { TraceContext(traceparent: $0) } ?? .root()
    }

    /// Parses the header from the bytes.
    public init(payload: [UInt8]) throws(EventFault) {
        self.init(header: try EventReader.header(of: payload), payload: payload)
    }
}

/// The outcome of a stage for an event.
public enum StageOutcome: Sendable {
    /// The event no longer concerns the stage, or requires no change.
    case nothing
    /// The submission changes, for instance by a verdict or a refusal.
    case commit(StageTransition)
    /// Deliveries of the event are planned. The submission stays unchanged.
    case tell([PlannedDelivery])
    /// Questions are planned, unless they are already. The asking channel commits the answer, which ends the work. The
    /// event comes back at the end of the time, not as a new attempt. Without any question it only waits for that.
    case ask([PlannedDelivery], within: Duration)
    /// A temporary failure: retry after at least this time.
    case retry(after: Duration, because: ProcessingFailure)
    /// A permanent failure: no attempt can help.
    case failed(ProcessingFailure)

    /// A change of the submission at the version that the stage saw.
    public static func change(_ submission: Submission, _ change: StageChange, because event: StageEvent) -> StageOutcome {
        .commit(
            StageTransition(
                submission: submission.id, expectedVersion: submission.version, change: change,
                traceparent: event.trace.child().traceparent))
    }

    /// Retriable or not, as the failure says.
    public init(_ failure: ProcessingFailure) {
        self = failure.isRetriable ? .retry(after: .zero, because: failure) : .failed(failure)
    }
}

/// The work of a particular stage. The loop handles order, attempts, retries, transactions and offsets.
///
/// `decide` does the long work. It must not write to the database: its outcome has all changes, which the transaction at
/// the end of the work item writes. `decide` may be cancelled at any time, may run twice for an event, and may run again
/// after its result was discarded. The only exception is `ProgressStore`: progress belongs to no submission, and may be
/// lost. Anything that `decide` writes elsewhere, such as blobs, must be idempotent.
public protocol StageHandler: Sendable {
    /// Names the topic, the consumer group, the attempts and the metrics.
    var stage: Stage { get }

    /// The types of event that the stage handles. It passes over others on its topic.
    var eventTypes: Set<EventType> { get }

    /// Decides on the outcome for the submission.
    func decide(on event: StageEvent) async -> StageOutcome

    /// The change if the stage gives up an event; nil leaves the submission unchanged.
    func giveUp(_ event: StageEvent, because failure: ProcessingFailure) -> StageChange?

    /// Planned deliveries of the stage were committed.
    func planned()
}

extension StageHandler {
    /// Nothing waits for deliveries.
    public func planned() {}

    /// A submission fails if it cannot continue without the stage.
    public func giveUp(_ event: StageEvent, because failure: ProcessingFailure) -> StageChange? {
        stage.isOnTheWay ? .failed(failure) : nil
    }

    /// The consumer group, the same in every process.
    public var consumerGroup: String { stage.consumerGroup }
}

extension Stage {
    /// The group of the stage's consumers.
    public var consumerGroup: String { "docket.\(rawValue)" }
}
