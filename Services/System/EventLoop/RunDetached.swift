/// Runs what may block for ever on a thread of its own, which nobody waits for. The kernel keeps fifteen bytes of the name.
public func runDetached(_ name: String, _ body: @escaping @Sendable () -> Void) throws(EventLoopError) {
    try LoopThread(name: name, body: body).detach()
}
