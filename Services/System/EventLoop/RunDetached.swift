/// Runs code that may block without limit on a thread of its own, which nobody joins. The kernel keeps the first fifteen
/// bytes of the name.
public func runDetached(_ name: String, _ body: @escaping @Sendable () -> Void) throws(EventLoopError) {
    try LoopThread(name: name, body: body).detach()
}
