import Configuration
import EventLoop
import FoundationEssentials
import HTTPServer
import ServiceRuntime
import Shared
import Support
import Testing

@testable import IntakeGateway

/// What the gateway says of itself is what it does.
@Suite(.timeLimit(.minutes(1)))
struct DescriptionTests {
    private let document = OpenAPIDocument(journeys: JourneyRegistry.builtIn.offered.map(\.id), publicURL: nil)

    @Test func theRouterAndTheDescriptionHaveEveryEndpointOnce() async throws {
        try await GatewayUnderTest.run { gateway in
            let routed = Set(gateway.routes.map { "\($0.method) \($0.pattern)" })
            let table = Endpoint.all.map { "\($0.method) \($0.pattern)" }
            #expect(Set(table).count == table.count)
            #expect(gateway.routes.count == table.count)
            #expect(Set(table).subtracting(routed) == [], "in the table, and not routed")
            #expect(Set(Endpoint.all.map(\.id)).count == table.count, "two of one name")
        }
    }

    @Test func theClientsInPythonAndJavaScriptAreMadeOfIt() async throws {
        let check = try await generate(JSON.bytes(of: document.value))
        #expect(check.status.isSuccess, "run Services/Client/generate with a gateway's /openapi.json: \(check.complaints)")
    }

    @Test func anOperationThatNoClientKnowsIsAFault() async throws {
        let text = String(decoding: JSON.bytes(of: document.value), as: UTF8.self)
        let changed = text.replacing(#""operationId":"addPage""#, with: #""operationId":"addAnotherPage""#)
        #expect(changed != text)
        let check = try await generate(Array(changed.utf8))
        #expect(!check.status.isSuccess && check.complaints.contains("addAnotherPage"), "\(check.complaints)")
    }

    private func generate(_ description: [UInt8]) async throws -> Program.Result {
        let folder = try TemporaryFolder("description")
        try Data(description).write(to: URL(filePath: "\(folder.path)/openapi.json"))
        let library = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Services/Client"
        return try await Program.run("\(library)/generate", ["--check", "\(folder.path)/openapi.json"])
    }

    @Test func pathsHaveTheirParameters() {
        for endpoint in Endpoint.all {
            let segments = endpoint.pattern.split(separator: "/").filter { $0.hasPrefix("{") }
            let named = segments.map { String($0.dropFirst().dropLast()) }
            #expect(Set(named) == Set(endpoint.parameters.filter { $0.place == .path }.map(\.name)), "\(endpoint.id)")
            let names = endpoint.parameters.map { "\($0.place) \($0.name)" }
            #expect(Set(names).count == names.count, "\(endpoint.id)")
            #expect(!endpoint.answers.isEmpty)
        }
    }

    @Test func operatorsHaveADescriptionOfTheirOwn() async throws {
        for endpoint in Endpoint.admin {
            let operation = OpenAPIDocument.ofOperators.value["paths"]?[endpoint.pattern]?[endpoint.method.rawValue.lowercased()]
            #expect(operation?["operationId"] == .string(endpoint.id))
            #expect(document.value["paths"]?[endpoint.pattern] == nil, "\(endpoint.id) is told to everybody")
            let isAsking = endpoint.parameters.contains { $0.name == "Docket-Confirmation" }
            #expect((operation?["responses"]?["428"] != nil) == isAsking, "\(endpoint.id)")
        }
        try await OperatorsGround.run { ground in
            let answer = try await ground.olga.send("GET", "/v1/admin/openapi.json")
            #expect(answer.status == 200 && answer.headers["content-type"] == "application/json")
            #expect(answer.body == JSON.bytes(of: OpenAPIDocument.ofOperators.value))
        }
    }

    @Test(arguments: [false, true]) func everyReferenceLeadsSomewhere(isOfOperators: Bool) throws {
        let document = isOfOperators ? OpenAPIDocument.ofOperators : self.document
        guard case .object(let schemas)? = document.value["components"]?["schemas"] else { throw Missing() }
        let references = references(in: document.value)
        #expect(references.count > (isOfOperators ? 5 : 40))
        #expect(references.subtracting(schemas.keys.map { "#/components/schemas/\($0)" }) == [])
        let unused = Set(schemas.keys.map { "#/components/schemas/\($0)" }).subtracting(references)
        #expect(unused == [], "defined, and used by nothing")
    }

    @Test func theDescriptionIsServedWithATag() async throws {
        try await GatewayUnderTest.run { gateway in
            for (path, type) in [
                ("/openapi.json", "application/json"), ("/asyncapi.json", "application/json"),
                ("/docs", "text/html; charset=utf-8"),
            ] {
                let answer = try await gateway.client.with(token: nil).send("GET", path)
                #expect(answer.status == 200)
                #expect(answer.headers["content-type"] == type)
                let tag = try #require(answer.headers["etag"])
                let again = try await gateway.client.with(token: nil).send("GET", path, headers: [("If-None-Match", tag)])
                #expect(again.status == 304)
            }
            let journeys = try await gateway.client.send("GET", "/openapi.json").json()
            #expect(journeys["openapi"]?.string == "3.1.0")
        }
    }

    @Test func thePageShowsEverythingAndRunsNothing() async throws {
        try await GatewayUnderTest.run { gateway in
            let answer = try await gateway.client.with(token: nil).send("GET", "/docs")
            let policy = try #require(answer.headers["content-security-policy"])
            #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-"))
            #expect(!policy.contains("unsafe"))
            for endpoint in Endpoint.all { #expect(answer.text.contains("id=\"\(endpoint.id)\""), "\(endpoint.id)") }
            // And in the table of who may.
            for id in Endpoint.all.map(\.id) { #expect(answer.text.contains("href=\"#\(id)\"><code>"), "\(id)") }
            for problem in ProblemType.allCases { #expect(answer.text.contains("id=\"problem-\(problem.name)\"")) }
            for word in ["<script", "javascript:", "src=", "http://", "@import", "url("] {
                #expect(!answer.text.contains(word), "\(word)")
            }
        }
    }

    @Test func theTypeOfAProblemLeadsToItsLine() async throws {
        try await GatewayUnderTest.run { gateway in
            let client = gateway.client.with(token: nil)
            let known = try await client.send("GET", "/problems/too-large")
            #expect(known.status == 303)
            #expect(known.headers["location"] == "/docs#problem-too-large")
            #expect(try await client.send("GET", "/problems/no-such").status == 404)
        }
    }

    @Test func textIsEscaped() {
        #expect(HTML.escaped("<b a='1' c=\"2\">&") == "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;")
        #expect(HTML.prose("use `a<b` here") == "use <code>a&lt;b</code> here")
    }

    private struct Missing: Error {}

    private func references(in value: JSONValue) -> Set<String> {
        switch value {
        case .array(let elements): elements.reduce(into: []) { $0.formUnion(references(in: $1)) }
        case .object(let members):
            members.reduce(into: []) { found, member in
                if member.key == "$ref", let text = member.value.text { found.insert(text) }
                found.formUnion(references(in: member.value))
            }
        default: []
        }
    }
}
