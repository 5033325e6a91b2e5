import EventLoop
import Shared
import Support
import Testing

/// What operators watch by: each service's metrics, and the rules and pictures made of them.
extension MainJobTests {
    private static var deploy: String {
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/deploy"
    }

    private static let services = ["GATEWAY", "VALIDATION", "NORMALIZATION", "NOTIFICATION"]

    private func metrics(of docket: RunningDocket, _ name: String) async throws -> [UInt8] {
        try await docket.bytes(at: "\(try docket.variable("\(name)_ADMIN_URL"))/metrics")
    }

    @Test func prometheussOwnReadersTakeTheMetrics() async throws {
        let docket = try #require(RunningDocket.current)
        _ = try await docket.outcome("identity", [PlannedDocument("passport", [try .smallPhoto()])])
        let python = try await PythonPeers.interpreter(with: ["prometheus-client==0.21.1"])
        let count = """
            import sys
            from prometheus_client.parser import text_string_to_metric_families as read
            families = list(read(sys.stdin.read()))
            assert families and all(family.documentation for family in families)
            print(sum(len(family.samples) for family in families))
            """
        for name in Self.services {
            let text = try await metrics(of: docket, name)
            let checked = try await Program.run("promtool", ["check", "metrics"], input: text)
            #expect(checked.status.isSuccess && checked.complaints.isEmpty, "\(name): \(checked.text)\(checked.complaints)")
            let read = try await Program.run(python, ["-c", count], input: text)
            #expect(read.status.isSuccess, "\(name): \(read.complaints)")
            #expect(Int(read.text.split(separator: "\n").first ?? "") ?? 0 > 10)
        }
    }

    @Test func eachAlertFiresWhenItShouldAndSaysWhatToDo() async throws {
        let rules = try await Program.run("promtool", ["test", "rules", "\(Self.deploy)/observability/alerts.test.yml"])
        #expect(rules.status.isSuccess, "\(rules.text)\(rules.complaints)")
        let configuration = try await Program.run("promtool", ["check", "config", "\(Self.deploy)/observability/prometheus.yml"])
        #expect(configuration.status.isSuccess, "\(configuration.text)\(configuration.complaints)")

        let alerts = try #require(ProcFile.text("\(Self.deploy)/observability/alerts.yml"))
        let tests = try #require(ProcFile.text("\(Self.deploy)/observability/alerts.test.yml"))
        let names = Self.values(of: "- alert", in: alerts)
        let pages = Self.values(of: "runbook_url", in: alerts)
        #expect(names.count > 5 && pages == names.map { "deploy/runbooks/\($0).md" })
        for name in names {
            let page = ProcFile.text("\(Self.deploy)/runbooks/\(name).md") ?? ""
            #expect(page.hasPrefix("# \(name)\n") && page.contains("## What to do"), "\(name)")
            #expect(tests.contains("name: \(name) fires"), "\(name)")
        }
    }

    /// A rule over a metric that nobody has any more would be silent for ever.
    @Test func whatRulesAndDashboardAskForIsThere() async throws {
        let docket = try #require(RunningDocket.current)
        _ = try await docket.outcome("identity", [PlannedDocument("passport", [try .smallPhoto(1)])])
        var there: Set<String> = ["up"]
        for name in Self.services {
            let text = String(decoding: try await metrics(of: docket, name), as: UTF8.self)
            for line in text.split(separator: "\n") where line.hasPrefix("# TYPE ") {
                let words = line.split(separator: " ")
                there.insert(String(words[2]))
                if words[3] == "histogram" { there.formUnion(["_bucket", "_count", "_sum"].map { words[2] + $0 }) }
            }
        }
        for file in ["alerts.yml", "dashboard.json"] {
            let text = try #require(ProcFile.text("\(Self.deploy)/observability/\(file)"))
            let asked = Set(text.matches(of: /\b(docket|http_server|process)_[a-z0-9_]+/).map { String($0.output.0) })
            #expect(asked.count > 5)
            #expect(asked.subtracting(there).isEmpty, "\(file): \(asked.subtracting(there).sorted())")
        }
    }

    private static func values(of key: String, in text: String) -> [String] {
        text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: ":", maxSplits: 1)
            guard words.count == 2, words[0].drop(while: { $0 == " " }) == key else { return nil }
            return String(words[1].drop { $0 == " " })
        }
    }
}
