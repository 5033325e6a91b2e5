import FoundationEssentials
import HTTPClient
import IntakeClient
import Shared
import Support
import Testing

/// A document that is to be submitted.
struct PlannedDocument: Sendable {
    var type: DocumentTypeID
    var issueDate: CalendarDate?
    /// Of what has one: it is valid for another year.
    var expiryDate: CalendarDate? { type == "passport" ? .today.adding(days: 365) : nil }
    var files: [SampleFile]

    init(_ type: DocumentTypeID, issued daysAgo: Int? = nil, _ files: [SampleFile]) {
        self.type = type
        issueDate = daysAgo.map { CalendarDate.today.adding(days: -$0) }
        self.files = files
    }
}

extension CalendarDate {
    static var today: CalendarDate { CalendarDate(Timestamp(Date()), in: .utc) }
}

extension RunningDocket {
    /// Opens a draft with these documents.
    func draft(_ journey: JourneyID, _ documents: [PlannedDocument]) async throws -> SubmissionView {
        let submission = try await client.createSubmission(NewSubmission(journey: journey))
        for planned in documents {
            let document = try await client.addDocument(
                NewDocument(type: planned.type, issueDate: planned.issueDate, expiryDate: planned.expiryDate), to: submission.id)
            for sample in planned.files { try await client.addPage(upload(sample), to: document.id, of: submission.id) }
        }
        return try await client.submission(submission.id)
    }

    /// Hands a draft in and waits for its outcome.
    func outcome(of submission: SubmissionID, within limit: Duration = .seconds(60)) async throws -> SubmissionView {
        let before = try await client.submit(submission)
        return try await client.wait(for: submission, timeout: limit) { $0.hasEnded && $0.version > before.version }
    }

    /// Opens a draft, submits it and waits for its outcome.
    func outcome(_ journey: JourneyID, _ documents: [PlannedDocument]) async throws -> SubmissionView {
        try await outcome(of: try await draft(journey, documents).id)
    }

    func upload(_ sample: SampleFile) throws -> UploadFile { try UploadFile(path: try file(sample.name, sample.bytes)) }

    /// What is stored under an address that the gateway gave.
    func bytes(at path: String) async throws -> [UInt8] {
        var request = ClientRequest("GET", path.hasPrefix("http") ? path : url + path)
        request.maximumResponseBytes = 100_000_000
        let response = try await http.send(request)
        try #require(response.status == 200, "\(path): \(response.text.prefix(500))")
        return response.body
    }
}
