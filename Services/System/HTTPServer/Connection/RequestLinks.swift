import EventLoop
public import Telemetry

extension ServerConnection {
    /// Links the span of the current request.
    func link(_ context: TraceContext, _ exchange: Int) {
        guard loop.isCurrent, exchange == self.exchange else { return }
        linked = context
    }
}

extension HTTPRequest {
    /// Links the span of this request to a related span of another trace. For the request's handler while it runs.
    public func link(to context: TraceContext) {
        guard context.traceID != trace.traceID else { return }
        interim.link(context)
    }
}
