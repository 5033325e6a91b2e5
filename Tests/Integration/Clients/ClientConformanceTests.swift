import DocumentFixtures
import EventLoop
import FoundationEssentials
import Glibc
import IntakeClient
import Postgres
import Shared
import Support
import Testing

/// The clients in Swift, Python and JavaScript do the same, against a real gateway with a way to it that cuts, loses and kills.
@Suite(.sharedDocket, .serialized, .timeLimit(.minutes(10)))
struct ClientConformanceTests {
    @Test func thereAreCases() {
        #expect(ConformanceCase.all.count > 30)
        #expect(Set(ConformanceCase.all.map(\.name)).count == ConformanceCase.all.count)
    }

    @Test(arguments: ConformanceDriver.allCases) func clientsComeToTheSame(_ driver: ConformanceDriver) async throws {
        let docket = try #require(RunningDocket.current)
        for one in ConformanceCase.all where one.isFor(driver) {
            do {
                try await Self.carryOut(one, driver, docket)
            } catch let missing as PythonPeers.Missing {
                try Test.cancel("\(missing.description)")
            } catch {
                Issue.record("\(one.name): \(error)")
            }
        }
    }

    private static func carryOut(_ one: ConformanceCase, _ driver: ConformanceDriver, _ docket: RunningDocket) async throws {
        let gateway = try #require(CInt(try docket.variable("GATEWAY_PID")))
        let faults = GatewayFaults(one.fault) { kill(gateway, SIGKILL) }
        try await FaultProxy.run(
            to: try SocketAddress(ip: "127.0.0.1", port: docket.port), on: docket.group.next(), begin: { _ in faults.begin() }
        ) { proxy in
            let variables = try await variables(of: one, "http://127.0.0.1:\(proxy.port)", docket)
            let results = try await driver.results(of: one.steps, variables, http: docket.http)
            #expect(one.faults(in: results, variables) == [], "\(one.name)")
        }
        #expect(faults.count == one.fault?.times ?? 0, "\(one.name): it went wrong another number of times")
        guard one.fault?.does == .kill else { return }
        try await eventually("the gateway is another one") {
            docket.environment["GATEWAY_PID"].flatMap { CInt($0) } ?? gateway != gateway
        }
    }

    private static func variables(
        of one: ConformanceCase, _ address: String, _ docket: RunningDocket
    ) async throws -> [String: JSONValue] {
        let photo = try await SampleFile.turnedPhoto()
        // Behind its end a photo may have anything: enough that it takes several requests.
        let large = photo.bytes + [UInt8](repeating: 0, count: 1_500_000)
        var variables: [String: JSONValue] = [
            "gateway": .string(address), "today": .string(CalendarDate.today.description),
            "reference": .string(UUID().uuidString), "photo": .string(try docket.file("bill.jpg", photo.bytes)),
            "photoSize": .number(Double(photo.bytes.count)), "large": .string(try docket.file("large.jpg", large)),
            "largeSize": .number(Double(large.count)),
            "text": .string(try docket.file("letter.jpg", Array("Dear Sir or Madam".utf8))),
        ]
        let given = one.given ?? []
        var view: SubmissionView?
        if given.contains("draft") {
            view = try await docket.draft("proof-of-address", [PlannedDocument("utility-bill", issued: 3, [])])
        } else if given.contains("accepted") {
            view = try await docket.outcome("proof-of-address", [PlannedDocument("utility-bill", issued: 3, [photo])])
        }
        variables["submission"] = view.map { .string($0.id.description) }
        variables["document"] = view?.documents.first.map { .string($0.id.description) }
        guard given.contains("link"), let view else { return variables }
        let made = try await docket.curl("/v1/submissions/\(view.id)/links", ["--json", #"{"purpose": "upload"}"#])
        variables["link"] = .string("\(address)/u/\(try #require(made.member("token"), "\(made)"))")
        if given.contains("expired") {
            let id = try #require(made.member("id"))
            try await docket.withDatabase { pool in
                _ = try await pool.query(
                    """
                    update submission_links
                    set created_at = now() - interval '2 hours', expires_at = now() - interval '1 hour' where id = \(id)::uuid
                    """)
            }
        }
        return variables
    }
}
