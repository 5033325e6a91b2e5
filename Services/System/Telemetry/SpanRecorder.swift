import Synchronization

/// Collects spans in a bounded queue that never blocks. It is off until an exporter starts it, and then costs almost
/// nothing for unsampled spans.
public final class SpanRecorder: Sendable {
    /// The recorder of the process. Otherwise traced work would have to pass it through every layer.
    public static let shared = SpanRecorder()

    private struct State {
        var spans: [TraceSpan] = []
        var dropped = 0
        var capacity = 2_048
        var sampler = TraceSampler.parentBased(share: 1)
        var batch = Int.max
        var whenBatchIsThere: @Sendable () -> Void = {}
    }

    private let isOn = Atomic(false)
    private let state = Mutex(State())

    public init() {}

    /// Keeps spans from now on until they are taken. Spans beyond the bound are dropped and counted. `whenBatchIsThere`
    /// is called on any thread when `batch` spans have gathered; it must not block.
    public func start(
        sampler: TraceSampler, capacity: Int = 2_048, batch: Int = .max, whenBatchIsThere: @escaping @Sendable () -> Void = {}
    ) {
        state.withLock { state in
            state.capacity = max(1, capacity)
            state.sampler = sampler
            state.batch = batch
            state.whenBatchIsThere = whenBatchIsThere
        }
        isOn.store(true, ordering: .releasing)
    }

    public func stop() { isOn.store(false, ordering: .releasing) }

    /// `span` is only evaluated if it is kept.
    public func record(_ context: TraceContext, _ span: @autoclosure () -> TraceSpan) {
        guard isOn.load(ordering: .acquiring) else { return }
        guard state.withLock({ $0.sampler.keeps(context) }) else { return }
        let made = span()
        let tell: (@Sendable () -> Void)? = state.withLock { state in
            guard state.spans.count < state.capacity else {
                state.dropped += 1
                return nil
            }
            state.spans.append(made)
            return state.spans.count == state.batch ? state.whenBatchIsThere : nil
        }
        tell?()
    }

    /// Whether a trace that begins in this process is sampled.
    func samplesRoot(_ id: TraceID) -> Bool {
        guard isOn.load(ordering: .acquiring) else { return true }
        return state.withLock { $0.sampler.samplesRoot(id) }
    }

    /// The context of work that an outside caller has caused, with the sampling decision of this process.
    public func received(_ context: TraceContext) -> TraceContext {
        guard isOn.load(ordering: .acquiring) else { return context }
        let isKept = state.withLock { $0.sampler.keeps(context) }
        guard isKept != context.flags.contains(.sampled) else { return context }
        return TraceContext(
            traceID: context.traceID, spanID: context.spanID,
            flags: isKept ? context.flags.union(.sampled) : context.flags.subtracting(.sampled), tracestate: context.tracestate)
    }

    /// Removes and returns the oldest spans, at most `limit`, and the number dropped since the last call.
    public func take(_ limit: Int) -> (spans: [TraceSpan], dropped: Int) {
        state.withLock { state in
            let taken = Array(state.spans.prefix(limit))
            state.spans.removeFirst(taken.count)
            defer { state.dropped = 0 }
            return (taken, state.dropped)
        }
    }

    /// Whether spans are kept.
    public var isRecording: Bool { isOn.load(ordering: .acquiring) }

    /// The waiting spans, without taking them.
    public var recorded: [TraceSpan] { state.withLock { $0.spans } }
}

/// Which traces are recorded, by the samplers of OpenTelemetry. Pure.
public enum TraceSampler: Sendable, Hashable {
    case alwaysOn
    case alwaysOff
    /// This share of all traces, whatever the caller decided; the same traces in every process.
    case ratio(Double)
    /// The caller's decision; for traces that begin here, this share.
    case parentBased(share: Double)

    func keeps(_ context: TraceContext) -> Bool {
        switch self {
        case .alwaysOn: true
        case .alwaysOff: false
        case .ratio(let share): context.traceID.isAmong(share)
        case .parentBased: context.flags.contains(.sampled)
        }
    }

    func samplesRoot(_ id: TraceID) -> Bool {
        switch self {
        case .alwaysOn: true
        case .alwaysOff: false
        case .ratio(let share), .parentBased(let share): id.isAmong(share)
        }
    }
}
