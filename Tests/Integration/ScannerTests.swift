import FoundationEssentials
import IntakeClient
import Shared
import Support
import Testing

/// A scanner's folder, against a whole suite.
extension MainJobTests {
    @Test func aScanIsPartOfTheDraftUnderItsReferenceAndNothingIsSubmitted() async throws {
        let docket = try #require(RunningDocket.current)
        let reference = "case \(UUID())"
        let draft = try await docket.client.createSubmission(
            NewSubmission(journey: "proof-of-address", reference: reference))
        let folder = try TemporaryFolder("scans")
        try FileBytes.write(SampleFile.pdf(pages: 2).bytes, to: "\(folder.path)/scan.pdf")
        let today = CalendarDate(Timestamp(Date()), in: .utc)
        let sidecar = #"{"reference":"\#(reference)","type":"utility-bill","issueDate":"\#(today.adding(days: -3))"}"#
        try FileBytes.write(Array(sidecar.utf8), to: "\(folder.path)/scan.pdf.json")
        let watch = ["watch", folder.path, "--once", "--json", "--home", docket.home]
        let said = try await Program.check(BuiltPrograms.path("docket"), watch, limit: .seconds(60)).text
        #expect(said.contains("\(draft.id)") && said.split(separator: "\n").count == 1)
        #expect(try await Program.check(BuiltPrograms.path("docket"), watch, limit: .seconds(60)).text.isEmpty)

        let filled = try await docket.client.submission(draft.id)
        #expect(filled.state == .draft)
        #expect(filled.documents.map(\.type) == ["utility-bill"] && filled.documents.first?.pages.count == 1)
        try await docket.client.submit(draft.id)
        let ended = try await docket.client.waitUntilEnded(draft.id, timeout: .seconds(120))
        #expect(ended.state == .accepted, "\(ended.allReasons)")
    }
}
