import Domain
import EventLoop
import FoundationEssentials
import Kafka
import ServiceRuntime
import Shared
import Support
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ConsumeLoopTests {
    private let world = MemoryWorld()
    private let failure = ProcessingFailure(code: "away", isRetriable: true, description: "Something is away.")
    private let fault = ProcessingFailure(code: "broken", isRetriable: false, description: "Something is broken.")

    private func waitForOffset(_ offset: Int64, group: String = "docket.validation") async throws {
        try await world.broker.waitForCommit(group: group, MemoryWorld.submitted, offset: offset)
    }

    private func states(_ submissions: [Submission]) -> [SubmissionState?] {
        submissions.map { world.store.submission($0.id)?.state }
    }

    @Test func `every event is tried once, its change committed, and then the position moved`() async throws {
        let submissions = try await world.submissions(30)
        let handler = TestHandler.accepting(world.store)
        try await world.withLoop(handler) { _ in try await waitForOffset(30) }
        #expect(Set(handler.events.map(\.header.submission)) == Set(submissions.map(\.id)))
        #expect(handler.events.count == 30)
        #expect(states(submissions).allSatisfy { $0 == .processing })
    }

    @Test func `what comes twice is done once`() async throws {
        let submissions = try await world.submissions(5)
        for submission in submissions { world.publish(try await world.event(of: submission)) }
        let handler = TestHandler.accepting(world.store)
        try await world.withLoop(handler) { _ in try await waitForOffset(10) }
        #expect(handler.events.count == 5)
        #expect(submissions.allSatisfy { world.store.submission($0.id)?.version == $0.version + 1 })
    }

    @Test func `case 1: killed between COMMIT and the stored position, nothing happens twice`() async throws {
        let submissions = try await world.submissions(5)
        let first = TestHandler.accepting(world.store)
        try await world.withLoop(first, group: "lost") { _ in try await waitForOffset(5, group: "lost") }
        // Another group has no position: all records come again, to another process.
        let second = TestHandler.accepting(world.store)
        try await world.withLoop(second) { _ in try await waitForOffset(5) }
        #expect(second.events.isEmpty)
        #expect(submissions.allSatisfy { world.store.submission($0.id)?.version == $0.version + 1 })
    }

    @Test func `one event's failure is its own, and goes to the dead letters`() async throws {
        let submissions = try await world.submissions(6)
        let broken = submissions[2].id
        let handler = TestHandler { [world, fault] event in
            event.header.submission == broken ? .failed(fault) : await TestHandler.accept(event, world.store)
        }
        try await world.withLoop(handler) { _ in try await waitForOffset(6) }
        let letters = world.store.deadLetters
        #expect(letters.count == 1)
        #expect(letters.first?.value == (try await world.event(of: submissions[2]).payload))
        #expect(letters.first?.code == "broken" && letters.first?.attempts == 1)
        #expect(letters.first?.origin?.topic == "docket.submitted" && letters.first?.origin?.offset == 2)
        for submission in submissions {
            #expect(world.store.submission(submission.id)?.state == (submission.id == broken ? .failed : .processing))
        }
        #expect(try await world.store.summaries(stage: .validation, parkedOnly: true, limit: 10).map(\.submission) == [broken])
    }

    @Test func `a result that the store refuses takes no other along`() async throws {
        let submissions = try await world.submissions(6)
        let refused = submissions[2].id
        let stages = RefusingStages(world.store, refused: refused)
        // What is decided while the first commit runs goes into one batch.
        let handler = TestHandler { [world] event in
            if event.header.submission == refused || event.header.submission == submissions[3].id {
                try? await stages.hasBegun.wait()
            }
            return await TestHandler.accept(event, world.store)
        }
        try await world.withLoop(handler, stages: stages) { _ in try await waitForOffset(6) }
        for submission in submissions where submission.id != refused {
            #expect(world.store.submission(submission.id)?.state == .processing)
        }
        #expect(try await world.store.summaries(stage: .validation, parkedOnly: false, limit: 10).map(\.submission) == [refused])
    }

    @Test func `an item of which the store takes no end is given back, and is nobody's any more`() async throws {
        let submission = try await world.submissions(1)[0]
        let stages = RefusingStages(world.store, refused: submission.id, takesFailure: false)
        try await world.withLoop(TestHandler.accepting(world.store), stages: stages) { _ in try await waitForOffset(1) }
        let item = try #require(try await world.store.summaries(stage: .validation, parkedOnly: false, limit: 10).first)
        #expect(item.retryAt != nil && item.attempts == 0 && !item.isParked)
        #expect(item.lastError == "its end could not be stored")
    }

    @Test func `a retry waits in the store while the position moves on`() async throws {
        let submissions = try await world.submissions(3)
        let late = submissions[0].id
        let mayGoOn = AsyncSignal<Void>()
        let handler = TestHandler { [world, failure] event in
            guard event.header.submission == late else { return await TestHandler.accept(event, world.store) }
            if event.attempt == 1 { return .retry(after: .zero, because: failure) }
            try? await mayGoOn.wait()
            return await TestHandler.accept(event, world.store)
        }
        try await world.withLoop(handler) { [world] _ in
            try await waitForOffset(3)
            #expect(world.store.submission(late)?.state == .submitted)
            mayGoOn.send()
            try await world.waitUntil { world.store.submission(late)?.state == .processing }
        }
        #expect(handler.events.filter { $0.header.submission == late }.map(\.attempt) == [1, 2])
    }

    @Test func `a retry has its turn though the backlog never ends`() async throws {
        let late = try await world.submissions(1)[0].id
        _ = try await world.submissions(30)
        let isRetried = AsyncSignal<Void>()
        let handler = TestHandler { [world, failure] event in
            if event.header.submission == late {
                if event.attempt == 1 { return .retry(after: .zero, because: failure) }
                isRetried.send()
            } else if world.store.submission(late)?.state == .submitted {
                _ = try? await world.submissions(1)
            }
            return await TestHandler.accept(event, world.store)
        }
        try await world.withLoop(handler) { _ in try await isRetried.wait() }
        #expect(handler.events.filter { $0.header.submission == late }.map(\.attempt) == [1, 2])
    }

    @Test func `after the last attempt the event is parked`() async throws {
        let submission = try await world.submissions(1)[0]
        let handler = TestHandler { [failure] _ in .retry(after: .zero, because: failure) }
        try await world.withLoop(handler) { [world] _ in
            try await world.waitUntil { world.store.submission(submission.id)?.state == .failed }
        }
        #expect(handler.events.map(\.attempt) == [1, 2, 3])
        #expect(world.store.deadLetters.map(\.attempts) == [3])
    }

    @Test func `case 8, bad JSON: a record that is no event goes to the dead letters, and the others go on`() async throws {
        world.broker.append(KafkaMessage(topic: "docket.submitted", key: [1], value: Array("{".utf8)))
        let submissions = try await world.submissions(2)
        try await world.withLoop(.accepting(world.store)) { _ in try await waitForOffset(3) }
        #expect(states(submissions).allSatisfy { $0 == .processing })
        #expect(world.store.deadLetters.map(\.code) == ["event-malformed"])
    }

    @Test func `an event that the store never had goes to the dead letters`() async throws {
        let other = MemoryWorld()
        let stranger = try await other.submissions(1)[0]
        world.publish(try await other.event(of: stranger))
        let known = try await world.submissions(1)
        try await world.withLoop(.accepting(world.store)) { _ in try await waitForOffset(2) }
        #expect(states(known) == [.processing])
        #expect(world.store.deadLetters.map(\.event) == [nil])
        #expect(world.store.deadLetters.map(\.code) == ["unknown-submission"])
        #expect(world.store.deadLetters.first?.attempts == 0)
    }

    @Test func `a made-up event of a submission that is there is called so, with its headers`() async throws {
        let submission = try await world.submissions(1)[0]
        let sound = String(decoding: try await world.event(of: submission).payload, as: UTF8.self)
        let id = try await world.event(of: submission).id
        let forged = sound.replacing("\(id)", with: "\(EventID.random())")
        world.broker.append(
            KafkaMessage(
                topic: "docket.submitted", key: [1], value: Array(forged.utf8), headers: [KafkaHeader("from", "kcat")]))
        try await world.withLoop(.accepting(world.store)) { _ in try await waitForOffset(2) }
        #expect(states([submission]) == [.processing])
        #expect(world.store.deadLetters.map(\.code) == ["unknown-event"])
        #expect(world.store.deadLetters.first?.headers == [.init(name: "from", value: Array("kcat".utf8))])
        #expect(world.store.deadLetters.first?.value == Array(forged.utf8))
    }

    /// What `docket replay --topics` publishes is read, and becomes neither work nor dead letters.
    @Test func `a recording that is played onto the topics is passed over`() async throws {
        let submissions = try await world.submissions(1)
        let sound = String(decoding: try await world.event(of: submissions[0]).payload, as: UTF8.self)
        let shadow = sound.replacing("\"tenant\":\"\(submissions[0].tenant)\"", with: #""tenant":"shadow-1""#)
            .replacing("\(submissions[0].id)", with: "\(SubmissionID.random())")
        try #require(shadow.contains("shadow-1"))
        let header = KafkaHeader(RecordHeader.replay, "run/1")
        world.broker.append(KafkaMessage(topic: "docket.submitted", key: [1], value: Array(shadow.utf8), headers: [header]))
        let handler = TestHandler.accepting(world.store)
        try await world.withLoop(handler) { _ in try await waitForOffset(2) }
        #expect(world.store.deadLetters.isEmpty && handler.events.count == 1)
        // A header alone takes nobody's work away.
        let other = try world.store.submittedSample(owner: InstanceID(UUID()))
        let event = try await world.event(of: other)
        world.broker.append(KafkaMessage(topic: "docket.submitted", key: [1], value: event.payload, headers: [header]))
        try await world.withLoop(handler) { _ in try await waitForOffset(3) }
        #expect(states([other]) == [.processing])
    }

    @Test func `a handler that takes too long is cancelled and tried again`() async throws {
        let submission = try await world.submissions(1)[0]
        var configuration = MemoryWorld.quick
        configuration.attemptLimit = .milliseconds(20)
        let handler = TestHandler { [world] event in
            if event.attempt == 1 { try? await SystemTime().sleep(for: .seconds(60)) }
            return await TestHandler.accept(event, world.store)
        }
        try await world.withLoop(handler, configuration) { [world] _ in
            try await world.waitUntil { world.store.submission(submission.id)?.state == .processing }
        }
        #expect(handler.events.map(\.attempt) == [1, 2])
    }

    @Test func `an earlier event of the submission is handled first, though its record comes later`() async throws {
        let owner = InstanceID(UUID())
        let submission = try world.store.submittedSample(owner: owner)
        let uploads = try await world.store.events(of: submission.id, afterSequence: 0, limit: 10)
        let types = Set(uploads.map(\.type))
        #expect(uploads.count > 1)
        let handler = TestHandler(stage: .preview, eventTypes: types) { _ in .nothing }
        for event in uploads.reversed() {
            world.broker.append(
                KafkaMessage(topic: "docket.uploads", key: Array(event.submission.description.utf8), value: event.payload))
        }
        let partition = TopicPartition(topic: "docket.uploads", partition: 0)
        try await world.withLoop(handler) { [world] _ in
            try await world.broker.waitForCommit(group: "docket.preview", partition, offset: Int64(uploads.count))
        }
        #expect(handler.events.map(\.header.sequence) == uploads.map(\.sequence))
    }

    /// How a partition goes.
    enum Loss: CaseIterable { case revoked, lost }

    @Test(arguments: Loss.allCases)
    func `case 5, rebalance in mid-transaction: work goes on over it, and is done once`(_ loss: Loss) async throws {
        let submission = try await world.submissions(1)[0]
        let (begun, mayGoOn) = (AsyncSignal<Void>(), AsyncSignal<Void>())
        let handler = TestHandler { [world] event in
            begun.send()
            try? await mayGoOn.wait()
            return await TestHandler.accept(event, world.store)
        }
        let successor = TestHandler.accepting(world.store)
        try await world.withLoop(handler) { [world] consumer in
            try await begun.wait()
            switch loss {
            case .revoked: try await consumer.revoke([MemoryWorld.submitted])
            case .lost: try await consumer.lose([MemoryWorld.submitted])
            }
            // Whoever has the partition next passes over what is still in progress.
            try await world.withLoop(successor) { _ in try await waitForOffset(1) }
            #expect(world.store.submission(submission.id)?.state == .submitted)
            mayGoOn.send()
            try await world.waitUntil { world.store.submission(submission.id)?.state == .processing }
        }
        #expect(successor.events.isEmpty)
        #expect(handler.events.map(\.attempt) == [1])
        #expect(world.store.submission(submission.id)?.version == submission.version + 1)
    }

    @Test func `case 5, rebalance: a partition that comes back finds its work in progress, and it is done once`() async throws {
        let submission = try await world.submissions(1)[0]
        let (begun, mayGoOn) = (AsyncSignal<Void>(), AsyncSignal<Void>())
        let handler = TestHandler { [world] event in
            begun.send()
            try? await mayGoOn.wait()
            return await TestHandler.accept(event, world.store)
        }
        try await world.withLoop(handler) { [world] consumer in
            try await begun.wait()
            try await consumer.revoke([MemoryWorld.submitted])
            consumer.assign([MemoryWorld.submitted])
            #expect(world.broker.committed(group: "docket.validation")[MemoryWorld.submitted] == nil)
            mayGoOn.send()
            try await waitForOffset(1)
        }
        #expect(handler.events.map(\.attempt) == [1])
        #expect(world.store.submission(submission.id)?.state == .processing)
        #expect(world.store.submission(submission.id)?.version == submission.version + 1)
    }

    @Test func `case 10, SIGTERM drains: a stop finishes what is in progress and stores its position`() async throws {
        let submissions = try await world.submissions(1)
        let begun = AsyncSignal<Void>()
        let handler = TestHandler { [world] event in
            begun.send()
            return await TestHandler.accept(event, world.store)
        }
        try await world.withLoop(handler) { _ in try await begun.wait() }
        #expect(states(submissions) == [.processing])
        #expect(world.broker.committed(group: "docket.validation")[MemoryWorld.submitted] == 1)
    }

    @Test func `case 1: killed before COMMIT, its item is taken over alone, after its lease has ended`() async throws {
        let submission = try await world.submissions(1)[0]
        let dead = try await world.store.acquireLease(
            instance: InstanceID(UUID()), service: "test", lasting: .seconds(1_000))
        let key = WorkItemKey(stage: .validation, eventID: try await world.event(of: submission).id)
        _ = try await world.store.begin([key], mode: .together, dead)
        let handler = TestHandler.accepting(world.store)
        try await world.withLoop(handler) { [world] _ in
            // While it lives, its record is passed over.
            try await waitForOffset(1)
            #expect(handler.events.isEmpty)
            try await world.store.releaseLease(dead)
            try await world.waitUntil { world.store.submission(submission.id)?.state == .processing }
        }
        #expect(handler.events.count == 1)
    }

    @Test func `case 1: one process gives way to what a dead one left, and the others go on`() async throws {
        let dead = try await world.store.acquireLease(
            instance: InstanceID(UUID()), service: "dead", lasting: .seconds(1_000))
        let left = try await world.submissions(1)[0]
        let key = WorkItemKey(stage: .validation, eventID: try await world.event(of: left).id)
        _ = try await world.store.begin([key], mode: .together, dead)
        // Two workers, each with one item in progress that takes its time, and one that gives it room for another.
        let mayEnd = AsyncSignal<Void>()
        var configuration = MemoryWorld.quick
        (configuration.parallel, configuration.drainLimit) = (2, .seconds(30))
        let two = configuration
        func worker() -> (handler: TestHandler, begun: AsyncSignal<Void>, freed: AsyncSignal<Void>) {
            let (begun, freed, count) = (AsyncSignal<Void>(), AsyncSignal<Void>(), SharedCount())
            let handler = TestHandler { [world] event in
                switch count.next() {
                case 1: try? await freed.wait()
                case 2:
                    begun.send()
                    try? await mayEnd.wait()
                default: break
                }
                return await TestHandler.accept(event, world.store)
            }
            return (handler, begun, freed)
        }
        let (one, other) = (worker(), worker())
        _ = try await world.submissions(2)
        try await world.withLoop(one.handler, two) { [world] _ in
            try await one.begun.wait()
            _ = try await world.submissions(2)
            try await world.withLoop(other.handler, two, group: "other") { [world] _ in
                try await other.begun.wait()
                for worker in [one, other] { worker.freed.send() }
                try await world.store.releaseLease(dead)
                try await world.waitUntil { world.store.starter(of: key) != dead.instance }
                // One of them waits to run what was left, beside nothing. The other one takes this.
                let next = try await world.submissions(1)[0]
                try await world.waitUntil { world.store.submission(next.id)?.state == .processing }
                #expect(world.store.submission(left.id)?.state == .submitted)
                mayEnd.send()
                try await world.waitUntil { world.store.submission(left.id)?.state == .processing }
            }
        }
        #expect((one.handler.events + other.handler.events).count { $0.header.submission == left.id } == 1)
    }

    @Test func `case 10, slow consumer: a flood is held back and nothing of it is lost`() async throws {
        let submissions = try await world.submissions(60)
        var configuration = MemoryWorld.quick
        configuration.buffered = 8
        let handler = TestHandler.accepting(world.store)
        try await world.withLoop(handler, configuration) { _ in try await waitForOffset(60) }
        #expect(states(submissions).allSatisfy { $0 == .processing })
        #expect(handler.events.count == 60)
    }
}

extension MemoryWorld {
    /// Gives others their turn until it is so.
    func waitUntil(_ condition: @Sendable () -> Bool) async throws {
        while !condition() {
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}

/// Counts calls.
private final class SharedCount: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

/// A store that refuses every transition of one submission, and the whole batch with it, as a transaction does; or every commit.
private struct RefusingStages: StageStore {
    let inner: MemoryStore
    let refused: SubmissionID
    let takesFailure: Bool
    let hasBegun = AsyncSignal<Void>()

    init(_ inner: MemoryStore, refused: SubmissionID, takesFailure: Bool = true) {
        (self.inner, self.refused, self.takesFailure) = (inner, refused, takesFailure)
    }

    func commit(_ items: [StageCommit], _ lease: Lease) async throws(StoreError) -> [StageCommitResult] {
        hasBegun.send()
        if !takesFailure || items.contains(where: { $0.transition?.submission == refused }) {
            throw StoreError(code: .internal, isRetriable: false, description: "The result cannot be stored.")
        }
        return try await inner.commit(items, lease)
    }

    func giveUp(_ notice: DeadLetterNotice, _ lease: Lease) async throws(StoreError) { try await inner.giveUp(notice, lease) }
}
