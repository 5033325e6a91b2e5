import BlobStore
import Domain
import EventLoop
import FoundationEssentials
import Postgres
import Shared
import Support
import Synchronization
import Testing

@testable import IntakeGateway

/// The page besides the straight way, in Debian's Chromium: dark, right to left, at 200 %, on a desk; each state that a submission can
/// end in; the notice that is agreed to; and what goes wrong, which ends in a clear message, nothing lost and nothing doubled.
@Suite(.timeLimit(.minutes(10)))
struct PageTroubleTests {
    private static let journey = JourneyDefinition(
        id: "tenancy", title: "Tenancy", summary: "Send the lease that you have signed, and an identity card if you like.",
        documentTypes: [
            DocumentType(
                id: "lease", title: "Lease agreement", hint: "All pages, signed by both sides.", icon: "signature",
                pages: CountRange(1...5), documents: CountRange(1...2), issueDate: .required),
            DocumentType(
                id: "card", title: "Identity card", hint: "Both sides.", icon: "person.text.rectangle", pages: CountRange(2...2),
                documents: CountRange(0...1)),
        ], documents: CountRange(1...3),
        consent: ConsentText(
            version: "7",
            text: "We look at your documents to prove where you live, keep them for five years, and give them to nobody else.",
            url: "https://docs.example/privacy"))

    private static let endings: [(state: SubmissionState, document: DocumentState)] = [
        (.submitted, .checking), (.processing, .checking), (.inReview, .checking), (.rejected, .refused), (.failed, .checking),
        (.withdrawn, .open), (.expired, .open),
    ]

    private struct Seen: BrowserLook {
        let pictures: [String]
        let axe: [String]
        let console: [String]
        let origins: [String]
    }

