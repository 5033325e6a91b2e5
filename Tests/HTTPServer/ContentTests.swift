import EventLoop
import FoundationEssentials
import Testing

@testable import HTTPServer

@Suite struct ConditionalTests {
    private func request(_ headers: HTTPHeaders, method: HTTPMethod = .get) throws -> HTTPRequest {
        try HTTPRequest(method: method, path: "/", headers: headers)
    }

    @Test func ifMatchComparesStrongly() throws {
        let current = ETag("v2")
        try request([:]).requireMatch(current)
        try request(["If-Match": "*"]).requireMatch(current, isRequired: true)
        try request(["If-Match": "\"v1\", \"v2\""]).requireMatch(current)
        for stale in ["\"v1\"", "W/\"v2\"", "v2", "", "\"v2\u{600}\"", "\"v\u{E9}2\"", "\u{600}\"v2\""] {
            let request = try request(["If-Match": stale])
            do throws(Problem) {
                try request.requireMatch(current, difference: ["version": 2])
                Issue.record("accepted \(stale)")
            } catch {
                #expect(error.status == 412)
                #expect(error.extensions == ["version": 2])
                #expect(error.headers["ETag"] == "\"v2\"")
            }
        }
        #expect(throws: Problem.self) { try request([:]).requireMatch(current, isRequired: true) }
    }

    @Test func aListOfTagsIsSplitBetweenItsBytes() throws {
        try request(["If-Match": "\"\u{600}\",\"v2\""]).requireMatch(ETag("v2"))
    }

    @Test func ifNoneMatchComparesWeakly() throws {
        #expect(try request(["If-None-Match": "W/\"a,b\", \"c\""]).hasCurrent(ETag("a,b")))
        #expect(try request(["If-None-Match": "*"]).hasCurrent(ETag("x")))
        #expect(try !request(["If-None-Match": "\"c\""]).hasCurrent(ETag("x")))
        #expect(try !request([:]).hasCurrent(ETag("x")))
    }

    @Test(
        arguments: [
            (nil, .whole), ("bytes=0-4", .part(0..<5)), ("bytes=5-", .part(5..<10)), ("bytes=-3", .part(7..<10)),
            ("bytes=-30", .part(0..<10)), ("bytes=8-99", .part(8..<10)), ("bytes=10-", .unsatisfiable),
            ("bytes=-0", .unsatisfiable),
            ("bytes=5-4", .whole), ("bytes=a-b", .whole), ("bytes=0-1,3-4", .whole), ("items=0-1", .whole), ("bytes=-", .whole),
            ("bytes=99999999999999999999-", .unsatisfiable), ("BYTES=0-0", .part(0..<1)), ("bytes=+1-2", .whole),
            ("bytes=0-9223372036854775807", .part(0..<10)), ("bytes=0-9223372036854775808", .part(0..<10)),
            ("bytes=-9223372036854775807", .part(0..<10)), ("bytes=-9223372036854775808", .part(0..<10)),
            ("bytes=9223372036854775807-9223372036854775807", .unsatisfiable),
            ("bytes=9223372036854775806-", .unsatisfiable),
        ] as [(String?, ByteRange)])
    func rangesAreRead(header: String?, expected: ByteRange) { #expect(ByteRange(header, length: 10) == expected) }

    @Test func contentAnswers200206304412And416() throws {
        let bytes = Array("0123456789".utf8)
        func answer(_ headers: HTTPHeaders, method: HTTPMethod = .get) throws -> HTTPResponse {
            .content(of: bytes, contentType: "text/plain", etag: ETag("x"), for: try request(headers, method: method))
        }
        #expect(try answer([:]).status == 200)
        #expect(try answer([:]).headers["accept-ranges"] == "bytes")
        let part = try answer(["Range": "bytes=2-3"])
        #expect(part.status == 206)
        #expect(part.headers["content-range"] == "bytes 2-3/10")
        guard case .bytes(Array("23".utf8)) = part.body else { return #expect(Bool(false)) }
        #expect(try answer(["If-None-Match": "\"x\"", "Range": "bytes=2-3"]).status == 304)
        #expect(try answer(["If-Match": "\"x\""]).status == 200)
        #expect(try answer(["If-Match": "*"]).status == 200)
        #expect(try answer(["If-Match": "\"y\"", "If-None-Match": "\"x\""]).status == 412)
        // There is no date to compare with, so that these say nothing (RFC 9110 §13.1.3 and §13.1.5).
        #expect(try answer(["If-Modified-Since": "Sat, 21 Nov 2026 15:00:00 GMT"]).status == 200)
        #expect(try answer(["Range": "bytes=2-3", "If-Range": "Sat, 21 Nov 2026 15:00:00 GMT"]).status == 200)
        #expect(try answer(["Range": "bytes=2-3", "If-Range": "W/\"x\""]).status == 200)
        #expect(try answer(["Range": "bytes=0-1,4-5"]).status == 200)
        #expect(try answer(["Range": "bytes=10-"]).status == 416)
        #expect(try answer(["Range": "bytes=10-"]).headers["content-range"] == "bytes */10")
        #expect(try answer(["Range": "bytes=2-3", "If-Range": "\"old\""]).status == 200)
        #expect(try answer(["Range": "bytes=2-3", "If-Range": "\"x\""]).status == 206)
        #expect(try answer(["Range": "bytes=2-3"], method: .head).status == 200)
    }
}

@Suite struct ProblemTests {
    @Test func pointersAreEscaped() {
        #expect(JSON.pointerToken("a/b") == "a~1b")
        #expect(JSON.pointerToken("~/\u{301}") == "~0~1\u{301}")
    }

    @Test func aProblemHasTheMembersOfRFC9457AndCannotLoseThemToAnExtension() throws {
        let problem = Problem(
            status: 422, type: "incomplete", detail: "Something is missing.",
            errors: [ProblemItem(pointer: "/a", detail: "is required", rule: "r")],
            extensions: ["missing": ["x"], "status": 200], headers: ["Retry-After": "5"])
        let response = problem.response
        #expect(response.headers["content-type"] == "application/problem+json")
        #expect(response.headers["retry-after"] == "5")
        guard case .bytes(let bytes) = response.body else { return #expect(Bool(false)) }
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"detail":"Something is missing.","errors":[{"detail":"is required","pointer":"/a","rule":"r"}],"missing":["x"],"#
                + #""status":422,"title":"Unprocessable Content","type":"/problems/incomplete"}"#)
    }
}

@Suite struct HTTPHeadersTests {
    @Test func namesAreComparedWithoutCaseOrderIsKept() {
        var headers: HTTPHeaders = ["Accept": "a", "X": "1"]
        headers.add("accept", "b")
        #expect(headers["ACCEPT"] == "a")
        #expect(headers.values(for: "accept") == ["a", "b"])
        headers["Accept"] = "c"
        #expect(headers.fields.map(\.name) == ["X", "Accept"])
        headers["x"] = nil
        #expect(headers.count == 1)
        #expect(headers.merging(["ACCEPT": "d", "Y": "e"]).fields.map(\.value) == ["d", "e"])
    }

    @Test func mediaTypesWithParameters() {
        let type = MediaTypeHeader("Multipart/Form-Data; boundary=\"a;\\\"b\" ; X=y; x=z")
        #expect(type.essence == "multipart/form-data")
        #expect(type.parameters == ["boundary": "a;\"b", "x": "y"])
    }
}
