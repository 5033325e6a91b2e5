import EventLoop

/// A group for one test, shut down whatever the test does.
@discardableResult
func withGroup<T>(threads: Int = 2, _ body: (EventLoopGroup) async throws -> T) async throws -> T {
    let group = try EventLoopGroup(threads: threads, blockingThreads: 2, name: "test")
    let result: Result<T, any Error>
    do { result = .success(try await body(group)) } catch { result = .failure(error) }
    await group.shutdown()
    return try result.get()
}

/// `Testing` has an `ExitStatus` as well.
typealias ChildExitStatus = ExitStatus
