import Domain
import EventLoop
import FoundationEssentials
import Kafka
import Shared
import Support
import Synchronization
import Telemetry
import Testing

@testable import ServiceRuntime

/// A relay and a stage, and two tenants of which one has far more than the other.
@Suite(.timeLimit(.minutes(2))) struct FairnessTests {
    private let world = MemoryWorld()

    @Test func `a backlog of a thousand does not delay another tenant's documents`() async throws {
        let turns = TurnSettings(underWay: 50)
        let leases = world.keeper()
        let relay = OutboxRelay(
            world.store, leases: leases, wake: world.wake, producer: MemoryProducer(world.broker),
            settings: RelaySettings(interval: .milliseconds(20), turns: turns), logger: .silent, metrics: MetricsRegistry())
        // How many of the crowd were decided on so far, when one of the other tenant was.
        let crowd = Mutex(0)
        let places = Mutex<[Int]>([])
        let decided = AsyncPulse()
        let handler = TestHandler { [world] event in
            let others = crowd.withLock { crowd in
                if event.header.tenant == "acme" { crowd += 1 }
                return crowd
            }
            if event.header.tenant == "globex" {
                places.withLock { $0.append(others) }
                decided.notify()
            }
            return await TestHandler.accept(event, world.store)
        }
        var configuration = MemoryWorld.quick
        configuration.turns = turns
        for _ in 0..<1_000 { _ = try world.store.submittedSample(owner: leases.instance, tenant: "acme") }
        let keeping = Task { await leases.run() }
        defer { keeping.cancel() }
        let relaying = Task { await relay.run() }
        let delays = try await world.withLoop(handler, configuration) { [world] _ in
            var delays: [Int] = []
            world.wake.notify()
            for number in 0..<5 {
                let before = crowd.withLock { $0 }
                _ = try world.store.submittedSample(owner: leases.instance, tenant: "globex")
                world.wake.notify()
                while places.withLock({ $0.count }) == number { try await decided.wait() }
                delays.append(places.withLock { $0[number] } - before)
            }
            try await world.broker.waitForCommit(group: handler.consumerGroup, MemoryWorld.submitted, offset: 1_005)
            return delays
        }
        relay.stop()
        await relaying.value
        // Those that were in progress, and what is decided on while the relay wakes up: nothing that grows with the backlog.
        #expect(delays.allSatisfy { $0 < 200 }, "\(delays)")
        #expect(crowd.withLock { $0 } == 1_000)
        #expect(Set(world.broker.records(of: "docket.submitted").compactMap(\.key)).count == 1_005)
    }

    @Test func `a topic never has more of a tenant than may be under way while its stage rests`() async throws {
        let leases = world.keeper()
        let relay = OutboxRelay(
            world.store, leases: leases, wake: world.wake, producer: MemoryProducer(world.broker),
            settings: RelaySettings(interval: .milliseconds(5), turns: TurnSettings(underWay: 7)), logger: .silent,
            metrics: MetricsRegistry())
        for _ in 0..<50 { _ = try world.store.submittedSample(owner: leases.instance, tenant: "acme") }
        let keeping = Task { await leases.run() }
        defer { keeping.cancel() }
        let relaying = Task { await relay.run() }
        world.wake.notify()
        _ = try await world.broker.waitForRecords(7, of: "docket.submitted")
        let other = try world.store.submittedSample(owner: leases.instance, tenant: "globex")
        world.wake.notify()
        let records = try await world.broker.waitForRecords(8, of: "docket.submitted")
        #expect(records.last.flatMap { try? EventReader.header(of: $0.value ?? []).submission } == other.id)
        while try await world.store.backlog().heldLines == 0 { await Task.yield() }
        #expect(world.broker.records(of: "docket.submitted").count == 8)
        // What no outcome needs holds nothing up.
        #expect(world.broker.records(of: "docket.uploads").count == 51)
        // What waits for its turn is on its way, and its age is no sign of a fault.
        let items = try await world.store.inFlightItems(from: .start, limit: 200).items
        let view = BrokerView(cluster: "", committed: [:], watermarks: [:])
        let held = items.filter { $0.waitsForTurn }
        #expect(held.count == 43)
        #expect(held.allSatisfy { ItemStatus.of($0, view) == .moving(.turn(owner: leases.instance)) })
        relay.stop()
        await relaying.value
    }
}
