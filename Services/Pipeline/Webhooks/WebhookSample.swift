internal import Crypto
internal import Domain
internal import FoundationEssentials
public import Shared

/// Sample events of all types that endpoints can receive, for the description and for test messages. Their submission
/// does not exist.
public enum WebhookSample {
    /// The mark of a sent sample, which a real event never has. A handler recognises it by this, and the signature covers
    /// it.
    public static let mark = "sample"

    private static let submission = SubmissionID(number(1))
    private static let document = DocumentID(number(2))
    private static let page = PageID(number(3))
    private static let moment = Timestamp(millisecondsSinceEpoch: 1_772_445_600_000)

    /// The sample in the catalogue. Nil for other types than outcomes.
    public static func event(_ type: EventType) -> CloudEvent<SubmissionOutcome>? {
        event(type, id: EventID(number(4)), tenant: "acme", journey: ProofOfAddress.id, at: moment)
    }

    private static func event(
        _ type: EventType, id: EventID, tenant: TenantID, journey: JourneyID, at now: Timestamp
    ) -> CloudEvent<SubmissionOutcome>? {
        guard let data = data(type) else { return nil }
        return CloudEvent(
            header: EventHeader(
                id: id, type: type, source: "/docket/sample", submission: submission, time: now, sequence: 7, tenant: tenant,
                journey: journey),
            data: data)
    }

    /// The sample to send: with the mark, and with the endpoint's fields.
    static func marked(
        _ type: EventType, id: EventID, for endpoint: WebhookEndpointRecord, at now: Timestamp
    ) throws -> [UInt8] {
        let journey = endpoint.journeys.first ?? ProofOfAddress.id
        guard let event = event(type, id: id, tenant: endpoint.tenant, journey: journey, at: now),
            case .object(var members) = try CanonicalJSON.decode(JSONValue.self, from: try event.encoded())
        else { throw NoSample(type: type) }
        members[mark] = true
        return try PayloadFields.body(CanonicalJSON.encode(JSONValue.object(members)), keeping: endpoint.fields)
    }

    struct NoSample: Error { let type: EventType }

    private static func data(_ type: EventType) -> SubmissionOutcome? {
        guard let state = SubmissionState.allCases.first(where: { $0.isOutcome && EventType(entering: $0) == type }) else {
            return nil
        }
        return switch state {
        case .accepted: SubmissionOutcome(state: state, attempt: 1, verdict: verdict([]), results: [result])
        case .inReview: SubmissionOutcome(state: state, attempt: 1, verdict: verdict([reason(.warn)]), results: [result])
        case .needsInput, .rejected: SubmissionOutcome(state: state, attempt: 1, verdict: verdict([reason(.refuse)]))
        default: SubmissionOutcome(state: state, attempt: state == .failed ? 1 : 0)
        }
    }

    private static func verdict(_ reasons: [Reason]) -> SubmissionVerdict {
        SubmissionVerdict(documents: [DocumentVerdict(document: document, reasons: reasons)])
    }

    private static func reason(_ severity: Reason.Severity) -> Reason {
        Reason(
            rule: "file.not-blurred", severity: severity, documentType: "utility-bill", document: document, page: page,
            found: "blurred", expected: "letters that can be read", message: "The photo is blurred. Please take it again.",
            remedy: "Please take it again.")
    }

    private static let result = DocumentResult(
        document: document, documentType: "utility-bill", pages: 1,
        pdf: StoredFile(digest: ContentDigest(of: Array("sample".utf8)), size: 48_213, mediaType: .pdf))

    /// Ids of no real thing: real ids contain chance or time.
    private static func number(_ last: UInt8) -> UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, last)) }
}
