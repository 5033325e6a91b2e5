import EventLoop

/// A shared resource that ends after its users: a pool, a child process.
public struct ResourceComponent: ServiceComponent {
    public let name: String
    private let end: @Sendable () async -> Void
    private let ended = AsyncSignal<Void>()

    /// Place it before the components that use the resource.
    public init(_ name: String, end: @escaping @Sendable () async -> Void) {
        self.name = name
        self.end = end
    }

    public func run() async throws { await ended.waitUncancelled() }

    public func stop() async {
        await end()
        ended.send()
    }
}
