import EventLoop

/// A group for one test, shut down whatever the test does.
func withGroup(_ body: (EventLoopGroup) async throws -> Void) async throws {
    let group = try EventLoopGroup(threads: 2, blockingThreads: 2, name: "test")
    let result: Result<Void, any Error>
    do { result = .success(try await body(group)) } catch { result = .failure(error) }
    await group.shutdown()
    try result.get()
}
