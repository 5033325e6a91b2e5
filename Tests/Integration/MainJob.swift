import DocumentFixtures
import IntakeClient
import Shared
import Support
import Testing

/// What the suite is for: files of every kind go in, clean upright pages and one PDF per document come out, the tenant is told,
/// and whoever watches the topics sees it. Run over the embedded broker and over Apache Kafka.
enum MainJob {
    static func run(on docket: RunningDocket) async throws {
        let samples = [
            try await SampleFile.turnedPhoto(), try .heic(), try .png(), try .tiff(), try .gif(), try .webp(), .pdf(pages: 2),
        ]
        let result = try await docket.outcome(
            "bank-statements", samples.map { PlannedDocument("bank-statement", issued: 20, [$0]) })
        #expect(result.state == .accepted, "\(result.allReasons)")
        #expect(result.documents.allSatisfy { $0.verdict == .accepted }, "\(result.allReasons)")
        try #require(result.documents.count == samples.count)
        for (document, sample) in zip(result.documents, samples) {
            try await checkPages(of: document.pages.flatMap(\.images), sample, docket)
            let pdf = try await docket.bytes(at: try #require(document.pdf, "\(sample)"))
            #expect(try await PageCheck.complaints(about: pdf) == "", "\(sample)")
            #expect(try await PageCheck.pageCount(of: pdf) == sample.pages, "\(sample)")
        }
        try await checkWebhook(of: result.id, docket)
        try await checkTopics(of: result.id, version: result.version, docket)
    }

    private static func checkPages(of images: [String], _ sample: SampleFile, _ docket: RunningDocket) async throws {
        #expect(images.count == sample.pages, "\(sample)")
        for (index, image) in images.enumerated() {
            let page = try await docket.bytes(at: image)
            #expect(try await PageCheck.difference(of: page, from: sample, number: index + 1) < PageCheck.limit, "\(sample)")
            #expect(try await PageCheck.traces(in: page) == "", "\(sample)")
            let isTurned = sample.name == "photo.jpg"
            #expect(try await PageCheck.corners(of: page).isClose(to: isTurned ? .turned : .upright), "\(sample)")
        }
    }

    private static func checkWebhook(of submission: SubmissionID, _ docket: RunningDocket) async throws {
        let webhook = try await docket.receiver.arrival(.submissionAccepted, of: submission)
        #expect(webhook.isSigned)
        #expect(webhook.id == webhook.header?.id.description)
        #expect(webhook.contentType == EventHeader.contentType)
        let record = try #require(try await docket.records(.outcomes, of: submission).first)
        #expect(Array(record.payload.utf8) == webhook.body)
    }

    /// One event after the other, in the order of the submission's versions, each under the submission's id.
    private static func checkTopics(of submission: SubmissionID, version: Int, _ docket: RunningDocket) async throws {
        var sequences: [Int] = []
        let types: [(Topic, EventType)] = [
            (.submitted, .submissionSubmitted), (.validated, .submissionValidated), (.outcomes, .submissionAccepted),
        ]
        for (topic, type) in types {
            let records = try await docket.records(topic, of: submission)
            #expect(records.map { try? $0.header.type } == [type], "\(topic)")
            for record in records {
                #expect(record.header("content-type") == EventHeader.contentType)
                #expect(record.header("traceparent") == (try record.header.traceparent))
                #expect(!record.payload.contains("\n"))
                sequences.append(try record.header.sequence)
            }
        }
        #expect(sequences == sequences.sorted() && Set(sequences).count == types.count, "\(sequences)")
        #expect(sequences.last == version)
        #expect(try await docket.records(.uploads, of: submission).isEmpty == false)
        #expect(try await docket.records(.deadLetters, of: submission).isEmpty)
    }
}