    @Test func aPersonMeetsWhatGoesWrong() async throws {
        let script = try BrowserScript("troubles.py", python: await PageTests.python())
        let disks = Disks()
        var options = GatewayUnderTest.Options()
        options.journeys = [Self.journey]
        let host = try await FreePorts.one()
        options.edge.frames = ["http://127.0.0.1:\(host)"]
        options.blobs = { disks.add(StallingBlobStore($0)) }
        options.tenantQuotas = TenantQuotas(parsing: ["other:bytes=10"]) { Issue.record("\($0)") }
        try await GatewayUnderTest.run(options) { gateway in
            var links: [String: TestLink] = [:]
            for name in ["foreseen", "files", "disk", "clock", "tabs", "revoked", "other", "frame"] {
                links[name] = try await TestLink.make(gateway, try await gateway.draft())
            }
            links["quota"] = try await TestLink.make(
                gateway, try await gateway.draft(as: gateway.foreigner), as: gateway.foreigner)
            try await gateway.pool.execute(
                """
                insert into usage_days (tenant, day, submissions, files, bytes, pages_made, pages_read)
                values ('other', (now() at time zone 'utc')::date, 0, 1, 10, 0, 0)
                """)
            let (asking, interrupted) = (try await draft(gateway, "tenancy"), try #require(links["revoked"]))
            links["consent"] = try await TestLink.make(gateway, asking)
            links["renewed"] = try await TestLink.make(gateway, interrupted.submission)
            var states: [String: String] = [:]
            for ending in Self.endings {
                states[ending.state.rawValue] = try await Self.link(gateway, ending.state, ending.document)
            }
            let told = Links(
                states: states, consent: links["consent"]?.url ?? "", foreseen: links["foreseen"]?.url ?? "",
                files: links["files"]?.url ?? "",
                disk: links["disk"]?.url ?? "", quota: links["quota"]?.url ?? "", clock: links["clock"]?.url ?? "",
                tabs: links["tabs"]?.url ?? "",
                revoked: interrupted.url, renewed: links["renewed"]?.url ?? "", other: links["other"]?.url ?? "",
                frame: links["frame"]?.url ?? "", host: String(host),
                manual: String(#filePath.dropLast("Tests/IntakeGateway/PageTroubleTests.swift".count))
                    + "deploy/manual/web-page.md")
            let foreseen = try #require(links["foreseen"]).submission
            let seen = try await script.look(
                Seen.self, at: "http://\(gateway.address)",
                [told.consent, "-", "-", String(decoding: try JSONEncoder().encode(told), as: UTF8.self)], limit: .seconds(500)
            ) {
                // In the order in which the script wants them.
                try await script.answer("blur") { try await Self.preview(foreseen, gateway) }
                try await script.answer("full") { disks.fill(true) }
                try await script.answer("room") { disks.fill(false) }
                try await script.answer("month") {
                    try await gateway.pool.execute("delete from usage_days where tenant = 'other'")
                }
                try await script.answer("revoke") {
                    let path = "/v1/submissions/\(interrupted.submission)/links/\(interrupted.id)"
                    let revoked = try await gateway.client.send("DELETE", path)
                    guard revoked.status == 204 else { throw UnexpectedAnswer(revoked) }
                }
            }
            #expect(seen.pictures.count > 50)
            // What was agreed to is recorded; no file is lost, and none is there twice.
            let agreed = try await gateway.submission(asking)
            #expect(agreed["state"]?.string == "submitted" && agreed["consent"]?["version"]?.string == "7")
            for (name, pages) in [
                ("foreseen", [10]), ("files", [2]), ("disk", [1]), ("clock", [1]), ("tabs", []), ("revoked", [1]), ("other", []),
                ("frame", [1]),
            ] {
                let now = try await gateway.submission(try #require(links[name]).submission)
                #expect(now["documents"]?.array.map { $0["pages"]?.array.count ?? 0 } == pages, "\(name)")
            }
        }
    }

    private struct Links: Encodable {
        let states: [String: String]
        let consent, foreseen, files, disk, quota, clock, tabs, revoked, renewed, other, frame, host, manual: String
    }

    /// The gateway makes its store when it is built; the test fills it later.
    private final class Disks: Sendable {
        private let all = Mutex<[StallingBlobStore]>([])

        func add(_ disk: StallingBlobStore) -> StallingBlobStore {
            all.withLock { $0.append(disk) }
            return disk
        }

        func fill(_ isFull: Bool) {
            for disk in all.withLock({ $0 }) { disk.isFull = isFull }
        }
    }

    private func draft(_ gateway: GatewayUnderTest, _ journey: String) async throws -> String {
        let made = try await gateway.client.send("POST", "/v1/submissions", json: #"{"journey": "\#(journey)"}"#)
        return try #require(try made.json()["id"]?.string)
    }

    /// The link of a submission that has come to a state: by hand, for what workers and time do to it.
    private static func link(
        _ gateway: GatewayUnderTest, _ state: SubmissionState, _ document: DocumentState
    ) async throws -> String {
        let draft = try await gateway.draft()
        let day = CalendarDate.today.adding(days: -9)
        let added = try await gateway.client.send(
            "POST", "/v1/submissions/\(draft)/documents", json: #"{"type": "utility-bill", "issueDate": "\#(day)"}"#)
        try #require(added.status == 201)
        let link = try await TestLink.make(gateway, draft)
        let id = try #require(SubmissionID(draft)).uuid
        try await gateway.pool.execute(
            """
            update submissions set state = \(state.rawValue), version = version + 1, submitted_at = now() where id = \(id)
            """)
        try await gateway.pool.execute("update documents set state = \(document.rawValue) where submission_id = \(id)")
        return link.url
    }

    /// What the preview's worker does with the two files of a draft: the photo is blurred, and the other one has three pages.
    private static func preview(_ draft: String, _ gateway: GatewayUnderTest) async throws {
        var signals = SampleSubmissions.making.signals[0]
        signals.blurredTiles = signals.writtenTiles
        let looks = [
            FirstLook(pageCount: 1, signals: [signals]), FirstLook(pageCount: 3, signals: SampleSubmissions.making.signals),
        ]
        for (number, look) in looks.enumerated() {
            try await PageTests.commit(draft, .preview, gateway) { submission in
                let page = submission.documents[0].pages[number]
                let file = page.original ?? SampleSubmissions.file()
                // The photo as it came stands for its preview.
                let image = PageImage(
                    file: StoredFile(digest: file.digest, size: file.size, mediaType: .png),
                    size: PixelSize(width: 420, height: 560))
                return .previewed(page.id, of: file.digest, image, look)
            }
        }
    }
}

/// A link of a submission, made by its tenant.
struct TestLink: Sendable {
    /// Of the address that a new link has, without scheme and host.
    static func path(of made: TestJSON) throws -> String {
        let url = try #require(made["url"]?.string)
        return String(url[try #require(url.firstRange(of: "/u/")).lowerBound...])
    }

    let submission: String
    let id: String
    let url: String

    static func make(
        _ gateway: GatewayUnderTest, _ submission: String, _ purpose: String = "upload", as client: WireClient? = nil
    ) async throws -> TestLink {
        let made = try await (client ?? gateway.client).send(
            "POST", "/v1/submissions/\(submission)/links", json: #"{"purpose": "\#(purpose)"}"#
        ).json()
        return TestLink(
            submission: submission, id: try #require(made["id"]?.string), url: try TestLink.path(of: made))
    }
}
