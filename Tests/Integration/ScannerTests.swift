import DocumentFixtures
import FoundationEssentials
import Glibc
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

    /// The sheet is printed by another library than the one that made it.
    @Test func aStackUnderAPrintedSheetIsPartOfTheDraft() async throws {
        let docket = try #require(RunningDocket.current)
        let draft = try await docket.client.createSubmission(NewSubmission(journey: "proof-of-address"))
        let folder = try TemporaryFolder("scans")
        let sheet = open("\(folder.path)/sheet.svg", O_CREAT | O_WRONLY, 0o600)
        try await docket.client.fetchCoverSheet(for: "utility-bill", of: draft.id, into: sheet)
        close(sheet)
        let svg = try FileBytes.read("\(folder.path)/sheet.svg")
        let drawn = try Tool.vips.run(
            ["thumbnail", "in.svg", "out.png", "1240", "--height", "1754"], files: ["in.svg": svg], yields: "out.png")
        let printed = try Tool.vips.run(
            ["colourspace", "in.png", "out.jpg[strip,background=255]", "b-w"], files: ["in.png": drawn], yields: "out.jpg")
        let page = try PrintedPage.jpeg(["Electricity bill of the last month"], dotsPerInch: 150, size: (1240, 1754))
        let stack = HandmadePDF.scanned([printed, page], width: 1240, height: 1754)
        try FileBytes.write(stack.bytes, to: "\(folder.path)/stack.pdf")
        var long = [timeval(tv_sec: time(nil) - 60, tv_usec: 0), timeval(tv_sec: time(nil) - 60, tv_usec: 0)]
        try #require(utimes("\(folder.path)/stack.pdf", &long) == 0)

        let watch = ["watch", folder.path, "--sheets", "--once", "--home", docket.home]
        let said = try await Program.check(BuiltPrograms.path("docket"), watch, limit: .seconds(60)).text
        #expect(said.contains("stack.pdf: 1 document by cover sheets") && said.contains("\(draft.id)"), "\(said)")
        let filled = try await docket.client.submission(draft.id)
        #expect(filled.state == .draft && filled.documents.map(\.type) == ["utility-bill"])
        #expect(filled.documents.first?.pages.count == 1)
    }
}
