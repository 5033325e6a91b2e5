import Domain
import HTTPServer
import Shared
import Testing

@testable import IntakeGateway

/// The rules of one upload, without any I/O.
@Suite struct UploadRulesTests {
    private func append(
        at offset: Int, _ length: Int?, _ completion: UploadContent.Completion = .atLength, total: Int? = nil
    ) -> UploadAppend {
        UploadAppend(offset: offset, length: total, content: UploadContent(length: length, completion: completion))
    }

    private func refusal(_ rules: UploadRules, _ append: UploadAppend) -> UploadRefusal? {
        #expect(throws: UploadRefusal.self) { _ = try rules.accept(append) }
    }

    @Test func bytesGoWhereTheUploadEnds() throws {
        let rules = UploadRules(offset: 10, length: 100)
        #expect(try rules.accept(append(at: 10, 90)) == 100)
        #expect(refusal(rules, append(at: 9, 1)) == .mismatchingOffset(expected: 10, provided: 9))
        #expect(refusal(rules, append(at: 11, 1)) == .mismatchingOffset(expected: 10, provided: 11))
        #expect(refusal(rules, append(at: 10, 91)) == .lengthExceeded(length: 100))
        #expect(refusal(rules, append(at: 10, .max)) == .lengthExceeded(length: 100))
    }

    @Test func theLengthIsSaidOnceAndStays() throws {
        let unknown = UploadRules(offset: 10)
        #expect(try unknown.accept(append(at: 10, 5)) == nil)
        #expect(try unknown.accept(append(at: 10, 5, total: 20)) == 20)
        #expect(try unknown.accept(append(at: 10, 5, .withContent)) == 15)
        #expect(try unknown.accept(append(at: 10, nil, .withContent)) == nil)
        #expect(refusal(unknown, append(at: 10, 5, .withContent, total: 20)) == .inconsistentLength(known: 20, given: 15))
        #expect(refusal(unknown, append(at: 10, 0, total: 9)) == .inconsistentLength(known: 10, given: 9))
        let known = UploadRules(offset: 10, length: 20)
        #expect(refusal(known, append(at: 10, 5, total: 21)) == .inconsistentLength(known: 20, given: 21))
        #expect(refusal(known, append(at: 10, 5, .withContent)) == .inconsistentLength(known: 20, given: 15))
    }

    @Test func whatHasEndedTakesNothing() {
        let complete = UploadRules(state: .completed, offset: 10, length: 10)
        for count in [0, 5, nil] { #expect(refusal(complete, append(at: 10, count)) == .completed) }
        #expect(refusal(complete, append(at: 3, 7)) == .mismatchingOffset(expected: 10, provided: 3))
        for state in [Upload.State.refused, .aborted] {
            #expect(refusal(UploadRules(state: state), append(at: 0, 1)) == .ended(state))
        }
        for state in [Upload.State.open, .completed] {
            #expect(refusal(UploadRules(state: state, kind: .joined, offset: 5), append(at: 5, 1)) == .joined)
        }
    }

    @Test func itIsWholeByLengthOrByWord() throws {
        let known = UploadRules(offset: 0, length: 10)
        #expect(try known.isWhole(at: 10, after: .atLength))
        #expect(try !known.isWhole(at: 9, after: .atLength))
        #expect(try known.isWhole(at: 10, after: .later))
        #expect(try !UploadRules().isWhole(at: 9, after: .later))
        #expect(try known.isWhole(at: 10, after: .withContent))
        #expect(throws: UploadRefusal.inconsistentLength(known: 10, given: 9)) {
            _ = try known.isWhole(at: 9, after: .withContent)
        }
        let unknown = UploadRules()
        #expect(try !unknown.isWhole(at: 10, after: .atLength))
        #expect(try unknown.isWhole(at: 10, after: .withContent))
    }
}

/// What a draft's request says, read without a connection.
@Suite struct ResumableRequestTests {
    private func request(_ headers: HTTPHeaders, method: HTTPMethod = .patch, body: [UInt8] = [1, 2]) throws -> ResumableRequest {
        ResumableRequest(try HTTPRequest(method: method, path: "/v1/uploads/x", headers: headers, body: body))
    }

    @Test func eachVersionHasItsWordForCompleteness() throws {
        #expect(try request(["Upload-Draft-Interop-Version": "3", "Upload-Incomplete": "?1"]).completeness() == false)
        #expect(try request(["Upload-Draft-Interop-Version": "3", "Upload-Complete": "?1"]).completeness() == nil)
        for version in ["5", "6", "8", "9"] {
            #expect(try request(["Upload-Draft-Interop-Version": version, "Upload-Complete": "?1"]).completeness() == true)
            #expect(try request(["Upload-Draft-Interop-Version": version, "Upload-Incomplete": "?1"]).completeness() == nil)
        }
        // Of no version or an unknown one, whatever it says is understood.
        #expect(try request(["Upload-Complete": "?0"]).completeness() == false)
        #expect(try request(["Upload-Draft-Interop-Version": "4", "Upload-Incomplete": "?0"]).completeness() == true)
        for broken in ["1", "true", "?2", "", "\"?1\""] {
            #expect(throws: Problem.self, "\(broken)") { try request(["Upload-Complete": broken]).completeness() }
        }
    }

    @Test func versionsArePinned() {
        #expect(InteropVersion.allCases.map(\.rawValue) == [3, 5, 6, 8, 9])
        #expect(InteropVersion.allCases.filter(\.announcesOffsets).map(\.rawValue) == [5, 6, 8, 9])
        #expect(InteropVersion.allCases.filter(\.knowsPartialUpload).map(\.rawValue) == [6, 8, 9])
        #expect(InteropVersion.allCases.map(\.ageKey) == ["max-age", "max-age", "expires", "max-age", "max-age"])
    }

