import Domain
import EventLoop
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@Suite(.timeLimit(.minutes(1))) struct ReconcileConformanceTests {
    /// All that a pass finds that looks at so much at a time. It is the same that is found of the submissions by themselves.
    private func items(_ ports: DeliveryPorts, limit: Int = 100) async throws -> [InFlightItem] {
        var items: [InFlightItem] = []
        var next: InFlightCursor? = .start
        while let cursor = next {
            let page = try await ports.reconciling.inFlightItems(from: cursor, limit: limit)
            #expect(page.items.count <= 3 * limit)
            #expect(page.next != cursor)
            items += page.items
            next = page.next
        }
        items.sort { $0.position < $1.position }
        let submissions = Set(items.map(\.submission)).sorted()
        #expect(
            try await ports.reconciling.inFlightItems(of: submissions, limit: 100).map(\.timeless) == items.map(\.timeless))
        return items
    }

    private func validation(_ ports: DeliveryPorts, _ submission: Submission) async throws -> WorkItemKey {
        WorkItemKey(stage: .validation, eventID: try await ports.submitted(submission).id)
    }

    @Test(arguments: DeliveryBackend.allCases) func aRowIsFollowedFromItsWritingToItsEnd(_ backend: DeliveryBackend) async throws
    {
        try await backend.run { ports in
            let owner = try await ports.lease()
            let submission = try await ports.submit(owner.instance)
            let written = try await items(ports)
            #expect(written.map(\.key.stage) == [.preview, .validation])
            #expect(written.map(\.sequence) == [3, 4])
            #expect(written.map(\.isAwaited) == [false, true])
            #expect(written.allSatisfy { $0.publication == .waiting(owner: owner.instance, isOwnerAlive: true) })
            _ = try await ports.publishAll(owner)
            for item in try await items(ports) {
                guard case .published(let place) = item.publication else { throw StoreFixture.Unexpected() }
                #expect(place.cluster == "cluster" && place.partition == 1 && place.offset == 7)
                #expect(item.work == .notBegun)
            }

            let key = try await validation(ports, submission)
            _ = try await ports.items.begin([key], mode: .together, owner)
            #expect(try await items(ports).last?.work == .started(by: owner.instance, isAlive: true))
            _ = try await ports.items.end([(key, .retry(after: .seconds(600), error: "away"))], owner)
            guard case .waiting(until: .some) = try await items(ports).last?.work else { throw StoreFixture.Unexpected() }
            _ = try await ports.stages.commit([.validated(submission, try await ports.submitted(submission))], owner)
            // What was validated waits for normalization now.
            #expect(try await items(ports).map(\.key.stage) == [.preview, .normalization])
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func deadOwnersAndWorkersAreTold(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let dead = try await ports.lease(alive: false)
            let submission = try await ports.submit(dead.instance)
            #expect(try await items(ports)[0].publication == .waiting(owner: dead.instance, isOwnerAlive: false))
            _ = try await ports.items.begin([try await validation(ports, submission)], mode: .together, dead)
            #expect(try await items(ports)[1].work == .started(by: dead.instance, isAlive: false))
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func whatIsParkedIsNotInFlight(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let owner = try await ports.lease()
            let submission = try await ports.submit(owner.instance)
            let key = try await validation(ports, submission)
            _ = try await ports.items.begin([key], mode: .together, owner)
            _ = try await ports.items.end([(key, .parked(error: "broken"))], owner)
            #expect(try await items(ports).map(\.key.stage) == [.preview])
            #expect(try await ports.reconciling.audit(of: [submission.id]).map(\.isParked) == [true])
            _ = try await ports.items.unpark(key)
            #expect(try await items(ports).map(\.key.stage) == [.preview, .validation])
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func aStageThatEndedWithoutAChangeIsFound(_ backend: DeliveryBackend) async throws
    {
        try await backend.run { ports in
            let owner = try await ports.lease()
            let submission = try await ports.submit(owner.instance)
            let key = try await validation(ports, submission)
            _ = try await ports.items.begin([key], mode: .together, owner)
            _ = try await ports.items.end([(key, .done)], owner)
            let found = try await items(ports)
            #expect(found.last?.key == key)
            #expect(found.last?.work == .done)
            #expect(found.last?.isAwaited == true)
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func pagesAndSubmissionsAreBounded(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let owner = try await ports.lease()
            var submissions: [SubmissionID] = []
            for _ in 0..<3 { submissions.append(try await ports.submit(owner.instance).id) }
            let all = try await items(ports)
            #expect(all.count == 6)
            #expect(all.map(\.position) == all.map(\.position).sorted())
            for limit in [1, 2, 4, 6, 7] { #expect(try await items(ports, limit: limit).map(\.timeless) == all.map(\.timeless)) }
            let one = try await ports.reconciling.inFlightItems(of: [submissions[1]], limit: 10)
            #expect(one.map(\.submission) == [submissions[1], submissions[1]])
        }
    }

    /// Rows that are finished, work that was sent again and submissions that nothing moves, each in another piece of the pass.
    @Test(arguments: DeliveryBackend.allCases) func eachWayToBeInFlightIsFoundOnceHoweverLittleIsLookedAt(
        _ backend: DeliveryBackend
    ) async throws {
        try await backend.run { ports in
            let owner = try await ports.lease()
            var keys: [WorkItemKey] = []
            for _ in 0..<6 { keys.append(try await validation(ports, try await ports.submit(owner.instance))) }
            _ = try await ports.publishAll(owner)
            _ = try await ports.items.begin(keys, mode: .together, owner)
            // Two are done without a change, and two have failed and are sent again when their rows are gone.
            _ = try await ports.items.end(
                keys[..<2].map { ($0, .done) } + keys[2..<4].map { ($0, .parked(error: "broken")) }, owner)
            _ = try await ports.outbox.purgePublished(olderThan: .seconds(-60), limit: 100)
            for key in keys[2..<4] { _ = try await ports.items.unpark(key) }
            let all = try await items(ports)
            #expect(all.count == 12)
            let validations = all.filter { $0.key.stage == .validation }
            #expect(Set(validations.map(\.key)) == Set(keys))
            #expect(validations.map(\.publication).filter { $0 == .unknown }.count == 4)
            #expect(validations.filter { $0.work == .done && $0.isAwaited }.count == 2)
            for limit in 1..<8 { #expect(try await items(ports, limit: limit).map(\.timeless) == all.map(\.timeless)) }
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func anEventIsEmittedAgainOnceAndInOrder(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let owner = try await ports.lease()
            let other = try await ports.lease()
            _ = try await ports.submit(owner.instance)
            _ = try await ports.publishAll(owner)
            #expect(try await items(ports).allSatisfy { $0.publishedFor > .zero && $0.publishedFor < .seconds(60) })
            let again = try await items(ports).map {
                Reemission(event: $0.key.eventID, judged: .sample, wasPassedOver: $0.sequence == 4)
            }
            #expect(try await ports.reconciling.reemit(again, owner: other.instance) == Set(again.map(\.event)))
            #expect(try await ports.reconciling.reemit(again, owner: other.instance).isEmpty)
            #expect(try await items(ports).map(\.timesPassedOver) == [0, 1])
            #expect(try await items(ports).allSatisfy { $0.publishedFor == .zero })
            #expect(try await ports.outbox.claimRows(owner, limit: 10, excluding: []).rows.isEmpty)
            #expect(try await ports.publishAll(other).map(\.sequence) == [3, 4])
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func whatMovedOnIsNotEmitted(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let owner = try await ports.lease()
            let submission = try await ports.submit(owner.instance)
            _ = try await ports.publishAll(owner)
            let key = try await validation(ports, submission)
            let elsewhere = RecordLocation(cluster: "cluster", topic: "topic", partition: 1, offset: 8)
            let stale = Reemission(event: key.eventID, judged: elsewhere, wasPassedOver: false)
            #expect(try await ports.reconciling.reemit([stale], owner: owner.instance).isEmpty)
            let unknown = Reemission(event: key.eventID, judged: nil, wasPassedOver: false)
            #expect(try await ports.reconciling.reemit([unknown], owner: owner.instance).isEmpty)
            _ = try await ports.items.begin([key], mode: .together, owner)
            let late = Reemission(event: key.eventID, judged: .sample, wasPassedOver: false)
            #expect(try await ports.reconciling.reemit([late], owner: owner.instance).isEmpty)
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func theAuditReadsTheLog(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let owner = try await ports.lease()
            var submissions: [Submission] = []
            for _ in 0..<3 { submissions.append(try await ports.submit(owner.instance)) }
            let first = try await ports.reconciling.audit(after: nil, limit: 2)
            let second = try await ports.reconciling.audit(after: first.nextAfter, limit: 2)
            #expect((first.page + second.page).map(\.submission) == submissions.map(\.id).sorted())
            #expect(second.nextAfter == nil)
            #expect(
                try await ports.reconciling.audit(of: [submissions[0].id]) == [
                    SubmissionAudit(
                        submission: submissions[0].id, state: .submitted, version: 4, newestStep: .submissionSubmitted,
                        events: 4, highestSequence: 4, isParked: false)
                ])
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func deliveriesAreCounted(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let owner = try await ports.lease()
            let event = try await ports.submitted(try await ports.submit(owner.instance))
            let keys = ["a", "b", "c"].map { DeliveryKey(eventID: event.id, channel: "webhook", endpoint: $0) }
            _ = try await ports.deliveries.plan(keys)
            _ = try await ports.deliveries.claimDue(channel: "webhook", room: DeliveryRoom(limit: 10), excluding: [], owner)
            _ = try await ports.deliveries.end(keys[0], .delivered(status: 200), owner)
            _ = try await ports.deliveries.end(keys[1], .givenUp(status: 410, error: "gone"), owner)
            #expect(
                try await ports.reconciling.deliveryCounts()
                    == DeliveryCounts(pending: 1, delivered: 1, givenUp: 1, stuck: []))
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func roundsTakeTurns(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let (begun, mayEnd) = (AsyncSignal<Void>(), AsyncSignal<Void>())
            let long = Task {
                try await ports.reconciling.withRound(every: .zero) {
                    begun.send()
                    try await mayEnd.wait()
                    return "long"
                }
            }
            try await begun.wait()
            #expect(try await ports.reconciling.withRound(every: .zero) { "at once" } == nil)
            mayEnd.send()
            #expect(try await long.value == "long")
            #expect(try await ports.reconciling.withRound(every: .seconds(600)) { "too early" } == nil)
            #expect(try await ports.reconciling.withRound(every: .zero) { "next" } == "next")
            await #expect(throws: StoreFixture.Unexpected.self) {
                _ = try await ports.reconciling.withRound(every: .zero) { () -> Int in throw StoreFixture.Unexpected() }
            }
            #expect(try await ports.reconciling.withRound(every: .zero) { "after a failure" } == "after a failure")
        }
    }

    @Test func theRoundOfAProcessThatDiedIsHadByAnother() async throws {
        try await TestDatabase.runMigrated { database in
            let (pool, store) = (database.pool, PostgresReconcileStore(pool: database.pool))
            let dead = UUID()
            @Sendable func hold(_ until: SQL) async throws {
                let values: SQL = "values (now() - interval '1 day', \(dead), "
                try await pool.execute(
                    "insert into reconcile_rounds (began_at, holder, held_until) " + values + until
                        + ") on conflict (singleton) do update set holder = excluded.holder, held_until = excluded.held_until")
            }
            try await hold("now() + interval '1 hour'")
            #expect(try await store.withRound(every: .zero) { "held" } == nil)
            try await hold("now()")
            let seen = try await store.withRound(every: .zero) {
                // It belongs to another now; whom it is taken from gives up what is its own alone.
                try await hold("now() + interval '1 hour'")
                return "begun"
            }
            #expect(seen == "begun")
            #expect(try await store.withRound(every: .zero) { "of another" } == nil)
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func stagesArePausedOnce(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let before = try await ports.pauses.pauses()
            #expect(before.isEmpty)
            #expect(try await ports.pauses.pause(.validation, actor: "ann", reason: "disk"))
            #expect(try await !ports.pauses.pause(.validation, actor: "bob", reason: nil))
            let paused = try #require(try await ports.pauses.pauses().first)
            #expect(paused.stage == .validation && paused.actor == "ann" && paused.reason == "disk")
            // A worker learns of it with what waits.
            #expect(try await ports.items.waiting(stage: .validation).pause == paused)
            #expect(try await ports.items.waiting(stage: .normalization).pause == nil)
            #expect(try await ports.pauses.resume(.validation))
            #expect(try await ports.items.waiting(stage: .validation).pause == nil)
            #expect(try await !ports.pauses.resume(.validation))
        }
    }
}

extension InFlightItem {
    /// Without what changes by itself.
    fileprivate var timeless: InFlightItem {
        InFlightItem(
            key: key, position: position, submission: submission, sequence: sequence, isAwaited: isAwaited,
            publication: publication, waitsForTurn: waitsForTurn, timesPassedOver: timesPassedOver, work: work)
    }
}
