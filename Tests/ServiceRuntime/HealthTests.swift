import FoundationEssentials
import Shared
import Synchronization
import Testing

@testable import ServiceRuntime

@Suite struct HealthTests {
    @Test func `a service is ready while everything required works`() {
        let registry = HealthRegistry()
        #expect(registry.isReady)
        registry.set("postgres", required: true, .failing("no connection"))
        registry.set("kafka", required: false, .ok)
        #expect(!registry.isReady)
        #expect(registry.set("postgres", required: true, .ok))
        #expect(!registry.set("postgres", required: true, .ok))
        #expect(registry.isReady && !registry.isDegraded)
        registry.set("kafka", required: false, .failing("no broker"))
        #expect(registry.isReady && registry.isDegraded)
    }

    @Test func `the report names each part and its trouble`() {
        let registry = HealthRegistry()
        registry.set("kafka", required: false, .failing("no broker"))
        registry.set("blobs", required: true, .degraded("nearly full"))
        let report = ReadinessReport(registry)
        #expect(report.ready && report.degraded)
        #expect(report.parts.map(\.name) == ["blobs", "kafka"])
        #expect(report.parts.map(\.status) == ["degraded", "failing"])
        #expect(report.parts.map(\.reason) == ["nearly full", "no broker"])
    }

    @Test func `a note is told, and is no trouble`() {
        let registry = HealthRegistry()
        registry.set("decoder-jail", required: true, .noted("this host does not enforce namespaces"))
        let report = ReadinessReport(registry)
        #expect(report.ready && !report.degraded)
        #expect(report.parts.map(\.status) == ["ok"])
        #expect(report.parts.map(\.reason) == ["this host does not enforce namespaces"])
    }

    @Test func `since when something is as it is stays while its words change`() throws {
        let now = Mutex(Date(timeIntervalSince1970: 0))
        let registry = HealthRegistry { now.withLock { $0 } }
        func set(_ seconds: Double, _ health: Health) throws -> Date {
            now.withLock { $0 = Date(timeIntervalSince1970: seconds) }
            registry.set("blobs", required: true, health)
            return try #require(registry.entry(of: "blobs")?.since)
        }
        #expect(try set(1, .ok).timeIntervalSince1970 == 1)
        #expect(try set(2, .noted("a note")).timeIntervalSince1970 == 1)
        #expect(try set(3, .failing("away")).timeIntervalSince1970 == 3)
        #expect(try set(4, .failing("still away")).timeIntervalSince1970 == 3)
        #expect(ReadinessReport(registry).parts.map(\.since) == [Timestamp(Date(timeIntervalSince1970: 3))])
        #expect(try set(5, .ok).timeIntervalSince1970 == 5)
    }

    @Test func `changes are told to whoever wants to know, and things are looked at when somebody asks`() async {
        let registry = HealthRegistry()
        let told = Mutex<[String]>([])
        registry.observe(as: "one") { name, health in told.withLock { $0.append("\(name) \(health)") } }
        registry.set("blobs", required: true, .ok)
        registry.set("blobs", required: true, .ok)
        registry.register("blobs") {
            registry.set("blobs", required: true, .failing("away"))
            return .failing("away")
        }
        #expect(await registry.look(at: "blobs") == .failing("away"))
        #expect(await registry.look(at: "nothing") == nil)
        #expect(told.withLock { $0 } == ["blobs ok", "blobs failing(\"away\")"])
    }
}
