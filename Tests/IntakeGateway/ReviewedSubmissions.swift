import BlobStore
import Domain
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@testable import IntakeGateway

/// A gateway with submissions in review, and reviewers of its tenant.
struct ReviewDesk: Sendable {
    let gateway: GatewayUnderTest

    static let journey = "reviewed"

    static func run(
        reviewers: Int = 1, within: Int? = nil, replacements: Int = 1, eventPace: EventFeed.Pace = EventFeed.Pace(),
        _ body: (ReviewDesk) async throws -> Void
    ) async throws {
        let sample = SampleSubmissions.journey
        let journey = JourneyDefinition(
            id: "reviewed", title: "Reviewed", summary: "A person looks.", documentTypes: sample.documentTypes,
            documents: CountRange(1...2), replacements: replacements, review: .always,
            translations: ["de": JourneyTranslation(title: "Geprüft")], reviewers: reviewers, reviewWithin: within)
        var options = GatewayUnderTest.Options(journeys: [journey])
        options.eventPace = eventPace
        try await GatewayUnderTest.run(options) { try await body(ReviewDesk(gateway: $0)) }
    }

    /// Somebody who reviews, with a name.
    func reviewer(_ name: String) async throws -> WireClient { gateway.client.with(token: try await key(name)) }

    func key(_ name: String) async throws -> String {
        let (_, token) = try await APIKeyStore(pool: gateway.pool).create(
            NewAPIKey(tenant: "acme", role: .reviewer, name: name), by: AuditOrigin(actor: "operator:erna"))
        return token.text
    }

    /// Makes a JPEG the clean page of a submission, and what its page was sent as.
    func show(_ page: [UInt8], of reviewed: Reviewed) async throws {
        let submission = try #require(SubmissionID(reviewed.id))
        let made = try await gateway.blobs.put(page, in: BlobSpace(tenant: "acme", submission: submission))
        let digest = Bytes(made.key.digest.bytes)
        let uuid = try #require(PageID(reviewed.page)).uuid
        try await gateway.pool.query("delete from page_images where page_id = \(uuid)")
        try await gateway.pool.query(
            """
            insert into page_images (page_id, number, submission_id, digest, size, media_type, width, height)
            values (\(uuid), 1, \(submission.uuid), \(digest), \(page.count), 'image/jpeg', 900, 1270)
            """)
        try await gateway.pool.query(
            "update pages set original_digest = \(digest), original_size = \(page.count) where id = \(uuid)")
    }

    /// One of a document, in review. `finding`: what validation finds in it.
    func submission(
        _ members: String = "", file: [UInt8]? = nil,
        finding: (Submission) -> SubmissionVerdict = SampleSubmissions.acceptance
    ) async throws -> Reviewed {
        let created = try await gateway.client.send(
            "POST", "/v1/submissions", json: "{\"journey\": \"\(Self.journey)\"\(members)}")
        let id = try #require(try created.json()["id"]?.string)
        let added = try await gateway.client.send("POST", "/v1/submissions/\(id)/documents", json: #"{"type": "letter"}"#)
        let document = try #require(try added.json()["id"]?.string)
        let page = try await gateway.page(
            try #require(added.headers["location"]), file ?? (SampleFiles.jpeg() + Array(id.utf8)))
        #expect(try await gateway.client.send("POST", "/v1/submissions/\(id)/submit").status == 202)
        try await WorkersWork.pass(id, gateway, finding: finding)
        return Reviewed(id: id, document: document, page: page.split(separator: "/").last.map(String.init) ?? "")
    }
}

struct Reviewed: Sendable {
    let id: String
    let document: String
    let page: String

    var path: String { "/v1/submissions/\(id)" }

    func decision(_ verdict: String = "accepted", _ more: String = "", words: String = "") -> String {
        "{\"documents\": {\"\(document)\": {\"verdict\": \"\(verdict)\"\(words)}}\(more)}"
    }
}
