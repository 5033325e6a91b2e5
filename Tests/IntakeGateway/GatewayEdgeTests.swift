import Configuration
import HTTPServer
import Testing

@testable import IntakeGateway

@Suite(.timeLimit(.minutes(1))) struct GatewayEdgeTests {
    private static let proxies = TrustedProxies(["127.0.0.0/8"].compactMap { AddressBlock(parsing: $0) })

    @Test func anAddressThatAsksTooOftenIsToldWhenToComeBack() async throws {
        var options = GatewayUnderTest.Options()
        options.edge.proxies = Self.proxies
        options.edge.addressLimits.rate = 1
        try await GatewayUnderTest.run(options) { gateway in
            func ask(_ client: String) async throws -> WireResponse {
                try await gateway.client.send("GET", "/v1/journeys", headers: [("X-Forwarded-For", client)])
            }
            var answers: [WireResponse] = []
            while answers.last?.status != 429, answers.count < 100 { answers.append(try await ask("203.0.113.7")) }
            let refused = try #require(answers.last)
            #expect(refused.status == 429)
            #expect(refused.problem == "too-many-requests")
            #expect(refused.headers["retry-after"] == "1")
            #expect(refused.headers["x-content-type-options"] == "nosniff")
            #expect(answers.count > 10)
            #expect(answers.dropLast().allSatisfy { $0.status == 200 })
            // Others are not held up, and what a client claims behind the proxy's word changes nothing.
            #expect(try await ask("203.0.113.8").status == 200)
            #expect(try await ask("198.51.100.1, 203.0.113.9").status == 200)
        }
    }

    @Test func aTenantHasItsOwnLimits() async throws {
        var options = GatewayUnderTest.Options()
        options.edge.tenantLimits.named["acme"] = RequestLimits(rate: 1, body: 1000)
        try await GatewayUnderTest.run(options) { gateway in
            let large = try await gateway.client.send(
                "POST", "/v1/submissions", headers: [("Content-Type", "application/json")],
                body: [UInt8](repeating: 32, count: 1001))
            #expect(large.status == 413)
            var status = 200
            for _ in 0..<100 where status == 200 { status = try await gateway.client.send("GET", "/v1/journeys").status }
            #expect(status == 429)
            #expect(try await gateway.foreigner.send("GET", "/v1/journeys").status == 200)
            // Load balancers go on asking.
            #expect(try await gateway.client.send("GET", "/health/live").status == 200)
        }
    }

    @Test func guessingTokensHasALimitToo() async throws {
        var options = GatewayUnderTest.Options()
        options.edge.proxies = Self.proxies
        options.edge.addressLimits.rate = 1
        try await GatewayUnderTest.run(options) { gateway in
            let guesser = gateway.client.with(token: "wrong-token-0123456789")
            var statuses: Set<Int> = []
            for _ in 0..<30 {
                statuses.insert(
                    try await guesser.send("GET", "/v1/journeys", headers: [("X-Forwarded-For", "203.0.113.7")]).status)
            }
            #expect(statuses == [401, 429])
        }
    }

    @Test func aPageOfAKnownOriginMayCall() async throws {
        var options = GatewayUnderTest.Options()
        options.edge.cors = CrossOrigin.policy(.these(["https://app.example"]))
        try await GatewayUnderTest.run(options) { gateway in
            let origin = ("Origin", "https://app.example")
            let preflight = try await gateway.client.with(token: nil).send(
                "OPTIONS", "/v1/submissions", headers: [origin, ("Access-Control-Request-Method", "POST")])
            #expect(preflight.status == 204)
            #expect(preflight.headers["access-control-allow-origin"] == "https://app.example")
            #expect(preflight.headers["access-control-allow-methods"]?.contains("POST") == true)
            let sent = preflight.headers["access-control-allow-headers"] ?? ""
            for name in ["Authorization", "Tus-Resumable", "Upload-Offset", "Upload-Complete", "Idempotency-Key"] {
                #expect(sent.contains(name))
            }
            let refused = try await gateway.client.with(token: nil).send("GET", "/v1/submissions", headers: [origin])
            #expect(refused.status == 401)
            let read = refused.headers["access-control-expose-headers"] ?? ""
            for name in [
                "Location", "Upload-Offset", "Upload-Length", "Tus-Resumable", "Upload-Expires", "Upload-Complete",
                "Upload-Limit",
                "Upload-Draft-Interop-Version", "ETag", "Idempotency-Replayed",
            ] {
                #expect(read.contains(name))
            }
            let foreign = try await gateway.client.send("GET", "/v1/submissions", headers: [("Origin", "https://evil.example")])
            #expect(foreign.headers["access-control-allow-origin"] == nil)
        }
    }

    @Test func whatTheRouterAnswersLooksLikeAllAnswers() async throws {
        try await GatewayUnderTest.run { gateway in
            for (method, path, status, type) in [
                ("GET", "/v1/none", 404, "not-found"), ("DELETE", "/v1/journeys", 405, "method-not-allowed"),
                ("GET", "/v1/journeys/none", 404, "not-found"),
            ] {
                let answer = try await gateway.client.send(method, path)
                #expect(answer.status == status)
                #expect(answer.problem == type)
                #expect(try answer.json()["title"]?.string == ProblemType(rawValue: type)?.title)
                #expect(answer.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'")
                #expect(answer.headers["x-content-type-options"] == "nosniff")
                #expect(answer.headers["referrer-policy"] == "no-referrer")
            }
            let options = try await gateway.client.send("OPTIONS", "/v1/journeys")
            #expect(options.status == 204)
            #expect(options.headers["x-content-type-options"] == "nosniff")
        }
    }
}

