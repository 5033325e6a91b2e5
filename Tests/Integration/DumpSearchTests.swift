import DocumentFixtures
import FoundationEssentials
import IntakeClient
import Shared
import Support
import Testing

extension OwnRuns {
    /// A dump and the bucket (or the folder) of an installation whose workers have read what it was sent, searched for all that is
    /// personal.
    @Suite(.timeLimit(.minutes(5)))
    struct DumpSearchTests {
        /// Strings that stand nowhere else, as they are and as bytes in hexadecimal.
        private struct Secrets {
            private(set) var all: [String] = []

            mutating func next(_ what: String) -> String {
                let secret = "\(what)-zyx-\(all.count)-wvu"
                all.append(secret)
                return secret
            }

            /// A push token is hexadecimal.
            mutating func token() -> String {
                let token = (0..<4).map { _ in String(UInt32.random(in: 0x1000_0000...UInt32.max), radix: 16) }.joined()
                all.append(token)
                return token
            }
        }

        /// A draft that tells of its person whatever one can.
        private func draft(_ secrets: inout Secrets, _ docket: RunningDocket) async throws -> SubmissionID {
            var metadata: [String: String] = [:]
            for number in 0..<10 { metadata["key\(number)"] = secrets.next("told") }
            let draft = try await docket.client.createSubmission(
                NewSubmission(
                    journey: "proof-of-address", subject: secrets.next("subject"), reference: secrets.next("reference"),
                    contact: Contact(email: "\(secrets.next("mail"))@example.org", pushToken: secrets.token()),
                    metadata: metadata, returnUrl: "https://example.org/\(secrets.next("return"))",
                    expected: ExpectedPerson(name: secrets.next("name"), address: secrets.next("street"))))
            return draft.id
        }

        /// A bill, with words in the file that nobody sees.
        private func bill(_ number: Int, _ secrets: inout Secrets) throws -> SampleFile {
            let text = """
                Stadtwerke Example
                Ms Anna Maria Eriksson, 12 Harbour Street, Example Town

                Invoice number: 4711-08\(15 + number)
                Invoice date: 3 March 2026
                Total amount due: 1\(number)86.40 EUR
                """
            let page = try PrintedPage.jpeg([text], dotsPerInch: 150)
            return SampleFile(name: "\(secrets.next("file")).jpg", bytes: page + Array(secrets.next("hidden").utf8))
        }

        /// What was read, as it was read. Days are not searched for: people state them, and they are columns.
        private static func values(in json: JSONValue) -> [String] {
            switch json {
            case .array(let items): items.flatMap(values)
            case .object(let members):
                members.flatMap { name, value -> [String] in
                    if case .string(let text) = value, ["value", "text"].contains(name), text.utf8.count >= 8,
                        CalendarDate(text) == nil
                    {
                        return [text]
                    }
                    return values(in: value)
                }
            default: []
            }
        }

        @Test func `nothing that was told, sent or read is in a dump, in a file or in a bucket`() async throws {
            let server = S3TestServer.script == nil ? nil : try await S3TestServer.shared()
            var environment = server?.environment(prefix: "dump-search") ?? [:]
            environment["DOCKET_READING"] = "on"
            try await RunningDocket.run(RunningDocket.Options(environment: environment)) { docket in
                var (secrets, read) = (Secrets(), Set<String>())
                for _ in 0..<60 { _ = try await draft(&secrets, docket) }
                for number in 0..<3 {
                    let id = try await draft(&secrets, docket)
                    let document = try await docket.client.addDocument(
                        NewDocument(type: "utility-bill", issueDate: .today.adding(days: -3)), to: id)
                    try await docket.client.addPage(docket.upload(try bill(number, &secrets)), to: document.id, of: id)
                    _ = try await docket.outcome(of: id)
                    let facts = try await docket.bytes(at: "/v1/submissions/\(id)/facts")
                    read.formUnion(Self.values(in: try CanonicalJSON.decode(JSONValue.self, from: facts)))
                }
                for _ in 0..<3 {
                    _ = try await Program.check(
                        try BuiltPrograms.path("docket"),
                        [
                            "hold", "set", secrets.next("held"), "--subject", "--tenant", "default", "--reason",
                            secrets.next("case"), "--home", docket.home,
                        ])
                }
                for _ in 0..<3 {
                    _ = try await Program.check(
                        try BuiltPrograms.path("docket"),
                        [
                            "endpoints", "add", "--tenant", "acme", "--url", "https://acme.example/hook", "--contact",
                            "\(secrets.next("owner"))@example.org", "--home", docket.home,
                        ])
                }
                #expect(secrets.all.count >= 1_000)
                #expect(read.count >= 6 && read.contains("1286.40 EUR"), "\(read)")

                let wanted = (secrets.all + read).flatMap { [$0, $0.utf8.map { String($0, radix: 16) }.joined()] }
                let folder = try TemporaryFolder("dump")
                let (dump, words) = ("\(folder.path)/dump.sql", "\(folder.path)/words")
                _ = try await Program.check("pg_dump", ["--file", dump, "--dbname", try docket.variable("DATABASE_URL")])
                try FileBytes.write(Array(wanted.joined(separator: "\n").utf8), to: words)
                #expect(try await found(words, in: dump) == [])
                let files = server == nil ? "\(docket.home)/blobs" : S3TestServer.folder
                #expect(try FolderFiles.all(files).count >= 6)
                #expect(try await found(words, in: files) == [])
                // A search that finds nothing at all would pass.
                try FileBytes.write(Array("… \(try #require(secrets.all.last)) …".utf8), to: "\(folder.path)/control")
                #expect(try await found(words, in: "\(folder.path)/control").count == 1)
            }
        }

        private func found(_ words: String, in place: String) async throws -> [String] {
            let result = try await Program.run("grep", ["-raoFh", "-f", words, place], limit: .seconds(120))
            #expect(result.complaints.isEmpty)
            return Set(result.text.split(separator: "\n").map(String.init)).sorted()
        }
    }
}
