import EventLoop
import Glibc
import Testing

@Suite(.timeLimit(.minutes(1)))
struct DescriptorWatchTests {
    @Test func readinessIsALevelUnreadDataIsReportedAgain() async throws {
        try await withGroup(threads: 1) { group in
            let pipe = try Pipe()
            let watch = try DescriptorWatch(descriptor: pipe.reader.number, on: group.next())
            async let first = watch.wait(for: .read)
            pipe.write([1, 2])
            #expect(try await first == .read)
            #expect(try await watch.wait(for: .read) == .read)
            #expect(pipe.read(1) == [1])
            #expect(try await watch.wait(for: [.read]) == .read)
        }
    }

    @Test func aClosedOtherEndIsReported() async throws {
        try await withGroup(threads: 1) { group in
            let (near, far) = try socketPair()
            let watch = try DescriptorWatch(descriptor: near.number, on: group.next())
            #expect(try await watch.wait(for: .write) == .write)
            _ = shutdown(far.number, CInt(SHUT_RDWR))
            #expect(try await watch.wait(for: .read).contains(.read))
        }
    }

    @Test func cancellingTheWatchOrItsTaskEndsTheWaitOnEitherSideOfItsBeginning() async throws {
        try await withGroup(threads: 1) { group in
            let pipe = try Pipe()
            let watch = try DescriptorWatch(descriptor: pipe.reader.number, on: group.next())
            for _ in 0..<200 {
                let task = Task { try await watch.wait(for: .read) }
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
            }
            let waiting = Task { try await watch.wait(for: .read) }
            watch.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            await #expect(throws: CancellationError.self) { try await watch.wait(for: .read) }
        }
    }

    @Test func aSecondWaiterAndASecondWatchAreRefused() async throws {
        try await withGroup(threads: 1) { group in
            let loop = group.next()
            let pipe = try Pipe()
            let watch = try DescriptorWatch(descriptor: pipe.reader.number, on: loop)
            #expect(throws: EventLoopError.self) { try DescriptorWatch(descriptor: pipe.reader.number, on: loop) }
            try await loop.run {
                async let first = watch.wait(for: .read)
                await Task.yield()
                await #expect(throws: EventLoopError(code: .alreadyWaiting, subject: "descriptor \(pipe.reader.number)")) {
                    try await watch.wait(for: .read)
                }
                pipe.write([1])
                _ = try await first
            }
        }
    }

    @Test func aDescriptorCanBeWatchedAgainAfterTheWatchWasCancelled() async throws {
        try await withGroup(threads: 1) { group in
            let pipe = try Pipe()
            for _ in 0..<10 {
                let watch = try DescriptorWatch(descriptor: pipe.reader.number, on: group.next())
                watch.cancel()
            }
            pipe.write([1])
            let watch = try DescriptorWatch(descriptor: pipe.reader.number, on: group.next())
            #expect(try await watch.wait(for: .read) == .read)
        }
    }

    @Test func signalsFromOtherThreadsWakeBeforeAndDuringAWaitAndCountAsOne() async throws {
        try await withGroup(threads: 1) { group in
            let wakeUp = try WakeUp(on: group.next())
            wakeUp.signal()
            wakeUp.signal()
            try await wakeUp.wait()
            async let waited: Void = wakeUp.wait()
            wakeUp.signal()
            try await waited
            let task = Task { try await wakeUp.wait() }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }
}

/// A pipe whose ends close with it.
struct Pipe {
    let reader: OwnedDescriptor
    let writer: OwnedDescriptor

    init() throws {
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        reader = OwnedDescriptor(ends[0])
        writer = OwnedDescriptor(ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    func write(_ bytes: [UInt8]) { _ = Glibc.write(writer.number, bytes, bytes.count) }

    func read(_ maximum: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: maximum)
        let count = Glibc.read(reader.number, &bytes, maximum)
        return Array(bytes.prefix(max(0, count)))
    }
}

private func socketPair() throws -> (OwnedDescriptor, OwnedDescriptor) {
    var ends: [CInt] = [-1, -1]
    try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
    return (OwnedDescriptor(ends[0]), OwnedDescriptor(ends[1]))
}
