import Testing

@testable import HTTPServer

@Suite struct RouterTests {
    private func router() -> Router {
        var router = Router()
        router.on(.get, "/v1/things") { _, _ in .text("list") }
        router.on(.post, "/v1/things") { _, _ in .text("made", status: 201) }
        router.on(.get, "/v1/things/{thing}") { _, parameters in .text("thing " + (parameters["thing"] ?? "")) }
        router.on(.get, "/v1/things/special") { _, _ in .text("special") }
        router.on(.delete, "/v1/things/{id}/parts/{part}") { _, parameters in
            .text((parameters["id"] ?? "") + "/" + (parameters["part"] ?? ""))
        }
        return router
    }

    private func respond(_ method: HTTPMethod, _ path: String) async throws -> String {
        let response = try await router().respond(to: try HTTPRequest(method: method, path: path))
        guard case .bytes(let bytes) = response.body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        arguments: [
            ("/v1/things", "list"), ("/v1/things/special", "special"), ("/v1/things/7", "thing 7"),
            ("/v1/things/a%20b%3F", "thing a b?"), ("/v1/things/%C3%BC", "thing ü"),
            ("/v1/things/speciality", "thing speciality"),
        ])
    func literalSegmentsWinParametersAreDecoded(path: String, text: String) async throws {
        #expect(try await respond(.get, path) == text)
    }

    @Test func twoRoutesMayCallTheSamePlaceByDifferentNames() async throws {
        #expect(try await respond(.delete, "/v1/things/1/parts/2") == "1/2")
    }

    @Test(arguments: ["/", "/v1", "/v1/things/", "/v1//things", "/V1/things", "/v1/things/1/parts"])
    func unknownPaths(path: String) async throws {
        await #expect(throws: Problem(status: 404, type: "not-found", detail: "There is nothing at this path.")) {
            try await respond(.get, path)
        }
    }

    @Test func anotherMethodIsA405ThatListsThoseThatArePossible() async throws {
        do {
            _ = try await respond(.put, "/v1/things")
            Issue.record("answered")
        } catch let problem as Problem {
            #expect(problem.status == 405)
            #expect(problem.headers["Allow"] == "GET, HEAD, OPTIONS, POST")
        }
    }

    @Test func headComesFromGETOPTIONSByItself() async throws {
        #expect(try await respond(.head, "/v1/things") == "list")
        let options = try await router().respond(to: try HTTPRequest(method: .options, path: "/v1/things"))
        #expect(options.status == 204)
        #expect(options.headers["Allow"] == "GET, HEAD, OPTIONS, POST")
        #expect(try await router().respond(to: try HTTPRequest(method: .options, path: "*")).status == 204)
        #expect(try await router().respond(to: try HTTPRequest(method: .options, path: "/")).status == 204)
        await #expect(throws: Problem.self) { try await respond(.options, "/nowhere") }
    }

    @Test(
        arguments: [
            "/v1/things/..", "/v1/things/%2e%2E", "/./v1", "/v1/a%2Fb", "/v1/a%5cb", "/v1/a%00", "/v1/%zz", "/v1/%4", "/v1/%FF",
        ])
    func pathsThatCouldBeReadAsAnotherAreRefused(path: String) {
        #expect(throws: Problem.self) { try HTTPRequest(method: .get, path: path) }
    }
}

@Suite struct QueryParametersTests {
    @Test func namesAndValuesAreDecodedInOrderAndMayRepeat() throws {
        let query = try QueryParameters("a=1&b=x+y%26&a=2&flag&=v&&c==")
        #expect(query["a"] == "1")
        #expect(query.values(for: "a") == ["1", "2"])
        #expect(query["b"] == "x y&")
        #expect(query["flag"] == "")
        #expect(query["c"] == "=")
        #expect(query["missing"] == nil)
        #expect(try QueryParameters(nil).items.isEmpty)
    }

    @Test func badEncodingAndFloodsAreRefused() {
        #expect(throws: Problem.self) { try QueryParameters("a=%zz") }
        #expect(throws: Problem.self) { try QueryParameters("a=%ff") }
        #expect(throws: Problem.self) { try QueryParameters(String(repeating: "a&", count: 300)) }
    }

    @Test func numbersHaveBoundsAndTheRefusalSaysWhich() throws {
        let query = try QueryParameters("limit=5&bad=x&big=500")
        #expect(try query.integer("limit", in: 1...100) == 5)
        #expect(try query.integer("missing", in: 1...100) == nil)
        for name in ["bad", "big"] {
            do throws(Problem) {
                _ = try query.integer(name, in: 1...100)
                Issue.record("accepted")
            } catch {
                #expect(error.errors == [ProblemItem(parameter: name, detail: "must be a whole number from 1 to 100")])
            }
        }
    }
}
