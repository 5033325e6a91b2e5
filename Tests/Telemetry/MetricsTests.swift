import Telemetry
import Testing

@Suite struct MetricsTests {
    @Test func textIsPrometheus004() {
        let registry = MetricsRegistry()
        let requests = registry.counter("http_requests_total", "Requests,\nby \"method\" and \\path", labels: ["method", "path"])
        requests.increment(["POST", "/a\"b\\c\nd"])
        requests.increment(by: 2.5, ["GET", "/"])
        registry.gauge("connections", "Open").set(-3)
        let latency = registry.histogram("latency_seconds", "Latency", buckets: [0.1, 1])
        for value in [0.05, 0.1, 0.5, 7] { latency.observe(value) }
        latency.observe(.nan)
        registry.observe("age_seconds", "Age") { .infinity }
        #expect(
            registry.renderPrometheus() == """
                # HELP age_seconds Age
                # TYPE age_seconds gauge
                age_seconds +Inf
                # HELP connections Open
                # TYPE connections gauge
                connections -3
                # HELP http_requests_total Requests,\\nby "method" and \\\\path
                # TYPE http_requests_total counter
                http_requests_total{method="GET",path="/"} 2.5
                http_requests_total{method="POST",path="/a\\"b\\\\c\\nd"} 1
                # HELP latency_seconds Latency
                # TYPE latency_seconds histogram
                latency_seconds_bucket{le="0.1"} 2
                latency_seconds_bucket{le="1"} 3
                latency_seconds_bucket{le="+Inf"} 4
                latency_seconds_sum 7.65
                latency_seconds_count 4

                """)
    }

    @Test func aMetricWithoutLabelsShowsBeforeItCounts() {
        let registry = MetricsRegistry()
        _ = registry.counter("quiet_total", "Quiet")
        #expect(registry.renderPrometheus().hasSuffix("quiet_total 0\n"))
    }

    @Test func theSameNameIsTheSameMetric() {
        let registry = MetricsRegistry()
        registry.counter("c_total", "C", labels: ["a"]).increment(["x"])
        registry.counter("c_total", "C", labels: ["a"]).increment(["x"])
        #expect(registry.counter("c_total", "C", labels: ["a"]).value(["x"]) == 2)
    }

    @Test func labelValuesAreBounded() {
        let counter = MetricsRegistry().counter("c_total", "C", labels: ["id"])
        for number in 0..<1_500 { counter.increment(["\(number)"]) }
        #expect(counter.value(["999"]) == 1)
        #expect(counter.value(["overflow"]) == 500)
    }

    @Test func nothingIsLostUnderContention() async {
        let registry = MetricsRegistry()
        let counter = registry.counter("c_total", "C", labels: ["l"])
        let histogram = registry.histogram("h", "H", buckets: [1])
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for _ in 0..<5_000 {
                        counter.increment(["\(task % 2)"])
                        histogram.observe(0.5)
                    }
                }
            }
        }
        #expect(counter.value(["0"]) + counter.value(["1"]) == 40_000)
        #expect(histogram.series().count == 40_000 && histogram.series().sum == 20_000)
    }

    @Test func durationsAreSeconds() {
        let histogram = MetricsRegistry().histogram("h_seconds", "H")
        histogram.observe(.milliseconds(250))
        #expect(histogram.series().sum == 0.25)
    }

    @Test func theProcessDescribesItself() {
        let registry = MetricsRegistry()
        registry.observeProcess()
        let text = registry.renderPrometheus()
        for name in ["cpu_seconds_total", "resident_memory_bytes", "open_fds", "start_time_seconds"] {
            #expect(text.contains("\nprocess_\(name) ") && !text.contains("process_\(name) NaN"))
        }
    }
}
