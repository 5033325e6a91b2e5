import Domain
import EventLoop
import PostgresStore
import Support
import Synchronization
import Testing

@testable import ServiceRuntime

@Suite(.timeLimit(.minutes(1))) struct SchemaWatchTests {
    /// What the database answers, changed by the test.
    private final class Answers: Sendable {
        private let state: Mutex<(status: SchemaStatus, asked: Int)>
        init(_ status: SchemaStatus) { state = Mutex((status, 0)) }
        func set(_ status: SchemaStatus) { state.withLock { $0.status = status } }
        var asked: Int { state.withLock { $0.asked } }
        func answer() -> SchemaStatus {
            state.withLock { state in
                state.asked += 1
                return state.status
            }
        }
    }

    private func withWatch(
        _ status: SchemaStatus, _ body: @Sendable @escaping (SchemaWatch, Answers) async throws -> Void
    ) async throws {
        let group = try EventLoopGroup(threads: 1, blockingThreads: 1, name: "schema-watch")
        let answers = Answers(status)
        let watch = SchemaWatch(on: group.next()) { answers.answer() }
        let result: Result<Void, any Error>
        do { result = .success(try await body(watch, answers)) } catch { result = .failure(error) }
        await group.shutdown()
        try result.get()
    }

    @Test func whoHasBegunGoesOnWhenANewerVersionMigrates() async throws {
        try await withWatch(.current) { watch, answers in
            #expect(try await watch.look() == .ok)
            answers.set(.newer(version: 22, known: 21))
            let health = try await watch.look()
            guard case .noted(let note) = health else {
                Issue.record("\(health)")
                return
            }
            #expect(note.contains("from 21 to 22"))
            #expect(await watch.fits())
            // What nobody of this program has made is another matter.
            answers.set(.foreign(step: 3))
            await #expect(throws: StoreError.self) { try await watch.look() }
        }
    }

    @Test func nobodyBeginsOnANewerSchema() async throws {
        try await withWatch(.newer(version: 22, known: 21)) { watch, answers in
            let error = await #expect(throws: StoreError.self) { try await watch.look() }
            #expect(error?.description.contains("newer") == true)
            async let fits = watch.fits()
            try await eventually("it has looked twice") { answers.asked > 2 }
            watch.giveUp()
            #expect(await fits == false)
        }
    }

    @Test func whoWaitsBeginsWhenTheSchemaIsThere() async throws {
        try await withWatch(.older(missing: 2)) { watch, answers in
            async let fits = watch.fits()
            try await eventually("it has looked") { answers.asked > 0 }
            answers.set(.current)
            #expect(await fits)
        }
    }

    @Test func whileNoStepWasAddedNobodyIsAsked() async throws {
        try await withWatch(.current) { watch, answers in
            #expect(watch.known(at: 21) == nil)
            #expect(try await watch.look(at: 21) == .ok)
            #expect(watch.known(at: 21) == .ok)
            // Another step, or nobody who knows: it has to be looked at.
            #expect(watch.known(at: 22) == nil && watch.known(at: nil) == nil)
            answers.set(.newer(version: 22, known: 21))
            let noted = try await watch.look(at: 22)
            #expect(noted != .ok && watch.known(at: 22) == noted)
            // What did not fit is looked at each time.
            answers.set(.foreign(step: 3))
            await #expect(throws: StoreError.self) { try await watch.look(at: 22) }
            #expect(watch.known(at: 22) == nil)
            #expect(answers.asked == 3)
        }
    }
}
