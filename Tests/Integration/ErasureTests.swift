import EventLoop
import FoundationEssentials
import Glibc
import IntakeClient
import Shared
import Support
import Testing

extension OwnRuns {
    /// What `docket erase` leaves of a person in everything that the suite writes: nothing.
    @Suite struct ErasureTests {
        /// What is only ever said of this person: by their tenant, by their files' names, and inside their files; and a token, which
        /// has to be hexadecimal.
        private static let markers = ["Zerzinsky", "Mustermann", token]
        private static let token = "5ca1ab1e0ddba11dec0de5eed"

        @Test func nothingIsFoundOfAnErasedPerson() async throws {
            try await RunningDocket.run { docket in
                let folder = try TemporaryFolder("erasure")
                let erased = try await submit(docket)
                let before = try await places(docket)
                #expect(before.contains { $0.hasPrefix("dump") }, "the database says nothing of the person beforehand")
                // A file is sealed before it is stored.
                #expect(!before.contains { $0.hasPrefix("blobs") }, "\(before)")
                let early = "\(folder.path)/early.ndjson"
                _ = try await run(docket, ["record", early, "--uploads"])

                let receipt = try await run(docket, ["erase", "Zerzinsky-17", "--yes", "--json"])
                #expect(receipt.contains("\(erased)") && receipt.contains(#""outcome":"erased""#))

                // Whatever is written from now on: another person's way, recordings, the early one played anew.
                let other = try await docket.outcome("identity", [PlannedDocument("passport", [.pdf(pages: 1)])])
                #expect(other.state == .accepted)
                _ = try await run(docket, ["replay", early, "--speed", "10", "--assert", "lost==0"])
                _ = try await run(docket, ["reconcile"])
                for options in [["--uploads"], ["--topic", "outcomes", "--topic", "uploads", "--no-follow"]] {
                    _ = try await run(docket, ["record", "\(folder.path)/late-\(options.count).ndjson"] + options)
                }
                #expect(try await places(docket) == [])
                #expect(try await found(in: folder.path) == [], "recordings")
                _ = try await docket.receiver.arrival(.submissionAccepted, of: other.id)
                let later = docket.receiver.arrivals(of: other.id)
                #expect(!later.contains { isPersonal(String(decoding: $0.body, as: UTF8.self)) })
                await #expect(throws: IntakeClientError.self) { try await docket.client.submission(erased) }
            }
        }

        /// A person who is spoken of wherever one can be, with files that say more.
        private func submit(_ docket: RunningDocket) async throws -> SubmissionID {
            let photo = try await SampleFile.turnedPhoto()
            let draft = try await docket.client.createSubmission(
                NewSubmission(
                    journey: "proof-of-address", subject: "Zerzinsky-17", reference: "Zerzinsky reference", locale: "de",
                    contact: Contact(email: "Zerzinsky@example.org", pushToken: Self.token + "5"),
                    metadata: ["branch": "Zerzinsky metadata"], returnUrl: "https://example.org/Zerzinsky"),
                key: "Zerzinsky-key")
            let document = try await docket.client.addDocument(
                NewDocument(type: "utility-bill", issueDate: CalendarDate.today.adding(days: -3)), to: draft.id)
            let file = try docket.file("Zerzinsky.jpg", photo.bytes)
            try await docket.client.addPage(UploadFile(path: file), to: document.id, of: draft.id)
            let result = try await docket.outcome(of: draft.id)
            #expect(result.state == .accepted, "\(result.allReasons)")
            _ = try await docket.receiver.arrival(.submissionAccepted, of: draft.id)
            // Who looks for a person writes into logs, too.
            _ = try await docket.bytes(at: "/v1/submissions?reference=Zerzinsky%20reference")
            return draft.id
        }

        private func run(_ docket: RunningDocket, _ words: [String]) async throws -> String {
            try await Program.check(BuiltPrograms.path("docket"), words + ["--home", docket.home], limit: .seconds(120)).text
        }

        // MARK: - Searching

        /// Markers as they are, and as bytes look in a dump.
        private static let forms = markers + markers.map { $0.utf8.map { String($0, radix: 16) }.joined() }

        private func isPersonal(_ text: String) -> Bool { Self.forms.contains { text.contains($0) } }

        /// Where the person is found: a dump of the database, each file of the home but the database's own (blobs, logs, the ledger of
        /// erasures), each service's metrics, and every record of every topic.
        private func places(_ docket: RunningDocket) async throws -> [String] {
            let dump = try await Program.check("pg_dump", ["--inserts", "--dbname", try docket.variable("DATABASE_URL")])
            var places = dump.text.split(separator: "\n").filter { isPersonal(String($0)) }.map { "dump: \($0.prefix(80))" }
            places += try await found(in: docket.home).map { String($0.dropFirst(docket.home.count + 1)) }
            for service in ["GATEWAY", "VALIDATION", "NORMALIZATION", "NOTIFICATION"] {
                let metrics = try await docket.bytes(at: "\(try docket.variable("\(service)_ADMIN_URL"))/metrics")
                if isPersonal(String(decoding: metrics, as: UTF8.self)) { places.append("metrics: \(service)") }
            }
            for topic in Topic.allCases {
                for record in try await docket.records(topic)
                where isPersonal(record.payload) || record.headers?.contains(where: isPersonal) == true {
                    places.append("topic: \(topic.name) \(record.partition)@\(record.offset)")
                }
            }
            return places
        }

        private func found(in folder: String) async throws -> [String] {
            let patterns = Self.forms.flatMap { ["-e", $0] }
            let files = try await Program.run("grep", ["-rlaF", "--exclude-dir=postgres"] + patterns + [folder])
            // Files that go while it looks are none; anything else that it cannot read would be a hole.
            let holes = files.complaints.split(separator: "\n").filter { !$0.hasSuffix("No such file or directory") }
            #expect(holes.isEmpty && access(folder, F_OK) == 0, "\(holes)")
            return files.text.split(separator: "\n").map(String.init)
        }
    }
}
