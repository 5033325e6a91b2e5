import DocumentFixtures
import IntakeClient
import Shared
import Support
import Testing

extension OwnRuns {
    /// What stands on documents, all the way: a printed page goes through the reading worker, and what it says comes back.
    @Suite(.timeLimit(.minutes(4)))
    struct ReadingTests {
        private static let bill = """
            Stadtwerke Example
            Ms Anna Maria Eriksson, 12 Harbour Street, Example Town

            Invoice number: 4711-0815
            Invoice date: 3 March 2026

            Electricity bill for the past month
            Meter reading 10,482 kWh, consumption 214 kWh
            Total amount due: 86.40 EUR
            """

        @Test func whatIsPrintedIsComparedWithWhatIsDeclared() async throws {
            try await RunningDocket.run(RunningDocket.Options(environment: ["DOCKET_READING": "on"])) { docket in
                let page = SampleFile(name: "bill.jpg", bytes: try PrintedPage.jpeg([Self.bill], dotsPerInch: 150))
                let result = try await docket.outcome("proof-of-address", [PlannedDocument("utility-bill", issued: 3, [page])])
                #expect(result.state == .accepted)
                let record = try await docket.client.facts(of: result.id)
                let read = try #require(record.documents.first)
                #expect(read.certain(.issued)?.day == CalendarDate("2026-03-03"))
                #expect(read.certain(.total)?.value == "86.40 EUR")
                #expect(read.kind.verdict == .fits && record.models["eng"] != nil)
                #expect(result.allReasons.map(\.rule).contains("document.issue-date-printed"), "\(result.allReasons)")

                // Events say which rule, and not what was read.
                let rows = try await Program.check(
                    "psql",
                    [
                        "-qAtX", "-c", "select convert_from(payload, 'UTF8') from events where submission_id = '\(result.id)'",
                        try docket.variable("DATABASE_URL"),
                    ]
                ).text
                #expect(rows.contains("submission.normalized") && rows.contains("document.issue-date-printed"))
                for word in ["3 March 2026", "2026-03-03", "Eriksson", "4711"] { #expect(!rows.contains(word), "\(word)") }

                // Its PDF was bound before, as pictures alone; what is not read says so.
                let pdf = try await docket.bytes(at: try #require(result.documents.first?.pdf))
                #expect(try await PageCheck.complaints(about: pdf) == "")
            }
        }

        /// The words lie over the pictures of a journey that asks for it, and go where their letters are.
        @Test func aBoundPDFCanBeSearched() async throws {
            let folder = try TemporaryFolder("journeys")
            try FileBytes.write(
                Array(
                    """
                    title: Letters
                    reading: suggest
                    pdfText: read
                    types:
                      letter: {title: Letter}
                    """.utf8), to: "\(folder.path)/letters.yaml")
            let environment = ["DOCKET_READING": "on", "DOCKET_JOURNEYS": folder.path]
            try await RunningDocket.run(RunningDocket.Options(environment: environment)) { docket in
                let page = SampleFile(name: "bill.jpg", bytes: try PrintedPage.jpeg([Self.bill], dotsPerInch: 150))
                let result = try await docket.outcome("letters", [PlannedDocument("letter", [page])])
                #expect(result.state == .accepted && result.allReasons.isEmpty, "\(result.allReasons)")
                let pdf = try await docket.bytes(at: try #require(result.documents.first?.pdf))
                let path = "\(folder.path)/letter.pdf"
                try FileBytes.write(pdf, to: path)
                let text = try await Program.check("pdftotext", ["-layout", path, "-"]).text
                for phrase in ["Invoice date: 3 March 2026", "Total amount due: 86.40 EUR"] {
                    #expect(text.contains(phrase), "\(text)")
                }
            }
        }
    }
}
