/// A new submission: the body of `POST /v1/submissions`.
public struct NewSubmission: Sendable, Hashable, Codable {
    public var journey: JourneyID
    public var subject: String?
    public var reference: String?
    public var locale: String?
    public var contact: Contact?
    public var metadata: [String: String]?
    public var returnUrl: String?
    /// The version of the journey's consent text that the person has agreed to.
    public var consent: String?
    public var expected: ExpectedPerson?

    public init(
        journey: JourneyID, subject: String? = nil, reference: String? = nil, locale: String? = nil, contact: Contact? = nil,
        metadata: [String: String]? = nil, returnUrl: String? = nil, consent: String? = nil,
        expected: ExpectedPerson? = nil
    ) {
        self.journey = journey
        self.subject = subject
        self.reference = reference
        self.locale = locale
        self.contact = contact
        self.metadata = metadata
        self.returnUrl = returnUrl
        self.consent = consent
        self.expected = expected
    }
}

/// A new document: the body of `POST /v1/submissions/{id}/documents`.
public struct NewDocument: Sendable, Hashable, Codable {
    public var type: DocumentTypeID
    public var issueDate: CalendarDate?
    /// The last day on which it is valid.
    public var expiryDate: CalendarDate?
    /// The first and the last day of its period: both or none.
    public var periodStart: CalendarDate?
    public var periodEnd: CalendarDate?
    public var source: DocumentSource?

    public init(
        type: DocumentTypeID, issueDate: CalendarDate? = nil, period: DatePeriod? = nil, source: DocumentSource? = nil,
        expiryDate: CalendarDate? = nil
    ) {
        self.type = type
        self.issueDate = issueDate
        self.expiryDate = expiryDate
        periodStart = period?.start
        periodEnd = period?.end
        self.source = source
    }
}

extension NewDocument {
    /// Nil unless both ends are given.
    public var period: DatePeriod? {
        guard let periodStart, let periodEnd else { return nil }
        return DatePeriod(start: periodStart, end: periodEnd)
    }
}

/// An invalid field of a request.
public struct FieldFault: Sendable, Hashable, Codable {
    /// JSON Pointer (RFC 6901) into the body, such as `/contact/email`.
    public let pointer: String
    /// What is wrong, and what is allowed; never the value itself.
    public let problem: String

    public init(pointer: String, problem: String) {
        self.pointer = pointer
        self.problem = problem
    }
}

extension NewSubmission {
    public static let maximumTextLength = 200
    public static let maximumURLLength = 2000
    public static let maximumMetadataEntries = 50
    public static let maximumMetadataValueLength = 500

    /// All invalid fields at once. A registry checks whether the journey exists.
    public var faults: [FieldFault] {
        var faults: [FieldFault] = []
        func expect(_ condition: Bool, _ pointer: String, _ problem: @autoclosure () -> String) {
            if !condition { faults.append(FieldFault(pointer: pointer, problem: problem())) }
        }
        let texts = [
            ("/subject", subject), ("/reference", reference), ("/consent", consent),
        ]
        for case (let pointer, let text?) in texts {
            expect(
                PlainText.isValid(text, length: 1...Self.maximumTextLength), pointer,
                "must have 1 to \(Self.maximumTextLength) characters, without control characters")
        }
        if let locale { expect(Self.isLanguageTag(locale), "/locale", "must be a language tag such as en-GB") }
        if let email = contact?.email { expect(Self.isEmail(email), "/contact/email", "must be an e-mail address") }
        if let token = contact?.pushToken {
            expect(
                Contact.isDeviceToken(token), "/contact/pushToken",
                "must be a device token of Apple's push service: bytes in at most \(Contact.deviceTokenDigits.upperBound) "
                    + "hexadecimal digits")
        }
        if let returnUrl {
            expect(
                Self.isWebAddress(returnUrl), "/returnUrl",
                "must be an https (or http) address of at most \(Self.maximumURLLength) characters")
        }
        expect(
            (metadata?.count ?? 0) <= Self.maximumMetadataEntries, "/metadata",
            "must have at most \(Self.maximumMetadataEntries) entries")
        let isSound = (metadata ?? [:]).allSatisfy { key, value in
            PlainText.isValid(key, length: 1...64) && PlainText.isValid(value, length: 0...Self.maximumMetadataValueLength)
        }
        expect(
            isSound, "/metadata",
            "must have keys of 1 to 64 and values of up to \(Self.maximumMetadataValueLength) characters, "
                + "without control characters")
        return faults + (expected?.faults ?? [])
    }

    /// The shape of RFC 5646, section 2.1: alphanumeric subtags of 1 to 8, the first of 2 to 8 letters.
    private static func isLanguageTag(_ text: String) -> Bool {
        let subtags = text.split(at: "-", omittingEmptySubsequences: false)
        guard text.utf8.count <= 35, let language = subtags.first, (2...8).contains(language.utf8.count) else { return false }
        return language.allSatisfy { $0.isASCII && $0.isLetter }
            && subtags.allSatisfy { subtag in
                (1...8).contains(subtag.utf8.count) && subtag.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            }
    }

    /// One @ between a non-empty text and a dotted name, without blanks or line breaks. Only a mail can tell whether the
    /// address exists.
    public static func isEmail(_ text: String) -> Bool {
        let halves = text.split(at: "@", omittingEmptySubsequences: false)
        guard text.utf8.count <= 254, halves.count == 2, !halves[0].isEmpty, halves[0].utf8.count <= 64 else { return false }
        let labels = halves[1].split(at: ".", omittingEmptySubsequences: false)
        return labels.count >= 2 && labels.allSatisfy { !$0.isEmpty }
            && text.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0.value > 0x20 && $0.value != 0x7f }
    }

    private static func isWebAddress(_ text: String) -> Bool {
        let lowered = text.lowercased()
        guard let scheme = ["https://", "http://"].first(where: { lowered.hasPrefix($0) }) else { return false }
        let authority = text.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return text.utf8.count <= maximumURLLength && !authority.isEmpty && !authority.contains("@")
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }
    }
}
