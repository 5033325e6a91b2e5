import ServiceRuntime
import Testing

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
}
