import EventLoop

/// A loop as a component of a service. It is asked to end if that is possible, and cancelled otherwise.
struct LoopComponent: ServiceComponent {
    let name: String
    private let body: @Sendable () async throws -> Void
    private let ask: (@Sendable () -> Void)?
    private let isAskedFirst: Bool
    private let finish: @Sendable () async -> Void
    private let stopRequested = AsyncSignal<Void>()
    private let ended = AsyncSignal<Void>()

    /// `body` runs until it is asked to end, or cancelled. `ask` makes it return; nil cancels it. `finish` is called
    /// afterwards. Set `isAskedFirst` if it may end while earlier components still stop.
    init(
        _ name: String, body: @escaping @Sendable () async throws -> Void, ask: (@Sendable () -> Void)? = nil,
        isAskedFirst: Bool = false, finish: @escaping @Sendable () async -> Void = {}
    ) {
        self.name = name
        self.body = body
        self.ask = ask
        self.isAskedFirst = isAskedFirst
        self.finish = finish
    }

    func run() async throws {
        defer { ended.send() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await body() }
            if ask == nil { group.addTask { try? await stopRequested.wait() } }
            defer { group.cancelAll() }
            try await group.next()
        }
        await finish()
    }

    func stopTaking() {
        if isAskedFirst { ask?() }
    }

    func stop() async {
        ask?()
        stopRequested.send()
        await ended.waitUncancelled()
    }
}
