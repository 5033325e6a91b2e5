/// One person's run through one journey.
public struct Submission: Sendable, Hashable, Codable, Identifiable {
    public let id: SubmissionID
    public let tenant: TenantID
    public let journey: JourneyID
    /// The version of the journey's rules at its creation.
    public let journeyVersion: ContentDigest
    public var state: SubmissionState
    /// Grows by one with every change; the `sequence` of the change's event.
    public var version: Int
    /// The number of submits.
    public var attempt: Int
    /// The tenant's own id of the person.
    public var subject: String?
    /// BCP 47, such as `en-GB`.
    public var locale: String?
    public var contact: Contact?
    /// The tenant's own name of the case.
    public var reference: String?
    public var metadata: [String: String]
    /// The person whose documents are expected; nil if the tenant has not said.
    public var expected: ExpectedPerson?
    /// Where to send the person when they are done.
    public var returnUrl: String?
    /// The consent that the person gave; nil before.
    public var consent: GivenConsent?
    public var documents: [Document]
    /// Reasons of the last verdict that concern the submission as a whole.
    public var reasons: [Reason]
    public let createdAt: Timestamp
    public var changedAt: Timestamp
    public var submittedAt: Timestamp?
    /// When it expires without a change; nil if it waits for nothing.
    public var expiresAt: Timestamp?
    /// Of what was found out of it; nil if an earlier version has stored some of that.
    public var factDigests: FactDigests?

    public init(
        id: SubmissionID, tenant: TenantID = .standard, journey: JourneyID, journeyVersion: ContentDigest,
        state: SubmissionState = .draft, version: Int = 1, attempt: Int = 0, subject: String? = nil, locale: String? = nil,
        contact: Contact? = nil, reference: String? = nil, metadata: [String: String] = [:], returnUrl: String? = nil,
        consent: GivenConsent? = nil, documents: [Document] = [], reasons: [Reason] = [], createdAt: Timestamp,
        changedAt: Timestamp? = nil, submittedAt: Timestamp? = nil, expiresAt: Timestamp? = nil,
        expected: ExpectedPerson? = nil, factDigests: FactDigests? = FactDigests()
    ) {
        self.id = id
        self.tenant = tenant
        self.journey = journey
        self.journeyVersion = journeyVersion
        self.state = state
        self.version = version
        self.attempt = attempt
        self.subject = subject
        self.locale = locale
        self.contact = contact
        self.reference = reference
        self.metadata = metadata
        self.returnUrl = returnUrl
        self.consent = consent
        self.documents = documents
        self.reasons = reasons
        self.createdAt = createdAt
        self.changedAt = changedAt ?? createdAt
        self.submittedAt = submittedAt
        self.expiresAt = expiresAt
        self.expected = expected
        self.factDigests = factDigests
    }

    public func document(_ id: DocumentID) -> Document? {
        documents.first { $0.id == id }
    }

    /// Whether the person may now change this document, add to it or remove it.
    public func allowsChanges(to document: Document) -> Bool {
        state.allowsChanges && document.state.allowsChanges
    }
}

/// The person's addresses for notifications. Personal data: stored only in the database, never in an event or a log.
public struct Contact: Sendable, Hashable, Codable {
    public var email: String?
    /// The token that Apple's push service gave the app on the person's device.
    public var pushToken: String?

    public init(email: String? = nil, pushToken: String? = nil) {
        self.email = email
        self.pushToken = pushToken
    }
}

extension Contact {
    /// The length of a device token in hexadecimal digits. Apple's have 64 at present, and may have more.
    public static let deviceTokenDigits = 2...200

    /// Whether a text is an Apple device token: bytes as hexadecimal digits of either case.
    public static func isDeviceToken(_ text: String) -> Bool {
        deviceTokenDigits.contains(text.utf8.count) && text.utf8.count.isMultiple(of: 2)
            && text.utf8.allSatisfy { digit in
                switch digit {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
                    UInt8(ascii: "A")...UInt8(ascii: "F"):
                    true
                default: false
                }
            }
    }
}