    @Test func theContentTypeIsAskedForSinceDraft04() throws {
        let words: HTTPHeaders = ["Upload-Offset": "7", "Upload-Complete": "?0", "Upload-Incomplete": "?1"]
        for version in InteropVersion.allCases {
            let named = words.merging(["Upload-Draft-Interop-Version": String(version.rawValue)])
            let bare = Result { () throws(Problem) in
                do { return try request(named).append() } catch let problem as Problem { throw problem } catch {
                    throw .internalError
                }
            }
            if version.knowsPartialUpload {
                #expect(throws: Problem.self) { _ = try bare.get() }
            } else {
                #expect(try bare.get().offset == 7)
            }
            #expect(
                try request(named.merging(["Content-Type": "application/partial-upload"])).append().content.completion == .later)
        }
    }

    @Test func structuredFieldsAreReadStrictly() {
        #expect(StructuredField.integer("7; a=1") == 7)
        for broken in ["", "-1", "+1", "1.0", "0x1", "1 2", "1234567890123456", "٣"] {
            #expect(StructuredField.integer(broken) == nil, "\(broken)")
        }
        #expect(StructuredField.bytes(byKey: "sha-256=:AAAA:, sha-512=:AQ==:;q=1") == ["sha-256": [0, 0, 0], "sha-512": [1]])
        // A scalar that joins a sign hides nothing.
        #expect(StructuredField.integer("7\u{301}") == nil && StructuredField.integer("7\u{600},8") == nil)
        #expect(StructuredField.boolean("?1;\u{301}a") == true)
        #expect(StructuredField.bytes(byKey: "a\u{600}=:AAAA:\u{600};q,b=:AQ==:") == nil)
        #expect(StructuredField.bytes(byKey: "a=:AAAA:;\u{600},b=:AQ==:") == ["a": [0, 0, 0], "b": [1]])
        for broken in ["", "sha-256", "sha-256=AAAA", "sha-256=:A:", "=:AAAA:", "a=:AAAA:,"] {
            #expect(StructuredField.bytes(byKey: broken) == nil, "\(broken)")
        }
    }
}

/// What tus's requests say, read without a connection.
@Suite struct TusRequestTests {
    private let document = DocumentID.random()

    private func creation(_ headers: HTTPHeaders, body: [UInt8] = []) -> Result<UploadCreation, any Error> {
        Result {
            try TusRequest.creation(
                try HTTPRequest(method: .post, path: "/v1/uploads", headers: headers, body: body), document: document)
        }
    }

    @Test func aLengthIsGivenOrDeferred() throws {
        #expect(try creation(["Upload-Length": "10"]).get().length == 10)
        #expect(try creation(["Upload-Defer-Length": "1"]).get().length == nil)
        for headers: HTTPHeaders in [
            [:], ["Upload-Length": "-1"], ["Upload-Length": "1e3"], ["Upload-Defer-Length": "0"],
            ["Upload-Length": "1", "Upload-Defer-Length": "1"], ["Upload-Length": "9999999999999999999"],
            // A number that nothing can be added to.
            ["Upload-Length": "9223372036854775807"],
        ] {
            #expect(throws: Problem.self) { _ = try creation(headers).get() }
        }
    }

    @Test func oneRequestJoinsOnlySoManyParts() throws {
        func joining(_ count: Int) -> Result<UploadCreation, any Error> {
            let urls = (0..<count).map { _ in "/v1/uploads/\(UploadID.random())" }
            return creation(["Upload-Concat": "final;\(urls.joined(separator: " "))"])
        }
        _ = try joining(Tus.maximumParts).get()
        #expect(throws: Problem.self) { _ = try joining(Tus.maximumParts + 1).get() }
    }

    @Test func onlySoMuchIsKeptOfWhatAClientSaysOfItsFile() throws {
        func metadata(_ count: Int) throws -> TusMetadata { try TusMetadata(String(repeating: "k", count: count)) }
        _ = try metadata(Tus.maximumMetadata)
        #expect(throws: Problem.self) { _ = try metadata(Tus.maximumMetadata + 1) }
    }

    @Test func anEmptyFileIsWholeAtOnce() throws {
        #expect(try creation(["Upload-Length": "0"]).get().content?.length == 0)
        #expect(try creation(["Upload-Length": "1"]).get().content == nil)
        #expect(throws: Problem.self) { _ = try creation(["Upload-Length": "1"], body: [1]).get() }
        let type: HTTPHeaders = ["Upload-Length": "1", "Content-Type": "application/offset+octet-stream"]
        #expect(try creation(type, body: [1]).get().content?.completion == .atLength)
    }

    @Test func partsAreNamedByTheirURLs() throws {
        let ids = [UploadID.random(), .random()]
        let urls = "https://docket.example/v1/uploads/\(ids[0]) /v1/uploads/\(ids[1])"
        #expect(try creation(["Upload-Concat": "final;\(urls)"]).get().concatenation == .joined(ids))
        #expect(try creation(["Upload-Concat": "partial", "Upload-Length": "1"]).get().concatenation == .part)
        for broken in [
            "final", "final;", "final;/elsewhere/\(ids[0])", "final;/v1/uploads/x", "whole",
            "final;/v1/uploads/\(ids[0]) /v1/uploads/\(ids[0])",
        ] {
            #expect(throws: Problem.self) { _ = try creation(["Upload-Concat": broken]).get() }
        }
        #expect(throws: Problem.self) { _ = try creation(["Upload-Concat": "final;\(urls)", "Upload-Length": "1"]).get() }
    }
}
