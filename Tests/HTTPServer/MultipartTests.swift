import Telemetry
import Testing

@testable import HTTPServer

@Suite struct MultipartTests {
    private func request(_ body: String, pieceSize: Int = .max, boundary: String = "b0") throws -> HTTPRequest {
        var pieces: [[UInt8]] = []
        var rest = Array(body.utf8)[...]
        while !rest.isEmpty {
            pieces.append(Array(rest.prefix(pieceSize)))
            rest = rest.dropFirst(pieceSize)
        }
        let target = RequestHead.Target.origin(path: "/", query: nil)
        return HTTPRequest(
            RequestHead(
                method: .post, target: target, version: .oneDotOne,
                headers: ["Content-Type": "multipart/form-data; boundary=\"\(boundary)\""], host: nil, framing: .chunked,
                expectsContinue: false, keepsAlive: true),
            try RequestPlace(target), body: RequestBody(pieces: pieces), origin: .init(),
            identity: RequestIdentity(trace: .root()), interim: .none)
    }

    private func read(_ request: HTTPRequest, maximumParts: Int = 100) async throws -> [String] {
        let reader = try MultipartReader(request, maximumParts: maximumParts, maximumPartHead: 200)
        var parts: [String] = []
        while let part = try await reader.nextPart() {
            let content = try await part.collect(limit: 1000)
            parts.append(
                "\(part.name ?? "-")|\(part.fileName ?? "-")|\(part.contentType ?? "-")|\(String(decoding: content, as: UTF8.self))"
            )
        }
        return parts
    }

    private let form = """
        preamble\r
        --b0\r
        Content-Disposition: form-data; name="type"\r
        \r
        utility-bill\r
        --b0 \r
        Content-Disposition: form-data; name="file"; filename="a \\"b\\".jpg"\r
        Content-Type: image/jpeg\r
        \r
        line\r
        --b\r
        --b0x\r\n\r
        --b0\r
        \r
        \r
        --b0--\r
        epilogue
        """

    @Test(arguments: [1, 2, 3, 7, 50, 10_000])
    func partsWhateverThePieces(pieceSize: Int) async throws {
        let body = form.replacing("--b0x", with: "-b0x")
        #expect(
            try await read(try request(body, pieceSize: pieceSize)) == [
                "type|-|-|utility-bill", "file|a \"b\".jpg|image/jpeg|line\r\n--b\r\n-b0x\r\n", "-|-|-|",
            ])
    }

    @Test func partsThatNobodyReadsAreSkippedAndAPartThatWasLeftGivesNothingMore() async throws {
        let reader = try MultipartReader(try request(form.replacing("--b0x", with: "-b0x"), pieceSize: 5))
        let first = try #require(try await reader.nextPart())
        #expect(first.name == "type")
        let second = try #require(try await reader.nextPart())
        #expect(second.name == "file")
        #expect(try await first.next() == nil)
        #expect(try await second.next() != nil)
    }

    @Test(
        arguments: [
            "", "nothing", "--b0\r\n", "--b0\r\nX: a\r\n\r\nno end", "--b0\r\nX: a\r\n\r\n\r\n--b0", "--b0x\r\n\r\n\r\n--b0--",
            "--b0\r\nX : a\r\n\r\n\r\n--b0--", "--b0\r\nX: a\nY: b\r\n\r\n\r\n--b0--", "--b0-x",
        ])
    func whatIsNoForm(body: String) async throws {
        for pieceSize in [1, 1000] {
            do {
                _ = try await read(try request(body, pieceSize: pieceSize))
                Issue.record("accepted")
            } catch let problem as Problem {
                #expect(problem.status == 400)
                #expect(problem.type == "malformed-multipart")
            }
        }
    }

    @Test func whatComesBehindTheEndOfAFormIsBounded() async throws {
        let form = "--b0\r\n\r\nx\r\n--b0--"
        func body(_ count: Int) -> String { form + String(repeating: "x", count: count) }
        #expect(try await read(try request(body(60_000), pieceSize: 1000)).count == 1)
        await #expect(throws: Problem.self) { try await read(try request(body(70_000), pieceSize: 1000)) }
    }

    @Test func countsAndSizesAreBounded() async throws {
        let part = "--b0\r\n\r\nx\r\n"
        let many = String(repeating: part, count: 5) + "--b0--"
        #expect(try await read(try request(many), maximumParts: 5).count == 5)
        for body in [many, "--b0\r\nX: \(String(repeating: "a", count: 300))\r\n\r\n\r\n--b0--"] {
            do {
                _ = try await read(try request(body), maximumParts: 4)
                Issue.record("accepted")
            } catch let problem as Problem {
                #expect(problem.status == 413)
            }
        }
        await #expect(throws: Problem.self) { try await read(try request(String(repeating: "x", count: 70_000))) }
        let large = "--b0\r\n\r\n\(String(repeating: "x", count: 2000))\r\n--b0--"
        await #expect(throws: RequestBodyError(.tooLarge, limit: 1000)) { try await read(try request(large)) }
    }

    @Test(arguments: ["", "a<b", "trailing ", String(repeating: "x", count: 71)])
    func boundariesAndMediaTypes(boundary: String) throws {
        #expect(throws: Problem.self) { try MultipartReader(try request("", boundary: boundary)) }
        #expect(throws: Problem.self) {
            try MultipartReader(try HTTPRequest(method: .post, path: "/", headers: ["Content-Type": "text/plain"]))
        }
    }
}
