import Domain
import FoundationEssentials
import HTTPClient
import Shared
import Support
import Webhooks

@testable import NotificationService

/// Reads submissions whose keys are gone, or away.
struct SealedReader: StageReader {
    let code: StoreError.Code

    func stageSubject(_ id: SubmissionID) async throws(StoreError) -> StageSubject? {
        throw StoreError(code: code, isRetriable: code != .unopenable, description: "It cannot be opened.", detail: "no key")
    }

    static let gone = SealedReader(code: .unopenable)
    static let away = SealedReader(code: .keysUnavailable)
    /// What becomes of a message to the person.
    static let ends: [(reader: SealedReader, end: DeliveryEnd)] = [
        (gone, .givenUp(status: nil, error: "The submission could not be read. It cannot be opened.")),
        (away, .postponed(after: .seconds(5), error: "The submission could not be read.")),
    ]
}

/// Outcomes to tell of.
enum Samples {
    static let now = Timestamp(millisecondsSinceEpoch: 1_793_437_507_123)
    /// The secret of Standard Webhooks' own test vector.
    static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

    static func signer(_ secrets: String = secret) throws -> WebhookSigner {
        WebhookSigner(secrets: try WebhookSecret.parse(list: secrets))
    }

    static func endpoint(
        _ url: String, addressGuard: AddressGuard = .anyAddress, timeout: Duration = .seconds(15)
    ) throws -> WebhookEndpoint {
        WebhookEndpoint(
            id: WebhookConfiguration.endpointID, url: url, signer: .success(try signer()), addressGuard: addressGuard,
            timeout: timeout)
    }

    /// An event as the log has it, whose bytes grow with the number of reasons.
    static func outcome(reasons: Int = 1, traceparent: String? = nil) throws -> RecordedEvent {
        let document = DocumentID.random()
        let verdict = SubmissionVerdict(documents: [
            DocumentVerdict(
                document: document,
                reasons: (0..<reasons).map { number in
                    Reason(
                        rule: "file.size", document: document, found: "\(number) bytes", expected: "at most 10 bytes",
                        message: "The file is too large. Please send a smaller one.")
                })
        ])
        let header = EventHeader(
            id: .random(), type: .submissionNeedsInput, source: "/docket/validation-worker", submission: .random(), time: now,
            sequence: 7, tenant: .standard, journey: "sample", traceparent: traceparent)
        let record = OutcomeRecord(lasting: ContentDigest(of: [1]), originals: ContentDigest(of: [2]))
        let data = SubmissionOutcome(state: .needsInput, attempt: 1, verdict: verdict, record: record)
        return RecordedEvent(
            position: LogPosition(transaction: 1, number: 1), id: header.id, submission: header.submission,
            tenant: header.tenant, sequence: header.sequence, type: header.type, topic: .outcomes, time: now.date,
            payload: try CloudEvent(header: header, data: data).encoded())
    }
}

extension WebhookEndpoint {
    func request(for event: RecordedEvent, keeping fields: [String]? = nil, at now: Timestamp) throws -> ClientRequest {
        try request(for: event, keeping: fields, signedBy: signer.get(), at: now)
    }
}
