internal import Crypto
public import Domain
internal import FoundationEssentials
internal import PostgresStore
internal import Shared

/// Sample events of all types that endpoints can receive, for the description and for test messages. Their submission
/// does not exist.
public enum WebhookSample {
    /// The mark of a sent sample, which a real event never has. A handler recognises it by this, and the signature covers
    /// it.
    public static let mark = "sample"

    private static let source = "/docket/sample"
    private static let submission = SubmissionID(number(1))
    private static let document = DocumentID(number(2))
    private static let page = PageID(number(3))
    private static let moment = Timestamp(millisecondsSinceEpoch: 1_772_445_600_000)

    /// The sample in the catalogue.
    public static func payload(of event: WebhookEvent) throws -> [UInt8] {
        try payload(of: event, id: EventID(number(4)), tenant: "acme", journey: ProofOfAddress.id, at: moment)
    }

    /// The sample to send: with the mark, and with the endpoint's fields.
    static func marked(
        _ event: WebhookEvent, id: EventID, for endpoint: WebhookEndpointRecord, at now: Timestamp
    ) throws -> [UInt8] {
        let journey = endpoint.journeys.first ?? ProofOfAddress.id
        let payload = try payload(of: event, id: id, tenant: endpoint.tenant, journey: journey, at: now)
        guard case .object(var members) = try CanonicalJSON.decode(JSONValue.self, from: payload) else {
            throw NoSample(event: event)
        }
        members[mark] = true
        return try PayloadFields.body(
            CanonicalJSON.encode(JSONValue.object(members)), keeping: event == .custodyHead ? [] : endpoint.fields)
    }

    struct NoSample: Error { let event: WebhookEvent }

    private static func payload(
        of event: WebhookEvent, id: EventID, tenant: TenantID, journey: JourneyID, at now: Timestamp
    ) throws -> [UInt8] {
        switch event {
        case .outcome(let type):
            guard let data = data(type) else { throw NoSample(event: event) }
            let header = EventHeader(
                id: id, type: type, source: source, submission: submission, time: now, sequence: 7, tenant: tenant,
                journey: journey)
            return try CloudEvent(header: header, data: data).encoded()
        case .custodyHead:
            return try CustodyHeadEvent(
                id: id, source: source, time: now, tenant: tenant, sequence: 1, data: head(of: tenant, at: now)
            ).encoded()
        case .unknown: throw NoSample(event: event)
        }
    }

    /// The first head of a log with one leaf. No key has signed it.
    private static func head(of tenant: TenantID, at now: Timestamp) throws -> CustodyHeadContent {
        let root = String(repeating: "0123456789abcdef", count: 4)
        let parts: [JSONValue] = [
            ["alg": "EdDSA", "kid": "sample", "typ": "docket-head+jws"],
            [
                "era": 0, "number": 1, "previous": .null, "root": .string(root), "size": 1,
                "tenant": .string(tenant.rawValue), "time": .string(now.description),
            ],
        ]
        let texts = try parts.map { Base64URL.encode(try CanonicalJSON.encode($0)) } + [Base64URL.encode(Array("sample".utf8))]
        return CustodyHeadContent(era: 0, size: 1, root: root, head: texts.joined(separator: "."))
    }

    private static func data(_ type: EventType) -> SubmissionOutcome? {
        guard let state = SubmissionState.allCases.first(where: { $0.isOutcome && EventType(entering: $0) == type }) else {
            return nil
        }
        return switch state {
        case .accepted: SubmissionOutcome(state: state, attempt: 1, verdict: verdict([]), results: [result], record: record)
        case .inReview:
            SubmissionOutcome(state: state, attempt: 1, verdict: verdict([reason(.warn)]), results: [result], record: record)
        case .needsInput, .rejected:
            SubmissionOutcome(state: state, attempt: 1, verdict: verdict([reason(.refuse)]), record: record)
        default: SubmissionOutcome(state: state, attempt: state == .failed ? 1 : 0, record: record)
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

    private static let record = OutcomeRecord(
        lasting: ContentDigest(of: Array("lasting".utf8)), originals: ContentDigest(of: Array("originals".utf8)),
        facts: ContentDigest(of: Array("facts".utf8)))

    /// Ids of no real thing: real ids contain chance or time.
    private static func number(_ last: UInt8) -> UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, last)) }
}
