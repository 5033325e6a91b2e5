import Domain
import EventLoop
import FoundationEssentials
import HTTPClient
import Operations
import PostgresStore
import Shared
import Support
import Testing

@testable import IntakeGateway

/// The last hours from a Prometheus, Debian's own.
@Suite(.timeLimit(.minutes(3)))
struct PrometheusTests {
    @Test func theLinesOfAnAnswerAreRead() throws {
        func read(_ text: String) throws -> [PrometheusAnswer.Point] { try PrometheusAnswer(Array(text.utf8)).points }
        let answer =
            #"{"status":"success","data":{"resultType":"matrix","result":[{"metric":{},"values":[[1.5,"2"],[3,"NaN"],[4,"+Inf"]]}]}}"#
        #expect(
            try read(answer) == [
                .init(time: 1.5, value: 2), .init(time: 3, value: nil), .init(time: 4, value: nil),
            ])
        #expect(try read(#"{"status":"success","data":{"resultType":"matrix","result":[]}}"#) == [])
        for wrong in [
            "", "[]", #"{"status":"success"}"#, #"{"status":"error","error":"no"}"#,
            #"{"status":"success","data":{"resultType":"vector","result":[]}}"#,
            #"{"status":"success","data":{"resultType":"matrix","result":[{"values":[[1]]}]}}"#,
            #"{"status":"success","data":{"resultType":"matrix","result":[{"values":[["1","2"]]}]}}"#,
        ] {
            #expect(throws: PrometheusAnswer.Fault.self, "\(wrong)") { try read(wrong) }
        }
    }

    @Test func whatIsNotConfiguredSaysSoAndWhatDoesNotAnswerToo() async throws {
        try await OperatorsGround.run { ground in
            let answer = try await ground.olga.send("GET", "/v1/admin/charts")
            #expect(try answer.status == 200 && answer.json()["source"]?.string == "none")
            #expect(try await ground.olga.send("GET", "/v1/admin/charts?hours=49").status == 400)
        }
        var options = GatewayUnderTest.Options()
        options.operations.prometheus = "http://127.0.0.1:1"
        try await OperatorsGround.run(options) { ground in
            let answer = try await ground.olga.send("GET", "/v1/admin/charts")
            #expect(answer.status == 503 && answer.text.contains("DOCKET_PROMETHEUS_URL"), "\(answer.text)")
        }
    }

    @Test func theLastHoursComeFromARealOne() async throws {
        let program = "/usr/bin/prometheus"
        guard FileManager.default.isExecutableFile(atPath: program) else {
            try Test.cancel("\(program) is not installed: Debian's prometheus answers for the last hours.")
        }
        let folder = try TemporaryFolder("prometheus")
        let (port, target) = (try await FreePorts.one(), try await FreePorts.one())
        let configuration = """
            global: {scrape_interval: 1s, scrape_timeout: 1s}
            scrape_configs:
              - {job_name: docket, static_configs: [{targets: ['127.0.0.1:\(target)']}]}
            """
        try Data(configuration.utf8).write(to: URL(filePath: "\(folder.path)/prometheus.yml"))
        try await GatewayProcess.run { gateway in
            await gateway.kill()
            let url = "http://127.0.0.1:\(port)"
            let operators = try await FreePorts.one()
            try await gateway.start(with: [
                "DOCKET_ADMIN_ADDRESS": "127.0.0.1:\(target)", "DOCKET_ADMIN_API": "public", "DOCKET_PROMETHEUS_URL": url,
                "DOCKET_ADMIN_API_ADDRESS": "127.0.0.1:\(operators)",
            ])
            let (_, token) = try await APIKeyStore(pool: gateway.database.pool).create(
                NewAPIKey(tenant: "ops", role: .operator), by: AuditOrigin(actor: "operator:erna"))
            let prometheus = try await Program.start(
                program,
                [
                    "--config.file=\(folder.path)/prometheus.yml", "--storage.tsdb.path=\(folder.path)/data",
                    "--web.listen-address=127.0.0.1:\(port)",
                ], environment: [:])
            let olga = try gateway.client.with(token: token.text)
            let result: Result<Void, any Error>
            do {
                try await eventually("Prometheus has seen requests and the outbox", within: .seconds(90)) {
                    let answer = try await olga.send("GET", "/v1/admin/charts?hours=1")
                    guard answer.status == 200 else { throw UnexpectedAnswer(answer) }
                    let json = try answer.json()
                    let known = (json["items"]?.array ?? []).filter { line in
                        (line["points"]?.array ?? []).contains { ($0[1]?.number ?? -1) >= 0 }
                    }.compactMap { $0["name"]?.string }
                    return json["source"]?.string == "prometheus" && Set(known).isSuperset(of: ["requests", "outbox"])
                }
                result = .success(())
            } catch {
                result = .failure(Program.Failed(description: "\(error); Prometheus said: \(prometheus.output.suffix(2000))"))
            }
            await prometheus.stop()
            try result.get()
        }
    }
}
