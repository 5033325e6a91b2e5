import EventLoop

/// The actions that the supervisor needs; `LocalHost` implements them, and tests replace them.
protocol ProcessHost: Sendable {
    /// Starts a process after the preparations that it needs. Throws a message to show; the start is tried again later.
    func start(_ name: ProcessName) async throws -> ChildProcess
    /// Polled until it returns true.
    func isReady(_ name: ProcessName) async -> Bool
    /// Ends the lease of a process that has died. If that fails, the lease expires a little later.
    func endLease(ofProcess pid: CInt) async
    func prepare(_ preparation: Preparation) async throws
    /// Called after each change with the running processes.
    func processesChanged(_ running: [ProcessName: CInt]) async
}
