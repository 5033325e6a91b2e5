import Domain
import Shared
import Telemetry

extension TraceSpan {
    /// The span of one attempt of a stage, which ends now. Its consequences name it as their parent.
    init(of event: StageEvent, _ stage: Stage, _ conclusion: StageConclusion, lasting duration: Duration) {
        let context = conclusion.transition?.traceparent.flatMap { TraceContext(traceparent: $0) } ?? event.trace.child()
        self.init(
            context, parent: event.header.traceparent == nil ? nil : event.trace.spanID,
            name: "process \(stage.rawValue)", kind: .consumer, lasting: duration,
            attributes: [
                "messaging.system": "kafka", "messaging.destination.name": .string(stage.topic.name),
                "messaging.operation.type": "process", "docket.stage": .string(stage.rawValue),
                "docket.attempt": .init(event.attempt), "docket.submission": .init(describing: event.header.submission),
                "docket.event": .init(describing: event.header.id), "docket.end": .string(conclusion.end.word),
            ], isError: conclusion.end.isFailure)
    }
}

extension WorkItemEnd {
    /// A label with few values.
    fileprivate var word: String {
        switch self {
        case .done: "done"
        case .retry: "retry"
        case .parked: "parked"
        case .abandoned: "abandoned"
        case .postponed: "postponed"
        }
    }

    /// Whether the attempt itself failed. A refused submission was processed successfully.
    fileprivate var isFailure: Bool {
        switch self {
        case .retry, .parked: true
        case .done, .abandoned, .postponed: false
        }
    }
}
