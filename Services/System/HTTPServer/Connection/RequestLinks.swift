import EventLoop
public import Telemetry

extension ServerConnection {
    /// Links the span of the request in hand.
    func link(_ context: TraceContext, _ exchange: Int) {
        guard loop.isCurrent, exchange == self.exchange else { return }
        linked = context
    }
}

extension HTTPRequest {
    /// Has the span of this request name another one that it belongs to, in a trace of its own. For its handler, while it runs.
    public func link(to context: TraceContext) {
        guard context.traceID != trace.traceID else { return }
        interim.link(context)
    }
}
