import EventLoop
import Testing

@Suite("Tasks on a loop", .timeLimit(.minutes(1)))
struct EventLoopTests {
    @Test("A task, its children and its callees stay on the loop")
    func staysOnTheLoop() async throws {
        try await withGroup { group in
            let loop = group.next()
            let seen = try await loop.run {
                async let child = onLoop(loop)
                let direct = await onLoop(loop)
                try await Task.sleep(for: .milliseconds(1))
                return [direct, await child, loop.isCurrent, EventLoop.current === loop]
            }
            #expect(seen.allSatisfy { $0 })
            #expect(!loop.isCurrent)
        }
    }
}

private func onLoop(_ loop: EventLoop) async -> Bool {
    await Task.yield()
    return loop.isCurrent
}