@Suite struct EdgeConfigurationTests {
    private func read(_ environment: [String: String]) -> (EdgeConfiguration, [String]) {
        var reader = ConfigurationReader(environment: environment)
        let edge = EdgeConfiguration(reading: &reader)
        do throws(ConfigurationFaults) {
            try reader.finish()
            return (edge, [])
        } catch {
            return (edge, error.faults.map(\.name))
        }
    }

    @Test func nobodyIsTrustedAndNoPageMayCallUnlessItIsSaid() {
        let (edge, faults) = read([:])
        #expect(faults == [])
        #expect(edge.proxies == TrustedProxies())
        #expect(edge.cors == nil)
        #expect(edge.addressLimits == RequestLimits(rate: 300, concurrency: 1000))
        #expect(
            edge.tenantLimits.all
                == RequestLimits(rate: 5000, concurrency: 5000, streams: 5000, uploads: 10_000, uploadBytes: 100_000_000_000))
    }

    @Test func everythingIsRead() {
        let (edge, faults) = read([
            "DOCKET_TRUSTED_PROXIES": "10.0.0.0/8, ::1", "DOCKET_FORWARDED_HEADER": "Forwarded", "DOCKET_PROXY_PROTOCOL": "true",
            "DOCKET_CORS_ORIGINS": "https://a.example, http://localhost:3000", "DOCKET_ADDRESS_RATE": "0",
            "DOCKET_TENANT_LIMITS": "acme:rate=5", "DOCKET_FRAME_ORIGINS": "https://app.example",
        ])
        #expect(faults == [])
        #expect(edge.proxies.blocks.count == 2)
        #expect(edge.proxies.header == .forwarded)
        #expect(edge.proxies.sendProxyHeader)
        #expect(edge.cors?.origins == .these(["https://a.example", "http://localhost:3000"]))
        #expect(edge.frames == ["https://app.example"])
        #expect(edge.addressLimits.rate == nil)
        #expect(edge.tenantLimits["acme"].rate == 5)
        #expect(read(["DOCKET_CORS_ORIGINS": "*"]).0.cors?.origins == .all)
    }

    @Test func allFaultsAreToldWithTheirVariables() {
        let (_, faults) = read([
            "DOCKET_TRUSTED_PROXIES": "10.0.0.1/8,haproxy", "DOCKET_FORWARDED_HEADER": "Via",
            "DOCKET_CORS_ORIGINS": "app.example,*", "DOCKET_FRAME_ORIGINS": "*", "DOCKET_TENANT_LIMITS": "acme",
        ])
        #expect(
            faults == [
                "DOCKET_TRUSTED_PROXIES", "DOCKET_TRUSTED_PROXIES", "DOCKET_FORWARDED_HEADER", "DOCKET_CORS_ORIGINS",
                "DOCKET_CORS_ORIGINS", "DOCKET_FRAME_ORIGINS", "DOCKET_TENANT_LIMITS",
            ])
        #expect(read(["DOCKET_PROXY_PROTOCOL": "true"]).1 == ["DOCKET_PROXY_PROTOCOL"])
    }
}
