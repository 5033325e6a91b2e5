import Shared
import Support
import Testing

@testable import CommandSupport
@testable import DocketCLI

/// What lies beside a scan.
@Suite struct ScanSidecarTests {
    private func sidecar(_ text: String, name: String = "a.pdf.json") throws(ScanFault) -> ScanSidecar {
        try ScanSidecar(Array(text.utf8), name: name)
    }

    @Test func namesASubmissionInOneOfThreeWays() throws {
        let id = SubmissionID.random()
        #expect(try sidecar("{\"submission\":\"\(id)\",\"type\":\"letter\"}").place == .submission(id))
        #expect(try sidecar(#"{"reference":"case-1","type":"letter"}"#).place == .reference("case-1"))
        let new = try sidecar(#"{"journey":"identity","reference":"case-1","subject":"p","type":"letter"}"#)
        #expect(new.place == .new(NewSubmission(journey: "identity", subject: "p", reference: "case-1")))
    }

    @Test func isOfTheFileThatItIsCalledAfterOrOfThoseThatItNames() throws {
        #expect(try sidecar(#"{"reference":"r","type":"letter"}"#).files == ["a.pdf"])
        let several = try sidecar(#"{"reference":"r","type":"letter","files":["2.jpg","1.jpg"]}"#)
        #expect(several.files == ["2.jpg", "1.jpg"])
    }

    @Test func hasTheDaysOfTheDocument() throws {
        let bill = try sidecar(
            #"{"reference":"r","type":"bill","issueDate":"2026-10-31","periodStart":"2026-09-01","periodEnd":"2026-09-30"}"#)
        #expect(bill.document.issueDate == CalendarDate("2026-10-31"))
        #expect(bill.document.periodStart == CalendarDate("2026-09-01"))
        #expect(bill.document.periodEnd == CalendarDate("2026-09-30"))
    }

    @Test(arguments: [
        ("[]", "It is no JSON object."), ("{", "It is no JSON object."),
        (#"{"reference":"r"}"#, "“type” is missing."),
        (#"{"reference":"r","type":"letter","isueDate":"2026-10-31"}"#, "“isueDate” is nothing that a sidecar says."),
        (#"{"reference":"r","type":"letter","issueDate":"31.10.2026"}"#, "“issueDate” has a value that cannot be read."),
        (#"{"type":"letter"}"#, "It names no submission: say “submission”, or “reference”, or “journey” for a new one."),
        (
            #"{"submission":"0198a2f4-5b1c-7d3e-8f90-112233445566","journey":"identity","type":"letter"}"#,
            "It names no submission: say “submission”, or “reference”, or “journey” for a new one."
        ),
        (#"{"reference":"r","subject":"p","type":"letter"}"#, "“subject” goes with “journey”, for a new submission."),
        (#"{"reference":"r","type":"letter","files":[]}"#, "“files” has to name from 1 to 100 files, each once."),
        (#"{"reference":"r","type":"letter","files":["a","a"]}"#, "“files” has to name from 1 to 100 files, each once."),
    ])
    func saysWhatIsWrongWithIt(text: String, words: String) {
        #expect(throws: ScanFault(words)) { try sidecar(text) }
    }

    @Test(arguments: ["../etc/passwd", "/etc/passwd", ".hidden", "", "..", "a/b"])
    func namesNoFileElsewhere(name: String) {
        #expect(throws: ScanFault("“\(name)” is no name of a file in the same folder.")) {
            try sidecar("{\"reference\":\"r\",\"type\":\"letter\",\"files\":[\"\(name)\"]}")
        }
    }
}
