import EventLoop

/// What the supervisor needs done; `LocalHost` does it, tests watch.
protocol ProcessHost: Sendable {
    /// Starts a process, with whatever has to be put in order before.
    /// Throws what to tell; the start is tried again later.
    func start(_ name: ProcessName) async throws -> ChildProcess
    /// Asked every few moments until it is.
    func isReady(_ name: ProcessName) async -> Bool
    /// Ends the lease of a process that has died. Where that cannot be done, it ends by itself a little later.
    func endLease(ofProcess pid: CInt) async
    func prepare(_ preparation: Preparation) async throws
    /// The processes that run now; told after each change.
    func processesChanged(_ running: [ProcessName: CInt]) async
}
