import Domain
import EventLoop
import Synchronization
import Testing

@testable import PostgresStore

@Suite(.timeLimit(.minutes(1))) struct ReadBatcherTests {
    private struct Broken: Error {}

    /// What was read together, and a gate before the first read.
    private final class Record: Sendable {
        let batches = Mutex<[Set<Int>]>([])
        let began = AsyncSignal<Void>()
        let gate = AsyncSignal<Void>()

        func read(_ wanted: Set<Int>) async throws -> [Int: String] {
            let isFirst = batches.withLock { batches in
                batches.append(wanted)
                return batches.count == 1
            }
            if isFirst {
                began.send()
                try await gate.wait()
            }
            if wanted.contains(13) { throw Broken() }
            return Dictionary(uniqueKeysWithValues: wanted.filter { $0 != 0 }.map { ($0, "\($0)") })
        }
    }

    /// Asks for 1, and for the others while that one is read.
    private func ask(
        _ others: [Int], limit: Int = .max, concernsOne: @escaping @Sendable (any Error) -> Bool = { _ in false }
    ) async throws -> (answers: [Int: Result<String?, any Error>], batches: [Set<Int>]) {
        let record = Record()
        let reads = ReadBatcher<Int, String>(limit: limit, turns: 1, concernsOne: concernsOne) { try await record.read($0) }
        let answers = try await withThrowingTaskGroup(of: (Int, Result<String?, any Error>).self) { group in
            func ask(_ key: Int) {
                group.addTask {
                    do { return (key, .success(try await reads.value(key))) } catch { return (key, .failure(error)) }
                }
            }
            ask(1)
            try await record.began.wait()
            for (index, key) in others.enumerated() {
                ask(key)
                // One after another, so that it is known who reads with whom.
                while reads.gathered != index % limit + 1 { await Task.yield() }
            }
            record.gate.send()
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        return (answers, record.batches.withLock { $0 })
    }

    @Test func whatIsAskedForMeanwhileIsReadTogether() async throws {
        let (answers, batches) = try await ask([2, 3, 4, 0])
        #expect(batches == [[1], [0, 2, 3, 4]])
        for key in 1...4 { #expect(try answers[key]?.get() == "\(key)") }
        #expect(try answers[0]?.get() == .some(nil))
    }

    @Test func onlySoManyAreReadTogether() async throws {
        let (answers, batches) = try await ask([2, 3, 4, 5, 6], limit: 2)
        #expect(batches.first == [1])
        #expect(Set(batches.dropFirst()) == [[2, 3], [4, 5], [6]])
        #expect(answers.count == 6 && answers.values.allSatisfy { (try? $0.get()) != nil })
    }

    @Test func whatIsWrongWithOneIsWrongForThatOne() async throws {
        let (answers, batches) = try await ask([2, 13], concernsOne: { $0 is Broken })
        #expect(batches.contains([2, 13]))
        #expect(try answers[2]?.get() == "2")
        #expect(throws: Broken.self) { try answers[13]?.get() }
    }

    @Test func whatIsWrongWithAllIsAskedOnce() async throws {
        let (answers, batches) = try await ask([2, 13])
        #expect(batches == [[1], [2, 13]])
        #expect(throws: Broken.self) { try answers[2]?.get() }
    }

    /// The one that was to read for the others goes away; they are answered all the same.
    @Test func whoseReaderIsCancelledAsksAnew() async throws {
        let record = Record()
        let reads = ReadBatcher<Int, String>(turns: 1) { try await record.read($0) }
        let reader = Task { try await reads.value(1) }
        try await record.began.wait()
        let next = Task { try await reads.value(2) }
        while reads.gathered != 1 { await Task.yield() }
        let follower = Task { try await reads.value(3) }
        while reads.gathered != 2 { await Task.yield() }
        next.cancel()
        record.gate.send()
        #expect(try await reader.value == "1")
        #expect(try await follower.value == "3")
    }
}
