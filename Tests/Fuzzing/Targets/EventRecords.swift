import Shared

@testable import ServiceRuntime

/// Records of Kafka that claim to be events. What must hold: what is read can be written, and reads as the same; what another
/// version of Docket wrote is told from what is broken.
enum EventRecords: FuzzTarget {
    static func run(_ input: [UInt8]) {
        do throws(EventFault) {
            let event = try StageEvent(payload: input)
            precondition(event.header.sequence >= 0 && event.payload == input)
            precondition((try? CanonicalJSON.encode(event.header)) != nil, "a header can be written")
        } catch {
            precondition(!error.detail.isEmpty && error.detail.utf8.count < 8192)
        }
        again(UploadCompleted.self, input)
        again(UploadRefused.self, input)
        again(UploadAborted.self, input)
        again(DocumentChanged.self, input)
        again(DocumentReordered.self, input)
        again(PageChanged.self, input)
        again(SubmissionCreated.self, input)
        again(SubmissionSubmitted.self, input)
        again(SubmissionValidated.self, input)
        again(SubmissionOutcome.self, input)
    }

    private static func again<Content: EventData>(_ type: Content.Type, _ input: [UInt8]) {
        guard let event = try? EventReader.event(type, from: input) else { return }
        guard let written = try? event.encoded() else { preconditionFailure("what was read can be written") }
        precondition((try? EventReader.event(type, from: written)) == event, "an event reads as it is written")
        precondition((try? EventReader.header(of: written)) == event.header)
    }

    private static let id = UploadModel.document.uuid

    static var seeds: [[UInt8]] {
        let (document, page) = (DocumentID(id), PageID(id))
        let digest = ContentDigest(of: [7])
        let reason = Reason(
            rule: "document.pages", document: document, page: page, found: "9 pages", expected: "1 page", message: "Too many.")
        let verdict = SubmissionVerdict(sorting: [reason], under: [document])
        return [
            seed(.uploadCompleted, UploadCompleted(document: document, page: page, digest: digest, size: 1000, mediaType: .jpeg)),
            seed(.uploadRefused, UploadRefused(document: document, reasons: [reason])),
            seed(.uploadAborted, UploadAborted(document: document, received: 10, cause: .expired)),
            seed(.submissionCreated, SubmissionCreated(journeyVersion: digest)),
            seed(.submissionValidated, SubmissionValidated(attempt: 1, verdict: verdict)),
            seed(.submissionAccepted, SubmissionOutcome(state: .accepted, attempt: 1, verdict: verdict)),
        ].flatMap { HostileNumbers.seeds(json: $0) }
            + HostileNumbers.texts.map { number in
                let sound = seed(.submissionCreated, SubmissionCreated(journeyVersion: digest))
                return Array(String(decoding: sound, as: UTF8.self).replacing("\"0000000012\"", with: "\"\(number)\"").utf8)
            }
    }

    private static func seed(_ type: EventType, _ data: some EventData) -> [UInt8] {
        let header = EventHeader(
            id: EventID(id), type: type, source: "/docket/gateway", submission: SubmissionID(id),
            time: Timestamp(millisecondsSinceEpoch: 1_793_437_507_123), sequence: 12, tenant: "tenant", journey: "identity")
        return (try? CloudEvent(header: header, data: data).encoded()) ?? []
    }
}
