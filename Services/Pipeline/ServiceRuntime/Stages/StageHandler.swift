public import Domain
import Kafka
public import Shared
public import Telemetry

/// An event as a stage gets it, be it from its topic or from the event log.
public struct StageEvent: Sendable, Hashable {
    public let header: EventHeader
    /// The CloudEvent, byte for byte.
    public let payload: [UInt8]
    /// Which try this is; counts from 1.
    public internal(set) var attempt: Int
    /// Of the record that brought it; empty when the event log did.
    var recordHeaders: [KafkaHeader] = []
    /// Of the event's cause, or a new one; what the stage does is a child of it.
    public let trace: TraceContext

    public init(header: EventHeader, payload: [UInt8], attempt: Int = 1) {
        self.header = header
        self.payload = payload
        self.attempt = attempt
        trace = header.traceparent.flatMap { TraceContext(traceparent: $0) } ?? .root()
    }

    /// Reads the header out of the bytes.
    public init(payload: [UInt8]) throws(EventFault) {
        self.init(header: try EventReader.header(of: payload), payload: payload)
    }
}

/// What a stage makes of an event. There is nothing else.
public enum StageOutcome: Sendable {
    /// The event concerns the stage no more, or asks for no change.
    case nothing
    /// The submission changes: verdicts and refusals, too, are changes.
    case commit(StageTransition)
    /// These are to be told of the event; the submission stays as it is.
    case tell([PlannedDelivery])
    /// These are to be asked, if they are not being asked already; what they answer is committed by whoever asks, and ends the work. The
    /// event comes back when the time is over, as no new attempt. Where nobody is named, that is all that happens.
    case ask([PlannedDelivery], within: Duration)
    /// Something that passes: try again, after so long at least.
    case retry(after: Duration, because: ProcessingFailure)
    /// Something that does not: no attempt will help.
    case failed(ProcessingFailure)

    /// A change to the submission as the stage has seen it.
    public static func change(_ submission: Submission, _ change: StageChange, because event: StageEvent) -> StageOutcome {
        .commit(
            StageTransition(
                submission: submission.id, expectedVersion: submission.version, change: change,
                traceparent: event.trace.child().traceparent))
    }

    /// As the failure says of itself.
    public init(_ failure: ProcessingFailure) {
        self = failure.isRetriable ? .retry(after: .zero, because: failure) : .failed(failure)
    }
}

/// What is particular to a stage. The loop around it takes care of order, attempts, retries, transactions and offsets.
///
/// `decide` does the long work. It may be cancelled at any time, may run twice for an event, and may run again after its result
/// was thrown away. So it writes nothing to the database: what is to be written is in its outcome, and is written in the
/// transaction that ends the work item. The one exception is `ProgressStore`: how far the work is has to be seen before its end,
/// is no part of the submission, and may be lost. What `decide` writes elsewhere, such as blobs, has to bear being written again.
public protocol StageHandler: Sendable {
    /// Names the topic, the consumer group, the attempts and the metrics.
    var stage: Stage { get }

    /// The types of event that the stage works on; others on its topic are passed over.
    var eventTypes: Set<EventType> { get }

    /// Decides what becomes of the submission.
    func decide(on event: StageEvent) async -> StageOutcome

    /// The change when the stage gives an event up; nil leaves the submission as it is.
    func giveUp(_ event: StageEvent, because failure: ProcessingFailure) -> StageChange?

    /// Deliveries that the stage asked for have been committed.
    func planned()
}

extension StageHandler {
    /// Nobody waits for deliveries.
    public func planned() {}

    /// A submission fails with a stage that it cannot go on without.
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
