import Shared
import Testing

@Suite struct SubmissionSummaryTests {
    private static let id = "6a2f3c1e-0b7d-4e5f-8a9b-0c1d2e3f4a5b"

    @Test func itsJSONIsARowOfTheGatewaysListing() throws {
        let summary = try SubmissionSummary(
            id: #require(SubmissionID(Self.id)), journey: "proof-of-address", state: .submitted, version: 4, subject: "p-1",
            reference: "case/7", createdAt: #require(Timestamp("2026-10-31T09:05:07.250Z")),
            updatedAt: #require(Timestamp("2026-10-31T09:06:00.500Z")),
            submittedAt: Timestamp("2026-10-31T09:06:00.500Z"),
            expiresAt: Timestamp("2026-11-30T09:06:00.750Z"), documents: 2)
        let json =
            #"{"createdAt":"2026-10-31T09:05:07.250Z","documents":2,"expiresAt":"2026-11-30T09:06:00.750Z","id":"\#(Self.id)","#
            + #""journey":"proof-of-address","reference":"case/7","state":"submitted","subject":"p-1","#
            + #""submittedAt":"2026-10-31T09:06:00.500Z","updatedAt":"2026-10-31T09:06:00.500Z","version":4}"#
        #expect(String(decoding: try CanonicalJSON.encode(summary), as: UTF8.self) == json)
        #expect(try CanonicalJSON.decode(SubmissionSummary.self, from: Array(json.utf8)) == summary)
    }

    @Test func whatItDoesNotHaveIsLeftOut() throws {
        let moment = try #require(Timestamp("2026-10-31T09:05:07.250Z"))
        let summary = try SubmissionSummary(
            id: #require(SubmissionID(Self.id)), journey: "identity", state: .draft, version: 1, subject: nil, reference: nil,
            createdAt: moment, updatedAt: moment, submittedAt: nil, expiresAt: nil, documents: 0)
        let json =
            #"{"createdAt":"2026-10-31T09:05:07.250Z","documents":0,"id":"\#(Self.id)","journey":"identity","state":"draft","#
            + #""updatedAt":"2026-10-31T09:05:07.250Z","version":1}"#
        #expect(String(decoding: try CanonicalJSON.encode(summary), as: UTF8.self) == json)
        #expect(try CanonicalJSON.decode(SubmissionSummary.self, from: Array(json.utf8)) == summary)
    }
}
